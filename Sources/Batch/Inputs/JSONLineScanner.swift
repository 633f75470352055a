import Basics
import Platform

/// The members of a JSON object as ranges of its keys and values.
///
/// Most of a line is the text of its page, so the scanner builds no tree and examines each byte once. It accepts all
/// JSON objects and more; for a line that it rejects, ``JSON/read(_:dialect:)`` reports the error.
struct JSONMembers {
    /// The kind of a value, by its first byte.
    enum Kind: Equatable {
        case string
        case object
        case array
        case null
        /// A number, `true` or `false`.
        case other
    }

    /// A member.
    struct Member {
        /// The key without its quotes, not unescaped.
        let key: Range<Int>
        let kind: Kind
        /// The value, not unescaped; a string without its quotes.
        let value: Range<Int>
    }

    /// Thrown if the text is not a JSON object.
    private struct SyntaxError: Error {}

    private let text: UnsafeRawBufferPointer
    private var offset = 0

    private init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The members of a text; `nil` if it is not a JSON object.
    static func of(_ text: UnsafeRawBufferPointer) -> [Member]? {
        var scanner = JSONMembers(text)
        return try? scanner.members()
    }

    private mutating func members() throws(SyntaxError) -> [Member] {
        var members: [Member] = []
        try expect(UInt8(ascii: "{"))
        if peek != UInt8(ascii: "}") {
            while true {
                try expect(UInt8(ascii: "\""))
                let key = try string()
                try expect(UInt8(ascii: ":"))
                let (kind, value) = try value()
                members.append(Member(key: key, kind: kind, value: value))
                if peek != UInt8(ascii: ",") { break }
                offset += 1
            }
        }
        try expect(UInt8(ascii: "}"))
        if peek != nil { throw SyntaxError() }
        return members
    }

    /// The next byte that is not white space.
    private var peek: UInt8? {
        mutating get {
            while offset < text.count {
                let byte = text[offset]
                if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return byte }
                offset += 1
            }
            return nil
        }
    }

    private mutating func expect(_ byte: UInt8) throws(SyntaxError) {
        guard peek == byte else { throw SyntaxError() }
        offset += 1
    }

    /// Skips a string after its first quote; returns the range between the quotes.
    private mutating func string() throws(SyntaxError) -> Range<Int> {
        let start = offset
        while let quote = UnsafeRawBufferPointer(rebasing: text[offset...]).offset(of: UInt8(ascii: "\"")) {
            let end = offset + quote
            offset = end + 1
            // A quote is escaped by an odd number of backslashes before it.
            var backslashes = 0
            while end - backslashes > start, text[end - backslashes - 1] == 0x5C { backslashes += 1 }
            if backslashes % 2 == 0 { return start..<end }
        }
        throw SyntaxError()
    }

    private mutating func value() throws(SyntaxError) -> (Kind, Range<Int>) {
        guard let byte = peek else { throw SyntaxError() }
        let start = offset
        switch byte {
        case UInt8(ascii: "\""):
            offset += 1
            return (.string, try string())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try container()
            return (byte == UInt8(ascii: "{") ? .object : .array, start..<offset)
        default:
            try scalar()
            let isNull = byte == UInt8(ascii: "n")
            return (isNull ? .null : .other, start..<offset)
        }
    }

    /// Skips an array or object; checks only its strings and brackets.
    private mutating func container() throws(SyntaxError) {
        var closing: [UInt8] = []
        while offset < text.count {
            let byte = text[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard closing.popLast() == byte else { throw SyntaxError() }
                if closing.isEmpty { return }
            default: break
            }
        }
        throw SyntaxError()
    }

    /// Skips a number, a JSON literal, or one that other programs write (`NaN`).
    private mutating func scalar() throws(SyntaxError) {
        let start = offset
        while offset < text.count, JSONMembers.isWord(text[offset]) { offset += 1 }
        let word = text[start..<offset]
        guard let first = word.first else { throw SyntaxError() }
        let isNumber = first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
        let words: [StaticString] = ["null", "true", "false", "NaN", "Infinity"]
        let isKnown = words.contains { known in
            known.withUTF8Buffer { word.elementsEqual($0) }
        }
        if !isNumber, !isKnown { throw SyntaxError() }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }
}

/// The bytes of a JSON string.
enum JSONStringBytes {
    /// Unescapes the text between the quotes.
    ///
    /// An unpaired surrogate becomes U+FFFD, as in ``JSONReader``. An invalid escape sequence is kept unchanged.
    ///
    /// - Returns: the bytes, and the offset of the first invalid escape sequence.
    static func unescaped(_ text: UnsafeRawBufferPointer) -> (bytes: [UInt8], wrong: Int?) {
        var wrong: Int?
        // No escape sequence is shorter than its character.
        let bytes = [UInt8](capacity: text.count) { room, count in
            var offset = 0
            while offset < text.count {
                let rest = UnsafeRawBufferPointer(rebasing: text[offset...])
                let run = rest.offset(of: 0x5C) ?? rest.count
                if run > 0, let from = rest.baseAddress, let to = room.baseAddress {
                    memcpy(to + count, from, run)
                    count += run
                    offset += run
                }
                guard run < rest.count else { break }
                let (scalar, length) = escape(text, at: offset)
                if let scalar, scalar.isASCII {
                    room[count] = UInt8(truncatingIfNeeded: scalar.value)
                    count += 1
                    offset += length
                } else if let scalar {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        room[count] = byte
                        count += 1
                    }
                    offset += length
                } else {
                    wrong = wrong ?? offset
                    room[count] = 0x5C
                    count += 1
                    offset += 1
                }
            }
        }
        return (bytes, wrong)
    }

    /// The character of an escape sequence and its length; no character for an invalid one.
    private static func escape(
        _ text: UnsafeRawBufferPointer,
        at offset: Int
    ) -> (scalar: Unicode.Scalar?, length: Int) {
        guard offset + 1 < text.count else { return (nil, 1) }
        switch text[offset + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "/"): return ("/", 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"): return unicodeEscape(text, at: offset)
        default: return (nil, 1)
        }
    }

    private static func unicodeEscape(
        _ text: UnsafeRawBufferPointer,
        at offset: Int
    ) -> (scalar: Unicode.Scalar?, length: Int) {
        guard let unit = hexadecimal(text, at: offset + 2) else { return (nil, 1) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        if unit < 0xDC00, offset + 12 <= text.count, text[offset + 6] == 0x5C,
            text[offset + 7] == UInt8(ascii: "u"), let low = hexadecimal(text, at: offset + 8),
            (0xDC00..<0xE000).contains(low)
        {
            return (Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
        }
        return ("\u{FFFD}", 6)
    }

    private static func hexadecimal(_ text: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
        guard offset + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[offset..<offset + 4] {
            guard let digit = byte.hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
