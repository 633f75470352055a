import CLibXML2

// Makes what a text of a tree holds a part of that tree.
extension Document {
    /// Parses a fragment of HTML and makes what it holds the children of an element of this tree.
    ///
    /// In a tree that is not HTML's the new elements are in HTML's namespace, so that names and text follow HTML's
    /// rules there.
    ///
    /// - Parameters:
    ///   - utf8: valid UTF-8.
    ///   - origin: where the fragment's lines stand; without it, all on the element's line.
    package func growHTML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin? = nil,
        limits: Limits = Limits()
    ) throws(ParseError) {
        let fragment = try Document.htmlFragment(utf8, limits: limits, dictionary: tree.pointee.dict)
        guard let body = fragment.rootElement?.lastElementChild else { return }
        try graft(childrenOf: body, to: element, origin ?? .fixed(element.line))
    }

    /// Parses a page of HTML and makes its root element the last child of an element of this tree.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    package func growPage(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        origin: LineOrigin,
        limits: Limits = Limits()
    ) throws(ParseError) {
        let page = try Document.html(utf8, limits: limits, dictionary: tree.pointee.dict)
        try graft(childrenOf: page.node, to: element, origin)
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
        do throws(ParseError) {
            let result = try build(&builder)
            element.append(root)
            revision += 1
            return result
        } catch {
            xmlFreeNode(root)
            throw error
        }
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
        guard let node = xmlNewDocNode(tree, try makeHiddenNamespace(), name.bytes, nil) else {
            throw ParseError.outOfMemory
        }
        NodeRef(node).setLine(parent.line)
        revision += 1
        return NodeRef(parent.append(node))
    }
}

// MARK: - Adopting

extension Document {
    /// Moves all children of a node of another tree, which shares this one's dictionary.
    private func graft(
        childrenOf other: NodeRef,
        to element: NodeRef,
        _ origin: LineOrigin
    ) throws(ParseError) {
        let namespace = kind == .html ? nil : try makeHTMLNamespace()
        var next = other.firstChild
        while let child = next {
            next = child.nextSibling
            // The doctype is the other document's own.
            if child.isDocumentType { continue }
            xmlUnlinkNode(child.pointer)
            adopt(child, origin, namespace: namespace)
            element.append(child.pointer)
        }
        revision += 1
    }

    /// Tells all nodes of a tree cut out elsewhere that they belong to this document.
    ///
    /// libxml2 has a function for it, which recurses. Both documents share the dictionary, so that names and
    /// short texts that it owns stay valid.
    private func adopt(_ root: NodeRef, _ origin: LineOrigin, namespace: UnsafeMutablePointer<xmlNs>?) {
        var next: NodeRef? = root
        while let node = next {
            let pointer = node.pointer
            pointer.pointee.doc = tree
            node.setLine(origin.line(node.line))
            if node.isElement {
                pointer.pointee.ns = namespace
                var attribute = pointer.pointee.properties
                while let current = attribute {
                    current.pointee.doc = tree
                    current.pointee.children?.pointee.doc = tree
                    attribute = current.pointee.next
                }
            }
            next = node.next(within: root)
        }
    }
}

// MARK: - Namespaces

extension Document {
    /// The namespace of HTML elements.
    static let htmlNamespaceURI = "http://www.w3.org/1999/xhtml"

    /// The namespace of what is data on a page that is something else.
    static let dataNamespaceURI = "about:data"

    /// The namespace of XML's elements without one in a tree that is not XML's.
    static let markupNamespaceURI = "about:xml"

    private func makeHTMLNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let htmlNamespace { return htmlNamespace }
        let namespace = try makeNamespace(Document.htmlNamespaceURI)
        htmlNamespace = namespace
        return namespace
    }

    func makeDataNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let dataNamespace { return dataNamespace }
        let namespace = try makeNamespace(Document.dataNamespaceURI)
        dataNamespace = namespace
        return namespace
    }

    private func makeHiddenNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let hiddenNamespace { return hiddenNamespace }
        let namespace = try makeNamespace(Document.dataNamespaceURI)
        hiddenNamespace = namespace
        return namespace
    }

    func makeMarkupNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let markupNamespace { return markupNamespace }
        let namespace = try makeNamespace(Document.markupNamespaceURI)
        markupNamespace = namespace
        return namespace
    }

    /// The namespace is owned by the document, which frees its list of them.
    private func makeNamespace(_ uri: String) throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        // Asking for the prefix "xml" makes libxml2 set up the document's own list.
        _ = xmlSearchNs(tree, xmlDocGetRootElement(tree), "xml")
        guard let list = tree.pointee.oldNs, let namespace = xmlNewNs(nil, uri, nil) else {
            throw ParseError.outOfMemory
        }
        namespace.pointee.next = list.pointee.next
        list.pointee.next = namespace
        return namespace
    }

    /// Whether HTML's rules hold for an element: on an HTML page for all without a namespace, elsewhere for those
    /// in HTML's.
    package func isHTML(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .html }
        if namespace == htmlNamespace { return true }
        if namespace == dataNamespace || namespace == hiddenNamespace { return false }
        guard let href = namespace.pointee.href else { return kind == .html }
        return xmlStrEqual(href, Document.htmlNamespaceURI) == 1
    }

    /// Whether an element holds data that the page never showed: what an attribute has grown into, linked data.
    func isHidden(_ element: NodeRef) -> Bool {
        guard let hiddenNamespace else { return false }
        return element.pointer.pointee.ns == hiddenNamespace
    }

    /// Whether an element is one of those that a browser draws in a line of HTML: SVG's and MathML's.
    func isDrawing(_ element: NodeRef) -> Bool {
        guard let href = element.pointer.pointee.ns?.pointee.href else { return false }
        return xmlStrEqual(href, "http://www.w3.org/2000/svg") == 1
            || xmlStrEqual(href, "http://www.w3.org/1998/Math/MathML") == 1
    }

    /// Whether an element is one of data, whose strings stand on one line of the page each and have line ends of
    /// their own: what is neither markup nor grown out of it.
    package func isData(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .data }
        return namespace == dataNamespace || namespace == hiddenNamespace
    }
}
