/// The members of an object of JSON, without what is in them: where each key and value stands.
///
/// A page's text is most of its line, so it is neither made a tree nor looked at more often than needed. What is
/// accepted is at least all JSON; a line that is not understood is for ``JSON/read(_:dialect:)`` to tell of.
struct JSONMembers {
    /// What a value is, by its first byte.
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
        /// The key between its quotes, as written.
        let key: Range<Int>
        let kind: Kind
        /// The value as written, a string without its quotes.
        let value: Range<Int>
    }

    /// Thrown where the text is no object of JSON.
    struct Misunderstood: Error {}

    private let text: UnsafeRawBufferPointer
    private var offset = 0

    private init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The members of the object that a text is; `nil` where it is none, or not well written.
    static func of(_ text: UnsafeRawBufferPointer) -> [Member]? {
        var scan = JSONMembers(text)
        return try? scan.members()
    }

    private mutating func members() throws(Misunderstood) -> [Member] {
        var members: [Member] = []
        try take(UInt8(ascii: "{"))
        if peek != UInt8(ascii: "}") {
            while true {
                try take(UInt8(ascii: "\""))
                let key = try string()
                try take(UInt8(ascii: ":"))
                let (kind, value) = try value()
                members.append(Member(key: key, kind: kind, value: value))
                if peek != UInt8(ascii: ",") { break }
                offset += 1
            }
        }
        try take(UInt8(ascii: "}"))
        if peek != nil { throw Misunderstood() }
        return members
    }

    /// The next byte that is no white space.
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

    private mutating func take(_ byte: UInt8) throws(Misunderstood) {
        guard peek == byte else { throw Misunderstood() }
        offset += 1
    }

    /// Passes over a string behind its first quote; tells what stands between the quotes.
    private mutating func string() throws(Misunderstood) -> Range<Int> {
        let start = offset
        while let quote = UnsafeRawBufferPointer(rebasing: text[offset...]).offset(of: UInt8(ascii: "\"")) {
            let end = offset + quote
            offset = end + 1
            // A quote is escaped by an odd number of backslashes before it.
            var backslashes = 0
            while end - backslashes > start, text[end - backslashes - 1] == 0x5C { backslashes += 1 }
            if backslashes % 2 == 0 { return start..<end }
        }
        throw Misunderstood()
    }

    private mutating func value() throws(Misunderstood) -> (Kind, Range<Int>) {
        guard let byte = peek else { throw Misunderstood() }
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

    /// Passes over an array or object, whatever stands in it between its brackets.
    private mutating func container() throws(Misunderstood) {
        var closing: [UInt8] = []
        while offset < text.count {
            let byte = text[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard closing.popLast() == byte else { throw Misunderstood() }
                if closing.isEmpty { return }
            default: break
            }
        }
        throw Misunderstood()
    }

    /// Passes over a number or one of JSON's words, or one that others write (`NaN`).
    private mutating func scalar() throws(Misunderstood) {
        let start = offset
        while offset < text.count, JSONMembers.isWord(text[offset]) { offset += 1 }
        let word = text[start..<offset]
        guard let first = word.first else { throw Misunderstood() }
        let isNumber = first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
        let words: [StaticString] = ["null", "true", "false", "NaN", "Infinity"]
        let isKnown = words.contains { known in
            known.withUTF8Buffer { word.elementsEqual($0) }
        }
        if !isNumber, !isKnown { throw Misunderstood() }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }
}
