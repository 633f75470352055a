import Records

/// A database with a table for each record type, and one for the notes of what is in it.
///
/// A portion of records and its note are one transaction. While a run goes on the database has a log beside it
/// (`FILE-wal`), in which transactions are whole or not there however the process ends; at the run's end there is one
/// file again.
final class SQLiteStore: RecordStore {
    /// What records are written by, once the database has all that they need.
    private struct Writing {
        let tables: [String: TableWriter]
        var journal: Journal
        /// Whether the database has got its log from this run.
        let isLogOurs: Bool
    }

    private let database: Database
    private let tables: [Table]
    private let continues: Bool
    private var writing: Writing?
    /// The last portion whose note has been read.
    private var last: Int?

    /// Opens a database, and makes its tables. Where a run goes on they are made with the first records: by its notes it may
    /// turn out to be another one, and then the database stays as it is.
    ///
    /// - Parameters:
    ///   - continues: whether the notes of an interrupted run are kept. Records always are: they are there to be added
    ///     to.
    ///   - patience: how many milliseconds another program may hold the database.
    init(
        path: String,
        tables: [Table],
        continues: Bool,
        patience: Int32 = 5000
    ) throws(OutputError) {
        database = try Database(path, patience: patience)
        self.tables = tables
        self.continues = continues
        if !continues { _ = try begin() }
    }

    /// Gives the database all that records need.
    private func begin() throws(OutputError) -> Writing {
        if continues, last == nil { try readNotes { _ in } }
        var journal: Journal?
        try database.transaction { () throws(OutputError) in
            for table in tables { try table.setUp(in: database) }
            journal = try Journal(in: database, after: continues ? last : nil)
        }
        guard let journal else { throw database.failure() }
        var writers: [String: TableWriter] = [:]
        for table in tables { writers[table.name] = try TableWriter(table, in: database) }
        let isLogOurs = try SQLiteStore.useLog(in: database)
        let writing = Writing(tables: writers, journal: journal, isLogOurs: isLogOurs)
        self.writing = writing
        return writing
    }

    /// Has transactions written to a log first, where that can be: elsewhere, as on some file systems, there is the
    /// older way, which is slower.
    ///
    /// - Returns: whether the database has had none before.
    private static func useLog(in database: Database) throws(OutputError) -> Bool {
        if try database.rows("PRAGMA journal_mode") == [["wal"]] { return false }
        guard try database.rows("PRAGMA journal_mode = WAL") == [["wal"]] else { return false }
        // The log is handed over to the disk from time to time only, each 16 MB. What the machine's going down takes
        // with it are whole transactions, the last ones.
        try database.execute("PRAGMA synchronous = NORMAL")
        _ = try database.rows("PRAGMA wal_autocheckpoint = 4000")
        return true
    }

    func readNotes(_ body: (String) -> Void) throws(OutputError) {
        last = try Journal.read(database, body)
    }

    func write(_ records: [Record], note: String) throws(OutputError) {
        let writing = if let writing { writing } else { try begin() }
        try database.transaction { () throws(OutputError) in
            for record in records {
                guard let table = writing.tables[record.type] else {
                    throw Table.mistake("there is no table for records of the type \"\(record.type)\"")
                }
                try table.write(record)
            }
            try writing.journal.append(note)
        }
        self.writing?.journal.advance()
    }

    func finish() throws(OutputError) {
        // What reads the database meanwhile keeps the log, which is no loss.
        _ = try? database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        if writing?.isLogOurs == true { _ = try? database.rows("PRAGMA journal_mode = DELETE") }
    }
}
