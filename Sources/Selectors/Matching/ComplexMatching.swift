import DOM

extension MatchContext {
    /// Whether a selector of the list matches.
    func matchesList(_ list: Int32, _ element: NodeRef) -> Bool {
        let compiled = program.lists[list]
        guard compiled.memo >= 0 else { return matchesAny(compiled.selectors, element) }
        let index = order.index(of: element)
        if let known = memo[compiled.memo, index] { return known }
        let result = matchesAny(compiled.selectors, element)
        memo.set(compiled.memo, index, result, capacity: order.count)
        return result
    }

    private func matchesAny(_ selectors: Span32, _ element: NodeRef) -> Bool {
        for selector in selectors.start..<selectors.end {
            if matches(program.selectors[selector], element, skippedTests: 0) { return true }
        }
        return false
    }

    @inline(__always)
    func matches(_ selector: CompiledSelector, _ element: NodeRef, skippedTests: Int32) -> Bool {
        let compound = program.compounds[selector.compound]
        guard passes(compound.tests, element, skipping: skippedTests) else { return false }
        return compound.link == .none || matchesLeft(of: selector.compound, element)
    }

    @inline(__always)
    func passes(_ tests: Span32, _ element: NodeRef, skipping skipped: Int32 = 0) -> Bool {
        var index = tests.start + skipped
        while index < tests.end {
            guard passes(index, element) else { return false }
            index += 1
        }
        return true
    }

    /// Whether the part of a selector on the left of a compound matches if the compound matches `element`.
    private func matchesLeft(of compound: Int32, _ element: NodeRef) -> Bool {
        if let result = matchesLeftNearby(of: compound, element) { return result }
        var search = LeftSearch(self)
        return search.run(from: element, compound)
    }

    /// ``LeftSearch`` for the usual case: no later siblings, and short searches without memo rows. `nil` if it does not
    /// apply.
    @inline(__always)
    private func matchesLeftNearby(of compound: Int32, _ element: NodeRef) -> Bool? {
        var index = compound
        var node = element
        var climb: (index: Int32, node: NodeRef) = (-1, element)
        var first: (index: Int32, node: NodeRef) = (-1, element)
        var stepsLeft = document.budget.climb
        while true {
            var next: NodeRef?
            switch program.compounds[index].link {
            case .none: return remembered(true, first)
            case .child: next = node.parent
            case .nextSibling: next = node.previousElementSibling
            case .subsequentSibling, .descendantOrSelf: return nil
            case .descendant:
                guard let start = node.parent else { return remembered(false, first) }
                guard !relationMemo.hasValues(index + 1) else { return nil }
                let last = lastSearches[Int(index + 1)]
                if last.start == start { return remembered(last.isFound, first) }
                climb = (index + 1, start)
                if first.index < 0 { first = climb }
                next = start
            }
            index += 1
            while true {
                if let candidate = next, matches(program.compounds[index], candidate) {
                    node = candidate
                    break
                }
                guard climb.index >= 0, let above = climb.node.parent else { return remembered(false, first) }
                steps.add()
                stepsLeft -= 1
                guard stepsLeft > 0 else { return nil }
                climb.node = above
                index = climb.index
                next = above
            }
        }
    }

    /// Remembers and returns the result of the first search among ancestors.
    @inline(__always)
    private func remembered(_ result: Bool, _ first: (index: Int32, node: NodeRef)) -> Bool {
        if first.index >= 0 {
            lastSearches[Int(first.index)] = LastSearch(start: first.node, isFound: result)
        }
        return result
    }

    /// Whether a node, perhaps the document's, matches a compound by itself.
    @inline(__always)
    func matches(_ compound: CompiledCompound, _ node: NodeRef) -> Bool {
        if compound.isAnchor { return node == scope.node }
        return node.isElement && passes(compound.tests, node)
    }
}

