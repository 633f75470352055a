import CLibXML2

// Makes what a text of a tree holds a part of that tree.
extension Document {
    /// Parses a fragment of HTML and makes what it holds the children of an element of this tree.
    ///
    /// In a tree that is not HTML's the new elements are in HTML's namespace, so that names and text follow HTML's
    /// rules there.
    ///
    /// - Parameters:
    ///   - utf8: valid UTF-8; NUL bytes and line ends of all kinds are read as the HTML standard says.
    ///   - origin: where the fragment's lines stand; without it, all on the element's line.
    package func growHTML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin? = nil,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) {
        let fragment = try read(.body(isQuirky: isQuirky), utf8, options, limits)
        defer { LibXML2.free(fragment.tree) }
        guard let body = fragment.node.lastElementChild?.lastElementChild else { return }
        try graft(childrenOf: body, of: fragment, to: element, origin ?? .fixed(element.line))
    }

    /// Parses a page of HTML and makes its root element the last child of an element of this tree.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are read as the HTML standard says.
    package func growPage(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) {
        let page = try read(.page, utf8, options, limits)
        defer { LibXML2.free(page.tree) }
        try graft(childrenOf: page.node, of: page, to: element, origin)
    }

    /// Reads HTML into this document's own arena, with its names.
    private func read(
        _ input: HTMLInput,
        _ utf8: some Collection<UInt8>,
        _ options: HTMLOptions,
        _ limits: Limits
    ) throws(ParseError) -> HTMLTree {
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try input.read(bytes, in: &arena, names, options: options, limits: limits)
            }
        }
        let html = try result.get()
        limitReached = limitReached ?? html.limitReached
        isFlattened = isFlattened || html.isFlattened
        return html
    }

    /// Parses XML and makes its root element the last child of an element of this tree.
    ///
    /// On an HTML page the elements without a namespace are in that of data, so that HTML's rules do not hold.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    /// - Returns: what was wrong with the text and read all the same.
    package func growXML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin,
        limits: Limits = Limits()
    ) throws(ParseError) -> [XMLProblem] {
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try XMLParser.parse(bytes, in: self, origin: origin, limits: limits)
            }
        }
        let (root, problems) = try result.get()
        element.append(root)
        revision += 1
        return problems
    }

    /// Builds a tree of data and makes its root the last child of an element of this tree; where building fails
    /// nothing is added.
    package func growData<Result>(
        root: StaticString,
        in element: NodeRef,
        origin: LineOrigin,
        _ build: (inout TreeBuilder) throws(ParseError) -> Result
    ) throws(ParseError) -> Result {
        var builder = try TreeBuilder(root: root, in: self, origin: origin)
        let root = builder.element.pointer
        let result = try build(&builder)
        element.append(root)
        revision += 1
        return result
    }

    /// Builds a tree of data about an element of HTML and makes its root the element's last child, as no part of the
    /// text of the page, which never showed it; where building fails nothing is added.
    ///
    /// - Parameter build: the lines that it gives are the page's.
    package func growHiddenData<Result>(
        root: StaticString,
        in element: NodeRef,
        _ build: (inout TreeBuilder) throws(ParseError) -> Result
    ) throws(ParseError) -> Result {
        let hidden = try makeHiddenNamespace()
        let result = try growData(root: root, in: element, origin: .following(1), build)
        element.lastElementChild?.pointer.pointee.ns = hidden
        return result
    }

    /// Adds the element that is to hold what an attribute's value grows into: the last child, named like the
    /// attribute. Its text is no part of the text of the page, which never showed it.
    package func appendElement(forAttribute name: Name, to parent: NodeRef) throws(ParseError) -> NodeRef {
        let node = makeElement(name, namespace: try makeHiddenNamespace(), at: parent.position)
        revision += 1
        return NodeRef(parent.append(node))
    }
}

// MARK: - Adopting

extension Document {
    /// Moves all children of a node of a tree that is in this document's arena already.
    private func graft(
        childrenOf node: NodeRef,
        of other: HTMLTree,
        to element: NodeRef,
        _ origin: LineOrigin
    ) throws(ParseError) {
        let adoption = try Adoption(from: other, to: self, origin)
        var next = node.firstChild
        while let child = next {
            next = child.nextSibling
            // The doctype is the other document's own.
            if child.isDocumentType { continue }
            child.unlink()
            adoption.adopt(child)
            element.append(child.pointer)
        }
        revision += 1
    }
}

/// What becomes of the nodes of a tree that is grown into a document: they get its `doc`, its namespaces and lines of
/// its page.
///
/// libxml2 has a function for it, which recurses.
private struct Adoption {
    let tree: UnsafeMutablePointer<xmlDoc>
    let lines: LineTable?
    let origin: LineOrigin
    /// That of elements without one.
    let namespace: UnsafeMutablePointer<xmlNs>?
    /// The other tree's own namespaces and what stands for each.
    let namespaces: [(old: UnsafeMutablePointer<xmlNs>, new: UnsafeMutablePointer<xmlNs>)]

    init(from other: HTMLTree, to document: Document, _ origin: LineOrigin) throws(ParseError) {
        tree = document.tree
        self.origin = origin
        // Where all lines are one, none is looked up.
        if case .following = origin { lines = other.page.map(LineTable.init) } else { lines = nil }
        namespace = document.kind == .html ? nil : try document.makeHTMLNamespace()
        var namespaces: [(old: UnsafeMutablePointer<xmlNs>, new: UnsafeMutablePointer<xmlNs>)] = []
        var next = other.tree.pointee.oldNs
        while let old = next {
            guard let address = old.pointee.href,
                let new = LibXML2.namespace(address, prefix: old.pointee.prefix, in: document.tree)
            else { throw ParseError.outOfMemory }
            namespaces.append((old, new))
            next = old.pointee.next
        }
        self.namespaces = namespaces
    }

    /// Tells all nodes from `root` on that they belong to the document.
    func adopt(_ root: NodeRef) {
        var next: NodeRef? = root
        while let node = next {
            let pointer = node.pointer
            pointer.pointee.doc = tree
            let line = node.position.offset.map { lines?.line(at: $0) ?? 1 } ?? node.position.line
            node.setLine(origin.line(line))
            if node.isElement {
                pointer.pointee.ns = pointer.pointee.ns.map(translated) ?? namespace
                adoptAttributes(of: node)
            }
            next = node.next(within: root)
        }
    }

    private func adoptAttributes(of element: NodeRef) {
        var next = element.firstAttribute
        while let attribute = next {
            attribute.pointer.pointee.doc = tree
            attribute.pointer.pointee.children?.pointee.doc = tree
            attribute.pointer.pointee.ns = attribute.pointer.pointee.ns.map(translated)
            next = attribute.next
        }
    }

    /// One that an element declares stays as it is.
    private func translated(_ namespace: UnsafeMutablePointer<xmlNs>) -> UnsafeMutablePointer<xmlNs> {
        for pair in namespaces where pair.old == namespace { return pair.new }
        return namespace
    }
}
