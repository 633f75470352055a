import Basics

/// A walk through a tree that writes its text.
struct TextWalk {
    private let document: Document
    /// The elements that lines begin with; `nil` if they are not requested.
    private var leads: LineLeads?
    /// The number of open preformatted elements.
    private var preformatted = 0
    /// Whether all text is written on one line.
    private let isOnOneLine: Bool
    /// Whether the words of adjacent elements are separated by a space.
    private let separatesElements: Bool
    /// Whether the next text is that of an element which directly follows another.
    private var isAtBoundary = false
    /// Whether elements of XML may be parts of lines.
    private let mayHaveMixedText: Bool
    /// Whether elements of XML have text of their own, so that the elements in it are parts of its lines.
    private var mixedText: [NodeRef: Bool] = [:]

    init(
        _ document: Document,
        _ form: TextWriter.Form,
        separatesElements: Bool = false,
        leads: Set<NodeRef> = [],
        keepsTexts: Bool = false
    ) {
        self.document = document
        self.leads = leads.isEmpty && !keepsTexts ? nil : LineLeads(leads)
        isOnOneLine = form == .oneLine
        self.separatesElements = separatesElements
        mayHaveMixedText = document.mayHaveMixedText
    }

    /// The text of the element that a line begins with, by the index of the line.
    func leadText(ofLine index: Int) -> [UInt8]? { leads?.texts[index] }

    /// The text nodes that a line consists of, by the index of the line.
    func textNodes(ofLine index: Int) -> [NodeRef] { leads?.nodes[index] ?? [] }

    mutating func run(
        from root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        to writer: inout TextWriter
    ) {
        if !isOnOneLine, root.isElement, document.isPreformatted(root) { preformatted = 1 }
        guard var node = root.firstChild else { return }
        let leftOut = document.leftOut(of: root)
        while true {
            if let leftOut, leftOut.contains(node) {
                if node.isElement, role(of: node) != .inline { writer.endLine() }
            } else if node.isText {
                write(node, to: &writer)
            } else if node.isElement, enter(node, isExcluded, &writer) {
                if let child = node.firstChild {
                    node = child
                    continue
                }
                leave(node, &writer)
            }
            while true {
                if let sibling = node.nextSibling {
                    node = sibling
                    break
                }
                guard let parent = node.parent, parent != root else { return }
                node = parent
                leave(node, &writer)
            }
        }
    }

    @inline(__always)
    private mutating func role(of element: NodeRef) -> TextRole {
        let role = document.textRole(of: element)
        return mayHaveMixedText && role == .block && isInMixedText(element)
            ? document.roleInMixedText(of: element) : role
    }

    /// Whether an element of XML is a part of its parent's text.
    private mutating func isInMixedText(_ element: NodeRef) -> Bool {
        guard document.isMarkup(element), let parent = element.parentElement else { return false }
        if let known = mixedText[parent] { return known }
        let isMixed = document.hasMixedText(parent)
        mixedText[parent] = isMixed
        return isMixed
    }

    @inline(__always)
    private mutating func write(_ text: NodeRef, to writer: inout TextWriter) {
        if separatesElements { separate(text, &writer) }
        if isOnOneLine { return writer.write(text.text) }
        if leads == nil { return writeLines(text, to: &writer) }
        let first = writer.nextLine ?? writer.sourceLines.count - 1
        let start = writer.utf8.count
        writeLines(text, to: &writer)
        if writer.utf8.count > start { leads?.add(text, from: first, writer) }
    }

    @inline(__always)
    private func writeLines(_ text: NodeRef, to writer: inout TextWriter) {
        if preformatted > 0 {
            writer.writePreformatted(text.content, line: text.line)
        } else if let parent = text.parent, document.isData(parent) {
            writer.writeData(text.content, line: text.line)
        } else {
            writer.write(text.content, line: text.line)
        }
    }

