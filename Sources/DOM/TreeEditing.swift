import CLibXML2

// What preparations do to a tree. A node that is cut out stays in the document's arena, so that no reference to it
// dangles.
extension Document {
    /// Cuts a node and all below it out of the tree. Nothing happens to one that has been cut out before.
    package func remove(_ node: NodeRef) {
        guard node.parent != nil else { return }
        node.unlink()
        revision += 1
    }

    /// Puts an element's children in its place. Complexity: linear in the number of children.
    package func unwrap(_ element: NodeRef) {
        guard element.parent != nil, element.isElement else { return }
        element.unlinkKeepingChildren()
        revision += 1
    }

    /// Cuts out all children of an element.
    package func removeChildren(of element: NodeRef) {
        while let child = element.firstChild { remove(child) }
    }

    /// Adds a new element as the last child of `parent`; never `nil`.
    @discardableResult
    package func appendElement(_ name: Name, to parent: NodeRef, line: Int) -> NodeRef? {
        revision += 1
        return NodeRef(parent.append(makeElement(name, at: NodePosition(line: line))))
    }

    /// Adds text as the last child of `parent`.
    package func appendText(_ utf8: some Collection<UInt8>, to parent: NodeRef, line: Int) {
        guard !utf8.isEmpty else { return }
        parent.append(makeText(utf8, at: NodePosition(line: line)))
        revision += 1
    }

    /// Gives an element another name; false for what is no element.
    package func rename(_ element: NodeRef, to name: some Collection<UInt8>) -> Bool {
        guard element.isElement, let name = intern(name) else { return element.isElement == false }
        element.pointer.pointee.name = name.bytes
        revision += 1
        return true
    }

    /// Makes a node the last child of another element of the same tree.
    package func move(_ node: NodeRef, to parent: NodeRef) {
        node.unlink()
        parent.append(node.pointer)
        revision += 1
    }

    /// Makes a new element the next sibling of `sibling`, which has a parent; never `nil`.
    package func insertElement(_ name: Name, after sibling: NodeRef, line: Int) -> NodeRef? {
        let node = makeElement(name, at: NodePosition(line: line))
        sibling.link(after: node)
        revision += 1
        return NodeRef(node)
    }

    /// Makes a new element the first child of `parent`; never `nil`.
    package func prependElement(_ name: Name, to parent: NodeRef, line: Int) -> NodeRef? {
        guard let first = parent.firstChild else { return appendElement(name, to: parent, line: line) }
        let node = makeElement(name, at: NodePosition(line: line))
        first.link(before: node)
        revision += 1
        return NodeRef(node)
    }

    /// Sets an element's attribute, adding it where there is none.
    ///
    /// - Returns: true.
    @discardableResult
    package func setAttribute(_ name: Name, of element: NodeRef, to value: some Collection<UInt8>) -> Bool {
        revision += 1
        let (start, size) = arena.copy(value)
        if let attribute = element.plainAttribute(name) {
            arena.replaceValue(of: attribute, start, size)
            return true
        }
        let last = element.lastAttribute
        let attribute = arena.makeAttribute(name, start, size, of: element.pointer, in: tree)
        element.link(attribute, behind: last)
        return true
    }
}

// MARK: - Nodes without a place

extension Document {
    /// An element of this tree that has no place in it yet.
    func makeElement(
        _ name: Name,
        namespace: UnsafeMutablePointer<xmlNs>? = nil,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        arena.makeElement(name, namespace: namespace, in: tree, at: position)
    }

    /// A text node of this tree that has no place in it yet. NUL bytes become U+FFFD.
    func makeText(
        _ utf8: some Collection<UInt8>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        let (start, size) = arena.copy(utf8)
        return arena.makeText(start, size, in: tree, at: position)
    }
}
