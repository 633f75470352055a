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

    /// The lines of an element's text, each with the line of the page that it starts on.
    package func numberedLines(of element: NodeRef) -> [(text: [UInt8], line: Int)] {
        let writer = written(element, excluding: { _ in false })
        let texts = writer.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return zip(texts, writer.sourceLines)
            .map { (text: WhiteSpace.trim(Array($0)), line: $1) }
            .filter { !$0.text.isEmpty }
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
    /// How many preformatted elements are open.
    private var preformatted = 0

    init(document: Document) {
        self.document = document
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
        return true
    }

    private mutating func leave(_ node: NodeRef) {
        guard node.isElement else { return }
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
