import Records

/// A connection to a database file.
final class Database {
    let library: SQLiteLibrary
    let path: String
    private let connection: SQLiteLibrary.Connection

    /// Opens a database, made where there is none. What is no database is told by the first statement.
    ///
    /// - Parameter patience: how many milliseconds another program may hold it.
    init(_ path: String, patience: Int32) throws(OutputError) {
        library = try SQLiteLibrary.system()
        self.path = path
        // Some names mean no file: an empty one, `:memory:`, `file:…`.
        let file = path.hasPrefix("/") ? path : "./" + path
        var opened: SQLiteLibrary.Connection?
        let flags = SQLiteCode.openReadWrite | SQLiteCode.openCreate | SQLiteCode.openNoMutex
        let code = library.open(file, &opened, flags, nil)
        guard let opened else {
            throw OutputError("cannot open the database \(path): out of memory", cause: .input)
        }
        connection = opened
        guard code == SQLiteCode.ok else { throw failure() }
        _ = library.busyTimeout(connection, patience)
    }

    deinit { _ = library.close(connection) }

    /// Prepares a statement.
    func prepare(_ sql: String) throws(OutputError) -> Statement {
        var handle: SQLiteLibrary.Handle?
        let code = library.prepare(connection, sql, Int32(clamping: sql.utf8.count), &handle, nil)
        guard code == SQLiteCode.ok, let handle else { throw failure() }
        return Statement(handle, of: self)
    }

    /// Does what a statement says.
    func execute(_ sql: String) throws(OutputError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The rows that a statement gives, as text.
    func rows(_ sql: String, _ arguments: [String] = []) throws(OutputError) -> [[String?]] {
        let statement = try prepare(sql)
        var rows: [[String?]] = []
        try statement.forEachRow(arguments) { rows.append($0) }
        return rows
    }

    /// Does all of something or nothing of it.
    func transaction(_ body: () throws(OutputError) -> Void) throws(OutputError) {
        // Asks for the right to write at once: a transaction that reads first may be told in its middle that another
        // program has written since.
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

    /// How many rows the last statement has changed.
    var changes: Int { Int(library.changes(connection)) }

    /// Why the last call has failed.
    func failure() -> OutputError {
        let code = library.extendedCode(connection) & 0xFF
        if code == SQLiteCode.busy {
            return OutputError(
                "the database \(path) is in use by another program",
                help: "end what holds it and run again",
                cause: .input
            )
        }
        let text = library.message(connection).map { String(cString: $0) } ?? "code \(code)"
        return OutputError("cannot keep records in the database \(path): \(text)", cause: .input)
    }
}
