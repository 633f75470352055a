import Basics
import CLibXML2
import Platform

/// Builds the tree of a text in XML 1.0 with namespaces.
///
/// Well-formed text becomes the tree that the recommendations specify. Errors are repaired in the most probable way and
/// reported. (libxml2's own parser, when it recovers, matches any end tag with the open element, so one wrong tag in an
/// entry of a feed ends the feed.)
///
/// The document type declaration is skipped: its entities are unknown, nothing external is read, and text cannot
/// expand. Complexity: linear in the text's length; no recursion.
struct XMLParser {
    /// An element whose end tag has not been read.
    struct Open {
        let node: UnsafeMutablePointer<xmlNode>
        /// The name as in its start tag.
        let name: Range<Int>
        /// The number of prefixes that it binds.
        let bindings: Int
    }

    /// The number of open elements that an end tag is compared with, from the innermost outwards.
    static let searchedElements = 256

    let page: UnsafeBufferPointer<UInt8>
    let document: Document
    let limits: Limits
    let deadline: Deadline?
    var memory: MemoryWatch
    let origin: LineOrigin
    var offset = 0
    /// The start of the text, after a byte order mark.
    var start = 0
    var position = TextPosition()
    var open: [Open] = []
    var elements = 0
    var root: UnsafeMutablePointer<xmlNode>?
    /// Whether a document type declaration has been read.
    var hasDoctype = false
    var namespaces: XMLNamespaces
    var problems = XMLProblems()
    /// The text since the last tag, and the line on which it begins.
    var text: [UInt8] = []
    var textLine = 0
    var value: [UInt8] = []
    /// Receives the tree in parts, if not `nil`.
    let series: TreeSeries?

    /// A parser that adds nodes to an empty document, or to one that the text is part of.
    private init(
        _ page: UnsafeBufferPointer<UInt8>,
        in document: Document,
        origin: LineOrigin,
        limits: Limits,
        series: TreeSeries?
    ) throws(ParseError) {
        self.series = series
        self.page = page
        self.document = document
        self.origin = origin
        self.limits = limits
        deadline = limits.deadline
        memory = MemoryWatch(limit: limits.memory)
        namespaces = XMLNamespaces(
            limit: limits.namespaces,
            unbound: document.kind == .xml ? nil : try document.makeMarkupNamespace()
        )
    }

    /// Reads a text of valid UTF-8 without NUL bytes, lines ended by LF.
    ///
    /// - Returns: the root element, which is not linked into the document yet.
    static func parse(
        _ page: UnsafeBufferPointer<UInt8>,
        in document: Document,
        origin: LineOrigin,
        limits: Limits,
        series: TreeSeries? = nil
    ) throws(ParseError) -> (root: UnsafeMutablePointer<xmlNode>, problems: [XMLProblem]) {
        var parser = try XMLParser(
            page,
            in: document,
            origin: origin,
            limits: limits,
            series: series
        )
        try parser.run()
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
    mutating func run() throws(ParseError) {
        if starts(with: "\u{FEFF}") { offset = 3 }
        start = offset
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
            report(
                "the text ends within <\(name)> of line \(NodeRef(last.node).line)",
                at: page.count,
                isUnambiguous: false
            )
        }
    }

    /// Reads markup, which begins with `<`; returns false if the rest cannot belong to the tree.
    mutating func readMarkup() throws(ParseError) -> Bool {
        if let deadline, deadline.isProbablyPast { throw deadline.error }
        let next = offset + 1 < page.count ? page[offset + 1] : 0
        if next == UInt8(ascii: "!") {
            if starts(with: "<!--") {
                readComment()
            } else if starts(with: "<![CDATA[") {
                readCDATA()
            } else {
                readDeclaration()
            }
        } else if next == UInt8(ascii: "?") {
            readInstruction()
        } else if next == UInt8(ascii: "/") {
            try readEndTag()
        } else if XMLSyntax.startsName(next) {
            if root != nil, open.isEmpty {
                report("content after the root element is left out", at: offset, isUnambiguous: false)
                return false
            }
            flushText()
            try readStartTag()
        } else {
            report("a \"<\" that does not begin a tag is read as text", at: offset)
            appendText(page[offset..<offset + 1])
            offset += 1
        }
        return true
    }

