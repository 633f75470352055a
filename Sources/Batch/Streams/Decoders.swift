import Basics

/// Decompresses deflate data in any of its containers.
final class Inflater: Decompressor {
    private let zlib: Zlib
    // On the heap, since zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>

    /// Creates a decoder; `nil` for other formats, and if the system has no zlib, or no memory.
    init?(_ compression: Compression) {
        guard let zlib = Zlib.shared, let windowBits = Inflater.windowBits(compression) else { return nil }
        self.zlib = zlib
        stream = .allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = Int32(MemoryLayout<Zlib.Stream>.size)
        guard zlib.begin(stream, windowBits, "1", size) == Zlib.Code.ok else { return nil }
    }

    /// zlib's number for the container; `nil` for formats other than deflate.
    static func windowBits(_ compression: Compression) -> Int32? {
        switch compression {
        case .gzip: 31
        case .zlib: 15
        case .deflate: -15
        case .brotli, .zstandard: nil
        }
    }

    deinit {
        _ = zlib.end(stream)
        stream.deallocate()
    }

    func reset() { _ = zlib.reset(stream) }

    func step(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> DecompressionStep {
        let inputCount = min(input.count, Int(UInt32.max))
        let outputCount = min(output.count, Int(UInt32.max))
        // zlib requires an address even for no bytes.
        var nothing: UInt8 = 0
        return withUnsafeMutablePointer(to: &nothing) { nothing in
            stream.pointee.nextIn = input.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? .init(nothing)
            stream.pointee.availableIn = UInt32(inputCount)
            stream.pointee.nextOut = output.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing
            stream.pointee.availableOut = UInt32(outputCount)
            let code = zlib.inflate(stream, 0)
            let consumed = inputCount - Int(stream.pointee.availableIn)
            let written = outputCount - Int(stream.pointee.availableOut)
            return DecompressionStep(consumed: consumed, written: written, status: status(of: code))
        }
    }

    private func status(of code: Int32) -> DecompressionStep.Status {
        switch code {
        case Zlib.Code.ok, Zlib.Code.bufferError: .more
        case Zlib.Code.streamEnd: .end
        default: .damaged(stream.pointee.message.map { String(cString: $0) } ?? "zlib's error \(code)")
        }
    }
}

/// The system's zlib. libxml2 depends on it, so every system has it.
struct Zlib: Sendable {
    /// zlib's `z_stream`, whose layout has been the same since its first version.
    struct Stream {
        var nextIn: UnsafePointer<UInt8>?
        var availableIn: UInt32 = 0
        var totalIn: UInt = 0
        var nextOut: UnsafeMutablePointer<UInt8>?
        var availableOut: UInt32 = 0
        var totalOut: UInt = 0
        var message: UnsafePointer<CChar>?
        var state: UnsafeMutableRawPointer?
        var allocate: UnsafeMutableRawPointer?
        var free: UnsafeMutableRawPointer?
        var custom: UnsafeMutableRawPointer?
        var dataType: Int32 = 0
        var adler: UInt = 0
        var reserved: UInt = 0
    }

    /// The results of zlib's functions.
    enum Code {
        static let ok: Int32 = 0
        static let streamEnd: Int32 = 1
        static let bufferError: Int32 = -5
    }

    // The first argument of each is a stream. A C function type cannot name a Swift structure.
    let begin: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    let inflate: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    let reset: @convention(c) (UnsafeMutableRawPointer) -> Int32
    let end: @convention(c) (UnsafeMutableRawPointer) -> Int32

    /// zlib; `nil` if the system has none.
    static let shared = try? Zlib()

    static let library = SystemLibrary(file: "libz.so.1")

    private init() throws(SystemLibrary.MissingFunction) {
        begin = try Zlib.library.required("inflateInit2_")
        inflate = try Zlib.library.required("inflate")
        reset = try Zlib.library.required("inflateReset")
        end = try Zlib.library.required("inflateEnd")
    }
}

/// Decompresses Brotli data. The window, and therefore the memory, has at most 16 MB.
final class BrotliDecoder: Decompressor {
    private let brotli: Brotli
    private var state: OpaquePointer?

    /// Creates a decoder; `nil` if the system has no library for the format, or no memory.
    init?() {
        guard let brotli = Brotli.shared, let state = brotli.create(nil, nil, nil) else { return nil }
        self.brotli = brotli
        self.state = state
    }

    deinit { brotli.destroy(state) }

    func reset() {
        // The library cannot reuse a decoder.
        brotli.destroy(state)
        state = brotli.create(nil, nil, nil)
    }

