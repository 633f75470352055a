/// Codes of SQLite's that this plugin tells apart, by the names of its documentation.
enum SQLiteCode {
    static let ok: Int32 = 0
    static let busy: Int32 = 5
    static let full: Int32 = 13
    static let row: Int32 = 100
    static let done: Int32 = 101

    static let openReadWrite: Int32 = 0x2
    static let openCreate: Int32 = 0x4
    /// No locks within the process: a connection is used by one thread at a time.
    static let openNoMutex: Int32 = 0x8000
    static let utf8: UInt8 = 1
}
