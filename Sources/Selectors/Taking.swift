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
            let attribute = existingName(name.utf8).flatMap(element.attribute)
            return attribute.map { [Array($0.value)] } ?? []
        }
    }
}
