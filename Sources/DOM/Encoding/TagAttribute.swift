/// An attribute of a tag in the page: where its name and its value stand.
struct TagAttribute {
    var name: Range<Int>
    var value: Range<Int>
}

extension MetaPrescan {
    /// Reads the next attribute of a tag; `nil` at the tag's end, or the page's.
    ///
    /// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing).
    mutating func nextAttribute() -> TagAttribute? {
        while let byte = current, Self.isSpace(byte) || byte == UInt8(ascii: "/") { position += 1 }
        guard let first = current, first != UInt8(ascii: ">") else { return nil }
        let start = position
        position += 1
        while let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
            byte != UInt8(ascii: "/"),
            !Self.isSpace(byte)
        {
            position += 1
        }
        let name = start..<position
        skipSpace()
        guard current == UInt8(ascii: "=") else {
            return TagAttribute(name: name, value: name.upperBound..<name.upperBound)
        }
        position += 1
        skipSpace()
        return readValue().map { TagAttribute(name: name, value: $0) }
    }

    /// Reads an attribute's value; `nil` where the page ends in it.
    private mutating func readValue() -> Range<Int>? {
        guard let first = current else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let start = position
            guard find(first) else { return nil }
            position += 1
            return start..<position - 1
        }
        let start = position
        while let byte = current, byte != UInt8(ascii: ">"), !Self.isSpace(byte) { position += 1 }
        return start..<position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, Self.isSpace(byte) { position += 1 }
    }
}
