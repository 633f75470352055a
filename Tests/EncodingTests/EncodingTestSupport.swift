import TestSupport
import Testing

@testable import Encoding

/// Bytes by their codes: `"caf\u{E9}"` is four bytes, as in ISO 8859-1.
func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

extension DecodedText {
    var string: String { String(decoding: utf8, as: UTF8.self) }

    /// Whether the bytes have the properties that every parser relies on.
    func isClean(_ format: Format) -> Bool {
        guard String(validating: utf8, as: UTF8.self) != nil else { return false }
        return format.isHTML || (!utf8.contains(0) && !utf8.contains(0x0D))
    }
}

extension Encoding {
    /// The bytes as decoded by the encoding's decoder alone.
    func text(_ bytes: [UInt8]) -> String {
        withGuard(bytes) {
            String(decoding: RawText($0, in: self, .normalized).decoded ?? bytes, as: UTF8.self)
        }
    }
}
