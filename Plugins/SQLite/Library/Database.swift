import Records

/// A connection to a database file.
final class Database {
    let library: SQLiteLibrary
    let path: String
    private let isReadOnly: Bool
    private let connection: SQLiteLibrary.Connection

    /// Opens a database, created if missing. A file that is not a database fails at the first statement.
    ///
    /// - Parameters:
    ///   - busyTimeout: the number of milliseconds for which another program may lock it.
    ///   - isReadOnly: whether nothing is created or changed.
    init(_ path: String, busyTimeout: Int32, isReadOnly: Bool = false) throws(OutputError) {
        library = try SQLiteLibrary.system()
        self.path = path
        self.isReadOnly = isReadOnly
        // Some names do not denote a file: an empty one, `:memory:`, `file:…`.
        let file = path.hasPrefix("/") ? path : "./" + path
        var opened: SQLiteLibrary.Connection?
        let access = isReadOnly ? SQLiteCode.openReadOnly : SQLiteCode.openReadWrite | SQLiteCode.openCreate
        let flags = access | SQLiteCode.openNoMutex
        let code = library.open(file, &opened, flags, nil)
        guard let opened else {
            throw OutputError("cannot open the database \(path): out of memory", cause: .input)
        }
        connection = opened
        guard code == SQLiteCode.ok else { throw failure() }
        _ = library.busyTimeout(connection, busyTimeout)
    }

    deinit { _ = library.close(connection) }

    /// Prepares a statement.
    func prepare(_ sql: String) throws(OutputError) -> Statement {
        var handle: SQLiteLibrary.Handle?
        let code = library.prepare(connection, sql, Int32(clamping: sql.utf8.count), &handle, nil)
        guard code == SQLiteCode.ok, let handle else { throw failure() }
        return Statement(handle, of: self)
    }

    /// Executes a statement.
    func execute(_ sql: String) throws(OutputError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// Returns the rows of a statement, as text.
    func rows(_ sql: String, _ arguments: [String] = []) throws(OutputError) -> [[String?]] {
        let statement = try prepare(sql)
        var rows: [[String?]] = []
        try statement.forEachRow(arguments) { rows.append($0) }
        return rows
    }

    /// Runs `body` in a transaction, which is rolled back if it throws.
    func transaction(_ body: () throws(OutputError) -> Void) throws(OutputError) {
        // Takes the write lock immediately: a transaction that reads first can fail later because another program has
        // written since.
        try execute("BEGIN IMMEDIATE")
        do throws(OutputError) {
            try body()
            try execute("COMMIT")
        } catch {
            // Some failures have ended the transaction already.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(library.changes(connection)) }

    /// The error of the last call.
    func failure() -> OutputError {
        let code = library.extendedCode(connection) & 0xFF
        if code == SQLiteCode.busy {
            return OutputError(
                "the database \(path) is in use by another program",
                help: "end that program and run again",
                cause: .input
            )
        }
        let text = library.message(connection).map { String(cString: $0) } ?? "code \(code)"
        return OutputError(
            "cannot \(isReadOnly ? "read" : "keep records in") the database \(path): \(text)",
            cause: .input
        )
    }
}

// MARK: - Statements

/// A prepared statement, which can be run repeatedly.
final class Statement {
    private let handle: SQLiteLibrary.Handle
    private let database: Database

    init(_ handle: SQLiteLibrary.Handle, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { _ = database.library.finalize(handle) }

    /// Runs the statement with the given arguments to its end.
    func run(_ arguments: StatementArguments) throws(OutputError) {
        defer { _ = database.library.reset(handle) }
        let code = arguments.withBytes { bytes in
            for (index, argument) in arguments.all.enumerated() {
                let code = bind(argument, bytes, at: Int32(clamping: index + 1))
                if code != SQLiteCode.ok { return code }
            }
            return database.library.step(handle)
        }
        if code != SQLiteCode.done, code != SQLiteCode.row { throw database.failure() }
    }

    /// Advances to the next row, and returns whether there is one.
    func step() throws(OutputError) -> Bool {
        switch database.library.step(handle) {
        case SQLiteCode.row: return true
        case SQLiteCode.done: return false
        default: throw database.failure()
        }
    }

    /// Calls `body` with each row as text.
    func forEachRow(_ arguments: [String], _ body: ([String?]) -> Void) throws(OutputError) {
        var bound = StatementArguments()
        for argument in arguments { bound.append(argument) }
        // The arguments' bytes must not move until the last row.
        let failure: OutputError? = bound.withBytes { bytes in
            for (index, argument) in bound.all.enumerated() {
                _ = bind(argument, bytes, at: Int32(clamping: index + 1))
            }
            do throws(OutputError) {
                while try step() { body(row) }
                return nil
            } catch {
                return error
            }
        }
        _ = database.library.reset(handle)
        if let failure { throw failure }
    }

    private var row: [String?] {
        (0..<database.library.columnCount(handle)).map { column in
            guard let text = database.library.columnText(handle, column) else { return nil }
            let size = Int(database.library.columnSize(handle, column))
            return String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self)
        }
    }

    /// Binds an argument; text and blobs without a copy, since their bytes outlive the statement's run.
    private func bind(
        _ argument: StatementArguments.Argument,
        _ bytes: UnsafeRawBufferPointer,
        at index: Int32
    ) -> Int32 {
        let library = database.library
        switch argument {
        case .null: return library.bindNull(handle, index)
        case .integer(let integer): return library.bindInteger(handle, index, integer)
        case .double(let double): return library.bindDouble(handle, index, double)
        case .text(let range):
            let text = bytes.baseAddress.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) }
            return library.bindText(handle, index, text, UInt64(range.count), nil, SQLiteCode.utf8)
        case .blob(let range):
            let blob = bytes.baseAddress.map { $0 + range.lowerBound }
            return library.bindBlob(handle, index, blob, UInt64(range.count), nil)
        }
    }
}

// MARK: - StatementArguments

/// The arguments of a statement: their texts one after the other in one buffer, which is reused for the next row.
struct StatementArguments {
    enum Argument {
        case null
        case integer(Int64)
        case double(Double)
        /// A text's bytes in the buffer.
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    private(set) var all: [Argument] = []
    /// Begins with an unused byte, to which empty texts point: a null pointer would make them NULL.
    private var bytes: [UInt8] = [0]

    mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
        bytes.removeLast(bytes.count - 1)
    }

    mutating func append(_ argument: Argument) { all.append(argument) }

    mutating func append(_ text: String) { all.append(.text(range(of: text))) }

    mutating func appendBlob(_ text: String) { all.append(.blob(range(of: text))) }

    private mutating func range(of text: String) -> Range<Int> {
        let start = bytes.count
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        return start..<bytes.count
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes(body)
    }
}
