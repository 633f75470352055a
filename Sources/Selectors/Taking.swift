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
            return AttributeTaking(name, self).attribute(of: element, in: self).map { [Array($0.value)] }
                ?? []
        }
    }
}
