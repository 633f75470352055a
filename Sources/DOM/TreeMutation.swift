import CLibXML2

// Changes that a site makes to its pages: what rules are tried against.
extension Document {
    /// Puts a new element in an element's place, and the element into it; `nil` where it has no place.
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
        node.unlink()
        sibling.link(before: node.pointer)
        revision += 1
    }

    /// Makes a new element the only child of an element and the parent of all that were its children; never
    /// `nil`. Complexity: linear in the number of children.
    package func wrapChildren(of element: NodeRef, in name: Name) -> NodeRef? {
        let children = element.allChildren
        guard let wrapper = appendElement(name, to: element, line: element.line) else { return nil }
        wrapper.pointer.pointee.ns = element.pointer.pointee.ns
        for child in children { move(child, to: wrapper) }
        return wrapper
    }

    /// Makes a new element the previous sibling of `sibling`, on its line and in its namespace; `nil` where that
    /// has no place.
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

    /// Puts text before a node, as a node of its own.
    package func insertText(_ utf8: some Collection<UInt8>, before sibling: NodeRef) {
        guard sibling.parent != nil else { return }
        sibling.link(before: makeText(utf8, at: sibling.position))
        revision += 1
    }

    /// Gives a text node another text. NUL bytes become U+FFFD.
    package func replaceText(of node: NodeRef, with utf8: [UInt8]) {
        guard node.isText else { return }
        let (start, size) = arena.copy(utf8)
        node.pointer.pointee.content = start
        node.pointer.pointee._private = UnsafeMutableRawPointer(bitPattern: size.rawValue)
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
}
