package import DOM

extension Document {
    /// What a take gives of an element, as UTF-8: one value, for `::lines` one a line, none for an attribute that
    /// is not there.
    ///
    /// - Parameter isExcluded: elements whose text does not count.
    package func values(
        of element: NodeRef,
        taking take: Take,
        excluding isExcluded: (NodeRef) -> Bool = { _ in false }
    ) -> [[UInt8]] {
        switch take {
        case .text: return [text(of: element, excluding: isExcluded)]
        case .ownText: return [ownText(of: element)]
        case .lines: return lines(of: element, excluding: isExcluded)
        case .html: return [outerHTML(of: element)]
        case .innerHTML: return [innerHTML(of: element)]
        case .name: return [Array(element.name.utf8)]
        case .attribute(let name):
            let name = isHTML(element) ? name.lowercased() : name
            let attribute =
                existingName(name.utf8).flatMap(element.attribute) ?? element.attribute(qualified: name)
            return attribute.map { [Array($0.value)] } ?? []
        }
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
