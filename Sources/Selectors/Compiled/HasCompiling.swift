extension Compiler {
    /// Compiles the relative selectors of a `:has()`.
    mutating func has(_ list: [ComplexSelector]) -> Int32 {
        let firstSteps = list.map { hasSelector($0) }
        hasLists.append(Span32(start: Int32(hasSelectors.count), count: Int32(firstSteps.count)))
        hasSelectors += firstSteps
        return Int32(hasLists.count - 1)
    }

    /// The steps from the element in question to the right end, each with the tests of one compound.
    private mutating func hasSelector(_ selector: ComplexSelector) -> Int32 {
        let uses = scopeUseCount
        let combinators = [selector.leading ?? .descendant] + selector.combinators
        let spans = selector.compounds.map { compound in
            append(compound.simples.flatMap { test($0, Prefix()) })
        }
        let first = Int32(hasSteps.count)
        for (index, span) in spans.enumerated() {
            hasSteps.append(
                HasStep(
                    link: link(combinators[index], isToLeaf: selector.compounds[index].leaf != nil),
                    tests: span,
                    memo: newMemo(since: uses),
                    isLast: index == spans.count - 1
                )
            )
        }
        return first
    }

    /// Where a step leads. A leaf node is asked of the element that it stands in: `> ::comment` of the element
    /// itself.
    private func link(_ combinator: Combinator, isToLeaf: Bool) -> HasStep.Link {
        switch combinator {
        case .descendant: isToLeaf ? .descendantOrSelf : .descendant
        case .child: isToLeaf ? .itself : .child
        case .descendantOrSelf: .descendantOrSelf
        case .nextSibling: .nextSibling
        case .subsequentSibling: .subsequentSibling
        }
    }

    mutating func leafTest(_ leaf: LeafNode) -> Int32 {
        let texts = leaf.conditions.filter { !$0.kind.isPattern }.flatMap(\.arguments)
        let patterns = leaf.conditions.filter(\.kind.isPattern).flatMap(\.arguments)
        let test = LeafTest(
            kind: leaf.kind,
            texts: append(texts: texts.map { ByteText(utf8: Lowercase.utf8($0.utf8)) }),
            patterns: append(patterns: patterns)
        )
        leaves.append(test)
        return Int32(leaves.count - 1)
    }
}
