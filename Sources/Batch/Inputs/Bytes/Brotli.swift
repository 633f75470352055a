/// The system's decoder of Brotli, found as zlib is. Browsers and web servers bring it along; not every system has it.
struct Brotli: Sendable {
    /// What a step returns.
    enum Code {
        static let failed: Int32 = 0
        static let success: Int32 = 1
    }

    typealias Create =
        @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    typealias Destroy = @convention(c) (OpaquePointer?) -> Void
    // How many bytes there are and where, before and behind the step; the same of the room; how many bytes in all.
    typealias Step =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
            UnsafeMutablePointer<Int>?
        ) -> Int32
    typealias ErrorCode = @convention(c) (OpaquePointer?) -> Int32
    typealias ErrorText = @convention(c) (Int32) -> UnsafePointer<CChar>?

    let create: Create
    let destroy: Destroy
    let step: Step
    let errorCode: ErrorCode
    let errorText: ErrorText

    /// The library; `nil` where the system has none.
    static let shared = Brotli()

    static let library = SystemLibrary(file: "libbrotlidec.so.1")

    private init?() {
        let library = Brotli.library
        guard let create = library.function("BrotliDecoderCreateInstance", as: Create.self),
            let destroy = library.function("BrotliDecoderDestroyInstance", as: Destroy.self),
            let step = library.function("BrotliDecoderDecompressStream", as: Step.self),
            let errorCode = library.function("BrotliDecoderGetErrorCode", as: ErrorCode.self),
            let errorText = library.function("BrotliDecoderErrorString", as: ErrorText.self)
        else { return nil }
        self.create = create
        self.destroy = destroy
        self.step = step
        self.errorCode = errorCode
        self.errorText = errorText
    }
}
