package import Records
package import Selectors

/// A selector of a rules file, with the place where it stands.
package struct SelectorUse: Sendable {
    package let list: SelectorList
    /// The selector as written.
    package let text: String
    /// Where it stands, for ``Rules/location(of:)``.
    package let range: Range<Int>
}

extension Rules {
    /// Where a selector stands in a part of the rules file.
    ///
    /// Complexity: linear in the number of places where the same selector stands.
    package func place(of list: SelectorList, in range: Range<Int>) -> SelectorUse? {
        let uses = selectorPlaces[list]
        // A part that is laid over that of another file has its selectors in both.
        return uses?.first { range.contains($0.range.lowerBound) } ?? uses?.first
    }
}
