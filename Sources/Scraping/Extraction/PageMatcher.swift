import DOM
import Selectors

/// A page's matcher that notes what is looked for, and looks for the selectors of several fields at once.
final class PageMatcher {
    private let matcher: Matcher
    private let log: SelectorLog?
    private let profiler: Profiler?
    /// The selectors of fields that may be asked for next.
    private var gathered: GatheredSelectors?
    /// Those of each kind of record and object, to be used again.
    private var gatherings: [ObjectIdentifier: GatheredSelectors] = [:]
    /// The one asked for last: records of one type follow each other.
    private var lastGathering: GatheredSelectors?
    private let root: NodeRef?
    /// What has been found from the root element, which many records may ask for.
    private var known: [ObjectIdentifier: Selected] = [:]
    /// The same where but the first match was asked for.
    private var knownFirst: [ObjectIdentifier: Selected] = [:]

    init(_ document: Document, log: SelectorLog?, _ profiler: Profiler? = nil) {
        matcher = Matcher(document)
        self.log = log
        self.profiler = profiler
        root = document.rootElement
    }

    // MARK: - For several fields at once

    /// Expects the selectors of fields to be asked for from an element.
    ///
    /// - Returns: what was expected before, for ``expectAgain(_:)``.
    func expect(_ selection: FieldSelection?, from scope: NodeRef) -> GatheredSelectors? {
        defer {
            gathered = selection.flatMap(gathering)
            gathered?.begin(from: scope)
        }
        return gathered
    }

    /// Goes back to what was expected before.
    func expectAgain(_ before: GatheredSelectors?) {
        gathered?.end()
        gathered = before
    }

    private func gathering(_ selection: FieldSelection) -> GatheredSelectors? {
        if let last = lastGathering, last.selection === selection, !last.isInUse { return last }
        guard let set = selection.set else { return nil }
        let known = gatherings[ObjectIdentifier(selection)]
        // Where objects are nested in objects of the same fields, each depth has its own.
        if let known, !known.isInUse {
            lastGathering = known
            return known
        }
        let new = GatheredSelectors(selection, matcher.search(for: set))
        if known == nil { gatherings[ObjectIdentifier(selection)] = new }
        return new
    }

    /// What has been, or is now, found for a list together with those of other fields; `nil` where it is none of
    /// theirs.
    @inline(__always)
    private func gathered(_ list: SelectorList, from scope: NodeRef, isForFirst: Bool) -> Selected? {
        gathered?.selected(list, from: scope, isForFirst: isForFirst)
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
