import Basics
import CLibXML2
import Platform

// Start and end tags of an XML text.
extension XMLParser {
    mutating func readStartTag() throws(ParseError) {
        let start = offset
        let line = line(at: start)
        offset += 1
        let name = readName()
        check(name)
        let prefix = prefix(of: name)
        var attributes = XMLAttributes()
        let end = readAttributes(into: &attributes)
        if attributes.ranges.count > limits.attributes {
            throw ParseError.tooManyAttributes(line: origin.line(line), limit: limits.attributes)
        }
        elements += 1
        if elements & 0xFFF == 0, let error = memory.error(document.size) { throw error }
        if let error = limits.error(elements: elements, depth: open.count + 1) { throw error }

        let local = intern(localName(of: name, after: prefix))
        series?.willOpen()
        let node = document.makeElement(local, at: NodePosition(line: origin.line(line)))
        if let parent = open.last {
            NodeRef(parent.node).append(node)
        } else {
            root = node
            // A whole tree is linked at its end, since it may become a part of another.
            if series != nil { document.node.append(node) }
        }
        series?.opened(NodeRef(node))
        let bindings = attributes.ranges.isEmpty ? 0 : try bind(attributes, to: node, line: line)
        node.pointee.ns = try namespace(of: prefix, isAttribute: false, node, at: start)
        if !attributes.ranges.isEmpty { try append(attributes, to: node, at: start) }
        if end == .open {
            open.append(Open(node: node, name: name, bindings: bindings))
        } else {
            namespaces.unbind(bindings)
            try closed(node)
        }
    }

    /// An element has ended.
    mutating func closed(_ node: UnsafeMutablePointer<xmlNode>) throws(ParseError) {
        // Only what is in memory counts against the limit.
        guard let series else { return }
        if series.closed(NodeRef(node)) { elements = open.count }
        if let failure = series.failure { throw failure }
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
                report("a tag does not end before the next one begins", at: offset, isUnambiguous: false)
                return .open
            case let byte where byte.isXMLWhiteSpace:
                offset += 1
            case let byte where XMLSyntax.endsName(byte):
                report("unexpected \"\(Character(Unicode.Scalar(byte)))\" in a tag: left out", at: offset)
                offset += 1
            default:
                readAttribute(into: &attributes)
            }
        }
        report("the text ends within a tag", at: start, isUnambiguous: false)
        return .open
    }

    mutating func readAttribute(into attributes: inout XMLAttributes) {
        let start = offset
        let name = readName()
        check(name)
        skipSpace()
        guard offset < page.count, page[offset] == UInt8(ascii: "=") else {
            report("an attribute has no value", at: start)
            attributes.ranges.append((name, name.upperBound..<name.upperBound))
            return
        }
        offset += 1
        skipSpace()
        let value: Range<Int>
        if offset < page.count, page[offset] == UInt8(ascii: "\"") || page[offset] == UInt8(ascii: "'") {
            let quote = page[offset]
            let end = page[(offset + 1)...].firstIndex(of: quote)
            if end == nil { report("an attribute's value does not end", at: offset, isUnambiguous: false) }
            value = offset + 1..<(end ?? page.count)
            reportUnescaped(in: value)
            offset = end.map { $0 + 1 } ?? page.count
            if offset < page.count, !page[offset].isXMLWhiteSpace, !XMLSyntax.endsName(page[offset]) {
                report("white space is missing before an attribute", at: offset)
            }
        } else {
            report("an attribute's value has no quotes", at: offset)
            let end = page[offset...].firstIndex { $0.isXMLWhiteSpace || $0 == UInt8(ascii: ">") }
            value = offset..<(end ?? page.count)
            offset = value.upperBound
        }
        attributes.ranges.append((name, value))
    }

    private mutating func reportUnescaped(in value: Range<Int>) {
        reportControls(in: value)
        if let found = page[value].firstIndex(of: UInt8(ascii: "<")) {
            report("\"<\" in an attribute's value is not escaped: kept", at: found)
        }
    }

    mutating func readEndTag() throws(ParseError) {
        if let last = open.last, isPlainEndTag(of: last) {
            offset += last.name.count + 3
            flushText()
            open.removeLast()
            namespaces.unbind(last.bindings)
            return try closed(last.node)
        }
        let start = offset
        offset += 2
        let name = readName()
        skipSpace()
        let rest = offset
        offset =
            (page[offset...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }) ?? page.count
        if offset < page.count, page[offset] == UInt8(ascii: ">") {
            if offset > rest { report("an end tag contains more than its name: left out", at: rest) }
            offset += 1
        } else if offset < page.count {
            report("a tag does not end before the next one begins", at: offset, isUnambiguous: false)
        } else {
            // Its name may continue as well.
            report("the text ends within a tag", at: start, isUnambiguous: false)
            return
        }
        flushText()
        guard let index = openElement(named: name) else {
            report(
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
            report(
                "</\(spelling(name))> ends \(names), which no end tag has ended",
                at: start,
                isUnambiguous: false
            )
        }
        while open.count > index, let ended = open.popLast() {
            namespaces.unbind(ended.bindings)
            try closed(ended.node)
        }
    }

    /// Whether the end tag is that of an element, and has nothing but its name, as nearly all have.
    @inline(__always)
    private func isPlainEndTag(of element: Open) -> Bool {
        let (first, count) = (offset &+ 2, element.name.count)
        guard first &+ count < page.count, page[first &+ count] == UInt8(ascii: ">") else { return false }
        for index in 0..<count where page[first &+ index] != page[element.name.lowerBound &+ index] {
            return false
        }
        return true
    }

    /// The innermost open element with a name, within the searched depth.
    @inline(__always)
    func openElement(named name: Range<Int>) -> Int? {
        guard let base = page.baseAddress else { return nil }
        return open.suffix(XMLParser.searchedElements).lastIndex { element in
            element.name.count == name.count
                && memcmp(base + element.name.lowerBound, base + name.lowerBound, name.count) == 0
        }
    }

    func spelling(_ range: Range<Int>) -> String {
        let shown = range.prefix(60)
        return String(decoding: page[shown], as: UTF8.self) + (shown.count < range.count ? "…" : "")
    }
}

