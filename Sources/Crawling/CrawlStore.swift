import Basics
import Platform
import Records

/// The part of a long crawl's queue that is not in memory: known requests and waiting ones, in an SQLite database.
///
/// The database is a file without a name in `TMPDIR`, which only this process has and which is deleted with it. It is
/// created when it is first needed. After a failure, which ``problem`` has, and where the system has no SQLite, everything
/// stays in memory.
final class CrawlStore {
    /// Why nothing can be stored any more: a missing library as a warning, a failed write as an error.
    private(set) var problem: Diagnostic?
    private var library: StoreLibrary?
    private var connection: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    private var sets = 0
    private var blocks = 0
    /// The file names of the library.
    private static let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib"]

    /// The maximum number of keys of a set in memory.
    let keysInMemory: Int

    init(keysInMemory: Int) { self.keysInMemory = max(1, keysInMemory) }

    deinit {
        for statement in statements.values { _ = library?.finalize(statement) }
        if let connection { _ = library?.close(connection) }
    }

    /// Whether something can be stored; opens the database.
    var isUsable: Bool {
        if connection == nil, problem == nil { open() }
        return problem == nil
    }

    private func open() {
        guard let library = CrawlStore.names.lazy.compactMap({ StoreLibrary($0) }).first else {
            problem = Diagnostic(
                .input,
                "SQLite's library (\(CrawlStore.names.joined(separator: ", "))) is not installed: the queue stays in memory",
                severity: .warning,
                help: "install it: the package is called libsqlite3-0, sqlite-libs or sqlite"
            )
            return
        }
        self.library = library
        var opened: OpaquePointer?
        // An empty name is a temporary file: SQLITE_OPEN_READWRITE, CREATE, NOMUTEX.
        let code = library.open("", &opened, 0x2 | 0x4 | 0x8000, nil)
        connection = opened
        guard code == 0 else { return fail("open") }
        for text in [
            // Nothing has to survive the process.
            "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -32768",
            "CREATE TABLE known (kind INTEGER, first INTEGER, second INTEGER, PRIMARY KEY (kind, first, second)) WITHOUT ROWID",
            "CREATE TABLE waiting (number INTEGER PRIMARY KEY, requests BLOB)", "BEGIN",
        ] { run(text) { _ in } }
    }

    // MARK: - Known requests

    /// A number for a set of keys.
    func newSet() -> Int {
        sets += 1
        return sets
    }

    /// Adds keys to a set; false if this fails.
    func add(_ keys: some Sequence<RequestKey>, to set: Int) -> Bool {
        for key in keys {
            run("INSERT OR IGNORE INTO known VALUES (?, ?, ?)", { bind(set, key, $0) })
            if problem != nil { return false }
        }
        return true
    }

    /// Whether a set has a key.
    func contains(_ key: RequestKey, in set: Int) -> Bool {
        var isThere = false
        run("SELECT 1 FROM known WHERE kind = ? AND first = ? AND second = ?", { bind(set, key, $0) }) { _ in
            isThere = true
        }
        return isThere
    }

    private func bind(_ set: Int, _ key: RequestKey, _ statement: OpaquePointer) {
        _ = library?.bindInteger(statement, 1, Int64(set))
        _ = library?.bindInteger(statement, 2, Int64(bitPattern: key.first))
        _ = library?.bindInteger(statement, 3, Int64(bitPattern: key.second))
    }

    // MARK: - Waiting requests

    /// Adds a block of waiting requests; false if this fails.
    func push(_ block: [UInt8]) -> Bool {
        blocks += 1
        run(
            "INSERT INTO waiting VALUES (?, ?)",
            { statement in
                _ = library?.bindInteger(statement, 1, Int64(blocks))
                // SQLite copies it (SQLITE_TRANSIENT).
                let copies = UnsafeRawPointer(bitPattern: -1)
                _ = block.withUnsafeBytes {
                    library?.bindBlob(statement, 2, $0.baseAddress, UInt64($0.count), copies)
                }
            }
        )
        return problem == nil
    }