    /// Enters an element; returns whether its children are part of the text.
    @inline(__always)
    private mutating func enter(
        _ element: NodeRef,
        _ isExcluded: ((NodeRef) -> Bool)?,
        _ writer: inout TextWriter
    ) -> Bool {
        let role = role(of: element)
        if let isExcluded, isExcluded(element) {
            if role != .inline { writer.endLine() }
            return false
        }
        switch role {
        case .hidden:
            writer.separate()
            return false
        case .inline:
            if separatesElements, isBoundary(element) { isAtBoundary = true }
        case .block, .lineBreak: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted += 1
            writer.endLine()
        }
        leads?.enter(element, writer)
        return true
    }

    @inline(__always)
    private mutating func leave(_ element: NodeRef, _ writer: inout TextWriter) {
        leads?.leave(element, writer)
        switch role(of: element) {
        case .hidden, .inline, .lineBreak: break
        case .block: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted -= 1
            writer.endLine()
        }
    }
}

// Adjacent elements.
extension TextWalk {
    /// The elements that contain words, not parts of them.
    private static let containers: Set<String> = [
        "a", "button", "data", "label", "meter", "output", "span", "time",
    ]

    /// Whether an element directly follows another, and both contain words; or whether it is the numerator of a fraction after a
    /// whole number: `1<sup>1</sup>/<sub>2</sub>`.
    private func isBoundary(_ element: NodeRef) -> Bool {
        guard let previous = element.previousSibling else { return false }
        let name = element.name.string
        if previous.isElement {
            return TextWalk.containers.contains(name) && TextWalk.containers.contains(previous.name.string)
        }
        guard name == "sup", previous.isText, previous.content.last?.isASCIIDigit == true,
            let next = element.nextSibling, next.isText
        else { return false }
        return next.content.starts(with: "/".utf8) || next.content.starts(with: "\u{2044}".utf8)
    }

    /// Writes a space before a text that begins with a word, if a word or a closing mark is before it and an element ends or
    /// begins between the two.
    private mutating func separate(_ text: NodeRef, _ writer: inout TextWriter) {
        guard let next = text.content.first else { return }
        defer { isAtBoundary = false }
        guard let last = writer.utf8.last else { return }
        // A number in an element of its own, and its unit after it.
        if last.isASCIIDigit, next.isASCIILetter, let previous = text.previousSibling, previous.isElement,
            TextWalk.containers.contains(previous.name.string)
        {
            isAtBoundary = true
        }
        guard isAtBoundary else { return }
        func isWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
        guard isWord(last) || ")],.;:%!?".utf8.contains(last) else { return }
        if isWord(next) || next == UInt8(ascii: "(") { writer.separate() }
    }
}

/// The texts of elements that lines begin with, and the text nodes of lines.
struct LineLeads {
    /// The texts of elements by the index of the line.
    private(set) var texts: [Int: [UInt8]] = [:]
    /// The text nodes by the index of the line.
    private(set) var nodes: [Int: [NodeRef]] = [:]
    private let elements: Set<NodeRef>
    /// The open elements, with the line that each begins and the length of the text before it.
    private var open: [(element: NodeRef, line: Int, start: Int)] = []

    /// - Parameter elements: the elements that are recorded.
    init(_ elements: Set<NodeRef>) {
        self.elements = elements
    }

    /// Keeps a text node that has been written, from a line to the last.
    mutating func add(_ text: NodeRef, from first: Int, _ writer: borrowing TextWriter) {
        for line in first..<max(first, writer.sourceLines.count) { nodes[line, default: []].append(text) }
    }

    mutating func enter(_ element: NodeRef, _ writer: borrowing TextWriter) {
        guard elements.contains(element), let line = writer.nextLine else { return }
        open.append((element, line, writer.utf8.count))
    }

    /// Keeps the text of an element that a line begins with, up to the end of that line.
    mutating func leave(_ element: NodeRef, _ writer: borrowing TextWriter) {
        guard open.last?.element == element, let lead = open.popLast(), texts[lead.line] == nil else {
            return
        }
        let text = writer.utf8[lead.start...].split(separator: 0x0A).first
        if let text { texts[lead.line] = WhiteSpace.trim(Array(text)) }
    }
}
