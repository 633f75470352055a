import CLibXML2

// The document's own namespaces, which no element declares. They are in libxml2's list of a document's namespaces, in
// libxml2's memory, and are freed with the document.
extension Document {
    /// The namespace of HTML elements.
    static let htmlNamespaceURI = "http://www.w3.org/1999/xhtml"

    /// The namespace of data in a tree of another format.
    static let dataNamespaceURI = "about:data"

    /// The namespace of XML's elements without one in a tree that is not XML's.
    static let markupNamespaceURI = "about:xml"

    func makeHTMLNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        try namespace(\.htmlNamespace, Document.htmlNamespaceURI)
    }

    func makeDataNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        try namespace(\.dataNamespace, Document.dataNamespaceURI)
    }

    func makeHiddenNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        try namespace(\.hiddenNamespace, Document.dataNamespaceURI)
    }

    func makeMarkupNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        try namespace(\.markupNamespace, Document.markupNamespaceURI)
    }

    /// The namespace that is stored in a property, created on first use.
    private func namespace(
        _ kept: ReferenceWritableKeyPath<Document, UnsafeMutablePointer<xmlNs>?>,
        _ uri: String
    ) throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let namespace = self[keyPath: kept] { return namespace }
        guard let namespace = LibXML2.makeNamespace(uri, prefix: nil, in: tree) else {
            throw ParseError.outOfMemory
        }
        self[keyPath: kept] = namespace
        return namespace
    }
}

// MARK: - What an element is

extension Document {
    /// Whether HTML's rules apply to an element: on an HTML page to all elements without a namespace, elsewhere to
    /// those in HTML's.
    package func isHTML(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .html }
        if namespace == htmlNamespace { return true }
        if namespace == dataNamespace || namespace == hiddenNamespace { return false }
        guard let href = namespace.pointee.href else { return kind == .html }
        return LibXML2.areEqual(href, Document.htmlNamespaceURI)
    }

    /// Whether an element has hidden data: a parsed attribute, or linked data.
    func isHidden(_ element: NodeRef) -> Bool {
        guard let hiddenNamespace else { return false }
        return element.pointer.pointee.ns == hiddenNamespace
    }

    /// Whether an element is part of a drawing or a formula in HTML: SVG's and MathML's elements from the HTML parser.
    /// Those that an XML page declares are ordinary markup.
    func isDrawing(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns, let href = namespace.pointee.href else {
            return false
        }
        guard
            LibXML2.areEqual(href, ForeignNamespaces.svgURI)
                || LibXML2.areEqual(href, ForeignNamespaces.mathMLURI)
        else { return false }
        return kind == .html || isOwn(namespace)
    }

    /// Whether a namespace is the document's own. Complexity: linear in their number, which is small.
    private func isOwn(_ namespace: UnsafeMutablePointer<xmlNs>) -> Bool {
        var next = tree.pointee.oldNs
        while let own = next {
            if own == namespace { return true }
            next = own.pointee.next
        }
        return false
    }

    /// Whether an element is data rather than markup. A string of data is on one line of the page, and has its own line
    /// ends.
    package func isData(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .data }
        return namespace == dataNamespace || namespace == hiddenNamespace
    }
}
