import CLibXML2

// The namespaces of a document's own, which no element declares. They hang in libxml2's list of a document's
// namespaces, are libxml2's memory and go with the document.
extension Document {
    /// The namespace of HTML elements.
    static let htmlNamespaceURI = "http://www.w3.org/1999/xhtml"

    /// The namespace of what is data on a page that is something else.
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

    /// The namespace that is kept in a property, made when it is first asked for.
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

extension LibXML2 {
    /// The namespace of the prefix `xml`, with which a document's list begins; `nil` only when memory is exhausted.
    static func xmlNamespace(of tree: UnsafeMutablePointer<xmlDoc>) -> UnsafeMutablePointer<xmlNs>? {
        // Asking for it makes libxml2 set the list up.
        let document = UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
        return xmlSearchNs(tree, document, "xml")
    }

    /// A new namespace of a document's own; `nil` only when memory is exhausted.
    static func makeNamespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let list = xmlNamespace(of: tree), let namespace = xmlNewNs(nil, address, prefix) else {
            return nil
        }
        namespace.pointee.next = list.pointee.next
        list.pointee.next = namespace
        return namespace
    }

    /// The namespace of a document's own with the given address and prefix, made where there is none; `nil` only when
    /// memory is exhausted. Complexity: linear in the number of a document's own namespaces, of which there are few.
    static func namespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        var next = xmlNamespace(of: tree)
        while let namespace = next {
            if xmlStrEqual(namespace.pointee.href, address) == 1,
                xmlStrEqual(namespace.pointee.prefix, prefix) == 1
            {
                return namespace
            }
            next = namespace.pointee.next
        }
        return makeNamespace(address, prefix: prefix, in: tree)
    }
}

// MARK: - What an element is

extension Document {
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

    /// Whether an element is one of those that a browser draws in a line of HTML: SVG's and MathML's, as far as HTML's
    /// parser has made them. Those of an XML page are declared there, and are markup like any other.
    func isDrawing(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns, let href = namespace.pointee.href else {
            return false
        }
        guard
            xmlStrEqual(href, ForeignNamespaces.svgURI) == 1
                || xmlStrEqual(href, ForeignNamespaces.mathMLURI) == 1
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

    /// Whether an element is one of data, whose strings stand on one line of the page each and have line ends of
    /// their own: what is neither markup nor grown out of it.
    package func isData(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .data }
        return namespace == dataNamespace || namespace == hiddenNamespace
    }
}
