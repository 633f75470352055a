/// Why a file cannot be a page: told from its bytes before anything is made of them.
struct PageProblem {
    let message: String
    let help: String?

    /// The first bytes of files that people mistake for pages.
    private static let signatures: [(bytes: [UInt8], what: String, help: String?)] = [
        ([0x1F, 0x8B], "gzip data", "unpack it first: gunzip"),
        ([0x50, 0x4B, 0x03, 0x04], "a zip archive", "unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd data", "unpack it first: unzstd"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data", "unpack it first: unxz"),
        ([0x42, 0x5A, 0x68], "bzip2 data", "unpack it first: bunzip2"),
        ([0x25, 0x50, 0x44, 0x46, 0x2D], "a PDF", nil),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG picture", nil),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture", nil),
        ([0x47, 0x49, 0x46, 0x38], "a GIF picture", nil),
        ([0x7F, 0x45, 0x4C, 0x46], "a program", nil),
        ([0x53, 0x51, 0x4C, 0x69, 0x74, 0x65, 0x20], "an SQLite database", nil),
    ]

    /// The problem of a file, or `nil` where it may be a page.
    init?(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            self.init("the file is empty")
        } else if let signature = PageProblem.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
            self.init("the file is \(signature.what), not a page", help: signature.help)
        } else if PageProblem.isBinary(bytes.prefix(8192)) {
            self.init("the file is binary, not a page")
        } else {
            return nil
        }
    }

    private init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    /// Whether more than one byte in twenty is a control character that no text has. NUL does not count: it is
    /// every second byte of UTF-16, and pages have been seen with many.
    private static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { controlCount(in: $0) * 20 > $0.count }
    }

    private static func controlCount(in bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var index = 0
        // Sixteen bytes at once: few have such a control character among them.
        while index + 16 <= bytes.count {
            let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            let isFirst: SIMDMask<SIMD16<Int8>> = block &- SIMD16(repeating: 0x01) .< SIMD16(repeating: 0x08)
            let isSecond: SIMDMask<SIMD16<Int8>> = block &- SIMD16(repeating: 0x0E) .< SIMD16(repeating: 0x0D)
            let isDelete: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: 0x7F)
            let words = unsafeBitCast(isFirst .| isSecond .| isDelete, to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 { count += bytes[index..<index + 16].count(where: isControl) }
            index += 16
        }
        return count + bytes[index...].count(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        (0x01...0x08).contains(byte) || (0x0E...0x1A).contains(byte) || byte == 0x7F
    }
}
