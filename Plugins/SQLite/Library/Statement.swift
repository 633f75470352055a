import Records

/// A prepared statement, which can be run any number of times.
final class Statement {
    private let handle: SQLiteLibrary.Handle
    private let database: Database

    init(_ handle: SQLiteLibrary.Handle, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { _ = database.library.finalize(handle) }

    /// Runs the statement with the given arguments, to its end.
    func run(_ arguments: Arguments) throws(OutputError) {
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

    /// Goes on to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(OutputError) -> Bool {
        switch database.library.step(handle) {
        case SQLiteCode.row: return true
        case SQLiteCode.done: return false
        default: throw database.failure()
        }
    }

    /// Hands over the rows as text.
    func forEachRow(_ arguments: [String], _ body: ([String?]) -> Void) throws(OutputError) {
        var bound = Arguments()
        for argument in arguments { bound.append(argument) }
        // The arguments' bytes have to stay where they are until the last row.
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

    /// Binds an argument; text and blobs without a copy, since their bytes stay as long as the statement runs.
    private func bind(
        _ argument: Arguments.Argument,
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
