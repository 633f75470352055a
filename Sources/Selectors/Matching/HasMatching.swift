import DOM
import Patterns

// `:has()` is matched from left to right: each step decides, for an element, whether this step and all after it succeed
// from there. The strategy is described at ``MatchContext``.
extension MatchContext {
    /// Whether one of the relative selectors of a `:has()` succeeds from an element.
    func has(_ list: Int32, _ element: NodeRef) -> Bool {
        let selectors = program.hasLists[list]
        for selector in selectors.start..<selectors.end {
            if succeeds(program.hasSelectors[selector], from: element) { return true }
        }
        return false
    }

    private func succeeds(_ step: Int32, from element: NodeRef) -> Bool {
        switch program.hasSteps[step].link {
        case .itself: succeedsAtItself(step, element)
        case .descendant: succeedsAmongDescendants(step, element)
        case .descendantOrSelf: succeedsAmongDescendants(step, element) || matches(step, element)
        case .child: succeedsAmongChildren(step, element)
        case .nextSibling: element.nextElementSibling.map { matches(step, $0) } ?? false
        case .subsequentSibling: succeedsAmongLaterSiblings(step, element)
        }
    }

    /// Whether an element matches a step's compound and the steps after it succeed from there.
    @inline(__always)
    private func matches(_ step: Int32, _ element: NodeRef) -> Bool {
        steps.add()
        let compiled = program.hasSteps[step]
        return passes(compiled.tests, element) && (compiled.isLast || succeeds(step + 1, from: element))
    }

    private func remember(_ step: Int32, _ index: Int, _ answer: Bool) {
        memo.set(program.hasSteps[step].memo, index, answer, capacity: order.count)
    }

    private func known(_ step: Int32, _ index: Int) -> Bool? {
        memo[program.hasSteps[step].memo, index]
    }

    // MARK: Directions

    private func succeedsAtItself(_ step: Int32, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = known(step, index) { return known }
        let result = matches(step, element)
        remember(step, index, result)
        return result
    }

    private func succeedsAmongChildren(_ step: Int32, _ element: NodeRef) -> Bool {
        let usesMemo = !hasBudget
        if usesMemo, let known = known(step, order.index(of: element)) { return known }
        let result: Bool
        if usesMemo, let notes = document.parseIndex, let index = notes.index(of: element) {
            result = succeedsAmongChildren(step, notes, of: index)
        } else {
            result = succeedsAmongChildrenInTree(step, element)
        }
        if usesMemo { remember(step, order.index(of: element), result) }
        return result
    }

    private func succeedsAmongChildrenInTree(_ step: Int32, _ element: NodeRef) -> Bool {
        var child = element.firstElementChild
        while let candidate = child {
            _ = spendStep()
            if matches(step, candidate) { return true }
            child = candidate.nextElementSibling
        }
        return false
    }

    /// The same over the parser's index, which rules out most children without reading their nodes.
    private func succeedsAmongChildren(_ step: Int32, _ notes: ParseIndex, of parent: Int) -> Bool {
        let bits = nameBits(of: step)
        // The order has the same numbers.
        let end = order.end(of: order.index(of: notes[parent].node))
        var index = parent + 1
        while index < end {
            let note = notes[index]
            if note.names & bits == bits, matches(step, note.node) { return true }
            steps.add()
            index = order.end(of: index)
        }
        return false
    }

    private func succeedsAmongLaterSiblings(_ step: Int32, _ element: NodeRef) -> Bool {
        if let result = succeedsAmongLaterSiblingsWithinBudget(step, element) { return result }
        if let known = known(step, order.index(of: element)) { return known }
        var result = false
        var sibling = element.nextElementSibling
        while let candidate = sibling {
            if matches(step, candidate) {
                result = true
                break
            }
            if let known = known(step, order.index(of: candidate)) {
                result = known
                break
            }
            sibling = candidate.nextElementSibling
        }
        // All siblings passed on the way have the same answer.
        var passed: NodeRef? = element
        while let current = passed, current != sibling {
            steps.add()
            remember(step, order.index(of: current), result)
            passed = current.nextElementSibling
        }
        return result
    }

    /// The same without a memo row; `nil` if the budget is spent.
    private func succeedsAmongLaterSiblingsWithinBudget(_ step: Int32, _ element: NodeRef) -> Bool? {
        var sibling = element.nextElementSibling
        while let candidate = sibling {
            guard spendStep() else { return nil }
            if matches(step, candidate) { return true }
            sibling = candidate.nextElementSibling
        }
        return false
    }

