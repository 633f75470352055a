import DOM

/// Takes the attribute of a name of the elements of one page.
struct AttributeTaking {
    private let name: String
    let isQualified: Bool
    /// The name as the document has it for elements of HTML, and for others.
    let html: Name?
    let exact: Name?

    init(_ name: String, _ document: Document) {
        self.name = name
        isQualified = name.utf8.contains(UInt8(ascii: ":"))
        html = document.existingName(name.lowercased().utf8)
        exact = document.existingName(name.utf8)
    }

    /// The attribute of an element, `nil` where it has none.
    @inline(__always)
    func attribute(of element: NodeRef, in document: Document) -> AttributeRef? {
        let name = document.isHTML(element) ? html : exact
        if let name, let attribute = element.attribute(name) { return attribute }
        return isQualified ? qualifiedAttribute(of: element, in: document) : nil
    }

    @inline(never)
    private func qualifiedAttribute(of element: NodeRef, in document: Document) -> AttributeRef? {
        element.attribute(qualified: document.isHTML(element) ? name.lowercased() : name)
    }
}

extension NodeRef {
    /// The attribute of a name with a prefix, as scripts ask for it: `xlink:href`.
    fileprivate func attribute(qualified name: String) -> AttributeRef? {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2 else { return nil }
        var attribute = firstAttribute
        while let candidate = attribute {
            if let prefix = candidate.prefix, prefix.elementsEqual(parts[0]),
                candidate.name.utf8.elementsEqual(parts[1])
            {
                return candidate
            }
            attribute = candidate.next
        }
        return nil
    }
}
