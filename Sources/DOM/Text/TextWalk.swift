/// One walk over a tree that gathers its text.
struct TextWalk {
    private let document: Document
    /// The elements that lines begin with; `nil` where nobody asks for them.
    private var leads: LineLeads?
    /// How many preformatted elements are open.
    private var preformatted = 0
    /// Whether all text comes out on one line, however it stands on the page.
    private let isOnOneLine: Bool

    init(_ document: Document, _ form: TextWriter.Form, leads: Set<NodeRef> = []) {
        self.document = document
        self.leads = leads.isEmpty ? nil : LineLeads(leads)
        isOnOneLine = form == .oneLine
    }

    /// The text of the element that a line begins with, by the index of the line.
    func leadText(ofLine index: Int) -> [UInt8]? { leads?.texts[index] }

    mutating func run(
        from root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        to writer: inout TextWriter
    ) {
        if !isOnOneLine, root.isElement, document.isPreformatted(root) { preformatted = 1 }
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
        if isOnOneLine {
            writer.write(text.text)
        } else if preformatted > 0 {
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
        leads?.enter(element, writer)
        return true
    }

    @inline(__always)
    private mutating func leave(_ element: NodeRef, _ writer: inout TextWriter) {
        leads?.leave(element, writer)
        switch document.textRole(of: element) {
        case .hidden, .inline, .lineBreak: break
        case .block: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted -= 1
            writer.endLine()
        }
    }
}
