import Basics
import Glibc
import Testing

@testable import Batch

/// Bytes compressed by the system's libraries.
enum Packed {
    /// A text that is longer than any buffer and does not compress well.
    static let long: [UInt8] = {
        var state: UInt32 = 1
        return (0..<1_500_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }()

    private typealias BeginDeflate =
        @convention(c) (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    private typealias CompressBrotli =
        @convention(c) (
            Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>,
            UnsafeMutablePointer<UInt8>?
        ) -> Int32
    private typealias CompressZstandard =
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, Int32) -> Int

    static func gzip(_ bytes: some Sequence<UInt8>) throws -> [UInt8] { try pack(Array(bytes), .gzip) }

    static func gzip(_ text: String) throws -> [UInt8] { try gzip(text.utf8) }

    /// Whether the system can compress in this format: the library for decompression may be available without that for
    /// compression.
    static func canPack(_ compression: Compression) -> Bool {
        switch compression {
        case .gzip, .zlib, .deflate: true
        case .brotli: brotli.symbol("BrotliEncoderCompress") != nil && compression.decompressor != nil
        case .zstandard: compression.library.symbol("ZSTD_compress") != nil
        }
    }

    static func pack(_ bytes: [UInt8], _ compression: Compression) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 100 + 1_000) { room, count in
            count =
                switch compression {
                case .gzip, .zlib, .deflate: try deflate(bytes, compression, into: room)
                case .brotli: try brotli(bytes, into: room)
                case .zstandard: try zstandard(bytes, into: room)
                }
        }
    }

    /// The bytes compressed with a dictionary.
    static func zstandard(_ bytes: [UInt8], dictionary: [UInt8]) throws -> [UInt8] {
        typealias Create = @convention(c) () -> OpaquePointer?
        typealias Free = @convention(c) (OpaquePointer?) -> Int
        typealias Compress =
            @convention(c) (
                OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, UnsafeRawPointer?, Int,
                Int32
            ) -> Int
        let library = Compression.zstandard.library
        let create = try #require(library.function("ZSTD_createCCtx", as: Create.self))
        let free = try #require(library.function("ZSTD_freeCCtx", as: Free.self))
        let compress = try #require(library.function("ZSTD_compress_usingDict", as: Compress.self))
        let context = create()
        defer { _ = free(context) }
        return [UInt8](unsafeUninitializedCapacity: bytes.count + 1_000) { room, count in
            count = bytes.withUnsafeBytes { bytes in
                dictionary.withUnsafeBytes {
                    compress(
                        context,
                        room.baseAddress,
                        room.count,
                        bytes.baseAddress,
                        bytes.count,
                        $0.baseAddress,
                        $0.count,
                        3
                    )
                }
            }
        }
    }

    private static let brotli = SystemLibrary(file: "libbrotlienc.so.1")

    private static func deflate(
        _ bytes: [UInt8],
        _ compression: Compression,
        into room: UnsafeMutableBufferPointer<UInt8>
    ) throws -> Int {
        let library = Zlib.library
        let begin = try #require(library.function("deflateInit2_", as: BeginDeflate.self))
        let deflate: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32 = try library.required(
            "deflate"
        )
        let end: @convention(c) (UnsafeMutableRawPointer) -> Int32 = try library.required("deflateEnd")
        let windowBits = try #require(Inflater.windowBits(compression))
        var stream = Zlib.Stream()
        return bytes.withUnsafeBufferPointer { bytes in
            _ = begin(&stream, 6, 8, windowBits, 8, 0, "1", 112)
            stream.nextIn = bytes.baseAddress
            stream.availableIn = UInt32(bytes.count)
            stream.nextOut = room.baseAddress
            stream.availableOut = UInt32(room.count)
            _ = deflate(&stream, 4)
            _ = end(&stream)
            return room.count - Int(stream.availableOut)
        }
    }

    private static func brotli(
        _ bytes: [UInt8],
        into room: UnsafeMutableBufferPointer<UInt8>
    ) throws -> Int {
        let compress = try #require(brotli.function("BrotliEncoderCompress", as: CompressBrotli.self))
        var count = room.count
        let isCompressed = bytes.withUnsafeBufferPointer {
            compress(5, 22, 0, $0.count, $0.baseAddress, &count, room.baseAddress)
        }
        try #require(isCompressed == 1)
        return count
    }

    private static func zstandard(
        _ bytes: [UInt8],
        into room: UnsafeMutableBufferPointer<UInt8>
    ) throws -> Int {
        let library = Compression.zstandard.library
        let compress = try #require(library.function("ZSTD_compress", as: CompressZstandard.self))
        let count = bytes.withUnsafeBytes {
            compress(room.baseAddress, room.count, $0.baseAddress, $0.count, 3)
        }
        try #require(Zstandard.shared?.isError(count) == 0)
        return count
    }
}

/// The bytes of a stream up to its end, and the reason for the end.
func content(_ stream: ByteStream) -> (bytes: [UInt8], failure: String?) {
    var bytes: [UInt8] = []
    _ = stream.append(.max, to: &bytes)
    return (bytes, stream.failure?.message)
}

/// Expects a file to be read to its end, with these bytes as the result.
func expectWhole(_ expected: [UInt8], of written: [UInt8], _ name: String, in folder: TestFolder) throws {
    let stream = try ByteStream(try folder.write(name, written))
    let (bytes, failure) = content(stream)
    let isExpected = areSame(bytes, expected)
    #expect(isExpected, "\(name)")
    #expect(failure == nil, "\(name)")
    #expect(stream.consumed == written.count, "\(name)")
}

/// Whether the bytes are the same; there are too many to be printed, or to be compared one by one.
func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
        right.withUnsafeBytes { right in
            guard let first = left.baseAddress, let second = right.baseAddress else { return true }
            return memcmp(first, second, left.count) == 0
        }
    }
}