/// Searches for the part of a selector on the left of a compound, from right to left.
///
/// It needs at most two places to return to: one search among ancestors, and one among the siblings at the current
/// level. If something further left is not found above (before) a place, it is not found above (before) a higher
/// (earlier) place either, so that older places need not be tried again.
///
/// For the same reason the result of a search among ancestors is the result of the whole. It is stored for the elements
/// that a long search passes, which keeps deep trees linear: after a number of steps, each further step is made only
/// once.
struct LeftSearch {
    /// A search among ancestors or previous siblings.
    private struct Search {
        /// The compound that is searched for; -1 if there is no search.
        var compound: Int32 = -1
        var node: NodeRef?
        var steps = 0
        /// The node from which the result is stored.
        var memoStart: NodeRef?

        var isActive: Bool { compound >= 0 }
    }

    /// The entries for the memo table when the result is known: the result, for the nodes from `start` to `end`.
    struct PendingMemo {
        var compound: Int32
        var start: NodeRef
        var end: NodeRef
        var isAmongSiblings: Bool
        /// Whether the result is only that of the current place of the search among ancestors.
        var isOfPlace: Bool
    }

    private enum Outcome {
        case decided(Bool)
        /// Where the compound is tried next; `nil` if this direction is exhausted.
        case candidate(NodeRef?)
    }

    private let context: MatchContext
    /// The compound that is searched for.
    private var index: Int32 = 0
    private var ancestors = Search()
    private var siblings = Search()
    /// The compound and start of the first search among ancestors.
    private var firstStart: (compound: Int32, start: NodeRef)?
    /// The pending memos before this one belong to the searches that this one is part of.
    private let firstMemo: Int

    init(_ context: MatchContext) {
        self.context = context
        firstMemo = context.pendingMemos.count
    }

    /// Whether the part of a selector on the left of a compound matches if the compound matches `element`.
    mutating func run(from element: NodeRef, _ compound: Int32) -> Bool {
        index = compound
        let result = search(from: element)
        finish(&siblings, isAmongSiblings: true)
        finish(&ancestors, isAmongSiblings: false)
        if hasMemos { write(ofPlaceOnly: false, result) }
        if let first = firstStart {
            let last = MatchContext.LastSearch(start: first.start, isFound: result)
            context.lastSearches[Int(first.compound)] = last
        }
        return result
    }

    private mutating func search(from element: NodeRef) -> Bool {
        var node = element
        while true {
            // `node` matches the compound `index`: continue with the one on its left.
            var outcome = follow(context.program.compounds[index].link, from: node)
            index += 1
            var isFound = false
            while !isFound {
                switch outcome {
                case .decided(let result): return result
                case .candidate(let candidate):
                    if let candidate, context.matches(context.program.compounds[index], candidate) {
                        node = candidate
                        isFound = true
                    } else {
                        outcome = goBack()
                    }
                }
            }
        }
    }

    // MARK: To the left

    /// Where the compound on the left is tried first.
    @inline(__always)
    private mutating func follow(_ link: CompiledCompound.Link, from node: NodeRef) -> Outcome {
        switch link {
        case .none:
            return .decided(true)
        case .child:
            // All siblings have the same parent, so that no other sibling gives another result.
            finish(&siblings, isAmongSiblings: true)
            return .candidate(node.parent)
        case .nextSibling:
            return .candidate(node.previousElementSibling)
        case .subsequentSibling:
            finish(&siblings, isAmongSiblings: true)
            return searchSiblings(from: node.previousElementSibling)
        case .descendant:
            return searchAncestors(from: node.parent)
        case .descendantOrSelf:
            return searchAncestors(from: node)
        }
    }

    @inline(__always)
    private mutating func searchSiblings(from start: NodeRef?) -> Outcome {
        guard let start else { return .candidate(nil) }
        siblings = newSearch(from: start)
        switch known(siblings) {
        case true: return .decided(true)
        case false:
            finish(&siblings, isAmongSiblings: true)
            return .candidate(nil)
        default: return .candidate(start)
        }
    }

