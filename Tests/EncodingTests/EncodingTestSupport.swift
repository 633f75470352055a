import Testing

@testable import Encoding

/// Bytes by their code, as `"caf\u{E9}"` for what ISO 8859-1 has in four bytes.
func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

extension DecodedText {
    var string: String { String(decoding: utf8, as: UTF8.self) }

    /// Whether the bytes are what every parser may rely on.
    func isClean(_ format: Format) -> Bool {
        guard String(validating: utf8, as: UTF8.self) != nil else { return false }
        return format.isHTML || (!utf8.contains(0) && !utf8.contains(0x0D))
    }
}

extension Encoding {
    /// The bytes as the encoding's decoder alone has them.
    func text(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer {
            String(decoding: RawText($0, in: self, .normalized).decoded ?? bytes, as: UTF8.self)
        }
    }
}
