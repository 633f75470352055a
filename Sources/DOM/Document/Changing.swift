import CLibXML2

// Changes to a tree, for library users. Matches of earlier selections stay unchanged; later selections see the change.
// Added nodes have the position of the element to which they are added.
extension Element {
    /// Removes the element, with all its descendants, from the tree. It can be inserted again.
    ///
    /// - Complexity: constant.
    public func remove() { document.remove(ref) }

    /// Replaces the element with its contents.
    ///
    /// - Complexity: linear in the number of children.
    public func unwrap() { document.unwrap(ref) }

    /// Puts the element into a new element that takes its place.
    ///
    /// - Returns: the new element; `nil` if this one has no parent.
    @discardableResult
    public func wrap(in name: String) -> Element? {
        document.intern(name.utf8).flatMap { document.wrap(ref, in: $0) }.map { Element($0, in: document) }
    }

    /// Renames the element.
    public func rename(to name: String) { _ = document.rename(ref, to: name.utf8) }

    /// Removes the contents of the element.
    public func removeContents() {
        for child in ref.allChildren { document.remove(child) }
    }

    /// Replaces the contents of the element with text.
    public func setText(_ text: String) {
        removeContents()
        document.appendText(text.utf8, to: ref, line: ref.line)
    }

    /// Replaces the contents of the element with HTML, parsed as the content of such an element: rows within a table,
    /// text within a title.
    ///
    /// - Throws: ``ParseError`` for HTML that exceeds the default ``Limits``; nothing is then changed.
    public func setHTML(_ html: String) throws(ParseError) {
        let nodes = try document.parse(html, asContentOf: ref)
        removeContents()
        for node in nodes { document.move(node, to: ref) }
    }

    /// Where nodes are added.
    public enum Place: Hashable, Sendable {
        /// Before the element, as its sibling.
        case before
        /// In the element, before all its contents.
        case start
        /// In the element, after all its contents.
        case end
        /// After the element, as its sibling.
        case after
    }

    /// Parses HTML and adds its nodes. It is parsed as the content of the element that becomes their parent.
    ///
    /// ```swift
    /// try list.insert(html: "<li>Fern</li>", at: .end)
    /// ```
    ///
    /// - Throws: ``ParseError`` for HTML that exceeds the default ``Limits``; nothing is then added.
    public func insert(html: String, at place: Place) throws(ParseError) {
        guard let parent = parent(at: place) else { return }
        insert(try document.parse(html, asContentOf: parent), at: place)
    }

    /// Adds text.
    public func insert(text: String, at place: Place) {
        guard parent(at: place) != nil, !text.isEmpty else { return }
        insert([NodeRef(document.makeText(text.utf8, at: ref.position))], at: place)
    }

    /// Adds an element: moves it here, or adds a copy of it if it belongs to another document. Has no effect if this
    /// element is the other one or is within it.
    ///
    /// - Complexity: constant within a document; linear in the size of the copied tree.
    public func insert(_ element: Element, at place: Place) {
        guard parent(at: place) != nil else { return }
        if element.document !== document { return insert([document.copy(element.ref)], at: place) }
        guard element != self, !ref.isDescendant(of: element.ref) else { return }
        element.ref.unlink()
        insert([element.ref], at: place)
    }

    /// Replaces the element with the nodes of HTML, parsed as the content of its parent.
    ///
    /// - Throws: ``ParseError`` for HTML that exceeds the default ``Limits``; nothing is then changed.
    public func replace(withHTML html: String) throws(ParseError) {
        try insert(html: html, at: .before)
        remove()
    }

    /// A copy of the element, with all its descendants, that is not in a tree.
    ///
    /// - Complexity: linear in the size of the element's tree.
    public func copy() -> Element { Element(document.copy(ref), in: document) }

    /// Adds a word to the attribute `class`, unless it is there.
    public func addClass(_ name: String) {
        if !hasClass(name) { self["class"] = (classes + [name]).joined(separator: " ") }
    }

    /// Removes a word from the attribute `class`.
    public func removeClass(_ name: String) {
        guard hasClass(name) else { return }
        self["class"] = classes.filter { !document.areSameClass($0, name) }.joined(separator: " ")
    }

    /// Removes a word from the attribute `class` if it is there, and adds it if it is not.
    public func toggleClass(_ name: String) {
        if hasClass(name) { removeClass(name) } else { addClass(name) }
    }