    private func succeedsAmongDescendants(_ step: Int32, _ element: NodeRef) -> Bool {
        if let result = succeedsAmongDescendantsWithinBudget(step, element) { return result }
        let start = order.index(of: element)
        if let known = known(step, start) { return known }
        let end = order.end(of: start)
        let row = program.hasSteps[step].memo
        let bits = nameBits(of: step)
        let notes = document.parseIndex
        var index = start + 1
        while index < end {
            let candidate = order.element(at: index)
            let known = known(step, index)
            // The parser's index has the same numbers, and rules out most elements without reading their nodes.
            let isRuledOut = notes.map { index < $0.count && $0[index].names & bits != bits } ?? false
            if known == true || !isRuledOut && matches(step, candidate) {
                // Of the elements passed, only ancestors of the match have it among their descendants.
                memo.set(row, start..<index, false, capacity: order.count)
                rememberAncestors(of: candidate, upTo: element, step)
                return true
            }
            index = known == false ? order.end(of: index) : index + 1
        }
        memo.set(row, start..<end, false, capacity: order.count)
        return false
    }

    /// The same without a memo row; `nil` if the budget is spent.
    private func succeedsAmongDescendantsWithinBudget(_ step: Int32, _ element: NodeRef) -> Bool? {
        guard hasBudget else { return nil }
        if let notes = document.parseIndex, let index = notes.index(of: element) {
            return succeedsWithinBudget(step, notes, below: index)
        }
        var node = element.nextElement(within: element)
        while let candidate = node {
            guard spendStep() else { return nil }
            if matches(step, candidate) { return true }
            node = candidate.nextElement(within: element)
        }
        return false
    }

    /// The same over the parser's index, which rules out most elements without reading their nodes.
    private func succeedsWithinBudget(_ step: Int32, _ notes: ParseIndex, below start: Int) -> Bool? {
        let bits = nameBits(of: step)
        let depth = notes[start].depth
        var index = start + 1
        while index < notes.count {
            let note = notes[index]
            if note.depth <= depth { return false }
            guard spendStep() else { return nil }
            if note.names & bits == bits, matches(step, note.node) { return true }
            index += 1
        }
        return false
    }

    /// The bits that an element's entry in the parser's index has if it matches a step's compound.
    private func nameBits(of step: Int32) -> UInt64 {
        let tests = program.hasSteps[step].tests
        return (tests.start..<tests.end).reduce(0) { $0 | nameBits(of: program.tests[$1]) }
    }

    private func nameBits(of test: Test) -> UInt64 {
        switch test {
        case .name(let name): NameBits.element(nameAddresses[Int(name)])
        case .class: NameBits.attribute(document.classAttribute)
        case .id: NameBits.attribute(document.idAttribute)
        case .attribute, .nameByKind, .noNamespace, .prefix, .keyword, .scope, .anchor, .nth, .any, .none,
            .has, .lang,
            .direction, .text, .leaf, .position, .never:
            0
        }
    }

    private func rememberAncestors(of found: NodeRef, upTo element: NodeRef, _ step: Int32) {
        var node = found
        while node != element, let parent = node.parent {
            steps.add()
            remember(step, order.index(of: parent), true)
            node = parent
        }
    }
}

// MARK: - Leaf nodes

extension MatchContext {
    /// Whether an element has a child that is a leaf node of the given kind and content.
    func hasLeaf(_ test: LeafTest, _ element: NodeRef) -> Bool {
        var child = element.firstChild
        while let node = child {
            if isOfKind(test.kind, node, in: element), hasContent(test, node) { return true }
            child = node.nextSibling
        }
        return false
    }

    private func isOfKind(_ kind: LeafNode.Kind, _ node: NodeRef, in element: NodeRef) -> Bool {
        switch kind {
        case .comment: node.isComment
        case .text: node.isText && !document.isScriptOrStyle(element)
        case .data: node.isText && document.isScriptOrStyle(element)
        case .leafnode: node.isText || node.isComment
        }
    }

    private func hasContent(_ test: LeafTest, _ node: NodeRef) -> Bool {
        let content = Array(node.content)
        let lowercased = test.texts.count > 0 ? ByteText.lowercased(content) : []
        return lowercased.withUnsafeBufferPointer { text in
            (test.texts.start..<test.texts.end).allSatisfy { index in
                SubstringSearch.firstOffset(of: program.text(program.textArguments[index]), in: text) != nil
            }
        }
            && (test.patterns.start..<test.patterns.end).allSatisfy { index in
                program.patterns[Int(index)].isMatch(in: ByteText.collapsed(content))
            }
    }
}
