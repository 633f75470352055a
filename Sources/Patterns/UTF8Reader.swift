/// Reads characters of a text. Invalid UTF-8 is read as U+FFFD, one byte at a time.
enum UTF8Reader {
    /// The character that begins at an offset below the limit, and its length in bytes.
    @inline(__always)
    static func scalar(
        in text: UnsafeBufferPointer<UInt8>,
        at offset: Int,
        limit: Int
    ) -> (value: UInt32, length: Int) {
        let first = text[offset]
        if first < 0x80 { return (UInt32(first), 1) }
        return multiByteScalar(first, in: text, at: offset, limit: limit)
    }

    private static func multiByteScalar(
        _ first: UInt8,
        in text: UnsafeBufferPointer<UInt8>,
        at offset: Int,
        limit: Int
    ) -> (value: UInt32, length: Int) {
        let rest = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
        guard rest > 0, first < 0xF8, offset + rest < limit else { return (0xFFFD, 1) }
        var value = UInt32(first) & (rest == 3 ? 0x07 : rest == 2 ? 0x0F : 0x1F)
        for index in offset + 1...offset + rest {
            guard text[index] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
            value = value << 6 | UInt32(text[index] & 0x3F)
        }
        let isShortest = value >= (rest == 3 ? 0x10000 : rest == 2 ? 0x800 : 0x80)
        guard isShortest, Unicode.Scalar(value) != nil else { return (0xFFFD, 1) }
        return (value, rest + 1)
    }

    /// The character that ends at an offset above the limit, and its length in bytes.
    @inline(__always)
    static func scalar(
        in text: UnsafeBufferPointer<UInt8>,
        before offset: Int,
        limit: Int
    ) -> (value: UInt32, length: Int) {
        let last = text[offset - 1]
        if last < 0x80 { return (UInt32(last), 1) }
        var start = offset - 1
        let least = max(limit, offset - 4)
        while start > least, text[start] & 0xC0 == 0x80 { start -= 1 }
        let (value, length) = scalar(in: text, at: start, limit: offset)
        return length == offset - start ? (value, length) : (0xFFFD, 1)
    }
}
