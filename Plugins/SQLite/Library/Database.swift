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
    ///
    /// - Parameters:
    ///   - isOpen: whether the transaction has been begun by an earlier call.
    ///   - ends: whether it ends after `body`; otherwise a later call continues it.
    func transaction(
        isOpen: Bool = false,
        ends: Bool = true,
        _ body: () throws(OutputError) -> Void
    ) throws(OutputError) {
        // Takes the write lock immediately: a transaction that reads first can fail later because another program has
        // written since.
        if !isOpen { try execute("BEGIN IMMEDIATE") }
        do throws(OutputError) {
            try body()
            if ends { try execute("COMMIT") }
        } catch {
            // Some failures have ended the transaction already.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Checks that the file still has its name: what is written to a removed file is lost.
    func checkPresence() throws(OutputError) {
        var hasMoved: Int32 = 0
        let code = library.fileControl(connection, "main", SQLiteCode.hasMoved, &hasMoved)
        guard code == SQLiteCode.ok, hasMoved != 0 else { return }
        throw OutputError(
            "cannot keep records in the database \(path): it was removed or replaced during the run",
            cause: .input
        )
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

    /// Runs the statement with texts as its arguments.
    func run(_ texts: [String]) throws(OutputError) {
        try bind(texts)
        try run()
    }

    /// Runs the statement to its end, with the arguments that have been bound.
    func run() throws(OutputError) {
        defer { _ = database.library.reset(handle) }
        let code = database.library.step(handle)
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
        defer { _ = database.library.reset(handle) }
        try bind(arguments)
        while try step() { body(row) }
    }

    private var row: [String?] {
        (0..<database.library.columnCount(handle)).map { column in
            guard let text = database.library.columnText(handle, column) else { return nil }
            let size = Int(database.library.columnSize(handle, column))
            return String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self)
        }
    }

    private func bind(_ texts: [String]) throws(OutputError) {
        for (index, text) in texts.enumerated() {
            let code = text.withCString { start in
                database.library.bindText(
                    handle,
                    Int32(clamping: index + 1),
                    start,
                    UInt64(text.utf8.count),
                    SQLiteCode.transient,
                    SQLiteCode.utf8
                )
            }
            guard code == SQLiteCode.ok else { throw database.failure() }
        }
    }

    /// An argument of a statement.
    enum Argument {
        case null
        case integer(Int64)
        case double(Double)
        /// The given text.
        case text
        /// The bytes of the given text.
        case blob
    }

    /// Binds an argument. Texts and blobs are not copied, and must not move until the statement has been run.
    ///
    /// - Parameter index: 0 for the first argument.
    func bind(_ argument: Argument, _ text: UnsafeBufferPointer<UInt8>, at index: Int) throws(OutputError) {
        let library = database.library
        let index = Int32(truncatingIfNeeded: index &+ 1)
        let count = UInt64(text.count)
        // A null pointer would make an empty text NULL.
        let start = UnsafeRawPointer(text.baseAddress ?? StaticString("").utf8Start)
        let code =
            switch argument {
            case .null: library.bindNull(handle, index)
            case .integer(let integer): library.bindInteger(handle, index, integer)
            case .double(let double): library.bindDouble(handle, index, double)
            case .text:
                library.bindText(
                    handle,
                    index,
                    start.assumingMemoryBound(to: CChar.self),
                    count,
                    nil,
                    SQLiteCode.utf8
                )
            case .blob: library.bindBlob(handle, index, start, count, nil)
            }
        guard code == SQLiteCode.ok else { throw database.failure() }
    }
}
