/// The result of one pass over a text's bytes: whether it is UTF-8, and what decoding has to change.
///
/// Sequences of non-ASCII bytes are counted by their form, which is evidence for or against UTF-8.
struct UTF8Evidence {
    /// Well-formed characters.
    private(set) var wellFormed = 0
    /// Sequences that have the length announced by the first byte but are not characters: overlong forms, surrogates
    /// and the like, which incorrect UTF-8 encoders write.
    private(set) var misused = 0
    /// Incomplete characters, as in a text that was truncated by bytes.
    private(set) var incomplete = 0
    /// Bytes that cannot occur at their position in UTF-8.
    private(set) var stray = 0
    /// Whether the last byte starts a character.
    private(set) var endsInLead = false
    /// Whether everything is well-formed, to the last byte.
    private(set) var isWellFormed = true
    /// The offset of the first non-ASCII byte.
    private(set) var firstBeyondASCII: Int?
    /// The NUL bytes.
    private(set) var nul = Occurrences()
    /// Whether there is a CR.
    private(set) var hasCR = false

    /// Collects the evidence. Complexity: linear; well-formed text is read at the speed of memory.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var blocks = UTF8Blocks(bytes)
        while blocks.index < bytes.count {
            if blocks.passASCII() { continue }
            findFirstBeyondASCII(from: blocks.index, in: bytes)
            if blocks.passWellFormed() { continue }
            blocks.index = countSlowly(from: blocks.index, in: bytes)
        }
        wellFormed += blocks.characters
        hasCR = hasCR || blocks.hasCR
        if blocks.hasNUL { countNULs(bytes) }
    }

    /// Finds the first non-ASCII byte if it is in the block at an index.
    private mutating func findFirstBeyondASCII(from index: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        guard firstBeyondASCII == nil else { return }
        let end = min(index + UTF8Blocks.size, bytes.count)
        firstBeyondASCII = (index..<end).first { bytes[$0] >= 0x80 }
    }

    /// Counts NUL bytes in a second pass: pages with NUL bytes are rare.
    private mutating func countNULs(_ bytes: UnsafeBufferPointer<UInt8>) {
        nul = Occurrences()
        for (index, byte) in bytes.enumerated() where byte == 0 { nul.add(at: index) }
    }

    /// Counts character by character up to the end of a block; returns the index after them.
    private mutating func countSlowly(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let end = min(start + UTF8Blocks.size, bytes.count)
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte < 0x80 {
                if byte == 0 { nul.add(at: index) }
                if byte == UInt8(ascii: "\r") { hasCR = true }
                index += 1
                continue
            }
            let length = UTF8Sequence.length(at: index, in: bytes)
            if length > 0 {
                wellFormed += 1
                index += length
            } else {
                isWellFormed = false
                index += countMalformed(at: index, in: bytes)
            }
        }
        return index
    }

    /// Counts a sequence that is not well-formed; returns its length.
    private mutating func countMalformed(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let announced = Self.announcedLength(bytes[index])
        var length = 1
        while length < announced, index + length < bytes.count,
            UTF8Sequence.isContinuation(bytes[index + length])
        {
            length += 1
        }
        if length < announced, index + length == bytes.count {
            // The end of the text truncates the character, which is not evidence.
            endsInLead = length == 1
            return length
        }
        if announced > 1, length == announced {
            misused += 1
        } else if length > 1 {
            incomplete += 1
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
}

extension UTF8Evidence {
    /// Whether anything other than a truncated character at the end is not well-formed.
    var hasErrors: Bool { misused + incomplete + stray > 0 }

    /// Whether the text is UTF-8 and not only ASCII: well-formed, except for at most one sequence in fifty.
    var isUTF8: Bool { wellFormed > 0 && 50 * (misused + incomplete + stray) <= wellFormed }

    /// Whether a text that is declared as UTF-8 is not: fewer than one in ten sequences have its form.
    var contradictsUTF8: Bool {
        // A single lead byte at the end is a truncated character only if there are other characters.
        let stray = stray + (endsInLead && wellFormed == 0 ? 1 : 0)
        return stray > 9 * (wellFormed + misused)
    }
}
