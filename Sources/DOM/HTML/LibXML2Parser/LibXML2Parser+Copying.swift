import CLibXML2

// Copying a tree from libxml2's own memory to an arena.
extension LibXML2Parser {
    /// Copies all nodes of a tree, which can only be freed afterwards, since its namespaces point to their copies.
    ///
    /// CDATA sections, which libxml2 uses for scripts and styles, become texts. Complexity: linear in the size of
    /// the tree; no recursion.
    static func copy(
        _ original: UnsafeMutablePointer<xmlDoc>,
        to tree: UnsafeMutablePointer<xmlDoc>,
        in arena: inout Arena,
        _ names: NameTable
    ) {
        let root = NodeRef(UnsafeMutableRawPointer(original).assumingMemoryBound(to: xmlNode.self))
        var node = root
        var copy = NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self))
        while true {
            if let child = node.firstChild {
                node = child
            } else {
                while node != root, node.nextSibling == nil {
                    guard let parent = node.parent, let copied = copy.parent else { return }
                    node = parent
                    copy = copied
                }
                guard node != root, let sibling = node.nextSibling, let parent = copy.parent else { return }
                node = sibling
                copy = parent
            }
            // `copy` is the parent's copy here.
            let made = make(node, under: copy, in: tree, &arena, names)
            copy = NodeRef(copy.append(made))
        }
    }

    private static func make(
        _ node: NodeRef,
        under parent: NodeRef,
        in tree: UnsafeMutablePointer<xmlDoc>,
        _ arena: inout Arena,
        _ names: NameTable
    ) -> UnsafeMutablePointer<xmlNode> {
        if node.isElement { return makeElement(node, in: tree, &arena, names) }
        if node.isDocumentType { return makeDocumentType(node, in: tree, &arena, names) }
        let (content, size) = copy(node.pointer.pointee.content, in: &arena)
        if node.isComment { return arena.makeComment(content, size, in: tree, at: node.position) }
        if node.isProcessingInstruction {
            return arena.makeInstruction(
                names.intern(node.name.utf8),
                content,
                size,
                in: tree,
                at: node.position
            )
        }
        return arena.makeText(content, size, in: tree, at: node.position)
    }

    private static func copy(
        _ string: UnsafePointer<xmlChar>?,
        in arena: inout Arena
    ) -> (UnsafeMutablePointer<UInt8>, ContentSize) {
        let count = LibXML2.length(string)
        let copy = arena.allocateString(count)
        if let string { copy.update(from: string, count: count) }
        return (copy, ContentSize(count))
    }

    private static func makeElement(
        _ node: NodeRef,
        in tree: UnsafeMutablePointer<xmlDoc>,
        _ arena: inout Arena,
        _ names: NameTable
    ) -> UnsafeMutablePointer<xmlNode> {
        let element = arena.makeElement(names.intern(node.name.utf8), in: tree, at: node.position)
        var next = node.pointer.pointee.nsDef
        while let namespace = next {
            let (address, _) = copy(namespace.pointee.href, in: &arena)
            let prefix = namespace.pointee.prefix.map { UnsafePointer(copy($0, in: &arena).0) }
            let made = arena.makeNamespace(address, prefix: prefix)
            if namespace.pointee.href == nil { made.pointee.href = nil }
            NodeRef(element).declare(made)
            namespace.pointee._private = UnsafeMutableRawPointer(made)
            next = namespace.pointee.next
        }
        element.pointee.ns = copied(node.pointer.pointee.ns, in: tree)
        copyAttributes(of: node, to: NodeRef(element), in: tree, &arena, names)
        return element
    }

    /// The copy of a namespace, which is the document's or is declared by an element that has been copied before.
    private static func copied(
        _ namespace: UnsafeMutablePointer<xmlNs>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let namespace else { return nil }
        if let copy = namespace.pointee._private { return copy.assumingMemoryBound(to: xmlNs.self) }
        return LibXML2.areEqual(namespace.pointee.prefix, "xml") ? LibXML2.xmlNamespace(of: tree) : nil
    }

    private static func copyAttributes(
        of node: NodeRef,
        to element: NodeRef,
        in tree: UnsafeMutablePointer<xmlDoc>,
        _ arena: inout Arena,
        _ names: NameTable
    ) {
        var last: UnsafeMutablePointer<xmlAttr>?
        var next = node.firstAttribute
        while let attribute = next {
            let (value, size) = copy(attribute.pointer.pointee.children?.pointee.content, in: &arena)
            let made = arena.makeAttribute(
                names.intern(attribute.name.utf8),
                namespace: copied(attribute.pointer.pointee.ns, in: tree),
                value,
                size,
                of: element.pointer,
                in: tree
            )
            element.link(made, after: last)
            last = made
            next = attribute.next
        }
    }

    private static func makeDocumentType(
        _ node: NodeRef,
        in tree: UnsafeMutablePointer<xmlDoc>,
        _ arena: inout Arena,
        _ names: NameTable
    ) -> UnsafeMutablePointer<xmlNode> {
        // The first fields of a doctype are those of a node.
        let original = UnsafeMutableRawPointer(node.pointer).assumingMemoryBound(to: xmlDtd.self)
        let name = UnsafeBufferPointer(
            start: original.pointee.name,
            count: LibXML2.length(original.pointee.name)
        )
        let made = arena.makeDocumentType(
            names.intern(name),
            publicID: original.pointee.ExternalID.map { UnsafePointer(copy($0, in: &arena).0) },
            systemID: original.pointee.SystemID.map { UnsafePointer(copy($0, in: &arena).0) },
            in: tree
        )
        tree.pointee.intSubset = made
        return UnsafeMutableRawPointer(made).assumingMemoryBound(to: xmlNode.self)
    }
}
