import Basics

/// The system's libdeflate, which handles whole members in about half the time that zlib takes; not every system has
/// it.
///
/// Source: [libdeflate](https://github.com/ebiggers/libdeflate).
private let deflateLibrary = SystemLibrary(file: "libdeflate.so.0")

/// Writes members of gzip with libdeflate.
package final class DeflateWriter: MemberWriter {
    private typealias Create = @convention(c) (Int32) -> OpaquePointer?
    private typealias Compress =
        @convention(c) (
            OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int
        ) -> Int
    private typealias Bound = @convention(c) (OpaquePointer?, Int) -> Int
    private typealias Free = @convention(c) (OpaquePointer?) -> Void

    private let compressor: OpaquePointer
    private let compress: Compress
    private let bound: Bound
    private let free: Free

    /// Creates a writer; `nil` if the system has no libdeflate, or no memory.
    ///
    /// - Parameter level: how hard to compress, from 1 to 12; 0 stores the bytes uncompressed.
    package init?(level: Int32) {
        guard let create = deflateLibrary.function("libdeflate_alloc_compressor", as: Create.self),
            let compress = deflateLibrary.function("libdeflate_gzip_compress", as: Compress.self),
            let bound = deflateLibrary.function("libdeflate_gzip_compress_bound", as: Bound.self),
            let free = deflateLibrary.function("libdeflate_free_compressor", as: Free.self),
            let compressor = create(level)
        else { return nil }
        (self.compressor, self.compress, self.bound, self.free) = (compressor, compress, bound, free)
    }

    deinit { free(compressor) }

    package func member(_ bytes: [UInt8]) -> [UInt8]? {
        let room = bound(compressor, bytes.count)
        let member = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            count = bytes.withUnsafeBytes { input in
                compress(compressor, input.baseAddress, input.count, output.baseAddress, room)
            }
        }
        return member.isEmpty ? nil : member
    }
}

/// Decompresses a gzip member that is in memory as a whole.
enum WholeMember {
    private typealias Create = @convention(c) () -> OpaquePointer?
    private typealias Decompress =
        @convention(c) (
            OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int,
            UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Int>?
        ) -> Int32
    private typealias Free = @convention(c) (OpaquePointer?) -> Void

    private static let create = deflateLibrary.function("libdeflate_alloc_decompressor", as: Create.self)
    private static let decompress = deflateLibrary.function(
        "libdeflate_gzip_decompress_ex",
        as: Decompress.self
    )
    private static let free = deflateLibrary.function("libdeflate_free_decompressor", as: Free.self)
    /// The maximum number of bytes to which one compressed byte can expand.
    private static let highestRatio = 1032

    /// The decompressed bytes; `nil` for anything but a single undamaged member with nothing after it, and if the system has no
    /// libdeflate: zlib reads those, and reports what is wrong.
    ///
    /// - Parameter limit: the maximum number of decompressed bytes.
    static func bytes(_ compressed: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        guard let create, let decompress, let free, compressed.count >= 18 else { return nil }
        // A member ends with the length of what it holds.
        let length = compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= min(limit, compressed.count * WholeMember.highestRatio), let state = create()
        else { return nil }
        defer { free(state) }
        var (consumed, written) = (0, 0)
        var isComplete = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            let result = decompress(
                state,
                compressed.baseAddress,
                compressed.count,
                output.baseAddress,
                length,
                &consumed,
                &written
            )
            isComplete = result == 0 && consumed == compressed.count
            count = isComplete ? written : 0
        }
        return isComplete ? bytes : nil
    }
}
