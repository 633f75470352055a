import Basics

/// The tags in a page's bytes, with their attributes, wherever they are: also within the strings of JSON, where a
/// backslash precedes quotation marks.
struct TagScanner {
    /// An attribute of a tag.
    struct Attribute {
        let name: Range<Int>
        /// The value without its quotation marks; empty if there is none.
        let value: Range<Int>
    }

    /// A start tag or an end tag.
    struct Tag {
        let name: Range<Int>
        let attributes: [Attribute]
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next tag.
    mutating func next() -> Tag? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "/") { position += 1 }
            guard position < bytes.count, TagScanner.isLetter(bytes[position]) else { continue }
            let name = range { !TagScanner.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            return Tag(name: name, attributes: attributes())
        }
        return nil
    }

    private mutating func attributes() -> [Attribute] {
        var attributes: [Attribute] = []
        while true {
            _ = range { TagScanner.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard position < bytes.count, bytes[position] != UInt8(ascii: ">"),
                bytes[position] != UInt8(ascii: "<")
            else { return attributes }
            let start = position
            let name = range {
                !TagScanner.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
                    && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "<")
            }
            let end = position
            _ = range(TagScanner.isSpace)
            var value = end..<end
            if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
                position += 1
                _ = range(TagScanner.isSpace)
                value = self.value()
            } else {
                position = end
            }
            if position == start { position += 1 }
            attributes.append(Attribute(name: name, value: value))
        }
    }

    private mutating func value() -> Range<Int> {
        let backslash = UInt8(ascii: "\\")
        let isEscaped = position < bytes.count && bytes[position] == backslash
        if isEscaped { position += 1 }
        guard position < bytes.count else { return position..<position }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return range { !TagScanner.isSpace($0) && $0 != UInt8(ascii: ">") }
        }
        position += 1
        let inner = range { $0 != quote }
        position = min(position + 1, bytes.count)
        let hasBackslash = isEscaped && !inner.isEmpty && bytes[inner.upperBound - 1] == backslash
        return hasBackslash ? inner.lowerBound..<inner.upperBound - 1 : inner
    }

    private mutating func range(_ isIn: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < bytes.count, isIn(bytes[position]) { position += 1 }
        return start..<position
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether a byte is white space. (Escapes of it in JSON begin with a backslash.)
    static func isSpace(_ byte: UInt8) -> Bool { byte.isASCIIWhiteSpace }
}
