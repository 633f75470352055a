import CLibXML2

// Changes that a site makes to its pages: what rules are tried against.
extension Document {
    /// Puts a new element in an element's place, and the element into it; `nil` only when memory is exhausted.
    ///
    /// The new element is in the namespace of the one that it holds. Complexity: constant.
    package func wrap(_ element: NodeRef, in name: Name) -> NodeRef? {
        guard let wrapper = insertElement(name, before: element) else { return nil }
        move(element, to: wrapper)
        return wrapper
    }

    /// Moves a node before another of the same tree.
    package func move(_ node: NodeRef, before sibling: NodeRef) {
        guard node != sibling, sibling.parent != nil else { return }
        xmlUnlinkNode(node.pointer)
        sibling.link(node.pointer)
        revision += 1
    }

    /// Makes a new element the only child of an element and the parent of all that were its children; `nil` only when
    /// memory is exhausted. Complexity: linear in the number of children.
    package func wrapChildren(of element: NodeRef, in name: Name) -> NodeRef? {
        let children = element.allChildren
        guard let wrapper = appendElement(name, to: element, line: element.line) else { return nil }
        wrapper.pointer.pointee.ns = element.pointer.pointee.ns
        for child in children { move(child, to: wrapper) }
        return wrapper
    }

    /// Makes a new element the previous sibling of `sibling`, on its line and in its namespace; `nil` only when memory
    /// is exhausted.
    package func insertElement(_ name: Name, before sibling: NodeRef) -> NodeRef? {
        guard sibling.parent != nil, let node = xmlNewDocNode(tree, nil, name.bytes, nil) else { return nil }
        NodeRef(node).setLine(sibling.line)
        if sibling.isElement { node.pointee.ns = sibling.pointer.pointee.ns }
        sibling.link(node)
        revision += 1
        return NodeRef(node)
    }

    /// Adds a new element as the last child of `parent`, on its line and in its namespace; `nil` only when memory is
    /// exhausted.
    package func appendSameElement(_ name: Name, to parent: NodeRef) -> NodeRef? {
        let node = appendElement(name, to: parent, line: parent.line)
        node?.pointer.pointee.ns = parent.pointer.pointee.ns
        return node
    }

    /// Puts text before a node, as a node of its own.
    package func insertText(_ utf8: some Collection<UInt8>, before sibling: NodeRef) {
        guard sibling.parent != nil, let node = makeText(utf8) else { return }
        NodeRef(node).setLine(sibling.line)
        sibling.link(node)
        revision += 1
    }

    /// Gives a text node another text, which holds no NUL.
    package func replaceText(of node: NodeRef, with utf8: [UInt8]) {
        guard node.isText, let length = Int32(exactly: utf8.count) else { return }
        xmlNodeSetContentLen(node.pointer, utf8, length)
        revision += 1
    }

    /// Gives an element's attributes another order: `order` holds the place of each in the old one.
    ///
    /// Nothing happens where that is no order of all of them.
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

    /// Links a node without a place before this one; unlike libxml2's own function it never merges text.
    fileprivate func link(_ node: UnsafeMutablePointer<xmlNode>) {
        node.pointee.parent = pointer.pointee.parent
        node.pointee.next = pointer
        node.pointee.prev = pointer.pointee.prev
        if let previous = pointer.pointee.prev {
            previous.pointee.next = node
        } else {
            pointer.pointee.parent?.pointee.children = node
        }
        pointer.pointee.prev = node
    }
}
