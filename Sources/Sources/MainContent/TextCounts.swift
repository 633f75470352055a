import Basics

/// The counts for the text of a block, made in one pass over its bytes.
struct TextCounts {
    /// The number of words; a character of a script without spaces is half a word.
    private(set) var words = 0.0
    /// Bytes that are not white space.
    private(set) var bytes = 0
    private(set) var characters = 0
    private(set) var digits = 0
    private(set) var capitals = 0
    /// Marks within or after sentences that end a word.
    private(set) var punctuation = 0
    /// 1 if the text ends like a sentence, 2 if it ends with a colon, otherwise 0.
    private(set) var end = 0
    private(set) var isQuoted = false
    private(set) var isCopyright = false
    private(set) var hasAt = false
    private(set) var hasBar = false
    /// Whether it contains a mark that ends sentences.
    private(set) var hasSentence = false

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private enum Sign {
        case letter, digit, capital, ideograph, space, closing, stop, colon, comma, wideStop, wideComma
        case bar, at, quote, copyright, other
    }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var isInWord = false
        var pending = false
        var index = 0
        let letters = TextCounts.letters
        while index < text.count {
            // Most of a text is runs of small letters.
            let start = index
            while index < text.count, letters.contains(text[index]) { index += 1 }
            if index > start {
                bytes += index - start
                characters += index - start
                if !isInWord { words += 1 }
                isInWord = true
                pending = false
                end = 0
                continue
            }
            let (scalar, length) = TextCounts.scalar(at: index, in: text)
            let sign = TextCounts.sign(of: scalar)
            if sign != .space {
                bytes += length
                characters += 1
            }
            if sign == .space, pending { punctuation += 1 }
            pending = false
            switch sign {
            case .letter, .digit, .capital:
                if !isInWord { words += 1 }
                isInWord = true
                if sign == .digit { digits += 1 }
                if sign == .capital { capitals += 1 }
                end = 0
            case .ideograph:
                words += 0.5
                isInWord = false
                end = 0
            case .space: isInWord = false
            case .closing:
                isInWord = false
                if scalar == 0x22, index == 0 { isQuoted = true }
            case .stop, .wideStop:
                isInWord = false
                hasSentence = true
                if sign == .wideStop { punctuation += 1 } else { pending = true }
                end = 1
            case .colon:
                isInWord = false
                pending = true
                end = 2
            case .comma:
                isInWord = false
                pending = true
                end = 0
            case .wideComma:
                isInWord = false
                punctuation += 1
                end = 0
            case .bar, .at, .quote, .copyright, .other:
                isInWord = false
                end = 0
                if sign == .bar { hasBar = true }
                if sign == .at { hasAt = true }
                if sign == .quote, index == 0 { isQuoted = true }
                if sign == .copyright, index == 0 { isCopyright = true }
            }
            index += length
        }
    }

    /// The number of bytes that are not in links.
    func unlinked(_ block: TextBlocks.Block) -> Int { max(0, bytes - block.linked) }

    func linkShare(_ block: TextBlocks.Block) -> Double { Double(block.linked) / Double(max(1, bytes)) }

    func share(_ count: Int) -> Double { Double(count) / Double(max(1, characters)) }

    /// The scalar at an index of UTF-8, and its length; a wrong byte is a scalar.
    private static func scalar(
        at index: Int,
        in text: UnsafeBufferPointer<UInt8>
    ) -> (value: UInt32, length: Int) {
        let byte = text[index]
        if byte < 0x80 { return (UInt32(byte), 1) }
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard byte >= 0xC0, index + length <= text.count else { return (UInt32(byte), 1) }
        var value = UInt32(byte) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
        return (value, length)
    }

    /// The meaning of a character that is not in ``letters``.
    private static func sign(of scalar: UInt32) -> Sign {
        switch scalar {
        case 0x5F: return .letter
        case 0x41...0x5A: return .capital
        case 0x30...0x39: return .digit
        case 0x20, 0xA0, 0x2000...0x200B, 0x202F, 0x3000: return .space
        case 0x2E, 0x21, 0x3F, 0x2026, 0x06D4, 0x061F, 0x0964: return .stop
        case 0x3002, 0xFF01, 0xFF1F: return .wideStop
        case 0x3A: return .colon
        case 0x2C, 0x3B, 0x060C, 0x061B: return .comma
        case 0x3001, 0xFF0C: return .wideComma
        case 0x22, 0x201C, 0x2018, 0x201E, 0xAB: return scalar == 0x22 ? .closing : .quote
        case 0x27, 0x2019, 0x201D, 0xBB, 0x29, 0x5D: return .closing
        case 0xA9, 0x28: return .copyright
        case 0x40: return .at
        case 0x7C, 0x2022, 0x203A: return .bar
        case 0xC0...0xDE, 0x0391...0x03A9, 0x0410...0x042F: return .capital
        case 0xDF...0x024F, 0x0370...0x1FFF, 0x2C00...0x2DFF, 0xA640...0xA7FF, 0xAA00...0xABFF: return .letter
        case 0x2E80...0x2FFF, 0x3003...0xA63F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x20000...0x3FFFF:
            return .ideograph
        default: return .other
        }
    }
}

/// A text reduced to its letters, to compare texts without regard to case, spaces and ASCII punctuation.
struct TextKey: Hashable {
    let bytes: [UInt8]

    init(_ text: UnsafeBufferPointer<UInt8>) {
        let text = UnsafeBufferPointer(rebasing: text.prefix(600))
        bytes = Array(unsafeUninitializedCapacity: text.count) { key, count in
            for byte in text {
                let letter = byte | 0x20
                if (0x61...0x7A).contains(letter) {
                    key[count] = letter
                } else if byte >= 0x80 || (0x30...0x39).contains(byte) {
                    key[count] = byte
                } else {
                    continue
                }
                count += 1
            }
        }
    }

    init(_ text: [UInt8]) { self = text.withUnsafeBufferPointer { TextKey($0) } }

    func hash(into hasher: inout Hasher) {
        // All bytes together: an array is hashed element by element, which takes several times as long.
        hasher.combine(bytes.withUnsafeBufferPointer(ByteHash.quick))
    }

    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard bytes.count > part.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                (0...(bytes.count - part.count)).contains { start in
                    part.indices.allSatisfy { bytes[start + $0] == part[$0] }
                }
            }
        }
    }

    /// Whether two texts have the same beginning of fifty bytes.
    func hasStartOf(_ other: TextKey) -> Bool {
        guard other.bytes.count > 16 else { return false }
        let length = min(50, bytes.count, other.bytes.count)
        return bytes.prefix(length).elementsEqual(other.bytes.prefix(length))
    }
}

/// The titles and main headings of a page, to find the blocks that repeat them.
struct HeadingKeys {
    private var all: Set<TextKey> = []
    /// The first ones, in which blocks are searched. An article has few; with many, each block would be searched in each
    /// heading.
    private var first: [TextKey] = []
    private static let most = 16

    init(_ titles: [TextKey]) {
        for title in titles { insert(title) }
    }

    mutating func insert(_ key: TextKey) {
        guard !key.bytes.isEmpty, all.insert(key).inserted, first.count < HeadingKeys.most else { return }
        first.append(key)
    }

    func contains(_ key: TextKey) -> Bool { all.contains(key) }

    /// Whether a text is a part of one of the first titles and headings, and not a short one.
    func containPart(_ key: TextKey) -> Bool {
        guard key.bytes.count > 12, key.bytes.count < 300 else { return false }
        return first.contains { $0.contains(key.bytes) }
    }
}
