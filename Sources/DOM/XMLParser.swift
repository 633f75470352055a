import CLibXML2

/// Builds the tree of a text in XML 1.0 with namespaces.
///
/// What is well-formed becomes the tree that the recommendations say. What is not is read as its author most
/// probably meant it, and told: libxml2's own parser, when it recovers, takes any end tag for that of the open
/// element, so that one wrong tag of a feed's entry ends the feed.
///
/// The document type declaration is passed over: no entity of its making is known, nothing outside is read, and no
/// text can grow. Complexity: linear in the text's length; no recursion.
struct XMLParser {
    /// An element whose end tag has not been read.
    private struct Open {
        let node: UnsafeMutablePointer<xmlNode>
        /// The name as its start tag spells it.
        let name: Range<Int>
        /// How many prefixes it binds.
        let bindings: Int
    }

    /// How many open elements an end tag is compared with, from the innermost outwards.
    private static let searchedElements = 256

    let page: UnsafeBufferPointer<UInt8>
    let document: Document
    let limits: Limits
    private let origin: LineOrigin
    var offset = 0
    private var position = TextPosition()
    private var open: [Open] = []
    private var elements = 0
    private var root: UnsafeMutablePointer<xmlNode>?
    private var namespaces: XMLNamespaces
    private var problems = XMLProblems()
    /// The text that has been read since the last tag, and the line that it begins on.
    private var text: [UInt8] = []
    private var textLine = 0
    private var value: [UInt8] = []

    /// A parser that builds in an empty document, or in one that the text is part of.
    private init(
        _ page: UnsafeBufferPointer<UInt8>,
        in document: Document,
        origin: LineOrigin,
        limits: Limits
    )
        throws(ParseError)
    {
        self.page = page
        self.document = document
        self.origin = origin
        self.limits = limits
        namespaces = XMLNamespaces(
            limit: limits.namespaces,
            unbound: document.kind == .xml ? nil : try document.makeMarkupNamespace()
        )
    }

    /// Reads a text of valid UTF-8 without NUL bytes, lines ended by LF.
    ///
    /// - Returns: the root element, which has no place in the document yet.
    static func parse(
        _ page: UnsafeBufferPointer<UInt8>,
        in document: Document,
        origin: LineOrigin,
        limits: Limits
    ) throws(ParseError) -> (root: UnsafeMutablePointer<xmlNode>, problems: [XMLProblem]) {
        var parser = try XMLParser(page, in: document, origin: origin, limits: limits)
        do throws(ParseError) {
            try parser.run()
        } catch {
            if let root = parser.root { xmlFreeNode(root) }
            throw error
        }
        guard let root = parser.root else {
            throw ParseError.malformed(
                line: origin.line(1),
                column: 1,
                reason: "not XML: there is no element"
            )
        }
        return (root, parser.problems.all)
    }
}

// MARK: - Structure

extension XMLParser {
    private mutating func run() throws(ParseError) {
        if starts(with: "\u{FEFF}") { offset = 3 }
        while offset < page.count {
            if page[offset] == UInt8(ascii: "<") {
                guard try readMarkup() else { break }
            } else {
                readText()
            }
        }
        flushText()
        if let last = open.last {
            let name = String(decoding: page[last.name], as: UTF8.self)
            tell(
                "the text ends within <\(name)> of line \(NodeRef(last.node).line)",
                at: page.count,
                isUnambiguous: false
            )
        }
    }

    /// Reads what begins with `<`; false where nothing more can belong to the tree.
    private mutating func readMarkup() throws(ParseError) -> Bool {
        if starts(with: "<!--") {
            try readComment()
        } else if starts(with: "<![CDATA[") {
            readCDATA()
        } else if starts(with: "<!") {
            skipDeclaration()
        } else if starts(with: "<?") {
            try readInstruction()
        } else if starts(with: "</") {
            readEndTag()
        } else if offset + 1 < page.count, XMLSyntax.startsName(page[offset + 1]) {
            if root != nil, open.isEmpty {
                tell("what follows the root element is left out", at: offset, isUnambiguous: false)
                return false
            }
            flushText()
            try readStartTag()
        } else {
            tell("a \"<\" that begins no tag is read as text", at: offset)
            appendText(page[offset..<offset + 1])
            offset += 1
        }
        return true
    }