    /// Takes the last block; `nil` if there is none, or if reading it fails.
    func pop() -> [UInt8]? {
        guard blocks > 0 else { return nil }
        var block: [UInt8]?
        let bindNumber = { (statement: OpaquePointer) in
            _ = self.library?.bindInteger(statement, 1, Int64(self.blocks))
        }
        run("SELECT requests FROM waiting WHERE number = ?", bindNumber) { statement in
            guard let library, let bytes = library.columnBlob(statement, 0) else { return }
            let count = Int(library.columnSize(statement, 0))
            block = Array(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        run("DELETE FROM waiting WHERE number = ?", bindNumber)
        blocks -= 1
        return block
    }

    // MARK: - Statements

    /// Runs a statement, which is prepared once.
    private func run(
        _ text: String,
        _ bind: (OpaquePointer) -> Void,
        row: (OpaquePointer) -> Void = { _ in }
    ) {
        guard problem == nil, let library, let connection else { return }
        var statement = statements[text]
        if statement == nil {
            guard library.prepare(connection, text, -1, &statement, nil) == 0 else { return fail("prepare") }
            statements[text] = statement
        }
        guard let statement else { return }
        bind(statement)
        var code = library.step(statement)
        while code == StoreLibrary.row {
            row(statement)
            code = library.step(statement)
        }
        if code != StoreLibrary.done { fail("write") }
        _ = library.reset(statement)
    }

    private func fail(_ what: String) {
        let reason = connection.flatMap { library?.message($0) }.map { String(cString: $0) }
        problem = Diagnostic(
            .input,
            "cannot \(what) the file of the queue: \(reason ?? "SQLite has no reason")",
            help: "set TMPDIR to a folder with room"
        )
    }
}

/// A set of requests or entries in bounded memory: the newest are in memory, the others in the crawl's store.
final class KnownKeys {
    private var recent: Set<RequestKey> = []
    private let store: CrawlStore
    /// Its number in the store; `nil` before anything has been stored.
    private var stored: Int?
    /// The number of keys.
    private(set) var count = 0

    init(_ store: CrawlStore) { self.store = store }

    var isEmpty: Bool { count == 0 }

    func contains(_ key: RequestKey) -> Bool {
        recent.contains(key) || stored.map { store.contains(key, in: $0) } ?? false
    }

    /// Adds a key.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func insert(_ key: RequestKey) -> Bool {
        if contains(key) { return false }
        recent.insert(key)
        count += 1
        if recent.count >= store.keysInMemory, store.isUsable {
            let number = stored ?? store.newSet()
            stored = number
            // In the order of the database, whose pages are then written once.
            if store.add(recent.sorted(), to: number) { recent.removeAll(keepingCapacity: true) }
        }
        return true
    }
}

/// The functions of the system's SQLite that a store uses, by their names without the prefix `sqlite3_`.
private struct StoreLibrary {
    static let row: Int32 = 100
    static let done: Int32 = 101

    let open:
        @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, Int32, UnsafePointer<CChar>?
        ) -> Int32
    let close: @convention(c) (OpaquePointer) -> Int32
    let message: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    let prepare:
        @convention(c) (
            OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    let step: @convention(c) (OpaquePointer) -> Int32
    let reset: @convention(c) (OpaquePointer) -> Int32
    let finalize: @convention(c) (OpaquePointer) -> Int32
    let bindInteger: @convention(c) (OpaquePointer, Int32, Int64) -> Int32
    let bindBlob: @convention(c) (OpaquePointer, Int32, UnsafeRawPointer?, UInt64, UnsafeRawPointer?) -> Int32
    let columnBlob: @convention(c) (OpaquePointer, Int32) -> UnsafeRawPointer?
    let columnSize: @convention(c) (OpaquePointer, Int32) -> Int32

    /// `nil` if the system does not have it.
    init?(_ file: String) {
        let library = SystemLibrary(file: file)
        do throws(SystemLibrary.MissingFunction) {
            open = try library.required("sqlite3_open_v2")
            close = try library.required("sqlite3_close_v2")
            message = try library.required("sqlite3_errmsg")
            prepare = try library.required("sqlite3_prepare_v2")
            step = try library.required("sqlite3_step")
            reset = try library.required("sqlite3_reset")
            finalize = try library.required("sqlite3_finalize")
            bindInteger = try library.required("sqlite3_bind_int64")
            bindBlob = try library.required("sqlite3_bind_blob64")
            columnBlob = try library.required("sqlite3_column_blob")
            columnSize = try library.required("sqlite3_column_bytes")
        } catch {
            return nil
        }
    }
}
