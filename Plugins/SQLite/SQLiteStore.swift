import Records
import Values

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
    /// Whether the transaction of the next portion has begun.
    private var isInPortion = false
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
        var existing: [(table: SQLTable, affinities: SQLTable.Affinities)] = []
        try database.transaction { () throws(OutputError) in
            for table in tables {
                let fitted = try table.fitted(to: database)
                existing.append((fitted, try fitted.setUp(in: database)))
                let isSpelled = table.comparedKey?.hasSpellings == true && fitted.comparedKey == nil
                if isSpelled { found.append(fitted.spellingWarning) }
            }
            journal = try StoreJournal(in: database, after: continues ? last : nil)
        }
        guard let journal else { throw database.failure() }
        var writers: [String: TableWriter] = [:]
        for (table, affinities) in existing {
            found += table.warnings(affinities)
            writers[table.name] = try TableWriter(table, affinities, in: database)
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
        try write(RecordBatch(records), note: note)
    }

    func write(_ batch: RecordBatch, note: String) throws(OutputError) {
        let writing = if let writing { writing } else { try begin() }
        let isOpen = isInPortion
        isInPortion = false
        try database.transaction(isOpen: isOpen) { () throws(OutputError) in
            try write(batch, to: writing.tables)
            try writing.journal.append(note)
        }
        try database.checkPresence()
        self.writing?.journal.advance()
    }

    func add(_ batch: RecordBatch) throws(OutputError) -> Bool {
        let writing = if let writing { writing } else { try begin() }
        let isOpen = isInPortion
        isInPortion = false
        try database.transaction(isOpen: isOpen, ends: false) { () throws(OutputError) in
            try write(batch, to: writing.tables)
        }
        isInPortion = true
        return true
    }

    private func write(_ batch: RecordBatch, to writers: [String: TableWriter]) throws(OutputError) {
        if let rows = batch.rows, let table = writers[rows.layout.type], table.takes(rows) {
            try table.write(rows)
        } else {
            try write(batch.records, to: writers)
        }
    }

    /// Writes the records of each type as rows of its table.
    private func write(_ records: [Record], to writers: [String: TableWriter]) throws(OutputError) {
        var rows: [String: RecordRows] = [:]
        for record in records {
            guard let table = writers[record.type] else {
                throw SQLTable.mistake("there is no table for records of the type \"\(record.type)\"")
            }
            table.append(record, to: &rows[record.type, default: RecordRows(table.layout)])
        }
        for table in tables {
            if let rows = rows[table.name] { try writers[table.name]?.write(rows) }
        }
    }

    func finish() throws(OutputError) {
        if writing != nil { try database.checkPresence() }
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
        try statement.run(["\(last + 1)", note])
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
    @exclusivity(unchecked) private var longNumbers: [(count: Int, first: String)]
    private let columns: [SQLTable.Column]
    private let isKey: [Bool]
    private let comparedKey: ComparedKey?
    /// Whether a column identifies rows by numbers, which are equal in it only if they have as few digits as possible.
    private let hasNumberKey: [Bool]
    private let insertion: Statement
    /// Adds ``groupCount`` rows, if the table has no keys and may have so many values in a statement.
    private let groupInsertion: Statement?
    private let groupCount: Int
    private let upsert: Statement?
    private let update: Statement?
    private let database: Database
    /// The layout of rows with a cell for each column.
    let layout: RecordRows.Layout

    /// The number of values that a statement of every version of SQLite may have.
    private static let valueLimit = 999
    /// Half the time of adding a row is that of a statement's beginning and end. More rows hardly save more.
    private static let groupLimit = 32

    init(
        _ table: SQLTable,
        _ affinities: SQLTable.Affinities = [:],
        in database: Database
    ) throws(OutputError) {
        name = table.name
        self.affinities = table.columns.map { affinities[$0.name] ?? .none }
        columns = table.columns
        longNumbers = columns.map { _ in (0, "") }
        layout = RecordRows.Layout(type: name, names: columns.map(\.name))
        isKey = table.columns.map { table.keys.contains($0.name) }
        comparedKey = table.comparedKey
        hasNumberKey = zip(columns, zip(isKey, self.affinities)).map { column, key in
            column.type == .number && key.0 && key.1 != .text
        }
        insertion = try database.prepare(table.insertion)
        groupCount = min(TableWriter.groupLimit, TableWriter.valueLimit / columns.count)
        groupInsertion =
            table.keys.isEmpty && groupCount > 1 ? try database.prepare(table.insertion(of: groupCount)) : nil
        upsert = table.keys.isEmpty ? nil : try database.prepare(table.upsert)
        update = table.keys.count < 2 ? nil : try database.prepare(table.update)
        self.database = database
    }

    /// Adds the row of a record to rows of the table's own layout.
    func append(_ record: Record, to rows: inout RecordRows) {
        var next = record.fields.startIndex
        for (index, column) in columns.enumerated() {
            let value: Value?
            // Fields are mostly in the order of columns.
            if next < record.fields.endIndex, record.fields[next].name == column.name {
                value = record.fields[next].value
                next += 1
            } else if let comparedKey, isKey[index] {
                value = comparedKey.text(of: record).map(Value.string)
            } else {
                value = record[column.name]
            }
            column.type.append(hasNumberKey[index] ? value?.compared(as: nil) : value, to: &rows)
        }
    }

    /// Whether the columns store all cells of rows without making other texts of them.
    func takes(_ rows: RecordRows) -> Bool {
        if comparedKey != nil || hasNumberKey.contains(true) { return false }
        let types = rows.layout.names.map { name in columns.first { $0.name == name }?.type }
        if types.allSatisfy({ $0 != .json }) { return true }
        return zip(rows.cells.indices, rows.cells).allSatisfy { index, cell in
            types[index % types.count]?.takes(cell.kind) ?? true
        }
    }

    /// Writes rows whose cells the columns take.
    func write(_ rows: RecordRows) throws(OutputError) {
        let places = columns.map { rows.layout.names.firstIndex(of: $0.name) }
        try rows.bytes.withUnsafeBufferPointer { bytes throws(OutputError) in
            var row = 0
            while row < rows.count {
                if let groupInsertion, rows.count - row >= groupCount {
                    for index in 0..<groupCount {
                        try bind(row + index, of: rows, bytes, places, to: groupInsertion, after: index)
                    }
                    try groupInsertion.run()
                    row += groupCount
                } else {
                    try write(row, of: rows, bytes, places)
                    row += 1
                }
            }
        }
    }

    /// Writes a row.
    private func write(
        _ row: Int,
        of rows: RecordRows,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ places: [Int?]
    ) throws(OutputError) {
        let first = row * rows.layout.names.count
        var missing = 0
        for (column, isKey) in isKey.enumerated() where isKey {
            let kind = places[column].map { rows.cells[first + $0].kind } ?? .absent
            if kind == .absent || kind == .null { missing += 1 }
        }
        guard missing > 0, let update else {
            let statement = upsert ?? insertion
            try bind(row, of: rows, bytes, places, to: statement)
            return try statement.run()
        }
        // To the database, no two NULLs are equal. Records that lack some of their keys are therefore compared here, by
        // the others. A record without any of its keys equals no other.
        let hasKey = missing < isKey.count(where: \.self)
        if hasKey {
            try bind(row, of: rows, bytes, places, to: update)
            try update.run()
            if database.changes > 0 { return }
        }
        try bind(row, of: rows, bytes, places, to: insertion, isAgain: hasKey)
        try insertion.run()
    }

    /// Sets the values of a row as arguments of a statement.
    ///
    /// - Parameters:
    ///   - bytes: those of the rows, which must not move until the statement has been run.
    ///   - places: the indices of the columns' cells in a row.
    ///   - before: the number of rows whose values are arguments before these.
    ///   - isAgain: whether another statement has been run with the row.
    private func bind(
        _ row: Int,
        of rows: RecordRows,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ places: [Int?],
        to statement: Statement,
        after before: Int = 0,
        isAgain: Bool = false
    ) throws(OutputError) {
        let first = row * rows.layout.names.count
        for (column, place) in places.enumerated() {
            let argumentIndex = before * columns.count + column
            guard let place else {
                try statement.bind(.null, UnsafeBufferPointer(rebasing: bytes[..<0]), at: argumentIndex)
                continue
            }
            let index = first + place
            let cell = rows.cells[index]
            let start = index == 0 ? 0 : rows.cells[index - 1].end
            let text = UnsafeBufferPointer(rebasing: bytes[start..<cell.end])
            let type = columns[column].type
            let argument = type.argument(cell.kind, text, affinities[column])
            if cell.kind == .number, !isAgain, type.isLong(argument, affinities[column]) {
                if longNumbers[column].count == 0 {
                    longNumbers[column].first = String(decoding: text, as: UTF8.self)
                }
                longNumbers[column].count += 1
            }
            try statement.bind(argument, text, at: argumentIndex)
        }
    }

    /// A warning for each column with numbers that are stored as texts.
    var warnings: [OutputError] {
        zip(columns, longNumbers).filter { $1.count > 0 }.map { column, numbers in
            let column = column.name
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