// The namespaces and attributes of a tag.
extension XMLParser {
    /// Binds the prefixes that a tag declares; returns their number.
    mutating func bind(
        _ attributes: XMLAttributes,
        to node: UnsafeMutablePointer<xmlNode>,
        line: Int
    ) throws(ParseError) -> Int {
        var count = 0
        for (name, range) in attributes.ranges {
            guard let prefix = declaredPrefix(name) else { continue }
            readValue(range)
            let bound = try namespaces.bind(
                prefix.isEmpty ? nil : intern(prefix),
                to: value,
                on: NodeRef(node),
                in: document,
                line: origin.line(line)
            )
            if bound { count += 1 }
        }
        return count
    }

    /// The prefix that an attribute declares, empty for the default namespace; `nil` for any other attribute.
    @inline(__always)
    func declaredPrefix(_ name: Range<Int>) -> Range<Int>? {
        guard name.count >= 5, page[name].starts(with: "xmlns".utf8) else { return nil }
        if name.count == 5 { return name.upperBound..<name.upperBound }
        return page[name.lowerBound + 5] == UInt8(ascii: ":") ? name.lowerBound + 6..<name.upperBound : nil
    }

    @inline(__always)
    func intern(_ name: Range<Int>) -> Name {
        document.names.intern(UnsafeBufferPointer(rebasing: page[name]))
    }

    @inline(__always)
    func prefix(of name: Range<Int>) -> Range<Int>? {
        guard let colon = page[name].firstIndex(of: UInt8(ascii: ":")), colon > name.lowerBound,
            colon + 1 < name.upperBound
        else { return nil }
        return name.lowerBound..<colon
    }

    @inline(__always)
    func localName(of name: Range<Int>, after prefix: Range<Int>?) -> Range<Int> {
        prefix.map { $0.upperBound + 1..<name.upperBound } ?? name
    }

    /// The namespace of a prefix. An undeclared prefix has a namespace without an address, so that selectors can match
    /// it by its prefix.
    mutating func namespace(
        of prefix: Range<Int>?,
        isAttribute: Bool,
        _ node: UnsafeMutablePointer<xmlNode>,
        at offset: Int
    ) throws(ParseError) -> UnsafeMutablePointer<xmlNs>? {
        guard let prefix else { return isAttribute ? nil : namespaces.defaultNamespace }
        let name = intern(prefix)
        if let known = namespaces[name] { return known }
        if page[prefix].elementsEqual("xml".utf8) { return LibXML2.xmlNamespace(of: document.tree) }
        if namespaces.isFirstUse(of: name) {
            report("the namespace prefix \"\(spelling(prefix))\" is not declared", at: offset)
        }
        let element = NodeRef(node)
        return element.declaredNamespace(name.bytes) ?? document.declareNamespace(name, [], on: element)
    }

    mutating func append(
        _ attributes: XMLAttributes,
        to node: UnsafeMutablePointer<xmlNode>,
        at start: Int
    ) throws(ParseError) {
        var last: UnsafeMutablePointer<xmlAttr>?
        var names = XMLAttributes.Names()
        for (name, range) in attributes.ranges where declaredPrefix(name) == nil {
            let prefix = prefix(of: name)
            let namespace = try namespace(of: prefix, isAttribute: true, node, at: start)
            let local = intern(localName(of: name, after: prefix))
            guard names.insert(local, namespace) else {
                report(
                    "the attribute \"\(spelling(name))\" appears twice in a tag: the first is used",
                    at: start
                )
                continue
            }
            readValue(range)
            let (start, size) = document.arena.copy(value)
            let attribute = document.arena.makeAttribute(
                local,
                namespace: namespace,
                start,
                size,
                of: node,
                in: document.tree
            )
            NodeRef(node).link(attribute, after: last)
            last = attribute
        }
    }

    /// Reads an attribute's value into `value`: references replaced, line ends and tabs turned into spaces.
    mutating func readValue(_ range: Range<Int>) {
        value.removeAll(keepingCapacity: true)
        let after = offset
        offset = range.lowerBound
        while offset < range.upperBound {
            let byte = page[offset]
            if byte == UInt8(ascii: "&") {
                value.append(contentsOf: readReference(endingBefore: range.upperBound))
            } else {
                value.append(byte.isXMLWhiteSpace ? 0x20 : byte)
                offset += 1
            }
        }
        offset = after
    }
}

/// The attributes of one tag, in the page's order.
struct XMLAttributes {
    /// The ranges of each attribute's name and value in the page.
    var ranges: [(name: Range<Int>, value: Range<Int>)] = []

    /// The names of a tag's attributes, to find duplicates.
    struct Names {
        private struct Key: Hashable {
            let local: Name
            let namespace: UnsafeMutablePointer<xmlNs>?
        }

        private var few: [Key] = []
        private var many: Set<Key> = []

        /// Adds a name; returns false for a duplicate.
        mutating func insert(_ local: Name, _ namespace: UnsafeMutablePointer<xmlNs>?) -> Bool {
            let key = Key(local: local, namespace: namespace)
            if few.count < 16 {
                if few.contains(key) { return false }
                few.append(key)
                return true
            }
            return !few.contains(key) && many.insert(key).inserted
        }
    }
}
