import DOM
import Selectors

/// A page's matcher that notes what is looked for, and looks for the selectors of several fields at once.
final class PageMatcher {
    private let matcher: Matcher
    private let log: SelectorLog?
    private let profiler: Profiler?
    /// The fields whose selectors may be asked for next.
    private var gathered: Gathered?
    private let root: NodeRef?
    /// What has been found from the root element, which many records may ask for.
    private var known: [ObjectIdentifier: Selected] = [:]
    /// The same where but the first match was asked for.
    private var knownFirst: [ObjectIdentifier: Selected] = [:]

    /// The selectors of fields that look from one element, and what they match there, once one of them is asked for.
    struct Gathered {
        let set: SelectorSet
        let scope: NodeRef
        var selected: SelectedSet?
    }

    init(_ document: Document, log: SelectorLog?, _ profiler: Profiler? = nil) {
        matcher = Matcher(document)
        self.log = log
        self.profiler = profiler
        root = document.rootElement
    }

    // MARK: - For several fields at once

    /// Expects the selectors of fields to be asked for from an element.
    ///
    /// - Returns: what was expected before, for ``expect(_:)``.
    func expect(_ selection: FieldSelection?, from scope: NodeRef) -> Gathered? {
        defer { gathered = selection?.set.map { Gathered(set: $0, scope: scope) } }
        return gathered
    }

    /// Goes back to what was expected before.
    func expect(_ before: Gathered?) { gathered = before }

    /// What has been, or is now, found for a list together with those of other fields; `nil` where it is none of theirs.
    private func gathered(_ list: SelectorList, from scope: NodeRef, isForFirst: Bool) -> Selected? {
        guard let gathered, gathered.scope == scope, let index = gathered.set.index(of: list),
            isForFirst || !gathered.set.isForFirst(index)
        else { return nil }
        if let selected = gathered.selected { return selected[index] }
        let selected = matcher.selected(gathered.set, from: scope, includingScope: true)
        self.gathered?.selected = selected
        return selected[index]
    }

    // MARK: - Asking

    /// What a selector matches below an element and in it.
    func select(_ list: SelectorList, from scope: NodeRef) -> Selected {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let selected =
            gathered(list, from: scope, isForFirst: false)
            ?? remembered(list, from: scope, in: &known) {
                $0.selected(list, from: scope, includingScope: true)
            }
        log?.note(list, isMatched: !selected.isEmpty)
        log?.note(list, .all, from: scope, selected.nodes)
        return selected
    }

    /// What is found from the root element: it is kept, as each record may ask for it.
    private func remembered(
        _ list: SelectorList,
        from scope: NodeRef,
        in known: inout [ObjectIdentifier: Selected],
        _ find: (Matcher) -> Selected
    ) -> Selected {
        guard scope == root else { return find(matcher) }
        if let selected = known[list.identity] { return selected }
        let selected = find(matcher)
        known[list.identity] = selected
        return selected
    }

    /// What a selector matches below an element.
    func select(_ list: SelectorList, below scope: NodeRef) -> Selected {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let selected = matcher.selected(list, from: scope, includingScope: false)
        log?.note(list, isMatched: !selected.isEmpty)
        log?.note(list, .below, from: scope, selected.nodes)
        return selected
    }

    /// The first of what a selector matches below an element and in it; more may be told.
    func selectFirst(_ list: SelectorList, from scope: NodeRef) -> Selected {
        let outer = profiler?.enter(.select)
        defer { profiler?.leave(to: outer) }
        let selected =
            gathered(list, from: scope, isForFirst: true)
            ?? remembered(list, from: scope, in: &knownFirst) {
                $0.selectedFirst(list, from: scope, includingScope: true)
            }
        log?.note(list, isMatched: !selected.isEmpty)
        log?.note(list, .first, from: scope, Array(selected.nodes.prefix(1)))
        return selected
    }

    /// Whether a selector matches anything in an element.
    func isMet(_ list: SelectorList, in scope: NodeRef) -> Bool { !selectFirst(list, from: scope).isEmpty }

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