    func step(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> DecompressionStep {
        guard let state else {
            return DecompressionStep(consumed: 0, written: 0, status: .damaged("no memory"))
        }
        var (waiting, room) = (input.count, output.count)
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var place = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let code = brotli.step(state, &waiting, &next, &room, &place, nil)
        return DecompressionStep(
            consumed: input.count - waiting,
            written: output.count - room,
            status: status(of: code, state)
        )
    }

    private func status(of code: Int32, _ state: OpaquePointer) -> DecompressionStep.Status {
        switch code {
        case Brotli.Code.success: return .end
        case Brotli.Code.failed:
            let error = brotli.errorCode(state)
            return .damaged(brotli.errorText(error).map { String(cString: $0) } ?? "Brotli's error \(error)")
        default: return .more
        }
    }
}

/// The system's Brotli decoder, which comes with browsers and web servers; not every system has it.
struct Brotli: Sendable {
    /// The result of a step.
    enum Code {
        static let failed: Int32 = 0
        static let success: Int32 = 1
    }

    let create: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    let destroy: @convention(c) (OpaquePointer?) -> Void
    // The count and address of the input, before and after the step; those of the output; the total count.
    let step:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
            UnsafeMutablePointer<Int>?
        ) -> Int32
    let errorCode: @convention(c) (OpaquePointer?) -> Int32
    let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?

    /// The library; `nil` if the system has none.
    static let shared = try? Brotli()

    static let library = SystemLibrary(file: "libbrotlidec.so.1")

    private init() throws(SystemLibrary.MissingFunction) {
        create = try Brotli.library.required("BrotliDecoderCreateInstance")
        destroy = try Brotli.library.required("BrotliDecoderDestroyInstance")
        step = try Brotli.library.required("BrotliDecoderDecompressStream")
        errorCode = try Brotli.library.required("BrotliDecoderGetErrorCode")
        errorText = try Brotli.library.required("BrotliDecoderErrorString")
    }
}

/// Decompresses Zstandard frames. The library refuses windows of more than 128 MB.
final class ZstandardDecoder: Decompressor {
    private let zstandard: Zstandard
    private let stream: OpaquePointer

    /// Creates a decoder; `nil` if the system has no library for the format, or no memory, or the dictionary is invalid.
    ///
    /// - Parameter dictionary: the dictionary of all frames.
    init?(dictionary: [UInt8]? = nil) {
        guard let zstandard = Zstandard.shared, let stream = zstandard.create() else { return nil }
        self.zstandard = zstandard
        self.stream = stream
        guard let dictionary else { return }
        let code = dictionary.withUnsafeBytes { zstandard.load(stream, $0.baseAddress, $0.count) }
        if zstandard.isError(code) != 0 { return nil }
    }

    deinit { _ = zstandard.free(stream) }

    func reset() { _ = zstandard.reset(stream, Zstandard.session) }

    func step(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> DecompressionStep {
        var source = Zstandard.Input(bytes: input.baseAddress, count: input.count)
        var target = Zstandard.Output(bytes: output.baseAddress, count: output.count)
        let code = zstandard.step(stream, &target, &source)
        return DecompressionStep(
            consumed: source.position,
            written: target.position,
            status: status(of: code)
        )
    }

    /// A step returns an error, or the number of bytes that it expects next: 0 at a frame's end.
    private func status(of code: Int) -> DecompressionStep.Status {
        if code == 0 { return .end }
        if zstandard.isError(code) == 0 { return .more }
        return .damaged(zstandard.errorText(code).map { String(cString: $0) } ?? "Zstandard's error \(code)")
    }
}

/// The system's Zstandard; not every system has it.
struct Zstandard: Sendable {
    /// `ZSTD_reset_session_only`: a reset that keeps the dictionary.
    static let session: Int32 = 1

    /// The library's `ZSTD_inBuffer`: bytes, their number, and the number of consumed bytes.
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

    let create: @convention(c) () -> OpaquePointer?
    let load: @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int
    let reset: @convention(c) (OpaquePointer?, Int32) -> Int
    // The stream, the output, the input. A C function type cannot name Swift structures.
    let step: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    let free: @convention(c) (OpaquePointer?) -> Int
    let isError: @convention(c) (Int) -> UInt32
    let errorText: @convention(c) (Int) -> UnsafePointer<CChar>?

    /// The library; `nil` if the system has none.
    static let shared = try? Zstandard()

    static let library = SystemLibrary(file: "libzstd.so.1")

    private init() throws(SystemLibrary.MissingFunction) {
        create = try Zstandard.library.required("ZSTD_createDStream")
        load = try Zstandard.library.required("ZSTD_DCtx_loadDictionary")
        reset = try Zstandard.library.required("ZSTD_DCtx_reset")
        step = try Zstandard.library.required("ZSTD_decompressStream")
        free = try Zstandard.library.required("ZSTD_freeDStream")
        isError = try Zstandard.library.required("ZSTD_isError")
        errorText = try Zstandard.library.required("ZSTD_getErrorName")
    }
}
