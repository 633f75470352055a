/// The system's Zstandard, found as zlib is.
struct Zstandard: Sendable {
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
    typealias Call = @convention(c) (OpaquePointer?) -> Int
    // The stream, the output, the input; C cannot be told of structures of Swift.
    typealias Step =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    typealias IsError = @convention(c) (Int) -> UInt32
    typealias ErrorText = @convention(c) (Int) -> UnsafePointer<CChar>?

    let create: Create
    /// Begins anew.
    let begin: Call
    let step: Step
    let free: Call
    let isError: IsError
    let errorText: ErrorText

    /// The library; `nil` where the system has none.
    static let shared = Zstandard()

    static let library = SystemLibrary(file: "libzstd.so.1")

    private init?() {
        let library = Zstandard.library
        guard let create = library.function("ZSTD_createDStream", as: Create.self),
            let begin = library.function("ZSTD_initDStream", as: Call.self),
            let step = library.function("ZSTD_decompressStream", as: Step.self),
            let free = library.function("ZSTD_freeDStream", as: Call.self),
            let isError = library.function("ZSTD_isError", as: IsError.self),
            let errorText = library.function("ZSTD_getErrorName", as: ErrorText.self)
        else { return nil }
        self.create = create
        self.begin = begin
        self.step = step
        self.free = free
        self.isError = isError
        self.errorText = errorText
    }
}
