extension SelectorVariant {
    /// How many parts of one selector are tried.
    private static let partLimit = 160

    /// The parts of a selector: without a simple selector, without a condition on an attribute's value, with a looser
    /// combinator, without compound selectors from the left or the right.
    static func parts(of whole: ComplexSelector) -> [SelectorVariant] {
        let count = whole.compounds.count
        var ranges = (1..<max(count, 1)).flatMap { [$0..<count, 0..<count - $0] }
        ranges.insert(0..<count, at: 0)
        // The same may stand outside of where it was looked for.
        var parts = [SelectorVariant(whole, kept: 0, reason: "outside the element looked in", distance: 1)]
        for range in ranges.dropFirst() {
            parts.append(SelectorVariant(whole.part(range), reason: moved(range, count)))
        }
        for range in ranges where parts.count < partLimit { parts += reduced(whole.part(range)) }
        // What is left of a compound selector with a long list of conditions.
        for compound in whole.compounds where compound.simples.count > 2 {
            parts += compound.simples.map {
                SelectorVariant(ComplexSelector(compounds: [CompoundSelector([$0])]))
            }
        }
        return Array(parts.filter { !$0.selector.isVague && !$0.selector.readsEveryText }.prefix(partLimit))
    }

    /// What stands on the left is where it was looked for; without that it is found elsewhere.
    private static func moved(_ range: Range<Int>, _ count: Int) -> String? {
        range.upperBound == count ? "outside its container" : nil
    }

    /// A selector less one thing.
    private static func reduced(_ whole: ComplexSelector) -> [SelectorVariant] {
        var parts: [SelectorVariant] = []
        for (index, compound) in whole.compounds.enumerated() {
            if let combinator = whole.combinator(before: index)?.loosened {
                let looser = whole.replacing(combinatorBefore: index, with: combinator)
                let reason = combinator == .descendant ? "not directly below" : "not directly behind"
                parts.append(SelectorVariant(looser, reason: reason, distance: -1))
            }
            for (place, simple) in compound.simples.enumerated() {
                if case .universal = simple { continue }
                if case .attribute(var attribute) = simple, attribute.condition != nil {
                    attribute.condition = nil
                    let looser = compound.replacing(place, with: .attribute(attribute))
                    let kept = weight(whole) - simple.weightOfValue
                    parts.append(SelectorVariant(whole.replacing(index, with: looser), kept: kept))
                }
                let rest = whole.replacing(index, with: compound.removing(place))
                parts.append(SelectorVariant(rest, kept: weight(whole) - simple.weightOfAll))
            }
        }
        return parts
    }
}

extension ComplexSelector {
    /// Whether it begins or ends with any element at all.
    fileprivate var isVague: Bool {
        let isFirst = leading == nil && compounds.first?.isAny == true
        return isFirst || compounds.last?.isAny == true
    }

    /// Whether it asks for the text of each element of the page.
    fileprivate var readsEveryText: Bool {
        compounds.contains { compound in
            compound.simples.contains(where: \.readsText) && !compound.simples.contains(where: \.isName)
        }
    }
}

extension CompoundSelector {
    fileprivate var isAny: Bool {
        simples.allSatisfy { simple in
            if case .universal = simple { true } else { false }
        }
    }
}

extension SimpleSelector {
    /// Whether it looks at the text of an element, or at elements below it that may do so.
    fileprivate var readsText: Bool {
        guard case .pseudoClass(let pseudoClass) = self else { return false }
        return switch pseudoClass {
        case .text, .has, .is, .where, .not: true
        case .keyword, .dynamic, .nth, .lang, .dir, .shadowHost, .script, .position: false
        }
    }

    /// Whether it asks for a name or an attribute, which few elements have.
    fileprivate var isName: Bool {
        switch self {
        case .type, .id, .class, .attribute: true
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: false
        }
    }

    /// What is lost with a condition's value.
    fileprivate var weightOfValue: Int { 2 }

    /// What is lost with the whole condition: less with one that only narrows down.
    fileprivate var weightOfAll: Int {
        switch self {
        case .pseudoClass: SelectorVariant.simple - 1
        case .type, .universal, .id, .class, .attribute, .pseudoElement, .leaf, .nesting:
            SelectorVariant.simple
        }
    }
}
