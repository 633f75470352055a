/// The bytes of one character beyond ASCII.
///
/// Specification: [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
enum UTF8Sequence {
    /// The length of the well-formed sequence that starts at `index`, where a byte beyond ASCII stands; 0 where
    /// there is none.
    @inline(__always)
    static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[index]
        let length = expectedLength(lead)
        guard length > 0, index + length <= bytes.count, isSecond(bytes[index + 1], after: lead) else {
            return 0
        }
        if length == 2 { return 2 }
        guard isContinuation(bytes[index + 2]) else { return 0 }
        if length == 3 { return 3 }
        return isContinuation(bytes[index + 3]) ? 4 : 0
    }

    /// How many bytes at `index`, where no well-formed sequence starts, are the start of one; at least 1.
    static func maximalSubpart(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[index]
        let expected = expectedLength(lead)
        guard expected > 0, index + 1 < bytes.count, isSecond(bytes[index + 1], after: lead) else { return 1 }
        var length = 2
        while length < expected, index + length < bytes.count, isContinuation(bytes[index + length]) {
            length += 1
        }
        return length
    }

    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// How many bytes a sequence has by its first one; 0 where none starts so.
    @inline(__always)
    private static func expectedLength(_ lead: UInt8) -> Int {
        if lead < 0xC2 { return 0 }
        if lead < 0xE0 { return 2 }
        if lead < 0xF0 { return 3 }
        return lead < 0xF5 ? 4 : 0
    }

    /// Whether a second byte is in the range that keeps out overlong forms, surrogates and what is beyond U+10FFFF.
    @inline(__always)
    private static func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
        switch lead {
        case 0xE0: byte >= 0xA0 && byte <= 0xBF
        case 0xED: byte >= 0x80 && byte <= 0x9F
        case 0xF0: byte >= 0x90 && byte <= 0xBF
        case 0xF4: byte >= 0x80 && byte <= 0x8F
        default: isContinuation(byte)
        }
    }
}
