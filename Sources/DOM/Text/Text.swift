import Basics

/// A node's text in its several forms.
extension Document {
    /// The text of a node and all its descendants as a person reads it: entities decoded, white space collapsed, a line
    /// end between blocks and for `br`, and no additional spaces.
    ///
    /// Scripts, styles and other elements that a browser does not show are left out, unless the node itself is such an
    /// element: then its text is its content. `noscript` is shown if the page is parsed without scripting.
    ///
    /// In XML, an element within a text is a part of its line, unless it has the name of a block of HTML; elements without text
    /// between them are lines of their own.
    ///
    /// - Parameter isExcluded: returns whether an element's text is left out.
    /// - Complexity: linear in the size of the node's tree; no recursion.
    package func text(of root: NodeRef, excluding isExcluded: ((NodeRef) -> Bool)? = nil) -> [UInt8] {
        withWriter(.lines) { writer in
            write(root, excluding: isExcluded, to: &writer)
            return Array(writer.utf8)
        }
    }

    /// ``text(of:excluding:)`` of the value of a property, with spaces between its parts.
    ///
    /// - Parameter separatingElements: whether there is a space between the words of two adjacent elements such as
    ///   `<span>2</span><span>cups</span>`, which style sheets usually show apart, between a number in such an element and a
    ///   word after it, and before a fraction written with `sup`. Elements that change only how text looks, such as `b`, are
    ///   parts of words.
    package func text(of root: NodeRef, separatingElements: Bool) -> [UInt8] {
        withWriter(.lines) { writer in
            write(root, excluding: nil, separatesElements: separatingElements, to: &writer)
            return Array(writer.utf8)
        }
    }

    /// ``text(of:excluding:)`` as a string.
    ///
    /// - Parameter onOneLine: whether its white space is collapsed.
    package func string(
        of root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil,
        onOneLine: Bool
    ) -> String {
        if let text = plainText(of: root) { return String(short: text) }
        return withWriter(onOneLine ? .oneLine : .lines) { writer in
            write(root, excluding: isExcluded, to: &writer)
            return String(decoding: writer.utf8, as: UTF8.self)
        }
    }

    /// The content of an element's only child, if that is a text which is the same in all forms; the values of data are nearly all
    /// of this kind.
    private func plainText(of element: NodeRef) -> UnsafeBufferPointer<UInt8>? {
        guard element.isElement, let text = element.firstChild, text.isText, text.nextSibling == nil,
            WhiteSpace.isPlain(text.content), leftOut(of: element) == nil
        else { return nil }
        return text.content
    }

    /// A text as a string, its white space collapsed.
    package func line(of text: UnsafeBufferPointer<UInt8>) -> String {
        // Nearly all attributes are words.
        if WhiteSpace.isAbsent(in: text) { return String(decoding: text, as: UTF8.self) }
        return withWriter(.oneLine) { writer in
            writer.write(text)
            return String(decoding: writer.utf8, as: UTF8.self)
        }
    }

    /// A text of data in lines: the text of an element that contains only this.
    package func lines(ofData text: UnsafeBufferPointer<UInt8>) -> String {
        withWriter(.lines) { writer in
            writer.writeData(text, line: 0)
            return String(decoding: writer.utf8, as: UTF8.self)
        }
    }

    /// Lends the document's buffer to a writer.
    private func withWriter<Result>(
        _ form: TextWriter.Form,
        _ body: (inout TextWriter) -> Result
    ) -> Result {
        // While it is lent, another writer gets an empty buffer.
        var buffer = TextBuffer()
        swap(&buffer, &textBuffer)
        var writer = TextWriter(form, buffer)
        let result = body(&writer)
        writer.buffer.removeAll()
        swap(&writer.buffer, &textBuffer)
        return result
    }

    private func write(
        _ root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        separatesElements: Bool = false,
        to writer: inout TextWriter
    ) {
        if !root.isElement, !root.isDocument { return writer.write(root.content) }
        if root.isElement, isRawText(root) { return writeRaw(root, to: &writer) }
        var walk = TextWalk(self, writer.form, separatesElements: separatesElements)
        walk.run(from: root, excluding: isExcluded, to: &writer)
    }

