import CLibXML2

// Start and end tags of an XML text.
extension XMLParser {
    mutating func readStartTag() throws(ParseError) {
        let start = offset
        let line = line(at: start)
        offset += 1
        let name = readName()
        check(name)
        var attributes = XMLAttributes()
        let end = readAttributes(into: &attributes)
        if attributes.ranges.count > limits.attributes {
            throw ParseError.tooManyAttributes(line: origin.line(line), limit: limits.attributes)
        }
        elements += 1
        if let error = limits.error(elements: elements, depth: open.count + 1) { throw error }

        guard let local = document.intern(page[localName(of: name)]) else { throw ParseError.outOfMemory }
        let node = document.makeElement(local, at: NodePosition(line: origin.line(line)))
        if let parent = open.last {
            NodeRef(parent.node).append(node)
        } else {
            root = node
        }
        let bindings = try bind(attributes, to: node, line: line)
        node.pointee.ns = try namespace(of: prefix(of: name), isAttribute: false, node, at: start)
        try append(attributes, to: node, at: start)
        if end == .open {
            open.append(Open(node: node, name: name, bindings: bindings))
        } else {
            namespaces.unbind(bindings)
        }
    }

    enum TagEnd { case open, closed }

    mutating func readAttributes(into attributes: inout XMLAttributes) -> TagEnd {
        let start = offset
        while offset < page.count {
            switch page[offset] {
            case UInt8(ascii: ">"):
                offset += 1
                return .open
            case UInt8(ascii: "/") where offset + 1 < page.count && page[offset + 1] == UInt8(ascii: ">"):
                offset += 2
                return .closed
            case UInt8(ascii: "<"):
                tell("a tag does not end before the next one begins", at: offset, isUnambiguous: false)
                return .open
            case let byte where XMLSyntax.isSpace(byte):
                offset += 1
            case let byte where XMLSyntax.endsName(byte):
                tell("\"\(Character(Unicode.Scalar(byte)))\" stands where an attribute should", at: offset)
                offset += 1
            default:
                readAttribute(into: &attributes)
            }
        }
        tell("the text ends within a tag", at: start, isUnambiguous: false)
        return .open
    }

    mutating func readAttribute(into attributes: inout XMLAttributes) {
        let start = offset
        let name = readName()
        check(name)
        skipSpace()
        guard offset < page.count, page[offset] == UInt8(ascii: "=") else {
            tell("an attribute has no value", at: start)
            attributes.ranges.append((name, name.upperBound..<name.upperBound))
            return
        }
        offset += 1
        skipSpace()
        let value: Range<Int>
        if offset < page.count, page[offset] == UInt8(ascii: "\"") || page[offset] == UInt8(ascii: "'") {
            let quote = page[offset]
            let end = page[(offset + 1)...].firstIndex(of: quote)
            if end == nil { tell("an attribute's value does not end", at: offset, isUnambiguous: false) }
            value = offset + 1..<(end ?? page.count)
            tellOddities(in: value)
            offset = end.map { $0 + 1 } ?? page.count
            if offset < page.count, !XMLSyntax.isSpace(page[offset]), !XMLSyntax.endsName(page[offset]) {
                tell("no white space stands before an attribute", at: offset)
            }
        } else {
            tell("an attribute's value has no quotes", at: offset)
            let end = page[offset...].firstIndex { XMLSyntax.isSpace($0) || $0 == UInt8(ascii: ">") }
            value = offset..<(end ?? page.count)
            offset = value.upperBound
        }
        attributes.ranges.append((name, value))
    }

    private mutating func tellOddities(in value: Range<Int>) {
        tellControls(in: value)
        if let found = page[value].firstIndex(of: UInt8(ascii: "<")) {
            tell("a \"<\" stands in an attribute's value: read as it is", at: found)
        }
    }

    mutating func readEndTag() {
        let start = offset
        offset += 2
        let name = readName()
        skipSpace()
        let rest = offset
        offset =
            (page[offset...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }) ?? page.count
        if offset < page.count, page[offset] == UInt8(ascii: ">") {
            if offset > rest { tell("an end tag holds more than its name: left out", at: rest) }
            offset += 1
        } else if offset < page.count {
            tell("a tag does not end before the next one begins", at: offset, isUnambiguous: false)
        } else {
            // Its name may go on as well.
            tell("the text ends within a tag", at: start, isUnambiguous: false)
            return
        }
        flushText()
        guard let index = openElement(named: name) else {
            tell(
                "an end tag </\(spelling(name))> has no start tag: left out",
                at: start,
                isUnambiguous: false
            )
            return
        }
        if index < open.count - 1 {
            let names = open[(index + 1)...].suffix(3).map { "<\(spelling($0.name))>" }.joined(
                separator: ", "
            )
            tell(
                "</\(spelling(name))> ends \(names), which no end tag has ended",
                at: start,
                isUnambiguous: false
            )
        }
        while open.count > index, let closed = open.popLast() { namespaces.unbind(closed.bindings) }
    }

    /// The innermost open element of a name, as far as is searched.
    func openElement(named name: Range<Int>) -> Int? {
        guard let base = page.baseAddress, let count = Int32(exactly: name.count) else { return nil }
        return open.suffix(XMLParser.searchedElements).lastIndex { element in
            element.name.count == name.count
                && xmlStrncmp(base + element.name.lowerBound, base + name.lowerBound, count) == 0
        }
    }

    func spelling(_ range: Range<Int>) -> String {
        let shown = range.prefix(60)
        return String(decoding: page[shown], as: UTF8.self) + (shown.count < range.count ? "…" : "")
    }
}
