/// Selector lists that are matched together: one walk over a page costs little more for twenty than for one.
package struct SelectorSet: Sendable {
    package let lists: [SelectorList]
    let program: Program
    /// The places of the lists in the set, by what tells one list from another that has the same selectors.
    private let indexes: [ObjectIdentifier: Int]

    /// Complexity: linear in the length of the selectors' text. To be done once for a rules file, not for each
    /// page.
    ///
    /// - Parameter first: the places of the lists of which only the first match is wanted.
    package init(_ lists: [SelectorList], forFirst first: Set<Int> = []) {
        self.lists = lists
        program = Program(lists.map(\.selectors), forFirst: first)
        indexes = Dictionary(
            lists.enumerated().map { ($0.element.identity, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The place of a list in the set, that very one; `nil` where it is not in it.
    package func index(of list: SelectorList) -> Int? { indexes[list.identity] }

    /// Whether only the first match of the list at a place is wanted.
    package func isForFirst(_ index: Int) -> Bool { program.lists[Int32(index)].isForFirst }
}
