import DOM

extension Binding {
    /// Whether a selector of the list matches.
    func matchesList(_ list: Int32, _ element: NodeRef) -> Bool {
        let compiled = program.lists[list]
        guard compiled.memo >= 0 else { return matchesAny(compiled.selectors, element) }
        let index = order.index(of: element)
        if let known = answers[compiled.memo, index] { return known }
        let result = matchesAny(compiled.selectors, element)
        answers.set(compiled.memo, index, result, capacity: order.count)
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

    /// Whether what a selector wants on the left of a compound is there, the compound itself being `element`.
    private func matchesLeft(of compound: Int32, _ element: NodeRef) -> Bool {
        if let result = matchesLeftSoon(of: compound, element) { return result }
        var search = LeftSearch(self)
        return search.run(from: element, compound)
    }

    /// The same as ``LeftSearch``, where neither later siblings nor notes are needed: nearly always. `nil` where
    /// they are.
    @inline(__always)
    private func matchesLeftSoon(of compound: Int32, _ element: NodeRef) -> Bool? {
        var index = compound
        var node = element
        var climb: (index: Int32, node: NodeRef) = (-1, element)
        var first: (index: Int32, node: NodeRef) = (-1, element)
        var stepsLeft = page.patience.climb
        while true {
            var next: NodeRef?
            switch program.compounds[index].link {
            case .none: return settled(true, first)
            case .child: next = node.parent
            case .nextSibling: next = node.previousElementSibling
            case .subsequentSibling, .descendantOrSelf: return nil
            case .descendant:
                guard let start = node.parent else { return settled(false, first) }
                guard !climbs.hasAnswers(index + 1) else { return nil }
                let last = lastClimbs[Int(index + 1)]
                if last.start == start { return settled(last.isFound, first) }
                climb = (index + 1, start)
                if first.index < 0 { first = climb }
                next = start
            }
            index += 1
            while true {
                if let candidate = next, holds(program.compounds[index], candidate) {
                    node = candidate
                    break
                }
                guard climb.index >= 0, let above = climb.node.parent else { return settled(false, first) }
                steps.add()
                stepsLeft -= 1
                guard stepsLeft > 0 else { return nil }
                climb.node = above
                index = climb.index
                next = above
            }
        }
    }

    @inline(__always)
    private func settled(_ result: Bool, _ first: (index: Int32, node: NodeRef)) -> Bool {
        if first.index >= 0 { lastClimbs[Int(first.index)] = LastClimb(start: first.node, isFound: result) }
        return result
    }

    /// Whether a node, perhaps the document's, stands where a compound wants one.
    @inline(__always)
    func holds(_ compound: CompiledCompound, _ node: NodeRef) -> Bool {
        if compound.isAnchor { return node == scope.pointee.node }
        return node.isElement && passes(compound.tests, node)
    }
}
