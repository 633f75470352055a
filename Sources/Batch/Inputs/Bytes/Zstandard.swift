/// The system's Zstandard, found as zlib is.
struct Zstandard: Sendable {
    /// What a reset leaves as it is: the dictionary.
    static let session: Int32 = 1

    /// The library's `ZSTD_inBuffer`: bytes, their number, and how many of them lie behind.
    struct Input {
        var bytes: UnsafeRawPointer?
        var count: Int
        var position = 0
    }

    /// The library's `ZSTD_outBuffer`.
    struct Output {
        var bytes: UnsafeMutableRawPointer?
        var count: Int
        var position = 0
    }

    typealias Create = @convention(c) () -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer?) -> Int
    typealias Reset = @convention(c) (OpaquePointer?, Int32) -> Int
    typealias Load = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int
    // The stream, the output, the input; C cannot be told of structures of Swift.
    typealias Step =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    typealias IsError = @convention(c) (Int) -> UInt32
    typealias ErrorText = @convention(c) (Int) -> UnsafePointer<CChar>?

    let create: Create
    let load: Load
    let reset: Reset
    let step: Step
    let free: Free
    let isError: IsError
    let errorText: ErrorText

    /// The library; `nil` where the system has none.
    static let shared = Zstandard()

    static let library = SystemLibrary(file: "libzstd.so.1")

    private init?() {
        let library = Zstandard.library
        guard let create = library.function("ZSTD_createDStream", as: Create.self),
            let load = library.function("ZSTD_DCtx_loadDictionary", as: Load.self),
            let reset = library.function("ZSTD_DCtx_reset", as: Reset.self),
            let step = library.function("ZSTD_decompressStream", as: Step.self),
            let free = library.function("ZSTD_freeDStream", as: Free.self),
            let isError = library.function("ZSTD_isError", as: IsError.self),
            let errorText = library.function("ZSTD_getErrorName", as: ErrorText.self)
        else { return nil }
        self.create = create
        self.load = load
        self.reset = reset
        self.step = step
        self.free = free
        self.isError = isError
        self.errorText = errorText
    }
}
