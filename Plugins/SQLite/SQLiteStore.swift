import Records

/// A database with a table for each record type, and one for the notes of what is in it.
///
/// A portion of records and its note are one transaction. While a run goes on the database has a log beside it
/// (`FILE-wal`), in which transactions are whole or not there however the process ends; at the run's end there is one
/// file again.
final class SQLiteStore: RecordStore {
    private let database: Database
    private var tables: [String: TableWriter] = [:]
    private var journal: Journal
    /// Whether the database has got its log from this run.
    private let isLogOurs: Bool

    /// Opens a database, and makes its tables.
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
        let database = try Database(path, patience: patience)
        var journal: Journal?
        try database.transaction { () throws(OutputError) in
            for table in tables { try table.setUp(in: database) }
            journal = try Journal(in: database, continues: continues)
        }
        guard let journal else { throw database.failure() }
        self.journal = journal
        self.database = database
        for table in tables { self.tables[table.name] = try TableWriter(table, in: database) }
        isLogOurs = try SQLiteStore.useLog(in: database)
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

    func readNotes(_ body: (String) -> Void) throws(OutputError) { try journal.forEachNote(body) }

    func write(_ records: [Record], note: String) throws(OutputError) {
        try database.transaction { () throws(OutputError) in
            for record in records {
                guard let table = tables[record.type] else {
                    throw Table.mistake("there is no table for records of the type \"\(record.type)\"")
                }
                try table.write(record)
            }
            try journal.append(note)
        }
        journal.advance()
    }

    func finish() throws(OutputError) {
        // What reads the database meanwhile keeps the log, which is no loss.
        _ = try? database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        if isLogOurs { _ = try? database.rows("PRAGMA journal_mode = DELETE") }
    }
}
