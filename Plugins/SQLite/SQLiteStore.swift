import Records

/// A database with a table for each record type, and one for the notes of its portions.
///
/// A portion of records and its note are one transaction. During a run the database has a log next to it (`FILE-wal`),
/// in which transactions are complete or absent however the process ends; at the end of the run there is again one
/// file.
final class SQLiteStore: RecordStore {
    /// The statements that write records, once the tables exist.
    private struct Writing {
        let tables: [String: TableWriter]
        var journal: StoreJournal
        /// Whether this run has switched the database to a log.
        let isLogOurs: Bool
    }

    private let database: Database
    private let tables: [SQLTable]
    private let continues: Bool
    private var writing: Writing?
    /// The last portion whose note has been read.
    private var last: Int?
    private var found: [OutputError] = []

    /// Values that the database represents differently from what a reader may expect: columns of an existing table that
    /// convert numbers to texts, and numbers with more digits than a binary number has.
    var warnings: [OutputError] {
        let writers = writing?.tables.values.sorted { $0.name < $1.name } ?? []
        return found + writers.flatMap(\.warnings)
    }

    /// Opens a database, and creates its tables. A continued run creates them with the first records: its notes may
    /// show that it is a different run, and then the database is left unchanged.
    ///
    /// - Parameters:
    ///   - continues: whether the notes of an interrupted run are kept. Records are always kept: a run adds to the
    ///     existing ones.
    ///   - busyTimeout: the number of milliseconds for which another program may lock the database.
    init(
        path: String,
        tables: [SQLTable],
        continues: Bool,
        busyTimeout: Int32 = 5000
    ) throws(OutputError) {
        database = try Database(path, busyTimeout: busyTimeout)
        self.tables = tables
        self.continues = continues
        if !continues { _ = try begin() }
    }

    /// Creates the tables and prepares the statements.
    private func begin() throws(OutputError) -> Writing {
        if continues, last == nil { try readNotes { _ in } }
        var journal: StoreJournal?
        var affinities: [String: SQLTable.Affinities] = [:]
        try database.transaction { () throws(OutputError) in
            for table in tables { affinities[table.name] = try table.setUp(in: database) }
            journal = try StoreJournal(in: database, after: continues ? last : nil)
        }
        guard let journal else { throw database.failure() }
        var writers: [String: TableWriter] = [:]
        for table in tables {
            let known = affinities[table.name] ?? [:]
            found += table.warnings(known)
            writers[table.name] = try TableWriter(table, known, in: database)
        }
        let isLogOurs = try SQLiteStore.useLog(in: database)
        let writing = Writing(tables: writers, journal: journal, isLogOurs: isLogOurs)
        self.writing = writing
        return writing
    }

    /// Switches the database to a write-ahead log, if its file system allows that.
    ///
    /// - Returns: whether it had none before.
    private static func useLog(in database: Database) throws(OutputError) -> Bool {
        if try database.rows("PRAGMA journal_mode") == [["wal"]] { return false }
        guard try database.rows("PRAGMA journal_mode = WAL") == [["wal"]] else { return false }
        // The log is synchronised only every 16 MB. A crash of the machine can lose the last transactions, but only
        // whole ones.
        try database.execute("PRAGMA synchronous = NORMAL")
        _ = try database.rows("PRAGMA wal_autocheckpoint = 4000")
        return true
    }

    func readNotes(_ body: (String) -> Void) throws(OutputError) {
        last = try StoreJournal.read(database, body)
    }

    func write(_ records: [Record], note: String) throws(OutputError) {
        let writing = if let writing { writing } else { try begin() }
        try database.transaction { () throws(OutputError) in
            for record in records {
                guard let table = writing.tables[record.type] else {
                    throw SQLTable.mistake("there is no table for records of the type \"\(record.type)\"")
                }
                try table.write(record)
            }
            try writing.journal.append(note)
        }
        self.writing?.journal.advance()
    }

    func finish() throws(OutputError) {
        // A concurrent reader keeps the log, which is harmless.
        _ = try? database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        if writing?.isLogOurs == true { _ = try? database.rows("PRAGMA journal_mode = DELETE") }
    }
}

// MARK: - Journal

/// The table of notes, one for each portion of records in the database.
struct StoreJournal {
    static let table = "scrape_journal"

    private let statement: Statement
    private let database: Database
    private var last: Int

