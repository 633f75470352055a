import Glibc
import Records

/// The system's SQLite, found when it is first asked for, so that nobody needs it who writes no database.
struct SQLiteLibrary: Sendable {
    /// A connection to a database.
    typealias Connection = OpaquePointer
    /// A prepared statement.
    typealias Handle = OpaquePointer
    typealias CodeOfStatement = @convention(c) @Sendable (Handle) -> Int32
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

    let version: @convention(c) @Sendable () -> Int32
    let open:
        @convention(c) @Sendable (
            UnsafePointer<CChar>, UnsafeMutablePointer<Connection?>, Int32, UnsafePointer<CChar>?
        ) -> Int32
    let close: @convention(c) @Sendable (Connection) -> Int32
    let busyTimeout: @convention(c) @Sendable (Connection, Int32) -> Int32
    let message: @convention(c) @Sendable (Connection) -> UnsafePointer<CChar>?
    let extendedCode: @convention(c) @Sendable (Connection) -> Int32
    let changes: @convention(c) @Sendable (Connection) -> Int32
    let prepare:
        @convention(c) @Sendable (
            Connection, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Handle?>,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    let step: CodeOfStatement
    let reset: CodeOfStatement
    let finalize: CodeOfStatement
    let bindNull: @convention(c) @Sendable (Handle, Int32) -> Int32
    let bindInteger: @convention(c) @Sendable (Handle, Int32, Int64) -> Int32
    let bindDouble: @convention(c) @Sendable (Handle, Int32, Double) -> Int32
    let bindText:
        @convention(c) @Sendable (
            Handle, Int32, UnsafePointer<CChar>?, UInt64, Destructor?, UInt8
        ) -> Int32
    let bindBlob: @convention(c) @Sendable (Handle, Int32, UnsafeRawPointer?, UInt64, Destructor?) -> Int32
    let columnCount: CodeOfStatement
    let columnText: @convention(c) @Sendable (Handle, Int32) -> UnsafePointer<UInt8>?
    let columnSize: @convention(c) @Sendable (Handle, Int32) -> Int32

    /// The library; what is wrong where there is none.
    static func system() throws(OutputError) -> SQLiteLibrary { try shared.get() }

    private static let shared = Result { () throws(OutputError) in try SQLiteLibrary(names) }

    /// The names by which systems have it: that of the package that programs need, then that of the one for compiling.
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]

    /// The oldest version that can update what an insertion meets (`ON CONFLICT … DO UPDATE`): 3.24.0, of 2018.
    private static let oldestVersion: Int32 = 3_024_000

    /// The first library of these names that can be loaded.
    init(_ names: [String]) throws(OutputError) {
        guard let found = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw OutputError(
                "SQLite's library (\(names.joined(separator: ", "))) is not there",
                help: "install it: the package is called libsqlite3-0, sqlite-libs or sqlite",
                cause: .input
            )
        }
        let symbols = Symbols(library: found)
        version = try symbols.function("libversion_number")
        open = try symbols.function("open_v2")
        close = try symbols.function("close_v2")
        busyTimeout = try symbols.function("busy_timeout")
        message = try symbols.function("errmsg")
        extendedCode = try symbols.function("extended_errcode")
        changes = try symbols.function("changes")
        prepare = try symbols.function("prepare_v2")
        step = try symbols.function("step")
        reset = try symbols.function("reset")
        finalize = try symbols.function("finalize")
        bindNull = try symbols.function("bind_null")
        bindInteger = try symbols.function("bind_int64")
        bindDouble = try symbols.function("bind_double")
        bindText = try symbols.function("bind_text64")
        bindBlob = try symbols.function("bind_blob64")
        columnCount = try symbols.function("column_count")
        columnText = try symbols.function("column_text")
        columnSize = try symbols.function("column_bytes")
        guard version() >= SQLiteLibrary.oldestVersion else { throw SQLiteLibrary.tooOld }
    }

    fileprivate static let tooOld = OutputError(
        "the system's SQLite is older than 3.24",
        help: "install a newer one",
        cause: .input
    )
}

/// The functions of a library that has been loaded, which stays so as long as the process runs.
private struct Symbols {
    let library: UnsafeMutableRawPointer

    /// A function by its name without the prefix that all have.
    func function<Function>(_ name: String) throws(OutputError) -> Function {
        guard let symbol = dlsym(library, "sqlite3_" + name) else { throw SQLiteLibrary.tooOld }
        // What the library's own headers, which never change a function, say of this name is what the caller asks for.
        return unsafeBitCast(symbol, to: Function.self)
    }
}