    @inline(__always)
    private mutating func searchAncestors(from start: NodeRef?) -> Outcome {
        finish(&siblings, isAmongSiblings: true)
        // From here on the siblings' result is that of the search among ancestors.
        if hasMemos { makeGeneral() }
        finish(&ancestors, isAmongSiblings: false)
        guard let start else { return .decided(false) }
        let last = context.lastSearches[Int(index + 1)]
        if last.start == start { return .decided(last.isFound) }
        ancestors = newSearch(from: start)
        if let known = known(ancestors) { return .decided(known) }
        if firstStart == nil { firstStart = (index + 1, start) }
        return .candidate(start)
    }

    /// Begins a search for the compound on the left. It uses the memo row from the start if a long search has made one.
    @inline(__always)
    private func newSearch(from start: NodeRef) -> Search {
        var search = Search(compound: index + 1, node: start)
        if context.relationMemo.hasValues(index + 1) { search.memoStart = start }
        return search
    }

    // MARK: Back

    /// The next place to try when a compound does not match.
    @inline(__always)
    private mutating func goBack() -> Outcome {
        if siblings.isActive {
            if let next = advance(&siblings, to: siblings.node?.previousElementSibling) {
                switch known(siblings) {
                case true: return .decided(true)
                case false: break
                default:
                    index = siblings.compound
                    return .candidate(next)
                }
            }
            finish(&siblings, isAmongSiblings: true)
        }
        if hasMemos { write(ofPlaceOnly: true, false) }
        guard ancestors.isActive, let next = advance(&ancestors, to: ancestors.node?.parent) else {
            return .decided(false)
        }
        if let known = known(ancestors) { return .decided(known) }
        index = ancestors.compound
        return .candidate(next)
    }

    /// Moves a search to the next node; `nil` if there is none.
    @inline(__always)
    private func advance(_ search: inout Search, to next: NodeRef?) -> NodeRef? {
        guard let next else { return nil }
        context.steps.add()
        search.node = next
        search.steps += 1
        if search.steps == context.document.budget.climb, search.memoStart == nil { search.memoStart = next }
        return next
    }
}

// MARK: - Memo table

extension LeftSearch {
    private var hasMemos: Bool { context.pendingMemos.count > firstMemo }

    /// The stored result for the place of a search.
    @inline(__always)
    private func known(_ search: Search) -> Bool? {
        guard search.memoStart != nil, let node = search.node, node.isElement else { return nil }
        return context.relationMemo[search.compound, context.order.index(of: node)]
    }

    /// Ends a search, and queues its entries for the memo table.
    @inline(__always)
    private func finish(_ search: inout Search, isAmongSiblings: Bool) {
        if search.memoStart != nil { queue(search, isAmongSiblings) }
        search.compound = -1
        search.memoStart = nil
    }

    @inline(never)
    private func queue(_ search: Search, _ isAmongSiblings: Bool) {
        guard search.isActive, let start = search.memoStart, let end = search.node else { return }
        context.pendingMemos.append(
            PendingMemo(
                compound: search.compound,
                start: start,
                end: end,
                isAmongSiblings: isAmongSiblings,
                isOfPlace: isAmongSiblings
            )
        )
    }

    @inline(never)
    private func makeGeneral() {
        for index in firstMemo..<context.pendingMemos.count { context.pendingMemos[index].isOfPlace = false }
    }

    /// Writes the pending memos of this search and removes them.
    @inline(never)
    private func write(ofPlaceOnly: Bool, _ result: Bool) {
        var kept: [PendingMemo] = []
        for pending in context.pendingMemos[firstMemo...] {
            if ofPlaceOnly, !pending.isOfPlace { kept.append(pending) } else { write(pending, result) }
        }
        context.pendingMemos.removeSubrange(firstMemo...)
        context.pendingMemos += kept
    }

    private func write(_ pending: PendingMemo, _ result: Bool) {
        let order = context.order
        var node: NodeRef? = pending.start
        while let current = node, current.isElement {
            context.steps.add()
            let index = order.index(of: current)
            context.relationMemo.set(pending.compound, index, result, capacity: order.count)
            if current == pending.end { return }
            node = pending.isAmongSiblings ? current.previousElementSibling : current.parent
        }
    }
}