    mutating func readText() {
        let run = readRun()
        // Nearly all text of data is a single run between two tags.
        if text.isEmpty, isBeforeTag, let parent = open.last {
            let line = line(at: run.lowerBound)
            return append(page[run], to: parent, line: line)
        }
        appendText(page[run])
        if offset < page.count, page[offset] == UInt8(ascii: "&") {
            if text.isEmpty { textLine = line(at: offset) }
            let rest = page[offset...].prefix(CharacterReferences.longest)
            let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
            text.append(contentsOf: readReference(endingBefore: end))
        }
    }

    /// Reads text up to the next markup or reference, and reports what is not allowed in it.
    private mutating func readRun() -> Range<Int> {
        let start = offset
        var hasUnusual = false
        while offset < page.count {
            let byte = page[offset]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { break }
            if byte == UInt8(ascii: "]") || XMLSyntax.isForbidden(byte) { hasUnusual = true }
            offset &+= 1
        }
        if hasUnusual { reportUnusual(in: start..<offset) }
        return start..<offset
    }

    /// Whether the next bytes are the beginning of a start or end tag.
    @inline(__always)
    private var isBeforeTag: Bool {
        guard offset &+ 1 < page.count, page[offset] == UInt8(ascii: "<") else { return false }
        let next = page[offset &+ 1]
        return next == UInt8(ascii: "/") || XMLSyntax.startsName(next)
    }

    mutating func appendText(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        if text.isEmpty, !run.isEmpty { textLine = line(at: run.startIndex) }
        text.append(contentsOf: run)
    }

    /// Appends the text that has been read to the open element.
    mutating func flushText() {
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        guard let parent = open.last else {
            if text.contains(where: { !$0.isXMLWhiteSpace }) {
                report("text outside the root element is left out", onLine: textLine, isUnambiguous: false)
            }
            return
        }
        append(text, to: parent, line: textLine)
    }

    private mutating func append(_ text: some Collection<UInt8>, to parent: Open, line: Int) {
        NodeRef(parent.node).append(document.makeText(text, at: NodePosition(line: origin.line(line))))
    }

    mutating func readComment() {
        flushText()
        let (content, start) = readDelimited(from: 4, to: "-->", "a comment")
        if find("--", in: content) != nil || page[content].last == UInt8(ascii: "-") {
            report("\"--\" is not allowed in a comment", at: start)
        }
        guard let parent = open.last else { return }
        let position = NodePosition(line: origin.line(line(at: start)))
        let (copy, size) = document.arena.copy(page[content])
        NodeRef(parent.node).append(document.arena.makeComment(copy, size, in: document.tree, at: position))
    }

    mutating func readCDATA() {
        let (content, _) = readDelimited(from: 9, to: "]]>", "a CDATA section")
        reportControls(in: content)
        appendText(page[content])
    }

    mutating func readInstruction() {
        let (content, start) = readDelimited(from: 2, to: "?>", "a processing instruction")
        let nameEnd = page[content].firstIndex(where: \.isXMLWhiteSpace) ?? content.upperBound
        let name = String(decoding: page[content.lowerBound..<nameEnd], as: UTF8.self)
        // The encoding has been determined before.
        if name.lowercased() == "xml" {
            if start != self.start {
                report("an XML declaration is only allowed at the start of the text: left out", at: start)
            }
            return
        }
        if name.isEmpty {
            report("a processing instruction has no name: left out", at: start)
            return
        }
        flushText()
        let data =
            (page[nameEnd..<content.upperBound].firstIndex { !$0.isXMLWhiteSpace }) ?? content.upperBound
        guard let parent = open.last else { return }
        let position = NodePosition(line: origin.line(line(at: start)))
        let target = document.names.intern(UnsafeBufferPointer(rebasing: page[content.lowerBound..<nameEnd]))
        let (copy, size) = document.arena.copy(page[data..<content.upperBound])
        NodeRef(parent.node).append(
            document.arena.makeInstruction(target, copy, size, in: document.tree, at: position)
        )
    }

    /// Reads markup that ends with a delimiter; returns the range of its content and its start.
    mutating func readDelimited(
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
        report("\(what) does not end", at: start, isUnambiguous: false)
        offset = page.count
        return (contentStart..<page.count, start)
    }
}
