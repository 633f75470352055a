/// Reads text character by character.
enum UTF8Reader {
    /// The character at an offset within the text, which is moved behind it. What is no valid UTF-8 reads as
    /// U+FFFD, a byte at a time.
    @inline(__always)
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Unicode.Scalar {
        let first = text[offset]
        offset += 1
        if first < 0x80 { return Unicode.Scalar(first) }
        return multiByteScalar(first, in: text, at: &offset)
    }

    private static func multiByteScalar(
        _ first: UInt8,
        in text: UnsafeBufferPointer<UInt8>,
        at offset: inout Int
    ) -> Unicode.Scalar {
        let length = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
        var value = UInt32(first) & (length == 3 ? 0x07 : length == 2 ? 0x0F : 0x1F)
        guard length > 0, offset + length <= text.count else { return "\u{FFFD}" }
        for index in offset..<offset + length {
            guard text[index] & 0xC0 == 0x80 else { return "\u{FFFD}" }
            value = value << 6 | UInt32(text[index] & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        offset += length
        return scalar
    }
}
