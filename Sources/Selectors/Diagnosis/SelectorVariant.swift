/// A selector made of another one that matches nothing, by leaving out or changing something of it.
struct SelectorVariant {
    let selector: ComplexSelector
    /// How much of the other one is kept; of several that match the one that keeps most tells most.
    let kept: Int
    /// Why it may be what was meant; `nil` for what is only a part.
    var reason: String?
    /// How far from the other one it is, for sorting those that may be meant.
    var distance = 0
    /// What the other one takes.
    var take: Take?

    /// The selector, with its take where it may be what was meant.
    var text: String { selector.description + (reason == nil ? "" : take?.description ?? "") }

    /// The same for a selector that takes something.
    func taking(_ take: Take?) -> SelectorVariant {
        var variant = self
        variant.take = take
        return variant
    }

    /// What a simple selector is worth.
    static let simple = 4

    /// How much there is of a selector.
    static func weight(_ selector: ComplexSelector) -> Int {
        selector.compounds.reduce(0) { $0 + $1.simples.count * simple }
            + selector.combinators.reduce(selector.leading?.weight ?? 0) { $0 + $1.weight }
    }

    init(_ selector: ComplexSelector, kept: Int? = nil, reason: String? = nil, distance: Int = 0) {
        self.selector = selector
        self.kept = kept ?? SelectorVariant.weight(selector)
        self.reason = reason
        self.distance = distance
    }
}

extension Combinator {
    /// How strict it is, in the measure of ``SelectorVariant/simple``.
    fileprivate var weight: Int {
        switch self {
        case .child, .nextSibling: 1
        case .descendant, .subsequentSibling, .descendantOrSelf: 0
        }
    }

    /// The combinator that allows more; `nil` where there is none.
    var loosened: Combinator? {
        switch self {
        case .child: .descendant
        case .nextSibling: .subsequentSibling
        case .descendant, .subsequentSibling, .descendantOrSelf: nil
        }
    }
}

extension ComplexSelector {
    /// The same without what it takes.
    var withoutTake: ComplexSelector {
        let endsInTake = combinators.last == .descendantOrSelf && compounds.last?.simples.isEmpty == true
        return ComplexSelector(
            leading: leading,
            compounds: endsInTake ? Array(compounds.dropLast()) : compounds,
            combinators: endsInTake ? Array(combinators.dropLast()) : combinators
        )
    }

    /// The compound selectors of a range, and what joins them; the leading combinator only with the first.
    func part(_ range: Range<Int>) -> ComplexSelector {
        ComplexSelector(
            leading: range.lowerBound == 0 ? leading : nil,
            compounds: Array(compounds[range]),
            combinators: Array(combinators[range.lowerBound..<range.upperBound - 1])
        )
    }

    /// The same with another compound selector in the place of one.
    func replacing(_ index: Int, with compound: CompoundSelector) -> ComplexSelector {
        var compounds = compounds
        compounds[index] = compound
        return ComplexSelector(leading: leading, compounds: compounds, combinators: combinators)
    }

    /// The same with another combinator before a compound selector.
    func replacing(combinatorBefore index: Int, with combinator: Combinator) -> ComplexSelector {
        if index == 0 {
            // A leading white space means nothing.
            let leading = combinator == .descendant ? nil : combinator
            return ComplexSelector(leading: leading, compounds: compounds, combinators: combinators)
        }
        var combinators = combinators
        combinators[index - 1] = combinator
        return ComplexSelector(leading: leading, compounds: compounds, combinators: combinators)
    }

    /// The combinator before a compound selector.
    func combinator(before index: Int) -> Combinator? { index == 0 ? leading : combinators[index - 1] }
}

extension CompoundSelector {
    /// The same without one of its simple selectors; any element where nothing is left.
    func removing(_ index: Int) -> CompoundSelector {
        var simples = simples
        simples.remove(at: index)
        return CompoundSelector(simples.isEmpty ? [.universal(.unspecified)] : simples)
    }

    func replacing(_ index: Int, with simple: SimpleSelector) -> CompoundSelector {
        var simples = simples
        simples[index] = simple
        return CompoundSelector(simples)
    }
}
