import Glibc
import Records

/// The system's SQLite, loaded when it is first used, so that other formats do not need it.
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
    let fileControl:
        @convention(c) @Sendable (
            Connection, UnsafePointer<CChar>?, Int32, UnsafeMutableRawPointer?
        ) -> Int32
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

    /// Returns the library, or throws if it cannot be loaded.
    static func system() throws(OutputError) -> SQLiteLibrary { try shared.get() }

    private static let shared = Result { () throws(OutputError) in try SQLiteLibrary(names) }

    /// The library's file names: of the runtime package, then of the development package.
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]

    /// The oldest version with upserts (`ON CONFLICT … DO UPDATE`): 3.24.0, of 2018.
    private static let oldestVersion: Int32 = 3_024_000

    /// Loads the first library with one of these names that exists.
    init(_ names: [String]) throws(OutputError) {
        guard let found = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw OutputError(
                "SQLite's library (\(names.joined(separator: ", "))) is not installed",
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
        fileControl = try symbols.function("file_control")
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

/// The functions of a loaded library, which is never unloaded.
private struct Symbols {
    let library: UnsafeMutableRawPointer

    /// Returns a function by its name without the prefix `sqlite3_`.
    func function<Function>(_ name: String) throws(OutputError) -> Function {
        guard let symbol = dlsym(library, "sqlite3_" + name) else { throw SQLiteLibrary.tooOld }
        // The caller's type is that of the library's header, which is stable.
        return unsafeBitCast(symbol, to: Function.self)
    }
}

// MARK: - Codes

/// The result codes and flags of SQLite that this plugin uses, by the names in its documentation.
enum SQLiteCode {
    static let ok: Int32 = 0
    static let busy: Int32 = 5
    static let full: Int32 = 13
    static let row: Int32 = 100
    static let done: Int32 = 101

    /// Asks whether the file has been removed, renamed or replaced.
    static let hasMoved: Int32 = 20

    static let openReadOnly: Int32 = 0x1
    static let openReadWrite: Int32 = 0x2
    static let openCreate: Int32 = 0x4
    /// No locks within the process: a connection is used by only one thread at a time.
    static let openNoMutex: Int32 = 0x8000
    static let utf8: UInt8 = 1
    /// Makes the library copy a text when it is bound.
    static var transient: SQLiteLibrary.Destructor { unsafeBitCast(-1, to: SQLiteLibrary.Destructor.self) }
}
