import DOM

extension Binding {
    /// Whether a leaf node of a kind and a content stands directly in an element.
    func hasLeaf(_ test: LeafTest, _ element: NodeRef) -> Bool {
        var child = element.firstChild
        while let node = child {
            if isOfKind(test.kind, node, in: element), hasContent(test, node) { return true }
            child = node.nextSibling
        }
        return false
    }

    private func isOfKind(_ kind: LeafNode.Kind, _ node: NodeRef, in element: NodeRef) -> Bool {
        switch kind {
        case .comment: node.isComment
        case .text: node.isText && !page.isScriptOrStyle(element)
        case .data: node.isText && page.isScriptOrStyle(element)
        case .leafnode: node.isText || node.isComment
        }
    }

    private func hasContent(_ test: LeafTest, _ node: NodeRef) -> Bool {
        let content = Array(node.content)
        let lowercased = test.texts.count > 0 ? Lowercase.utf8(content) : []
        return lowercased.withUnsafeBufferPointer { text in
            (test.texts.start..<test.texts.end).allSatisfy { index in
                SubstringSearch.firstOffset(of: program.text(program.textArguments[index]), in: text) != nil
            }
        }
            && (test.patterns.start..<test.patterns.end).allSatisfy { index in
                program.patterns[Int(index)].isFound(in: Whitespace.collapsed(content))
            }
    }
}
