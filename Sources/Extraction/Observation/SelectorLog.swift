import Basics
package import DOM
import Language
package import Records
package import Selectors
import Sources

/// Which selectors of a rules file were looked for in pages, and which of them matched anything.
package final class SelectorLog: ScrapeObserver {
    package private(set) var tried: Set<SelectorList> = []
    package private(set) var matched: Set<SelectorList> = []
    /// What was looked for where, in order; empty unless asked for.
    package private(set) var searches: [SelectorSearch] = []
    private let keepsSearches: Bool

    /// A log.
    ///
    /// - Parameter keepsSearches: whether each search is kept with its matches.
    package init(keepsSearches: Bool = false) {
        self.keepsSearches = keepsSearches
    }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {
        switch event() {
        case .searched(let list, let kind, let scope, let nodes): note(list, kind, scope, nodes)
        case .searchedToPrepare(let list, let root, let nodes, _): note(list, .preparation, root, nodes)
        default: break
        }
    }

    private func note(_ list: SelectorList, _ kind: SelectorSearch.Kind, _ scope: NodeRef, _ nodes: [NodeRef])
    {
        tried.insert(list)
        if !nodes.isEmpty { matched.insert(list) }
        if keepsSearches {
            searches.append(SelectorSearch(list: list, kind: kind, scope: scope, matches: nodes))
        }
    }
}

/// What was looked for in a page, and found. Its nodes are those of a document that the caller keeps.
package struct SelectorSearch {
    /// What was asked.
    package enum Kind: Hashable, Sendable {
        /// What a preparation looked for; the tree may have changed since.
        case preparation
        /// All matches below an element.
        case below
        /// All matches below an element and the element itself.
        case all
        /// The first of those.
        case first
        /// The nearest of the element and its ancestors.
        case closest
    }

    package let list: SelectorList
    package let kind: Kind
    package let scope: NodeRef
    package let matches: [NodeRef]
}

extension Rules {
    /// The selectors of the file that were looked for and matched nothing, with a warning for each.
    package func unused(in log: SelectorLog) -> [Diagnostic] {
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
