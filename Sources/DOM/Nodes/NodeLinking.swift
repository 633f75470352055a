import CLibXML2

// Linking and unlinking nodes. libxml2's own functions merge texts, which frees one of them, and change the namespaces
// of elements.
extension NodeRef {
    /// Links an unlinked node as the last child.
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

    /// Links an unlinked node before this one, which has a parent.
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

    /// Links an unlinked node after this one, which has a parent.
    func link(after node: UnsafeMutablePointer<xmlNode>) {
        if let next = nextSibling { return next.link(before: node) }
        parent?.append(node)
    }

    /// Unlinks the node, with all its descendants, from its parent and siblings, if it has any.
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
        // A document also has a pointer to its doctype, whose first fields are those of a node.
        if UnsafeMutableRawPointer(tree.pointee.intSubset) == UnsafeMutableRawPointer(node) {
            tree.pointee.intSubset = nil
        }
    }

    /// Unlinks all children after one of them; all children for `nil`. The unlinked nodes must not be used any more.
    func removeChildren(after child: NodeRef?) {
        pointer.pointee.last = child?.pointer
        if let child { child.pointer.pointee.next = nil } else { pointer.pointee.children = nil }
    }

    /// Replaces the element by its children. Complexity: linear in the number of children.
    func unlinkKeepingChildren() {
        if let first = pointer.pointee.children, let last = pointer.pointee.last {
            var child: UnsafeMutablePointer<xmlNode>? = first
            while let node = child {
                node.pointee.parent = pointer.pointee.parent
                child = node.pointee.next
            }
            // The children are linked before the element, which is then unlinked.
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

    /// Moves all children of another node to this one, which has none. Complexity: linear in their number.
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

// Attributes of a tree's elements, set and added in place.
extension NodeRef {
    /// The attribute with the given name that is in no namespace. Complexity: linear in the number of attributes.
    func plainAttribute(_ name: Name) -> UnsafeMutablePointer<xmlAttr>? {
        var next = pointer.pointee.properties
        while let attribute = next {
            if attribute.pointee.ns == nil, attribute.pointee.name == name.bytes { return attribute }
            next = attribute.pointee.next
        }
        return nil
    }

    /// Links an unlinked attribute after `last`, the element's last attribute; `nil` if it has none.
    @inline(__always)
    func link(
        _ attribute: UnsafeMutablePointer<xmlAttr>,
        after last: UnsafeMutablePointer<xmlAttr>?
    ) {
        attribute.pointee.parent = pointer
        attribute.pointee.prev = last
        attribute.pointee.next = nil
        if let last { last.pointee.next = attribute } else { pointer.pointee.properties = attribute }
    }

    /// The element's last attribute. Complexity: linear in their number.
    var lastAttribute: UnsafeMutablePointer<xmlAttr>? {
        var last = pointer.pointee.properties
        while let next = last?.pointee.next { last = next }
        return last
    }
}

extension Arena {
    /// Replaces the value of an attribute. The new value is in the arena, and a zero byte ends it.
    mutating func replaceValue(
        of attribute: UnsafeMutablePointer<xmlAttr>,
        _ value: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize
    ) {
        var text: UnsafeMutablePointer<xmlNode>?
        if size.count > 0, let tree = attribute.pointee.doc {
            text = makeText(value, size, in: tree, at: .none)
            // The fields of an attribute up to `parent` are those of a node.
            text?.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        }
        attribute.pointee.children = text
        attribute.pointee.last = text
    }
}

extension Arena {
    /// A namespace that no element declares yet. Its strings are in the arena or static, each ended by a zero.
    mutating func makeNamespace(
        _ address: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<xmlNs> {
        let namespace = allocate(MemoryLayout<xmlNs>.size).assumingMemoryBound(to: xmlNs.self)
        var fields = xmlNs()
        fields.type = XML_NAMESPACE_DECL
        fields.href = address
        fields.prefix = prefix
        namespace.initialize(to: fields)
        return namespace
    }
}

extension NodeRef {
    /// Adds a declaration of a namespace to an element. Complexity: linear in the number of its declarations.
    func declare(_ namespace: UnsafeMutablePointer<xmlNs>) {
        guard var last = pointer.pointee.nsDef else {
            pointer.pointee.nsDef = namespace
            return
        }
        while let next = last.pointee.next { last = next }
        last.pointee.next = namespace
    }

    /// The namespace of a prefix that an element itself declares.
    func declaredNamespace(_ prefix: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<xmlNs>? {
        var next = pointer.pointee.nsDef
        while let namespace = next {
            if LibXML2.areEqual(namespace.pointee.prefix, prefix) { return namespace }
            next = namespace.pointee.next
        }
        return nil
    }
}
