package import DOM

extension Document {
    /// What a take gives of an element, as UTF-8: one value, for `::lines` one a line, none for an attribute that
    /// is not there.
    ///
    /// - Parameter isExcluded: elements whose text does not count.
    package func values(
        of element: NodeRef,
        taking take: Take,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
    ) -> [[UInt8]] {
        switch take {
        case .text: return [text(of: element, excluding: isExcluded)]
        case .ownText: return [ownText(of: element)]
        case .lines: return lines(of: element, excluding: isExcluded)
        case .html: return [outerHTML(of: element)]
        case .innerHTML: return [innerHTML(of: element)]
        case .name: return [Array(element.name.utf8)]
        case .attribute(let name):
            return AttributeTaking(name, self).attribute(of: element).map { [Array($0.value)] } ?? []
        }
    }
}

/// Takes the attribute of a name of the elements of one page.
package struct AttributeTaking {
    private let document: Document
    private let name: String
    /// The name as the document has it for elements of HTML, and for others.
    private let html: Name?
    private let exact: Name?

    package init(_ name: String, _ document: Document) {
        self.document = document
        self.name = name
        html = document.existingName(name.lowercased().utf8)
        exact = document.existingName(name.utf8)
    }

    /// The attribute of an element, `nil` where it has none.
    @inline(__always)
    package func attribute(of element: NodeRef) -> AttributeRef? {
        let name = document.isHTML(element) ? html : exact
        if let name, let attribute = element.attribute(name) { return attribute }
        return qualifiedAttribute(of: element)
    }

    @inline(never)
    private func qualifiedAttribute(of element: NodeRef) -> AttributeRef? {
        guard name.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return element.attribute(qualified: document.isHTML(element) ? name.lowercased() : name)
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
