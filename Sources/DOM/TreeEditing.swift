import CLibXML2

// What preparations do to a tree. A node that is cut out stays allocated as long as its document, so that no
// reference to it dangles.
extension Document {
    /// Cuts a node and all below it out of the tree. Nothing happens to one that has been cut out before.
    package func remove(_ node: NodeRef) {
        guard node.parent != nil else { return }
        xmlUnlinkNode(node.pointer)
        detached.append(node.pointer)
        revision += 1
    }

    /// Puts an element's children in its place. Complexity: linear in the number of children.
    package func unwrap(_ element: NodeRef) {
        guard let parent = element.parent, element.isElement else { return }
        let pointer = element.pointer
        if let first = pointer.pointee.children, let last = pointer.pointee.last {
            var child: UnsafeMutablePointer<xmlNode>? = first
            while let node = child {
                node.pointee.parent = parent.pointer
                child = node.pointee.next
            }
            // The chain of children comes to stand before the element, which is then cut out.
            first.pointee.prev = pointer.pointee.prev
            if let previous = pointer.pointee.prev {
                previous.pointee.next = first
            } else {
                parent.pointer.pointee.children = first
            }
            last.pointee.next = pointer
            pointer.pointee.prev = last
            pointer.pointee.children = nil
            pointer.pointee.last = nil
        }
        remove(element)
    }

    /// Cuts out all children of an element.
    package func removeChildren(of element: NodeRef) {
        while let child = element.firstChild { remove(child) }
    }

    /// Adds a new element as the last child of `parent`; `nil` only when memory is exhausted.
    @discardableResult
    package func appendElement(_ name: Name, to parent: NodeRef, line: Int) -> NodeRef? {
        guard let node = xmlNewDocNode(tree, nil, name.bytes, nil) else { return nil }
        NodeRef(node).setLine(line)
        revision += 1
        return NodeRef(parent.append(node))
    }

    /// Adds text as the last child of `parent`.
    package func appendText(_ utf8: some Collection<UInt8>, to parent: NodeRef, line: Int) {
        guard !utf8.isEmpty, let node = makeText(utf8) else { return }
        NodeRef(node).setLine(line)
        parent.append(node)
        revision += 1
    }

    /// Gives an element another name; false only when memory is exhausted.
    package func rename(_ element: NodeRef, to name: some Collection<UInt8>) -> Bool {
        guard element.isElement, let name = intern(name) else { return element.isElement == false }
        // The dictionary owns every name of the tree: the old one is not the element's to free.
        element.pointer.pointee.name = name.bytes
        revision += 1
        return true
    }

    /// Makes a node the last child of another element of the same tree.
    package func move(_ node: NodeRef, to parent: NodeRef) {
        xmlUnlinkNode(node.pointer)
        parent.append(node.pointer)
        revision += 1
    }

    /// Makes a new element the next sibling of `sibling`; `nil` only when memory is exhausted.
    package func insertElement(_ name: Name, after sibling: NodeRef, line: Int) -> NodeRef? {
        guard let node = xmlNewDocNode(tree, nil, name.bytes, nil) else { return nil }
        NodeRef(node).setLine(line)
        xmlAddNextSibling(sibling.pointer, node)
        revision += 1
        return NodeRef(node)
    }

    /// Makes a new element the first child of `parent`; `nil` only when memory is exhausted.
    package func prependElement(_ name: Name, to parent: NodeRef, line: Int) -> NodeRef? {
        guard let first = parent.firstChild else { return appendElement(name, to: parent, line: line) }
        guard let node = xmlNewDocNode(tree, nil, name.bytes, nil) else { return nil }
        NodeRef(node).setLine(line)
        xmlAddPrevSibling(first.pointer, node)
        revision += 1
        return NodeRef(node)
    }

    /// Sets an element's attribute, adding it where there is none.
    ///
    /// - Returns: false only when memory is exhausted.
    @discardableResult
    package func setAttribute(_ name: Name, of element: NodeRef, to value: some Collection<UInt8>) -> Bool {
        revision += 1
        let terminated = value.map { $0 == 0 ? UInt8(ascii: "?") : $0 } + [0]
        return xmlSetNsProp(element.pointer, nil, name.bytes, terminated) != nil
    }

    /// A text node of this tree that has no place in it yet. NUL bytes become U+FFFD.
    func makeText(_ utf8: some Collection<UInt8>) -> UnsafeMutablePointer<xmlNode>? {
        let clean = utf8.contains(0) ? Document.replacingNUL(in: utf8) : nil
        return withContiguousBytes(of: clean ?? []) { replaced in
            if clean != nil { return newText(replaced) }
            return withContiguousBytes(of: utf8, newText)
        }
    }

    private func newText(_ utf8: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<xmlNode>? {
        guard let length = Int32(exactly: utf8.count) else { return nil }
        return xmlNewDocTextLen(tree, utf8.baseAddress, length)
    }

    private static func replacingNUL(in utf8: some Collection<UInt8>) -> [UInt8] {
        utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}

extension NodeRef {
    /// Links a node without a place as the last child; unlike libxml2's own function it never merges text.
    @discardableResult
    func append(_ node: UnsafeMutablePointer<xmlNode>) -> UnsafeMutablePointer<xmlNode> {
        node.pointee.parent = pointer
        node.pointee.prev = pointer.pointee.last
        node.pointee.next = nil
        if let last = pointer.pointee.last {
            last.pointee.next = node
        } else {
            pointer.pointee.children = node
        }
        pointer.pointee.last = node
        return node
    }
}