    // MARK: - Places

    /// The element that becomes the parent of the added nodes; `nil` if there is none.
    private func parent(at place: Place) -> NodeRef? {
        switch place {
        case .start, .end: ref
        case .before, .after: ref.parentElement
        }
    }

    /// Links nodes that have no parent.
    private func insert(_ nodes: [NodeRef], at place: Place) {
        switch place {
        case .before: for node in nodes { ref.link(before: node.pointer) }
        case .end: for node in nodes { ref.append(node.pointer) }
        case .start:
            guard let first = ref.firstChild else { return insert(nodes, at: .end) }
            for node in nodes { first.link(before: node.pointer) }
        case .after: for node in nodes.reversed() { ref.link(after: node.pointer) }
        }
        document.revision += 1
    }
}

extension Document {
    /// The nodes of HTML, without a parent, parsed as the content of an element.
    fileprivate func parse(_ html: String, asContentOf element: NodeRef) throws(ParseError) -> [NodeRef] {
        let parent = NodeRef(makeElement(element.name, at: element.position))
        parent.pointer.pointee.ns = element.pointer.pointee.ns
        try insertHTML(html.utf8, in: parent, context: context(of: element))
        let nodes = parent.allChildren
        for node in nodes { node.unlink() }
        return nodes
    }

    /// The element in the form in which the HTML standard's fragment parser needs it; for one that is not HTML's, a
    /// body.
    private func context(of element: NodeRef) -> FragmentContext {
        guard isHTML(element) else { return FragmentContext(isQuirky: isQuirky) }
        return FragmentContext(name: element.name.string, isQuirky: isQuirky)
    }

    /// A copy of an element of any document, with all its descendants, that is not in a tree.
    ///
    /// - Complexity: linear in the size of the element's tree; no recursion.
    fileprivate func copy(_ root: NodeRef) -> NodeRef {
        let copied = NodeRef(copyOnly(root))
        var (source, target) = (root, copied)
        while true {
            let parent: NodeRef
            if let child = source.firstChild {
                parent = target
                source = child
            } else {
                while source != root, source.nextSibling == nil {
                    guard let outer = source.parent, let outerCopy = target.parent else { return copied }
                    (source, target) = (outer, outerCopy)
                }
                guard source != root, let sibling = source.nextSibling, let outer = target.parent else {
                    return copied
                }
                parent = outer
                source = sibling
            }
            target = NodeRef(parent.append(copyOnly(source)))
        }
    }

    /// A copy of one node with its attributes.
    private func copyOnly(_ node: NodeRef) -> UnsafeMutablePointer<xmlNode> {
        let isOwn = node.pointer.pointee.doc == tree
        let position = isOwn ? node.position : .none
        guard node.isElement else { return copyContent(of: node, at: position) }
        let name = isOwn ? node.name : names.intern(node.name.utf8)
        let copied = makeElement(
            name,
            namespace: namespace(node.pointer.pointee.ns, isOwn: isOwn),
            at: position
        )
        var last: UnsafeMutablePointer<xmlAttr>?
        var next = node.firstAttribute
        while let attribute = next {
            let (start, size) = arena.copy(attribute.value)
            let name = isOwn ? attribute.name : names.intern(attribute.name.utf8)
            let space = namespace(attribute.pointer.pointee.ns, isOwn: isOwn)
            let made = arena.makeAttribute(name, namespace: space, start, size, of: copied, in: tree)
            NodeRef(copied).link(made, after: last)
            last = made
            next = attribute.next
        }
        return copied
    }

    private func copyContent(of node: NodeRef, at position: NodePosition) -> UnsafeMutablePointer<xmlNode> {
        let (start, size) = arena.copy(node.content)
        if node.isComment { return arena.makeComment(start, size, in: tree, at: position) }
        guard node.isProcessingInstruction else { return arena.makeText(start, size, in: tree, at: position) }
        return arena.makeInstruction(names.intern(node.name.utf8), start, size, in: tree, at: position)
    }

    /// A namespace of this document that equals one of any document; `nil` if memory is exhausted.
    private func namespace(
        _ namespace: UnsafeMutablePointer<xmlNs>?,
        isOwn: Bool
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let namespace, !isOwn else { return namespace }
        guard let address = namespace.pointee.href else { return nil }
        return LibXML2.namespace(address, prefix: namespace.pointee.prefix, in: tree)
    }
}
