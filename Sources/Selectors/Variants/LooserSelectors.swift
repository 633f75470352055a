extension SelectorList {
    /// How many looser selectors are made of one at most.
    package static let looserLimit = 24

    /// Selectors that ask for one thing less, each: `li.a > b` becomes `.a > b`, `li > b` and `b`. They match what the
    /// selector matches and may match more; none has a compound that asks for nothing.
    package var looser: [SelectorList] {
        var lists: [SelectorList] = []
        for (index, selector) in selectors.enumerated() {
            for looser in selector.looser where lists.count < SelectorList.looserLimit {
                var all = selectors
                all[index] = looser
                lists.append(SelectorList(all))
            }
        }
        return lists
    }
}

extension ComplexSelector {
    fileprivate var looser: [ComplexSelector] {
        var result: [ComplexSelector] = []
        for (index, compound) in compounds.enumerated() where compound.simples.count > 1 {
            for place in compound.simples.indices {
                var compounds = compounds
                compounds[index].simples.remove(at: place)
                result.append(
                    ComplexSelector(
                        leading: leading,
                        compounds: compounds,
                        combinators: combinators,
                        take: take
                    )
                )
            }
        }
        // What starts at the scope has no compound on its left that it could do without.
        if leading == nil, compounds.count > 1 {
            result.append(
                ComplexSelector(
                    compounds: Array(compounds.dropFirst()),
                    combinators: Array(combinators.dropFirst()),
                    take: take
                )
            )
        }
        return result
    }
}
