/// What speaks for and against a text being UTF-8: its sequences of bytes beyond ASCII, counted by their form.
struct UTF8Evidence {
    /// Well-formed characters.
    private(set) var wellFormed = 0
    /// As many bytes as the first one announces, but no character: overlong forms, surrogates and the like, which
    /// programs that write UTF-8 wrongly make.
    private(set) var misused = 0
    /// The start of a character that something else follows, as where a text was shortened by bytes.
    private(set) var cut = 0
    /// Bytes that have nothing of UTF-8.
    private(set) var stray = 0
    /// Whether the last byte starts a character.
    private(set) var endsInLead = false

    /// Counts. Complexity: linear.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index = max(PlainASCII.end(from: index, in: bytes), index + 1)
                continue
            }
            let length = UTF8Sequence.length(at: index, in: bytes)
            if length > 0 { wellFormed += 1 }
            index += length > 0 ? length : countMalformed(at: index, in: bytes)
        }
    }

    /// Counts a sequence that is not well-formed, and returns its length.
    private mutating func countMalformed(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let announced = Self.announcedLength(bytes[index])
        var length = 1
        while length < announced, index + length < bytes.count,
            UTF8Sequence.isContinuation(bytes[index + length])
        {
            length += 1
        }
        if length < announced, index + length == bytes.count {
            // The end of the text cuts the character off, which says nothing about its encoding.
            endsInLead = length == 1
            return length
        }
        if announced > 1, length == announced {
            misused += 1
        } else if length > 1 {
            cut += 1
        } else {
            stray += 1
        }
        return length
    }

    /// The length that UTF-8's oldest definition gives to a sequence by its first byte.
    private static func announcedLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF8: 4
        case 0xF8..<0xFC: 5
        case 0xFC..<0xFE: 6
        default: 1
        }
    }

    /// Whether the text is UTF-8 and more than ASCII: well-formed, but for at most one sequence in fifty.
    var isUTF8: Bool { wellFormed > 0 && 50 * (misused + cut + stray) <= wellFormed }

    /// Whether a text that is said to be UTF-8 is not: fewer than one in ten sequences have its form.
    var contradictsUTF8: Bool {
        // A lone byte at the end is the start of a character only where there are others.
        let stray = stray + (endsInLead && wellFormed == 0 ? 1 : 0)
        return stray > 9 * (wellFormed + misused)
    }
}
