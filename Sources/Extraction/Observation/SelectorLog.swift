import Basics
package import DOM
import Language
package import Records
package import Selectors
import Sources

/// Records which selectors of a rules file were searched in pages, and which of them matched.
package final class SelectorLog: ScrapeObserver {
    package private(set) var tried: Set<SelectorList> = []
    package private(set) var matched: Set<SelectorList> = []
    /// The searches in order; empty unless `keepsSearches`.
    package private(set) var searches: [SelectorSearch] = []
    private let keepsSearches: Bool

    /// A log.
    ///
    /// - Parameter keepsSearches: whether to keep each search with its matches.
    package init(keepsSearches: Bool = false) {
        self.keepsSearches = keepsSearches
    }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {
        switch event() {
        case .searched(let list, let kind, let scope, let nodes): add(list, kind, scope, nodes)
        case .searchedToPrepare(let list, let root, let nodes, _): add(list, .preparation, root, nodes)
        default: break
        }
    }

    private func add(_ list: SelectorList, _ kind: SelectorSearch.Kind, _ scope: NodeRef, _ nodes: [NodeRef])
    {
        tried.insert(list)
        if !nodes.isEmpty { matched.insert(list) }
        if keepsSearches {
            searches.append(SelectorSearch(list: list, kind: kind, scope: scope, matches: nodes))
        }
    }
}

/// A search in a page and its matches, whose nodes belong to a document that the caller keeps.
package struct SelectorSearch {
    /// The kind of a search.
    package enum Kind: Hashable, Sendable {
        /// A search of a preparation; the tree may have changed since.
        case preparation
        /// All matches below an element.
        case below
        /// All matches below an element and the element itself.
        case all
        /// The first match below an element or the element itself.
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
    /// A warning for each selector of the file that was searched and matched nothing.
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