    private mutating func readText() {
        let end = page[offset...].firstIndex(of: UInt8(ascii: "<")) ?? page.count
        while offset < end {
            let run = page[offset..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            appendText(page[offset..<run])
            offset = run
            if offset < end {
                if text.isEmpty { textLine = line(at: offset) }
                text.append(contentsOf: readReference(endingBefore: end))
            }
        }
    }

    private mutating func appendText(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        if text.isEmpty, !run.isEmpty { textLine = line(at: run.startIndex) }
        text.append(contentsOf: run)
    }

    /// Makes a node of the text that has been read.
    private mutating func flushText() {
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        guard let parent = open.last else {
            if text.contains(where: { !XMLSyntax.isSpace($0) }) {
                tell("text outside the root element is left out", onLine: textLine, isUnambiguous: false)
            }
            return
        }
        guard let node = document.makeText(text) else { return }
        NodeRef(node).setLine(origin.line(textLine))
        NodeRef(parent.node).append(node)
    }

    private mutating func readComment() throws(ParseError) {
        flushText()
        let (content, start) = readDelimited(from: 4, to: "-->", "a comment")
        let tree = document.tree
        try appendNode(content, at: start) { xmlNewDocComment(tree, $0) }
    }

    private mutating func readCDATA() {
        let (content, _) = readDelimited(from: 9, to: "]]>", "a CDATA section")
        appendText(page[content])
    }

    private mutating func readInstruction() throws(ParseError) {
        let (content, start) = readDelimited(from: 2, to: "?>", "a processing instruction")
        let nameEnd = page[content].firstIndex(where: XMLSyntax.isSpace) ?? content.upperBound
        let name = String(decoding: page[content.lowerBound..<nameEnd], as: UTF8.self)
        // The XML declaration says what is known by now.
        if name.isEmpty || name.lowercased() == "xml" { return }
        flushText()
        let data = (page[nameEnd..<content.upperBound].firstIndex { !XMLSyntax.isSpace($0) }) ?? nameEnd
        let tree = document.tree
        try appendNode(data..<content.upperBound, at: start) { xmlNewDocPI(tree, name, $0) }
    }

    /// Passes over something that ends with a delimiter; returns what stands in it and where it starts.
    private mutating func readDelimited(
        from lead: Int,
        to end: StaticString,
        _ what: String
    ) -> (content: Range<Int>, start: Int) {
        let start = offset
        let contentStart = min(start + lead, page.count)
        if let found = find(end, from: contentStart) {
            offset = found + end.utf8CodeUnitCount
            return (contentStart..<found, start)
        }
        tell("\(what) does not end", at: start, isUnambiguous: false)
        offset = page.count
        return (contentStart..<page.count, start)
    }

    /// Adds a comment or an instruction where an element is open.
    private mutating func appendNode(
        _ content: Range<Int>,
        at start: Int,
        _ make: (UnsafePointer<xmlChar>) -> UnsafeMutablePointer<xmlNode>?
    ) throws(ParseError) {
        guard let parent = open.last else { return }
        guard let node = make(Array(page[content]) + [0]) else { throw ParseError.outOfMemory }
        NodeRef(node).setLine(origin.line(line(at: start)))
        NodeRef(parent.node).append(node)
    }

    /// Passes over a document type declaration with all that it declares.
    private mutating func skipDeclaration() {
        let start = offset
        var depth = 0
        offset += 2
        while offset < page.count {
            let byte = page[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                offset = page[(offset + 1)...].firstIndex(of: byte) ?? page.count
            } else if starts(with: "<!--") {
                offset = find("-->", from: offset + 4).map { $0 + 2 } ?? page.count
            } else if starts(with: "<?") {
                offset = find("?>", from: offset + 2).map { $0 + 1 } ?? page.count
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") {
                depth += 1
            } else if byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ">") {
                if depth <= 0 { break }
                depth -= 1
            }
            offset += 1
        }
        if offset >= page.count {
            tell("a declaration does not end", at: start, isUnambiguous: false)
        }
        offset = min(offset + 1, page.count)
    }
}

// MARK: - Tags

extension XMLParser {
    private mutating func readStartTag() throws(ParseError) {
        let start = offset
        let line = line(at: start)
        offset += 1
        let name = readName()
        var attributes = XMLAttributes()
        let end = readAttributes(into: &attributes)
        if attributes.ranges.count > limits.attributes {
            throw ParseError.tooManyAttributes(line: origin.line(line), limit: limits.attributes)
        }
        elements += 1
        if let error = limits.error(elements: elements, depth: open.count + 1) { throw error }

        guard let local = document.intern(page[localName(of: name)]),
            let node = xmlNewDocNodeEatName(
                document.tree,
                nil,
                UnsafeMutablePointer(mutating: local.bytes),
                nil
            )
        else { throw ParseError.outOfMemory }
        NodeRef(node).setLine(origin.line(line))
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

    private enum TagEnd { case open, closed }

    private mutating func readAttributes(into attributes: inout XMLAttributes) -> TagEnd {
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

    private mutating func readAttribute(into attributes: inout XMLAttributes) {
        let start = offset
        let name = readName()
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
            offset = end.map { $0 + 1 } ?? page.count
        } else {
            tell("an attribute's value has no quotes", at: offset)
            let end = page[offset...].firstIndex { XMLSyntax.isSpace($0) || $0 == UInt8(ascii: ">") }
            value = offset..<(end ?? page.count)
            offset = value.upperBound
        }
        attributes.ranges.append((name, value))
    }

    private mutating func readEndTag() {
        let start = offset
        offset += 2
        let name = readName()
        offset =
            (page[offset...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }) ?? page.count
        if offset < page.count, page[offset] == UInt8(ascii: ">") { offset += 1 }
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
    private func openElement(named name: Range<Int>) -> Int? {
        guard let base = page.baseAddress, let count = Int32(exactly: name.count) else { return nil }
        return open.suffix(XMLParser.searchedElements).lastIndex { element in
            element.name.count == name.count
                && xmlStrncmp(base + element.name.lowerBound, base + name.lowerBound, count) == 0
        }
    }

    private func spelling(_ range: Range<Int>) -> String {
        let shown = range.prefix(60)
        return String(decoding: page[shown], as: UTF8.self) + (shown.count < range.count ? "…" : "")
    }
}

// MARK: - Namespaces and attributes

extension XMLParser {
    /// Binds the prefixes that a tag declares; returns how many.
    private mutating func bind(
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
                on: node,
                line: origin.line(line)
            )
            if bound { count += 1 }
        }
        return count
    }