    /// The text of a node's own text nodes, without the text of its descendants.
    package func ownText(of element: NodeRef) -> [UInt8] {
        withWriter(.lines) { writer in
            writeOwn(element, to: &writer)
            return Array(writer.utf8)
        }
    }

    /// ``ownText(of:)`` as a string.
    ///
    /// - Parameter onOneLine: whether its white space is collapsed.
    package func ownString(of element: NodeRef, onOneLine: Bool) -> String {
        withWriter(onOneLine ? .oneLine : .lines) { writer in
            writeOwn(element, to: &writer)
            return String(decoding: writer.utf8, as: UTF8.self)
        }
    }

    private func writeOwn(_ element: NodeRef, to writer: inout TextWriter) {
        let isRaw = isRawText(element)
        let isMixed = mayHaveMixedText && hasMixedText(element)
        let isOnOneLine = writer.form == .oneLine
        let isPreformatted = !isOnOneLine && isPreformatted(element)
        var child = element.firstChild
        while let node = child {
            if node.isText {
                if isRaw {
                    writer.writeRaw(node.content)
                } else if isOnOneLine {
                    writer.write(node.text)
                } else if isPreformatted {
                    writer.writePreformatted(node.content, line: node.line)
                } else if isData(element) {
                    writer.writeData(node.content, line: node.line)
                } else {
                    writer.write(node.content)
                }
            } else if node.isElement, !isRaw {
                switch isMixed && isMarkup(node) ? roleInMixedText(of: node) : textRole(of: node) {
                case .block, .lineBreak, .preformatted: writer.endLine()
                case .cell, .hidden: writer.separate()
                case .inline: break
                }
            }
            child = node.nextSibling
        }
    }

    /// The lines of ``text(of:excluding:)``, without empty ones.
    package func lines(
        of root: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
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
        /// The text of the element that the line begins with, if it is one of the given elements.
        package let lead: [UInt8]?
        /// The text nodes that it consists of; empty unless they are requested.
        package let nodes: [NodeRef]

        package init(text: [UInt8], line: Int, lead: [UInt8]?, nodes: [NodeRef]) {
            self.text = text
            self.line = line
            self.lead = lead
            self.nodes = nodes
        }
    }

    /// The lines of an element's text, without empty ones.
    ///
    /// - Parameters:
    ///   - leads: the elements that are recorded if a line begins with them; if they are nested, the innermost is used.
    ///   - keepsNodes: whether each line has its text nodes.
    ///   - isExcluded: returns whether an element's text is left out.
    package func numberedLines(
        of element: NodeRef,
        leads: Set<NodeRef> = [],
        keepsNodes: Bool = false,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
    ) -> [TextLine] {
        var writer = TextWriter(.numberedLines)
        var walk = TextWalk(self, .numberedLines, leads: leads, keepsTexts: keepsNodes)
        walk.run(from: element, excluding: isExcluded, to: &writer)
        let texts = writer.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return zip(texts, writer.sourceLines).enumerated().map { index, line in
            TextLine(
                text: WhiteSpace.trim(Array(line.0)),
                line: line.1,
                lead: walk.leadText(ofLine: index),
                nodes: walk.textNodes(ofLine: index)
            )
        }.filter { !$0.text.isEmpty }
    }

    /// All text below a node, byte for byte: what the DOM standard calls `textContent`.
    package func rawText(of root: NodeRef) -> [UInt8] {
        withWriter(.lines) { writer in
            writeRaw(root, to: &writer)
            return Array(writer.utf8)
        }
    }

    private func writeRaw(_ root: NodeRef, to writer: inout TextWriter) {
        var next: NodeRef? = root
        while let node = next {
            if node.isText { writer.writeRaw(node.content) }
            next = node.next(within: root)
        }
    }

    func isPreformatted(_ element: NodeRef) -> Bool {
        var ancestor: NodeRef? = element
        while let node = ancestor {
            if textRole(of: node) == .preformatted { return true }
            ancestor = node.parentElement
        }
        return false
    }
}
