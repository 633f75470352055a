import DOM
import Selectors

/// A page's matcher that notes what is looked for.
struct PageMatcher {
    private let matcher: Matcher
    private let log: SelectorLog?
    private let profiler: Profiler?

    init(_ document: Document, log: SelectorLog?, _ profiler: Profiler? = nil) {
        matcher = Matcher(document)
        self.log = log
        self.profiler = profiler
    }

    /// What a selector matches below an element and in it.
    func select(_ list: SelectorList, from scope: NodeRef, includingScope: Bool = true) -> [Match] {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let matches = matcher.select(list, from: scope, includingScope: includingScope)
        log?.note(list, isMatched: !matches.isEmpty)
        log?.note(list, includingScope ? .all : .below, from: scope, matches.map(\.node))
        return matches
    }

    /// The first of what a selector matches.
    func firstMatch(_ list: SelectorList, from scope: NodeRef) -> Match? {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let match = matcher.firstMatch(list, from: scope, includingScope: true)
        log?.note(list, isMatched: match != nil)
        log?.note(list, .first, from: scope, match.map { [$0.node] } ?? [])
        return match
    }

    /// Whether a selector matches anything in an element.
    func isMet(_ list: SelectorList, in scope: NodeRef) -> Bool { firstMatch(list, from: scope) != nil }

    /// The nearest of an element and its ancestors that matches.
    func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef? {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let node = matcher.closest(list, from: element)
        log?.note(list, isMatched: node != nil)
        log?.note(list, .closest, from: element, node.map { [$0] } ?? [])
        return node
    }
}
