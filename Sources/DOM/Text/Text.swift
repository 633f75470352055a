/// A node's text in its several forms.
extension Document {
    /// The text of a node and all below it as a person reads it: entities decoded, white space collapsed, a line
    /// end between blocks and for `br`, no spaces but those that are there.
    ///
    /// Scripts, styles and what else a browser does not show are left out, unless the node itself is one: then
    /// its text is what it holds.
    ///
    /// - Parameter isExcluded: tells which elements' text does not count.
    /// - Complexity: linear in the size of the node's tree; no recursion.
    package func text(of root: NodeRef, excluding isExcluded: (NodeRef) -> Bool = { _ in false }) -> [UInt8] {
        if !root.isElement, !root.isDocument {
            var writer = TextWriter()
            writer.write(root.content, line: root.line)
            return writer.utf8
        }
        if root.isElement, case .hidden = textRole(of: root) { return rawText(of: root) }
        return written(root, excluding: isExcluded).utf8
    }

    private func written(_ root: NodeRef, excluding isExcluded: (NodeRef) -> Bool) -> TextWriter {
        var walk = TextWalk(document: self)
        walk.run(from: root, excluding: isExcluded)
        return walk.writer
    }

    /// The text of a node's own text nodes, without that of the elements in it.
    package func ownText(of element: NodeRef) -> [UInt8] {
        if case .hidden = textRole(of: element) { return rawText(of: element) }
        let isPreformatted = isPreformatted(element)
        var writer = TextWriter()
        var child = element.firstChild
        while let node = child {
            if node.isText {
                if isPreformatted {
                    writer.writePreformatted(node.content, line: node.line)
                } else if isData(element) {
                    writer.writeData(node.content, line: node.line)
                } else {
                    writer.write(node.content, line: node.line)
                }
            } else if node.isElement {
                switch textRole(of: node) {
                case .block, .lineBreak, .preformatted: writer.endLine()
                case .cell, .hidden: writer.separate()
                case .inline: break
                }
            }
            child = node.nextSibling
        }
        return writer.utf8
    }

    /// The lines of ``text(of:excluding:)``, none of them empty.
    package func lines(
        of root: NodeRef,
        excluding isExcluded: (NodeRef) -> Bool = { _ in false }
    ) -> [[UInt8]] {
        text(of: root, excluding: isExcluded)
            .split(separator: 0x0A)
            .map { line in WhiteSpace.trim(Array(line)) }
            .filter { !$0.isEmpty }
    }

    /// A line of an element's text.
    package struct TextLine {
        package let text: [UInt8]
        /// The line of the page that it starts on.
        package let line: Int
        /// The text of the element that it begins with, where that is one of those asked for.
        package let lead: [UInt8]?
    }

    /// The lines of an element's text, none of them empty.
    ///
    /// - Parameter leads: the elements of which it is told where a line begins with one; of several within each
    ///   other the innermost counts.
    package func numberedLines(of element: NodeRef, leads: Set<NodeRef> = []) -> [TextLine] {
        var walk = TextWalk(document: self, leads: leads)
        walk.run(from: element, excluding: { _ in false })
        let texts = walk.writer.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return zip(texts, walk.writer.sourceLines).enumerated().map { index, line in
            TextLine(text: WhiteSpace.trim(Array(line.0)), line: line.1, lead: walk.leadTexts[index])
        }.filter { !$0.text.isEmpty }
    }

    /// All text below a node, byte for byte: what the DOM standard calls `textContent`.
    package func rawText(of root: NodeRef) -> [UInt8] {
        var text: [UInt8] = []
        var next: NodeRef? = root
        while let node = next {
            if node.isText { text.append(contentsOf: node.content) }
            next = node.next(within: root)
        }
        return text
    }

    fileprivate func isPreformatted(_ element: NodeRef) -> Bool {
        var ancestor: NodeRef? = element
        while let node = ancestor {
            if case .preformatted = textRole(of: node) { return true }
            ancestor = node.parentElement
        }
        return false
    }
}

/// One walk over a tree that gathers its text.
private struct TextWalk {
    let document: Document
    var writer = TextWriter()
    /// The texts of elements that lines begin with, by the index of the line.
    private(set) var leadTexts: [Int: [UInt8]] = [:]
    private let leads: Set<NodeRef>
    /// The leading elements that are open, with the line that each begins and the length of the text before it.
    private var openLeads: [(node: NodeRef, line: Int, start: Int)] = []
    /// How many preformatted elements are open.
    private var preformatted = 0

    init(document: Document, leads: Set<NodeRef> = []) {
        self.document = document
        self.leads = leads
    }

    mutating func run(from root: NodeRef, excluding isExcluded: (NodeRef) -> Bool) {
        if root.isElement, document.isPreformatted(root) { preformatted = 1 }
        var node = root
        while true {
            let isEntered = node == root ? true : enter(node, isExcluded)
            if isEntered, let child = node.firstChild {
                node = child
                continue
            }
            if isEntered, node != root { leave(node) }
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { return }
                node = parent
                if node != root { leave(node) }
            }
            guard node != root, let sibling = node.nextSibling else { return }
            node = sibling
        }
    }

    /// Does what a node's beginning means; tells whether its children count.
    private mutating func enter(_ node: NodeRef, _ isExcluded: (NodeRef) -> Bool) -> Bool {
        if node.isText {
            if preformatted > 0 {
                writer.writePreformatted(node.content, line: node.line)
            } else if let parent = node.parent, document.isData(parent) {
                writer.writeData(node.content, line: node.line)
            } else {
                writer.write(node.content, line: node.line)
            }
            return false
        }
        guard node.isElement else { return false }
        let role = document.textRole(of: node)
        if isExcluded(node) {
            if case .inline = role { return false }
            writer.endLine()
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
        if leads.contains(node), let line = writer.nextLine {
            openLeads.append((node, line, writer.utf8.count))
        }
        return true
    }

    /// Keeps the text of an element that a line begins with, up to the end of that line.
    private mutating func endLead() {
        guard let lead = openLeads.popLast(), leadTexts[lead.line] == nil else { return }
        let text = writer.utf8[lead.start...].split(separator: 0x0A).first
        if let text { leadTexts[lead.line] = WhiteSpace.trim(Array(text)) }
    }

    private mutating func leave(_ node: NodeRef) {
        guard node.isElement else { return }
        if openLeads.last?.node == node { endLead() }
        switch document.textRole(of: node) {
        case .hidden, .inline, .lineBreak: break
        case .block: writer.endLine()
        case .cell: writer.separate()
        case .preformatted:
            preformatted -= 1
            writer.endLine()
        }
    }
}
