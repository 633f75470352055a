import Basics

/// Mutates examples of a format, valid UTF-8 or not.
struct FormatMutator {
    private let examples: [[UInt8]]
    /// The words and signs of all examples.
    private let tokens: [[UInt8]]

    /// - Parameter examples: at least one.
    init(_ examples: [[UInt8]]) {
        self.examples = examples
        tokens = Array(Set(examples.flatMap(FormatMutator.tokens))).sorted {
            $0.lexicographicallyPrecedes($1)
        }
    }

    /// A mutated example of at most 64 KB. One in twenty is not mutated, so that valid inputs are read too.
    func make(_ random: inout Randomness) -> [UInt8] {
        var bytes = random.pick(examples)
        if random.chance(5) { return bytes }
        for _ in 0..<(1 + random.below(random.chance(80) ? 4 : 20)) { mutate(&bytes, &random) }
        return Array(bytes.prefix(1 << 16))
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let range = range(in: bytes, &random)
        switch random.below(11) {
        case 0: bytes.removeSubrange(range)
        case 1: bytes.insert(contentsOf: Array(bytes[range]), at: range.upperBound)
        case 2: bytes.insert(contentsOf: random.pick(tokens), at: range.lowerBound)
        case 3: bytes.replaceSubrange(token(at: range.lowerBound, of: bytes), with: random.pick(tokens))
        case 4: bytes.insert(contentsOf: random.pick(FormatMutator.hostile), at: range.lowerBound)
        case 5:
            bytes.replaceSubrange(
                token(at: range.lowerBound, of: bytes),
                with: random.pick(FormatMutator.hostile)
            )
        case 6: if !bytes.isEmpty { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        case 7: bytes.removeSubrange(range.lowerBound...)
        case 8:
            let other = random.pick(examples)
            bytes.replaceSubrange(range, with: other[self.range(in: other, &random)])
        case 9:
            let repeated = Array(bytes[range].prefix(40))
            for _ in 0..<random.pick([2, 10, 100, 600]) where bytes.count < 1 << 16 {
                bytes.insert(contentsOf: repeated, at: range.lowerBound)
            }
        default:
            let part = Array(bytes[range])
            bytes.removeSubrange(range)
            bytes.insert(contentsOf: part, at: random.below(bytes.count + 1))
        }
    }

    private func range(in bytes: [UInt8], _ random: inout Randomness) -> Range<Int> {
        let start = random.below(bytes.count + 1)
        let length = random.chance(70) ? random.below(12) : random.below(bytes.count + 1)
        return start..<min(bytes.count, start + length)
    }

    /// The word or sign at a place.
    private func token(at place: Int, of bytes: [UInt8]) -> Range<Int> {
        guard place < bytes.count, FormatMutator.isWord(bytes[place]) else {
            return place..<min(place + 1, bytes.count)
        }
        let start = bytes[..<place].lastIndex { !FormatMutator.isWord($0) }.map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex { !FormatMutator.isWord($0) } ?? bytes.count
        return start..<end
    }

    private static func tokens(_ bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for byte in bytes {
            if isWord(byte), let last = found.last?.last, isWord(last), (found.last?.count ?? 0) < 24 {
                found[found.count - 1].append(byte)
            } else {
                found.append([byte])
            }
        }
        return found
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80
    }

    /// Values that many readers handle incorrectly: limits of numbers, depth, length, bytes that are not text.
    static let hostile: [[UInt8]] =
        [
            "", "\0", "\u{FEFF}", "\r", "\r\n", "\n", "\t", " ", "\u{A0}", "\u{2028}", "\u{202E}", "e\u{301}",
            "ß", "İ", "𝒳", "👩‍👩‍👧",
            "\\", "\"", "'", "`", "{", "}", "[", "]", "(", ")", "<", ">", "/*", "*/", "//", "<!--", "-->",
            "]]>", "%", "%00", "%ff",
            "\\u0000", "\\ud800", "&#0;", "&#x110000;", "&", ";", "-", "--", "+", ".", ",", ":", "*", "|",
            "?", "^", "$", "#", "@",
            "0", "-0", "1", "-1", "00", "0x1F", "1e999", "-1e-999", "NaN", "Infinity", "null", "true", "127",
            "128", "255",
            "32768", "65535", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808", "18446744073709551616", "340282366920938463463374607431768211456",
            "99999999999999999999999999999999999999999999999999", "0.1", "1.7976931348623157e308", "٣", "１２",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xFE, 0xFF],
            [0xFF, 0xFE], [0x1F, 0x8B],
            Array(repeating: UInt8(ascii: "["), count: 700), Array(repeating: UInt8(ascii: "("), count: 700),
            Array(repeating: UInt8(ascii: "{"), count: 700), Array(repeating: UInt8(ascii: "a"), count: 5000),
            Array(repeating: UInt8(ascii: "9"), count: 2000),
            Array(repeating: UInt8(ascii: "\n"), count: 3000),
        ]
}
