import Basics
package import DOM
import Language
package import Records
package import Selectors
import Sources

/// Records which selectors of a rules file were evaluated on pages, and which of them matched.
package final class SelectorLog: ScrapeObserver {
    package private(set) var tried: Set<SelectorList> = []
    package private(set) var matched: Set<SelectorList> = []
    /// The searches in order; empty unless `keepsSearches`.
    package private(set) var searches: [SelectorSearch] = []
    private let keepsSearches: Bool
    /// The columns of tables that were searched for, by the alternative's range in the rules file; `nil` for one that at
    /// least one row has.
    fileprivate private(set) var columns: [Range<Int>: MissingColumn?] = [:]
    /// The current alternative, if it searches for a column.
    private var alternative: FieldAlternative?

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
        case .beganAlternative(let alternative):
            self.alternative = alternative.scope.column.isEmpty ? nil : alternative
        case .start: if let alternative { columns.updateValue(nil, forKey: alternative.range) }
        case .becameWithoutPlace(let column?):
            if let range = alternative?.range, columns[range] == nil { columns[range] = .some(column) }
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
    /// A warning for each selector of the file that was evaluated and matched nothing, and for each column of tables
    /// that no row has.
    package func unused(in log: SelectorLog) -> [Diagnostic] {
        let columns = log.columns.sorted { $0.key.lowerBound < $1.key.lowerBound }.compactMap {
            range,
            column in
            column.map { column in
                Diagnostic(
                    .rules,
                    column.message,
                    severity: .warning,
                    at: sources.location(of: range),
                    help: column.suggestion.map { "did you mean \"\($0)\"?" }
                )
            }
        }
        return unusedSelectors(in: log) + columns
    }

    private func unusedSelectors(in log: SelectorLog) -> [Diagnostic] {
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
