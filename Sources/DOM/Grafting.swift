import CLibXML2

extension Document {
    /// Parses a fragment of HTML and makes what it holds the children of an element of this tree.
    ///
    /// Every new node gets the element's line: that of the string which the fragment was. In a tree that is not
    /// HTML's the new elements are in HTML's namespace, so that names and text follow HTML's rules there.
    ///
    /// - Parameter utf8: valid UTF-8.
    package func growHTML(
        _ utf8: some Collection<UInt8>,
        in element: NodeRef,
        limits: Limits = Limits()
    ) throws(ParseError) {
        let fragment = try Document.htmlFragment(utf8, limits: limits, dictionary: tree.pointee.dict)
        guard let body = fragment.rootElement?.lastElementChild else { return }
        let namespace = kind == .html ? nil : try makeHTMLNamespace()
        while let child = body.firstChild {
            xmlUnlinkNode(child.pointer)
            adopt(child, line: element.line, namespace: namespace)
            element.append(child.pointer)
        }
        revision += 1
    }

    /// Tells all nodes of a tree cut out elsewhere that they belong to this document.
    ///
    /// libxml2 has a function for it, which recurses. Both documents share the dictionary, so that names and
    /// short texts that it owns stay valid.
    private func adopt(_ root: NodeRef, line: Int, namespace: UnsafeMutablePointer<xmlNs>?) {
        var next: NodeRef? = root
        while let node = next {
            let pointer = node.pointer
            pointer.pointee.doc = tree
            node.setLine(line)
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

    /// The namespace is owned by the document, which frees its list of them.
    private func makeHTMLNamespace() throws(ParseError) -> UnsafeMutablePointer<xmlNs> {
        if let htmlNamespace { return htmlNamespace }
        // Asking for the prefix "xml" makes libxml2 set up the document's own list.
        _ = xmlSearchNs(tree, xmlDocGetRootElement(tree), "xml")
        guard let list = tree.pointee.oldNs, let namespace = xmlNewNs(nil, Document.htmlNamespaceURI, nil)
        else {
            throw ParseError.outOfMemory
        }
        namespace.pointee.next = list.pointee.next
        list.pointee.next = namespace
        htmlNamespace = namespace
        return namespace
    }

    /// The namespace of HTML elements.
    static let htmlNamespaceURI = "http://www.w3.org/1999/xhtml"

    /// Whether HTML's rules hold for an element: on an HTML page for all without a namespace, elsewhere for those
    /// in HTML's.
    package func isHTML(_ element: NodeRef) -> Bool {
        guard let namespace = element.pointer.pointee.ns else { return kind == .html }
        if namespace == htmlNamespace { return true }
        guard let href = namespace.pointee.href else { return kind == .html }
        return xmlStrEqual(href, Document.htmlNamespaceURI) == 1
    }
}
