import CLibXML2

// Changes to a tree. A removed node remains in the document's arena, so that references to it stay valid.
extension Document {
    /// Removes a node and all its descendants from the tree. Has no effect on a node that has been removed before.
    package func remove(_ node: NodeRef) {
        guard node.parent != nil else { return }
        node.unlink()
        revision += 1
    }

    /// Replaces an element with its children. Complexity: linear in the number of children.
    package func unwrap(_ element: NodeRef) {
        guard element.parent != nil, element.isElement else { return }
        element.unlinkKeepingChildren()
        revision += 1
    }

    /// Removes all children of an element.
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

    /// Renames an element; returns false for another kind of node.
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

    /// Sets an element's attribute, adding it if there is none.
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
        element.link(attribute, after: last)
        return true
    }
}

// MARK: - Attributes

extension Document {
    /// Replaces the value of an attribute of any namespace.
    package func setValue(of attribute: AttributeRef, to value: some Collection<UInt8>) {
        revision += 1
        let (start, size) = arena.copy(value)
        arena.replaceValue(of: attribute.pointer, start, size)
    }

    /// Removes an attribute from its element.
    package func remove(_ attribute: AttributeRef) {
        let pointer = attribute.pointer
        guard let parent = pointer.pointee.parent else { return }
        revision += 1
        if let previous = pointer.pointee.prev {
            previous.pointee.next = pointer.pointee.next
        } else {
            parent.pointee.properties = pointer.pointee.next
        }
        pointer.pointee.next?.pointee.prev = pointer.pointee.prev
        pointer.pointee.parent = nil
        pointer.pointee.next = nil
        pointer.pointee.prev = nil
    }
}

// MARK: - Unlinked nodes

extension Document {
    /// An element that is not linked into the tree yet.
    func makeElement(
        _ name: Name,
        namespace: UnsafeMutablePointer<xmlNs>? = nil,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        arena.makeElement(name, namespace: namespace, in: tree, at: position)
    }

    /// A text node that is not linked into the tree yet. NUL bytes become U+FFFD.
    func makeText(
        _ utf8: some Collection<UInt8>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        let (start, size) = arena.copy(utf8)
        return arena.makeText(start, size, in: tree, at: position)
    }
}

// MARK: - Changes that sites make to their pages
extension Document {
    /// Wraps an element in a new one of the same namespace; `nil` if the element is not in a tree.
    ///
    /// Complexity: constant.
    package func wrap(_ element: NodeRef, in name: Name) -> NodeRef? {
        guard let wrapper = insertElement(name, before: element) else { return nil }
        move(element, to: wrapper)
        return wrapper
    }

    /// Moves a node before another of the same tree.
    package func move(_ node: NodeRef, before sibling: NodeRef) {
        guard node != sibling, sibling.parent != nil else { return }
        node.unlink()
        sibling.link(before: node.pointer)
        revision += 1
    }

    /// Makes a new element the only child of an element and the parent of all its former children; never `nil`.
    /// Complexity: linear in the number of children.
    package func wrapChildren(of element: NodeRef, in name: Name) -> NodeRef? {
        let children = element.allChildren
        guard let wrapper = appendElement(name, to: element, line: element.line) else { return nil }
        wrapper.pointer.pointee.ns = element.pointer.pointee.ns
        for child in children { move(child, to: wrapper) }
        return wrapper
    }

    /// Makes a new element the previous sibling of `sibling`, on its line and in its namespace; `nil` if that
    /// is not in a tree.
    package func insertElement(_ name: Name, before sibling: NodeRef) -> NodeRef? {
        guard sibling.parent != nil else { return nil }
        let namespace = sibling.isElement ? sibling.pointer.pointee.ns : nil
        let node = makeElement(name, namespace: namespace, at: sibling.position)
        sibling.link(before: node)
        revision += 1
        return NodeRef(node)
    }

    /// Adds a new element as the last child of `parent`, on its line and in its namespace; never
    /// `nil`.
    package func appendSameElement(_ name: Name, to parent: NodeRef) -> NodeRef? {
        let node = appendElement(name, to: parent, line: parent.line)
        node?.pointer.pointee.ns = parent.pointer.pointee.ns
        return node
    }

    /// Puts text before a node, as a separate node.
    package func insertText(_ utf8: some Collection<UInt8>, before sibling: NodeRef) {
        guard sibling.parent != nil else { return }
        sibling.link(before: makeText(utf8, at: sibling.position))
        revision += 1
    }

    /// Replaces the content of a text node. NUL bytes become U+FFFD.
    package func replaceText(of node: NodeRef, with utf8: [UInt8]) {
        guard node.isText else { return }
        let (start, size) = arena.copy(utf8)
        node.pointer.pointee.content = start
        node.pointer.pointee._private = UnsafeMutableRawPointer(bitPattern: size.rawValue)
        revision += 1
    }

    /// Reorders an element's attributes: `order` has the old index of each.
    ///
    /// Has no effect unless it is a permutation.
    package func reorderAttributes(of element: NodeRef, _ order: [Int]) {
        var attributes: [UnsafeMutablePointer<xmlAttr>] = []
        var next = element.firstAttribute
        while let attribute = next {
            attributes.append(attribute.pointer)
            next = attribute.next
        }
        guard !order.isEmpty, order.sorted() == Array(attributes.indices) else { return }
        let ordered = order.map { attributes[$0] }
        for (index, attribute) in ordered.enumerated() {
            attribute.pointee.prev = index > 0 ? ordered[index - 1] : nil
            attribute.pointee.next = index + 1 < ordered.count ? ordered[index + 1] : nil
        }
        element.pointer.pointee.properties = ordered[0]
        revision += 1
    }
}

extension NodeRef {
    /// All child nodes in document order.
    package var allChildren: [NodeRef] {
        var children: [NodeRef] = []
        var next = firstChild
        while let child = next {
            children.append(child)
            next = child.nextSibling
        }
        return children
    }
}
