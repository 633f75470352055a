/// One walk over a tree that gathers its text.
struct TextWalk {
    private let document: Document
    /// The texts of elements that lines begin with, by the index of the line.
    private(set) var leadTexts: [Int: [UInt8]] = [:]
    private let leads: Set<NodeRef>
    /// The leading elements that are open, with the line that each begins and the length of the text before it.
    private var openLeads: [(node: NodeRef, line: Int, start: Int)] = []
    /// How many preformatted elements are open.
    private var preformatted = 0

    /// - Parameter leads: the elements of which it is told where a line begins with one.
    init(_ document: Document, leads: Set<NodeRef> = []) {
        self.document = document
        self.leads = leads
    }

    mutating func run(
        from root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        to writer: inout TextWriter
    ) {
        if root.isElement, document.isPreformatted(root) { preformatted = 1 }
        guard var node = root.firstChild else { return }
        while true {
            if node.isText {
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
    private func write(_ text: NodeRef, to writer: inout TextWriter) {
        if preformatted > 0 {
            writer.writePreformatted(text.content, line: text.line)
        } else if let parent = text.parent, document.isData(parent) {
            writer.writeData(text.content, line: text.line)
        } else {
            writer.write(text.content, line: text.line)
        }
    }

    /// Does what an element's beginning means; tells whether its children count.
    @inline(__always)
    private mutating func enter(
        _ element: NodeRef,
        _ isExcluded: ((NodeRef) -> Bool)?,
        _ writer: inout TextWriter
    ) -> Bool {
        let role = document.textRole(of: element)
        if let isExcluded, isExcluded(element) {
            if role != .inline { writer.endLine() }
            return false
        }
        switch role {
        case .hidden:
            writer.separate()
            return false
        case .inline: break
        case .block, .lineBreak: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted += 1
            writer.endLine()
        }
        if !leads.isEmpty { beginLead(element, writer) }
        return true
    }

    @inline(__always)
    private mutating func leave(_ element: NodeRef, _ writer: inout TextWriter) {
        if !leads.isEmpty, openLeads.last?.node == element { endLead(writer) }
        switch document.textRole(of: element) {
        case .hidden, .inline, .lineBreak: break
        case .block: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted -= 1
            writer.endLine()
        }
    }

    // MARK: - Elements that lines begin with

    private mutating func beginLead(_ element: NodeRef, _ writer: borrowing TextWriter) {
        guard leads.contains(element), let line = writer.nextLine else { return }
        openLeads.append((element, line, writer.utf8.count))
    }

    /// Keeps the text of an element that a line begins with, up to the end of that line.
    private mutating func endLead(_ writer: borrowing TextWriter) {
        guard let lead = openLeads.popLast(), leadTexts[lead.line] == nil else { return }
        let text = writer.utf8[lead.start...].split(separator: 0x0A).first
        if let text { leadTexts[lead.line] = WhiteSpace.trim(Array(text)) }
    }
}
