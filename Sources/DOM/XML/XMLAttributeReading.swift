import CLibXML2

// What a tag of an XML text says besides its name: namespaces and attributes.
extension XMLParser {
    /// Binds the prefixes that a tag declares; returns how many.
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
                prefix.isEmpty ? nil : document.intern(page[prefix]),
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
    func declaredPrefix(_ name: Range<Int>) -> Range<Int>? {
        guard name.count >= 5, page[name].starts(with: "xmlns".utf8) else { return nil }
        if name.count == 5 { return name.upperBound..<name.upperBound }
        return page[name.lowerBound + 5] == UInt8(ascii: ":") ? name.lowerBound + 6..<name.upperBound : nil
    }

    func prefix(of name: Range<Int>) -> Range<Int>? {
        guard let colon = page[name].firstIndex(of: UInt8(ascii: ":")), colon > name.lowerBound,
            colon + 1 < name.upperBound
        else { return nil }
        return name.lowerBound..<colon
    }

    func localName(of name: Range<Int>) -> Range<Int> {
        prefix(of: name).map { $0.upperBound + 1..<name.upperBound } ?? name
    }

    /// What a prefix stands for. One that is not declared has a namespace without an address, so that selectors
    /// find it by its prefix like any other.
    mutating func namespace(
        of prefix: Range<Int>?,
        isAttribute: Bool,
        _ node: UnsafeMutablePointer<xmlNode>,
        at offset: Int
    ) throws(ParseError) -> UnsafeMutablePointer<xmlNs>? {
        guard let prefix else { return isAttribute ? nil : namespaces.defaultNamespace }
        guard let name = document.intern(page[prefix]) else { throw ParseError.outOfMemory }
        if let known = namespaces[name] { return known }
        if page[prefix].elementsEqual("xml".utf8) { return LibXML2.xmlNamespace(of: document.tree) }
        if namespaces.isNews(name) {
            tell("the namespace prefix \"\(spelling(prefix))\" is not declared", at: offset)
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
            let namespace = try namespace(of: prefix(of: name), isAttribute: true, node, at: start)
            guard let local = document.intern(page[localName(of: name)]) else { throw ParseError.outOfMemory }
            guard names.insert(local, namespace) else {
                tell("the attribute \"\(spelling(name))\" stands twice in a tag: the first counts", at: start)
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
            NodeRef(node).link(attribute, behind: last)
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
                value.append(XMLSyntax.isSpace(byte) ? 0x20 : byte)
                offset += 1
            }
        }
        offset = after
    }
}
