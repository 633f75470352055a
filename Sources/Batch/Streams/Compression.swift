import Basics

/// A compression format.
enum Compression: CaseIterable, Sendable {
    /// gzip, [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952).
    case gzip
    /// zlib's format, [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950).
    case zlib
    /// Raw deflate data, [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951).
    case deflate
    /// Brotli, [RFC 7932](https://www.rfc-editor.org/rfc/rfc7932).
    case brotli
    /// Zstandard, [RFC 8878](https://www.rfc-editor.org/rfc/rfc8878).
    case zstandard

    /// The format of a file or one of its members by its first bytes; `nil` for plain bytes.
    static func of(_ bytes: some Collection<UInt8>) -> Compression? {
        [gzip, zstandard].first { $0.isStart(bytes) }
    }

    /// Whether more bytes may identify a format, after the first few.
    static func mayBegin(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map { $0 == 0x1F || $0 == 0x28 || $0 & 0xF0 == 0x50 } ?? false
    }

    /// Whether bytes start like data of this format; false for the formats without a signature.
    func isStart(_ bytes: some Collection<UInt8>) -> Bool {
        var head = bytes.makeIterator()
        guard let first = head.next(), let second = head.next() else { return false }
        switch self {
        case .gzip: return first == 0x1F && second == 0x8B
        case .zlib:
            // Method 8, a window of at most 32 KB, and a check over both bytes.
            return first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 + Int(second)) % 31 == 0
        case .zstandard:
            guard let third = head.next(), let fourth = head.next() else { return false }
            let isFrame = first == 0x28 && second == 0xB5 && third == 0x2F && fourth == 0xFD
            // A skippable frame, which holds other programs' data.
            return isFrame || first & 0xF0 == 0x50 && second == 0x2A && third == 0x4D && fourth == 0x18
        case .deflate, .brotli: return false
        }
    }

    /// The number of bytes that identify the start of a member.
    var startLength: Int { self == .zstandard ? 4 : 2 }

    /// Whether consecutive members are one stream.
    var hasMembers: Bool { self == .gzip || self == .zstandard }

    /// A new decoder; `nil` if the system has no library for the format, or no memory.
    var decompressor: (any Decompressor)? {
        switch self {
        case .gzip, .zlib, .deflate: Inflater(self)
        case .brotli: BrotliDecoder()
        case .zstandard: ZstandardDecoder()
        }
    }

    /// The format's name in messages.
    var name: String {
        switch self {
        case .gzip: "gzip"
        case .zlib, .deflate: "deflate"
        case .brotli: "Brotli"
        case .zstandard: "Zstandard"
        }
    }

    /// The library that decodes the format.
    var library: SystemLibrary {
        switch self {
        case .gzip, .zlib, .deflate: Zlib.library
        case .brotli: Brotli.library
        case .zstandard: Zstandard.library
        }
    }

    /// The message about bytes after a member that are not the start of another one.
    func foreign(at offset: Int) -> String {
        "the data at byte \(offset) is not compressed with \(name) like all before it"
    }

    /// The message if the system has no library for the format.
    var missing: String { "the system has no \(library.file) to decompress \(name)" }

    /// The advice if the system has no library for the format.
    var help: String {
        switch self {
        case .gzip, .zlib, .deflate: "install zlib (zlib1g), or decompress the file first"
        case .brotli: "install Brotli (libbrotli1), or decompress the file first"
        case .zstandard: "install Zstandard (libzstd1), or decompress the file first"
        }
    }
}

/// Decompresses data chunk by chunk with one of the system's libraries.
protocol Decompressor: AnyObject {
    /// Decompresses as much as fits.
    func step(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> DecompressionStep

    /// Prepares for the start of another member.
    func reset()
}

/// The result of decompressing a chunk.
struct DecompressionStep {
    /// How decompression continues.
    enum Status: Equatable {
        /// More input or more room is needed.
        case more
        /// The compressed data ends, and its checksum is correct.
        case end
        /// The data is damaged, with the library's message.
        case damaged(String)
    }

    /// The number of consumed bytes of the input.
    let consumed: Int
    /// The number of written bytes of the output.
    let written: Int
    let status: Status
}

/// Compressed data that is in memory as a whole, such as the body of a response, and its decompressed bytes.
struct DecompressedData {
    /// Why data cannot be decompressed, or not completely.
    struct Failure: Error, Equatable, CustomStringConvertible {
        /// The problem.
        enum Reason: Equatable {
            case endsEarly
            case damaged(String)
            /// The system has no library for the format.
            case missing(Compression)
        }

        let reason: Reason
        /// The offset in the compressed data.
        let offset: Int

        var description: String {
            switch reason {
            case .endsEarly: "the compressed data ends early, at byte \(offset)"
            case .damaged(let what): "the compressed data is damaged at byte \(offset) (\(what))"
            case .missing(let compression): compression.missing
            }
        }

        /// Advice for the user; `nil` if there is none.
        var help: String? {
            guard case .missing(let compression) = reason else { return nil }
            return compression.help
        }
    }

    /// The decompressed bytes, up to the failure if there is one.
    private(set) var bytes: [UInt8] = []
    /// The number of compressed bytes that were consumed.
    private(set) var consumed = 0
    /// The number of bytes after the end of the compressed data, other than zeros that pad it.
    private(set) var excess = 0
    /// Why decompression stopped before the end.
    private(set) var failure: Failure?

    /// Decompresses all members of the data.
    ///
    /// - Parameter limit: decompression ends one byte after this many bytes, which shows that there are more.
    init(_ compressed: ArraySlice<UInt8>, _ compression: Compression, limit: Int) {
        if case .gzip = compression,
            let bytes = compressed.withUnsafeBytes({ WholeMember.bytes($0, limit: limit) })
        {
            (self.bytes, consumed) = (bytes, compressed.count)
            return
        }
        guard let decompressor = compression.decompressor else {
            failure = Failure(reason: .missing(compression), offset: 0)
            return
        }
        failure = compressed.withUnsafeBytes {
            run(decompressor, $0, compression, limit: limit == .max ? limit : limit + 1)
        }
    }

    private mutating func run(
        _ decompressor: any Decompressor,
        _ compressed: UnsafeRawBufferPointer,
        _ compression: Compression,
        limit: Int
    ) -> Failure? {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { room.deallocate() }
        while bytes.count < limit {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit - bytes.count))
            let step = decompressor.step(
                UnsafeRawBufferPointer(rebasing: compressed[consumed...]),
                into: chunk
            )
            consumed += step.consumed
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk.prefix(step.written)))
            switch step.status {
            case .damaged(let what): return Failure(reason: .damaged(what), offset: consumed)
            case .end:
                // Zeros pad a tape's block; any other data that follows is not compressed.
                guard compression.hasMembers,
                    let next = compressed[consumed...].firstIndex(where: { $0 != 0 }),
                    compression.isStart(compressed[next...])
                else {
                    let rest = compressed[consumed...]
                    excess = rest.contains { $0 != 0 } ? rest.count : 0
                    return nil
                }
                consumed = next
                decompressor.reset()
            case .more where step.consumed == 0 && step.written == 0:
                return Failure(reason: .endsEarly, offset: consumed)
            case .more: break
            }
        }
        return nil
    }
}
