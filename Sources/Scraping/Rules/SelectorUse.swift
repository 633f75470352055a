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

/// Which selectors of a rules file were looked for in pages, and which of them matched anything.
package final class SelectorLog {
    package private(set) var tried: Set<SelectorList> = []
    package private(set) var matched: Set<SelectorList> = []

    package init() {}

    func note(_ list: SelectorList, isMatched: Bool) {
        tried.insert(list)
        if isMatched { matched.insert(list) }
    }
}

extension Rules {
    /// Where a selector stands in a part of the rules file.
    ///
    /// Complexity: linear in the number of places where the same selector stands.
    func place(of list: SelectorList, in range: Range<Int>) -> SelectorUse? {
        let uses = selectorPlaces[list]
        // A part that is laid over that of another file has its selectors in both.
        return uses?.first { range.contains($0.range.lowerBound) } ?? uses?.first
    }

    /// The selectors of the file that were looked for and matched nothing, with a warning for each.
    package func fruitless(_ log: SelectorLog) -> [Diagnostic] {
        selectors.filter { log.tried.contains($0.list) && !log.matched.contains($0.list) }.map { use in
            Diagnostic(
                .rules,
                "`\(use.text)` matches nothing",
                severity: .warning,
                at: sources.location(of: use.range)
            )
        }
    }
}