    /// Creates the table if missing.
    ///
    /// - Parameter last: the last portion whose note is kept; `nil` if none is.
    init(in database: Database, after last: Int?) throws(OutputError) {
        try database.execute(
            "CREATE TABLE IF NOT EXISTS \(StoreJournal.table) (portion INTEGER PRIMARY KEY, note TEXT NOT NULL)"
        )
        if last == nil { try database.execute("DELETE FROM \(StoreJournal.table)") }
        self.last = last ?? 0
        // Adds nothing if another run has added a note since.
        statement = try database.prepare(
            """
            INSERT INTO \(StoreJournal.table) SELECT ?1, ?2
            WHERE (SELECT ifnull(max(portion), 0) FROM \(StoreJournal.table)) = ?1 - 1
            """
        )
        self.database = database
    }

    /// Calls `body` with the notes in order; the database is not changed.
    ///
    /// - Returns: the last portion; 0 if there is none.
    static func read(_ database: Database, _ body: (String) -> Void) throws(OutputError) -> Int {
        if try database.rows("SELECT 1 FROM sqlite_master WHERE name = ?1", [table]).isEmpty { return 0 }
        let notes = try database.prepare("SELECT portion, note FROM \(table) ORDER BY portion")
        var last = 0
        try notes.forEachRow([]) { row in
            last = (row.first ?? nil).flatMap { Int($0) } ?? last
            body((row.last ?? nil) ?? "")
        }
        return last
    }

    /// Adds a note to the current transaction. Call ``advance()`` after its end.
    func append(_ note: String) throws(OutputError) {
        var arguments = StatementArguments()
        arguments.append(.integer(Int64(last) + 1))
        arguments.append(note)
        try statement.run(arguments)
        guard database.changes == 1 else {
            throw OutputError(
                "another run keeps its records in the database \(database.path)",
                help: "let one run end before the next begins",
                cause: .input
            )
        }
    }

    /// Advances past the added note.
    mutating func advance() { last += 1 }
}

// MARK: - Rows

/// Writes records into their table, with statements that are prepared once.
final class TableWriter {
    let name: String
    private let affinities: [ColumnAffinity]
    /// How many numbers each column stores as text, and the first of them.
    private var longNumbers: [Int: (count: Int, first: String)] = [:]
    private let columns: [SQLTable.Column]
    private let isKey: [Bool]
    private let insertion: Statement
    private let upsert: Statement?
    private let update: Statement?
    private let database: Database
    private var arguments = StatementArguments()

    init(
        _ table: SQLTable,
        _ affinities: SQLTable.Affinities = [:],
        in database: Database
    ) throws(OutputError) {
        name = table.name
        self.affinities = table.columns.map { affinities[$0.name] ?? .none }
        columns = table.columns
        isKey = table.columns.map { table.keys.contains($0.name) }
        insertion = try database.prepare(table.insertion)
        upsert = table.keys.isEmpty ? nil : try database.prepare(table.upsert)
        update = table.keys.count < 2 ? nil : try database.prepare(table.update)
        self.database = database
    }

    func write(_ record: Record) throws(OutputError) {
        let missing = bind(record)
        guard missing > 0, let update else { return try (upsert ?? insertion).run(arguments) }
        // To the database, no two NULLs are equal. Records that lack some of their keys are therefore compared here, by
        // the others. A record without any of its keys equals no other.
        if missing < isKey.count(where: \.self) {
            try update.run(arguments)
            if database.changes > 0 { return }
        }
        try insertion.run(arguments)
    }

    /// Sets a record's values as the statements' arguments.
    ///
    /// - Returns: the number of the unique keys that it lacks.
    private func bind(_ record: Record) -> Int {
        arguments.removeAll()
        var missing = 0
        var next = record.fields.startIndex
        for (index, column) in columns.enumerated() {
            let isKey = isKey[index]
            // Fields are mostly in the order of columns.
            var value: Value?
            if next < record.fields.endIndex, record.fields[next].name == column.name {
                value = record.fields[next].value
                next += 1
            } else {
                value = record[column.name]
            }
            if isKey, value ?? .null == .null { missing += 1 }
            if column.type.append(value, to: &arguments, affinities[index]) {
                longNumbers[index, default: (0, value?.text ?? "")].count += 1
            }
        }
        return missing
    }

    /// A warning for each column with numbers that are stored as texts.
    var warnings: [OutputError] {
        longNumbers.sorted { $0.key < $1.key }.map { index, numbers in
            let column = columns[index].name
            let isOne = numbers.count == 1
            return OutputError(
                "\(isOne ? "one number" : "\(numbers.count) numbers") in the column \"\(column)\" of the table \"\(name)\" "
                    + "(\(numbers.first)\(isOne ? "" : ", …")) \(isOne ? "has" : "have") "
                    + "more than \(ColumnType.digitLimit) digits: kept as text, which is greater than every number",
                help: "compare cast(\(column) AS REAL), which loses digits"
            )
        }
    }
}
