import DOM

/// `:has()` is matched from left to right: each step asks, for an element, whether this step and all after it
/// succeed from there. After a small number of steps the answers are kept, so that no element is looked at twice for
/// the same step, whatever asks: all of it is linear in the page.
extension Binding {
    /// Whether one of the relative selectors of a `:has()` leads somewhere from an element.
    func has(_ list: Int32, _ element: NodeRef) -> Bool {
        let selectors = program.hasLists[list]
        for selector in selectors.start..<selectors.end {
            if succeeds(program.hasSelectors[selector], from: element) { return true }
        }
        return false
    }

    private func succeeds(_ step: Int32, from element: NodeRef) -> Bool {
        switch program.hasSteps[step].link {
        case .itself: succeedsThere(step, element)
        case .descendant: succeedsBelow(step, element)
        case .descendantOrSelf: succeedsBelow(step, element) || arrives(step, at: element)
        case .child: succeedsAmongChildren(step, element)
        case .nextSibling: element.nextElementSibling.map { arrives(step, at: $0) } ?? false
        case .subsequentSibling: succeedsBehind(step, element)
        }
    }

    /// Whether an element is what a step wants and the steps after it succeed from there.
    @inline(__always)
    private func arrives(_ step: Int32, at element: NodeRef) -> Bool {
        steps.add()
        let compiled = program.hasSteps[step]
        return passes(compiled.tests, element) && (compiled.isLast || succeeds(step + 1, from: element))
    }

    private func note(_ step: Int32, _ index: Int, _ answer: Bool) {
        answers.set(program.hasSteps[step].memo, index, answer, capacity: order.count)
    }

    private func known(_ step: Int32, _ index: Int) -> Bool? {
        answers[program.hasSteps[step].memo, index]
    }

    // MARK: Where to

    private func succeedsThere(_ step: Int32, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = known(step, index) { return known }
        let result = arrives(step, at: element)
        note(step, index, result)
        return result
    }

    private func succeedsAmongChildren(_ step: Int32, _ element: NodeRef) -> Bool {
        let takesNotes = !allowance.isLeft
        if takesNotes, let known = known(step, order.index(of: element)) { return known }
        var result = false
        var child = element.firstElementChild
        while !result, let candidate = child {
            _ = allowance.take()
            result = arrives(step, at: candidate)
            child = candidate.nextElementSibling
        }
        if takesNotes { note(step, order.index(of: element), result) }
        return result
    }

    private func succeedsBehind(_ step: Int32, _ element: NodeRef) -> Bool {
        if let result = succeedsBehindWithoutNotes(step, element) { return result }
        if let known = known(step, order.index(of: element)) { return known }
        var result = false
        var sibling = element.nextElementSibling
        while let candidate = sibling {
            if arrives(step, at: candidate) {
                result = true
                break
            }
            if let known = known(step, order.index(of: candidate)) {
                result = known
                break
            }
            sibling = candidate.nextElementSibling
        }
        // All those passed on the way have the same answer.
        var passed: NodeRef? = element
        while let current = passed, current != sibling {
            steps.add()
            note(step, order.index(of: current), result)
            passed = current.nextElementSibling
        }
        return result
    }

    /// The same for a small number of steps; `nil` when they are used up.
    private func succeedsBehindWithoutNotes(_ step: Int32, _ element: NodeRef) -> Bool? {
        var sibling = element.nextElementSibling
        while let candidate = sibling {
            guard allowance.take() else { return nil }
            if arrives(step, at: candidate) { return true }
            sibling = candidate.nextElementSibling
        }
        return false
    }

    private func succeedsBelow(_ step: Int32, _ element: NodeRef) -> Bool {
        if let result = succeedsBelowWithoutNotes(step, element) { return result }
        let start = order.index(of: element)
        if let known = known(step, start) { return known }
        let end = order.end(of: start)
        let memo = program.hasSteps[step].memo
        var index = start + 1
        while index < end {
            let candidate = order.element(at: index)
            let known = known(step, index)
            if known == true || arrives(step, at: candidate) {
                // Nothing is below those passed but for the ancestors of what was found.
                answers.set(memo, start..<index, false, capacity: order.count)
                noteAncestors(of: candidate, upTo: element, step)
                return true
            }
            index = known == false ? order.end(of: index) : index + 1
        }
        answers.set(memo, start..<end, false, capacity: order.count)
        return false
    }

    /// The same for a small number of steps; `nil` when they are used up.
    private func succeedsBelowWithoutNotes(_ step: Int32, _ element: NodeRef) -> Bool? {
        guard allowance.isLeft else { return nil }
        var node = element.nextElement(within: element)
        while let candidate = node {
            guard allowance.take() else { return nil }
            if arrives(step, at: candidate) { return true }
            node = candidate.nextElement(within: element)
        }
        return false
    }

    private func noteAncestors(of found: NodeRef, upTo element: NodeRef, _ step: Int32) {
        var node = found
        while node != element, let parent = node.parent {
            steps.add()
            note(step, order.index(of: parent), true)
            node = parent
        }
    }
}
