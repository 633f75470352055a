/// How bytes are packed.
enum Packing: CaseIterable, Sendable {
    /// gzip, [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952).
    case gzip
    /// zlib's format, [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950).
    case zlib
    /// The bare bytes of deflate, [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951).
    case deflate
    /// Brotli, [RFC 7932](https://www.rfc-editor.org/rfc/rfc7932).
    case brotli
    /// Zstandard, [RFC 8878](https://www.rfc-editor.org/rfc/rfc8878).
    case zstandard

    /// How a file or one of its members is packed, which is told by how it begins; `nil` for plain bytes.
    static func of(_ bytes: some Collection<UInt8>) -> Packing? {
        [gzip, zstandard].first { $0.isStart(bytes) }
    }

    /// Whether more bytes may tell that a file is packed, where the first few are there.
    static func mayBegin(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map { $0 == 0x1F || $0 == 0x28 || $0 & 0xF0 == 0x50 } ?? false
    }

    /// Whether bytes begin as what is packed so, as far as that can be told.
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
            // A frame that is passed over: it holds what other programs keep in it.
            return isFrame || first & 0xF0 == 0x50 && second == 0x2A && third == 0x4D && fourth == 0x18
        case .deflate, .brotli: return false
        }
    }

    /// How many bytes tell that a member begins.
    var startLength: Int { self == .zstandard ? 4 : 2 }

    /// Whether members, one behind the other, are one stream.
    var hasMembers: Bool { self == .gzip || self == .zstandard }

    /// What unpacks it; `nil` where the system has no library for it, or no memory.
    var unpacker: (any Unpacker)? {
        switch self {
        case .gzip, .zlib, .deflate: Inflater(self)
        case .brotli: BrotliDecoder()
        case .zstandard: ZstandardDecoder()
        }
    }

    /// The packing's name.
    var name: String {
        switch self {
        case .gzip: "gzip"
        case .zlib, .deflate: "deflate"
        case .brotli: "Brotli"
        case .zstandard: "Zstandard"
        }
    }

    /// The library that unpacks it.
    var library: SystemLibrary {
        switch self {
        case .gzip, .zlib, .deflate: Zlib.library
        case .brotli: Brotli.library
        case .zstandard: Zstandard.library
        }
    }

    /// What is told where the system has no library for it.
    var missing: String { "the system has no \(library.file) to unpack \(name)" }

    /// What someone does who has none.
    var help: String {
        switch self {
        case .gzip, .zlib, .deflate: "install zlib (zlib1g), or unpack it first"
        case .brotli: "install Brotli (libbrotli1), or unpack it first"
        case .zstandard: "install Zstandard (libzstd1), or unpack it first"
        }
    }
}
