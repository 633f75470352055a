extension SelectorList {
    /// How many variants are made of a selector at most.
    package static let variantLimit = 24

    /// Selectors that may match the same elements and lean on less of the page: shorter ones, without positions and
    /// intermediate elements, by a class or an attribute alone. Whether they match the same is for the caller to see.
    ///
    /// Only a single complex selector has any.
    ///
    /// - Parameter traits: what the elements that it matches have in common.
    package func variants(_ traits: ElementTraits?) -> [SelectorList] {
        guard let selector = selectors.first, selectors.count == 1,
            let last = selector.compounds.last, !last.simples.isEmpty
        else { return [] }
        var texts = selector.shortened(isDescending: traits?.isData != true)
        texts += last.simples.filter(\.isCondition).map(\.description)
        let conditions = traits?.conditions ?? []
        texts += conditions
        if let name = traits?.name { texts += conditions.map { name + $0 } }
        if selector.compounds.count > 1, let first = selector.compounds.first {
            texts += conditions.map { "\(first) \($0)" }
        }
        var known: Set<String> = [description]
        let take = selector.take?.description ?? ""
        return texts.map { $0 + take }.filter { known.insert($0).inserted }
            .prefix(SelectorList.variantLimit)
            .compactMap { try? SelectorList($0, prefixes: .page) }
    }
}

extension ComplexSelector {
    /// The selector with compounds, combinators or positions left out.
    ///
    /// - Parameter isDescending: whether what stands directly below may be looked for further down.
    fileprivate func shortened(isDescending: Bool) -> [String] {
        var texts: [String] = []
        let plain = compounds.map { CompoundSelector($0.simples.filter { !$0.isPositional }) }
        let isPositional = plain != compounds
        for compounds in isPositional ? [compounds, plain] : [compounds] {
            // Without its positions a compound may have nothing left to say.
            if compounds.contains(where: \.simples.isEmpty) { continue }
            let isLeadingKept = !isDescending && leading != nil
            if compounds != self.compounds { texts.append(text(compounds, combinators, leading)) }
            for start in compounds.indices.dropFirst() where !isLeadingKept {
                texts.append(text(compounds[start...], combinators[start...], nil))
            }
            if isDescending {
                texts.append(text(compounds, combinators.map { $0 == .child ? .descendant : $0 }, nil))
                if let first = compounds.first, let last = compounds.last, compounds.count > 2 {
                    texts.append("\(first) \(last)")
                }
            }
        }
        return texts
    }

    private func text(
        _ compounds: some Collection<CompoundSelector>,
        _ combinators: some Collection<Combinator>,
        _ leading: Combinator?
    ) -> String {
        let lead = leading.map { String($0.description.drop { $0 == " " }) } ?? ""
        let joints = combinators.map(\.description) + [""]
        return lead + zip(compounds, joints).map { "\($0)\($1)" }.joined()
    }
}

extension SimpleSelector {
    /// Whether it alone says much: a class, an id or an attribute.
    fileprivate var isCondition: Bool {
        switch self {
        case .id, .class, .attribute: true
        case .type, .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: false
        }
    }

    /// Whether it depends on how many siblings there are.
    fileprivate var isPositional: Bool {
        guard case .pseudoClass(let pseudoClass) = self else { return false }
        switch pseudoClass {
        case .nth, .position: return true
        case .keyword(let keyword):
            let words = [
                "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type",
            ]
            return words.contains(keyword.rawValue)
        case .dynamic, .is, .where, .not, .has, .lang, .dir, .shadowHost, .script, .text: return false
        }
    }
}
