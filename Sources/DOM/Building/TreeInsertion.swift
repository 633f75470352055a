import CLibXML2

// Parsing a text into an existing tree.
extension Document {
    /// Parses an HTML fragment and appends its nodes to an element of this tree.
    ///
    /// In a tree that is not HTML's, the new elements are in HTML's namespace, so that names and text follow HTML's
    /// rules there.
    ///
    /// - Parameters:
    ///   - utf8: valid UTF-8; NUL bytes and line ends of all kinds are handled by the HTML standard's rules.
    ///   - origin: the lines of the fragment on the page; if `nil`, all are on the element's line.
    package func insertHTML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin? = nil,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) {
        let fragment = try read(.body(isQuirky: isQuirky), utf8, options, limits)
        defer { LibXML2.free(fragment.tree) }
        guard let body = fragment.node.lastElementChild?.lastElementChild else { return }
        try adopt(childrenOf: body, of: fragment, to: element, origin ?? .fixed(element.line))
    }

    /// Parses an HTML fragment as the content of a kind of element, and appends its nodes to an element of this tree,
    /// on whose line they are.
    func insertHTML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        context: FragmentContext
    ) throws(ParseError) {
        let fragment = try read(.content(of: context), utf8, HTMLOptions(), Limits())
        defer { LibXML2.free(fragment.tree) }
        if let limit = fragment.limitReached { throw limit }
        guard let root = fragment.node.lastElementChild else { return }
        try adopt(childrenOf: root, of: fragment, to: element, .fixed(element.line))
    }

    /// Parses an HTML page and appends its root element to an element of this tree.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are handled by the HTML standard's rules.
    package func insertPage(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) {
        let page = try read(.page, utf8, options, limits)
        defer { LibXML2.free(page.tree) }
        try adopt(childrenOf: page.node, of: page, to: element, origin)
    }

    /// Reads HTML into this document's own arena, with its names.
    private func read(
        _ input: HTMLInput,
        _ utf8: some Collection<UInt8>,
        _ options: HTMLOptions,
        _ limits: Limits
    ) throws(ParseError) -> HTMLTree {
        try checkMemory(limits)
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

    /// Parses XML and appends its root element to an element of this tree.
    ///
    /// On an HTML page, elements without a namespace are put into their own namespace, so that HTML's rules do not
    /// apply to them.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    /// - Returns: the errors in the text that were repaired.
    package func insertXML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin,
        limits: Limits = Limits()
    ) throws(ParseError) -> [XMLProblem] {
        try checkMemory(limits)
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

    /// Builds a tree of data and appends its root to an element of this tree; if building fails, nothing is added.
    package func insertData<Result>(
        root: StaticString,
        in element: NodeRef,
        origin: LineOrigin,
        limits: Limits? = nil,
        _ build: (inout TreeBuilder) throws(ParseError) -> Result
    ) throws(ParseError) -> Result {
        if let limits { try checkMemory(limits) }
        var builder = try TreeBuilder(root: root, in: self, origin: origin, limits: limits)
        let root = builder.element.pointer
        let result = try build(&builder)
        element.append(root)
        revision += 1
        return result
    }

    /// Builds a tree of data and appends its root to an HTML element as hidden data, which is not part of the page's
    /// text; if building fails, nothing is added.
    ///
    /// - Parameter build: builds the tree. Its line numbers are those of the page.
    package func insertHiddenData<Result>(
        root: StaticString,
        in element: NodeRef,
        limits: Limits,
        _ build: (inout TreeBuilder) throws(ParseError) -> Result
    ) throws(ParseError) -> Result {
        let hidden = try makeHiddenNamespace()
        let result = try insertData(root: root, in: element, origin: .following(1), limits: limits, build)
        element.lastElementChild?.pointer.pointee.ns = hidden
        return result
    }

    /// Appends an element with the name of an attribute, into which the attribute's value is parsed. It is hidden data,
    /// which is not part of the page's text.
    package func appendElement(forAttribute name: Name, to parent: NodeRef) throws(ParseError) -> NodeRef {
        let node = makeElement(name, namespace: try makeHiddenNamespace(), at: parent.position)
        revision += 1
        return NodeRef(parent.append(node))
    }
}

extension Document {
    /// Throws the reason why the tree must not grow further, if there is one: asked before each small change, since only
    /// large ones check the memory themselves.
    package func checkMemory(_ limits: Limits) throws(ParseError) {
        var watch = changes ?? MemoryWatch(limit: limits.memory)
        defer { changes = watch }
        if let error = watch.error(size) { throw error }
    }
}

// MARK: - Adopting

extension Document {
    /// Moves all children of a node of another tree whose nodes are in this document's arena.
    private func adopt(
        childrenOf node: NodeRef,
        of other: HTMLTree,
        to element: NodeRef,
        _ origin: LineOrigin
    ) throws(ParseError) {
        let adoption = try Adoption(from: other, to: self, origin)
        var next = node.firstChild
        while let child = next {
            next = child.nextSibling
            // The doctype is that of the other document.
            if child.isDocumentType { continue }
            child.unlink()
            adoption.adopt(child)
            element.append(child.pointer)
        }
        revision += 1
    }
}

/// Makes the nodes of another tree nodes of a document: sets their `doc`, their namespaces and their lines.
///
/// libxml2's function for this is recursive.
private struct Adoption {
    let tree: UnsafeMutablePointer<xmlDoc>
    let lines: LineTable?
    let origin: LineOrigin
    /// The namespace for elements without one.
    let namespace: UnsafeMutablePointer<xmlNs>?
    /// The other tree's own namespaces, each with the document's namespace that replaces it.
    let namespaces: [(old: UnsafeMutablePointer<xmlNs>, new: UnsafeMutablePointer<xmlNs>)]

    init(from other: HTMLTree, to document: Document, _ origin: LineOrigin) throws(ParseError) {
        tree = document.tree
        self.origin = origin
        // Lines are not looked up if all are the same.
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

    /// Changes `root` and all nodes below it.
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

    /// The document's namespace that replaces one of the other tree; a namespace that an element declares is unchanged.
    private func translated(_ namespace: UnsafeMutablePointer<xmlNs>) -> UnsafeMutablePointer<xmlNs> {
        for pair in namespaces where pair.old == namespace { return pair.new }
        return namespace
    }
}
