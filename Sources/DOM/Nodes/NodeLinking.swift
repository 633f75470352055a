import CLibXML2

// How nodes come to their place in a tree and leave it. libxml2's own functions for it merge texts, which frees one of
// them, and give elements other namespaces.
extension NodeRef {
    /// Links a node without a place as the last child.
    @discardableResult
    @inline(__always)
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

    /// Links a node without a place before this one, which has a parent.
    func link(before node: UnsafeMutablePointer<xmlNode>) {
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

    /// Links a node without a place behind this one, which has a parent.
    func link(after node: UnsafeMutablePointer<xmlNode>) {
        if let next = nextSibling { return next.link(before: node) }
        parent?.append(node)
    }

    /// Takes the node and all below it out of its place. Nothing happens to one that has none.
    func unlink() {
        let node = pointer
        if let parent = node.pointee.parent {
            if parent.pointee.children == node { parent.pointee.children = node.pointee.next }
            if parent.pointee.last == node { parent.pointee.last = node.pointee.prev }
        }
        node.pointee.next?.pointee.prev = node.pointee.prev
        node.pointee.prev?.pointee.next = node.pointee.next
        node.pointee.parent = nil
        node.pointee.next = nil
        node.pointee.prev = nil
        guard isDocumentType, let tree = node.pointee.doc else { return }
        // A document knows its doctype, which begins as a node does, besides.
        if UnsafeMutableRawPointer(tree.pointee.intSubset) == UnsafeMutableRawPointer(node) {
            tree.pointee.intSubset = nil
        }
    }

    /// Puts the element's children in its place, and takes it out. Complexity: linear in the number of children.
    func unlinkKeepingChildren() {
        if let first = pointer.pointee.children, let last = pointer.pointee.last {
            var child: UnsafeMutablePointer<xmlNode>? = first
            while let node = child {
                node.pointee.parent = pointer.pointee.parent
                child = node.pointee.next
            }
            // The chain of children comes to stand before the element, which is then cut out.
            first.pointee.prev = pointer.pointee.prev
            if let previous = pointer.pointee.prev {
                previous.pointee.next = first
            } else {
                pointer.pointee.parent?.pointee.children = first
            }
            last.pointee.next = pointer
            pointer.pointee.prev = last
            pointer.pointee.children = nil
            pointer.pointee.last = nil
        }
        unlink()
    }

    /// Makes all children of another node this one's, which has none. Complexity: linear in their number.
    func takeChildren(of other: NodeRef) {
        var child = other.pointer.pointee.children
        while let node = child {
            node.pointee.parent = pointer
            child = node.pointee.next
        }
        pointer.pointee.children = other.pointer.pointee.children
        pointer.pointee.last = other.pointer.pointee.last
        other.pointer.pointee.children = nil
        other.pointer.pointee.last = nil
    }
}
