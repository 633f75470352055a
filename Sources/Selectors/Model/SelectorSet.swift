/// Selector lists that are matched together: one walk over a page costs little more for twenty than for one.
package struct SelectorSet: Sendable {
    package let lists: [SelectorList]
    let program: Program

    /// Complexity: linear in the length of the selectors' text. To be done once for a rules file, not for each
    /// page.
    ///
    /// - Parameter first: the places of the lists of which only the first match is wanted.
    package init(_ lists: [SelectorList], forFirst first: Set<Int> = []) {
        self.lists = lists
        program = Program(lists.map(\.selectors), forFirst: first)
    }
}