    /// The prefix that an attribute declares, empty for the default namespace; `nil` for any other attribute.
    private func declaredPrefix(_ name: Range<Int>) -> Range<Int>? {
        guard name.count >= 5, page[name].starts(with: "xmlns".utf8) else { return nil }
        if name.count == 5 { return name.upperBound..<name.upperBound }
        return page[name.lowerBound + 5] == UInt8(ascii: ":") ? name.lowerBound + 6..<name.upperBound : nil
    }

    private func prefix(of name: Range<Int>) -> Range<Int>? {
        guard let colon = page[name].firstIndex(of: UInt8(ascii: ":")), colon > name.lowerBound,
            colon + 1 < name.upperBound
        else { return nil }
        return name.lowerBound..<colon
    }

    private func localName(of name: Range<Int>) -> Range<Int> {
        prefix(of: name).map { $0.upperBound + 1..<name.upperBound } ?? name
    }

    /// What a prefix stands for. One that is not declared has a namespace without an address, so that selectors
    /// find it by its prefix like any other.
    private mutating func namespace(
        of prefix: Range<Int>?,
        isAttribute: Bool,
        _ node: UnsafeMutablePointer<xmlNode>,
        at offset: Int
    ) throws(ParseError) -> UnsafeMutablePointer<xmlNs>? {
        guard let prefix else { return isAttribute ? nil : namespaces.defaultNamespace }
        guard let name = document.intern(page[prefix]) else { throw ParseError.outOfMemory }
        if let known = namespaces[name] { return known }
        if page[prefix].elementsEqual("xml".utf8) { return xmlSearchNs(document.tree, node, "xml") }
        if namespaces.isNews(name) {
            tell("the namespace prefix \"\(spelling(prefix))\" is not declared", at: offset)
        }
        return xmlNewNs(node, "", name.bytes) ?? XMLNamespaces.own(name, of: node)
    }

    private mutating func append(
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
            value.append(0)
            // Without a node, since libxml2 walks over all attributes of one to add another.
            guard
                let attribute = xmlNewNsPropEatName(
                    nil,
                    namespace,
                    UnsafeMutablePointer(mutating: local.bytes),
                    value
                )
            else { throw ParseError.outOfMemory }
            attribute.pointee.doc = document.tree
            attribute.pointee.children?.pointee.doc = document.tree
            attribute.pointee.parent = node
            attribute.pointee.prev = last
            if let last { last.pointee.next = attribute } else { node.pointee.properties = attribute }
            last = attribute
        }
    }

    /// Reads an attribute's value into `value`: references replaced, line ends and tabs turned into spaces.
    private mutating func readValue(_ range: Range<Int>) {
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

// MARK: - Scanning

extension XMLParser {
    private mutating func readName() -> Range<Int> {
        let start = offset
        offset = page[offset...].firstIndex(where: XMLSyntax.endsName) ?? page.count
        return start..<offset
    }

    private mutating func skipSpace() {
        while offset < page.count, XMLSyntax.isSpace(page[offset]) { offset += 1 }
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard page.count - offset >= count else { return false }
        for index in 0..<count where page[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        var index = start
        let count = text.utf8CodeUnitCount
        while let found = page[index...].firstIndex(of: text.utf8Start[0]), found + count <= page.count {
            if (1..<count).allSatisfy({ page[found + $0] == text.utf8Start[$0] }) { return found }
            index = found + 1
        }
        return nil
    }

    private mutating func line(at offset: Int) -> Int {
        position.move(to: offset, in: page)
        return position.line
    }

    /// Notes a problem at an offset.
    mutating func tell(_ message: String, at offset: Int, isUnambiguous: Bool = true) {
        if problems.isFull {
            return problems.count(isUnambiguous: isUnambiguous, line: origin.line(position.line))
        }
        position.move(to: offset, in: page)
        let column: Int? =
            if case .following = origin { position.column(at: offset, in: page) } else { nil }
        problems.append(
            XMLProblem(
                message: message,
                line: origin.line(position.line),
                column: column,
                isUnambiguous: isUnambiguous
            )
        )
    }

    private mutating func tell(_ message: String, onLine line: Int, isUnambiguous: Bool) {
        problems.append(
            XMLProblem(message: message, line: origin.line(line), column: nil, isUnambiguous: isUnambiguous)
        )
    }
}
