import Basics

/// Compresses bytes into members that can be decompressed separately, as in web archives.
package protocol MemberWriter: AnyObject {
    /// The bytes as one member; `nil` if the library cannot take so many bytes in one call.
    func member(_ bytes: [UInt8]) -> [UInt8]?
}

/// Writes members of gzip with the system's zlib.
package final class GzipWriter: MemberWriter {
    // The first argument of each is a stream. A C function type cannot name a Swift structure.
    private typealias Begin =
        @convention(c) (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    private typealias Plain = @convention(c) (UnsafeMutableRawPointer) -> Int32
    private typealias Bound = @convention(c) (UnsafeMutableRawPointer, UInt) -> UInt

    // On the heap, since zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>
    private let step: Step
    private let reset: Plain
    private let end: Plain
    private let bound: Bound

    private static let finish: Int32 = 4
    private static let deflated: Int32 = 8
    private static let gzipWindow: Int32 = 31
    private static let usualMemory: Int32 = 8

    /// Creates a writer; `nil` if the system has no zlib, or no memory.
    ///
    /// - Parameter level: how hard to compress, from 1 to 9; 0 stores the bytes uncompressed.
    package init?(level: Int32) {
        let library = Zlib.library
        guard let begin = library.function("deflateInit2_", as: Begin.self),
            let step = library.function("deflate", as: Step.self),
            let reset = library.function("deflateReset", as: Plain.self),
            let end = library.function("deflateEnd", as: Plain.self),
            let bound = library.function("deflateBound", as: Bound.self)
        else { return nil }
        (self.step, self.reset, self.end, self.bound) = (step, reset, end, bound)
        stream = .allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = Int32(MemoryLayout<Zlib.Stream>.size)
        let window = GzipWriter.gzipWindow
        guard
            begin(stream, level, GzipWriter.deflated, window, GzipWriter.usualMemory, 0, "1", size)
                == Zlib.Code.ok
        else { return nil }
    }

    deinit {
        _ = end(stream)
        stream.deallocate()
    }

    /// The bytes as one member; `nil` if there are more than zlib takes in one call, 4 GB.
    package func member(_ bytes: [UInt8]) -> [UInt8]? {
        _ = reset(stream)
        let room = Int(bound(stream, UInt(bytes.count))) + 32
        guard bytes.count < Int(UInt32.max), room < Int(UInt32.max) else { return nil }
        var isComplete = false
        let member = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.pointee.nextIn = input.baseAddress
                stream.pointee.availableIn = UInt32(input.count)
                stream.pointee.nextOut = output.baseAddress
                stream.pointee.availableOut = UInt32(room)
                isComplete = step(stream, GzipWriter.finish) == Zlib.Code.streamEnd
                count = room - Int(stream.pointee.availableOut)
            }
        }
        return isComplete ? member : nil
    }
}

/// Writes frames of Zstandard with the system's library: each with its length and checksum, without a dictionary.
///
/// Specification: [Zstandard Compression for WARC
/// Files](https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
package final class ZstandardWriter: MemberWriter {
    private typealias Create = @convention(c) () -> OpaquePointer?
    private typealias Set = @convention(c) (OpaquePointer?, Int32, Int32) -> Int
    private typealias Compress =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int
        ) -> Int
    private typealias Free = @convention(c) (OpaquePointer?) -> Int
    private typealias Bound = @convention(c) (Int) -> Int
    private typealias IsError = @convention(c) (Int) -> UInt32

    private let context: OpaquePointer
    private let compress: Compress
    private let free: Free
    private let bound: Bound
    private let isError: IsError

    /// `ZSTD_c_compressionLevel` and `ZSTD_c_checksumFlag`.
    private static let (levelParameter, checksumParameter): (Int32, Int32) = (100, 201)

    /// Creates a writer; `nil` if the system has no Zstandard, or no memory.
    ///
    /// - Parameter level: how hard to compress, from 1 to 19.
    package init?(level: Int32) {
        let library = Zstandard.library
        guard let create = library.function("ZSTD_createCCtx", as: Create.self),
            let set = library.function("ZSTD_CCtx_setParameter", as: Set.self),
            let compress = library.function("ZSTD_compress2", as: Compress.self),
            let free = library.function("ZSTD_freeCCtx", as: Free.self),
            let bound = library.function("ZSTD_compressBound", as: Bound.self),
            let isError = library.function("ZSTD_isError", as: IsError.self),
            let context = create()
        else { return nil }
        (self.context, self.compress, self.free) = (context, compress, free)
        (self.bound, self.isError) = (bound, isError)
        for (parameter, value) in [
            (ZstandardWriter.levelParameter, level), (ZstandardWriter.checksumParameter, 1),
        ] where isError(set(context, parameter, value)) != 0 { return nil }
    }

    deinit { _ = free(context) }

    package func member(_ bytes: [UInt8]) -> [UInt8]? {
        let room = bound(bytes.count)
        guard isError(room) == 0 else { return nil }
        var isComplete = false
        let member = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            let length = bytes.withUnsafeBytes { input in
                compress(context, output.baseAddress, room, input.baseAddress, input.count)
            }
            isComplete = isError(length) == 0
            count = isComplete ? length : 0
        }
        return isComplete ? member : nil
    }
}
