package import DOM

extension SelectorList {
    /// The maximum number of variants of a selector.
    package static let variantLimit = 24

    /// Selectors that may match the same elements and depend on less of the page: shorter ones, without positions and
    /// intermediate elements, by a class or an attribute alone. The caller checks whether they match the same elements.
    ///
    /// Only a single complex selector has any.
    ///
    /// - Parameter traits: the common traits of the matched elements.
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
        let extractor = selector.extractor?.description ?? ""
        return texts.map { $0 + extractor }.filter { known.insert($0).inserted }
            .prefix(SelectorList.variantLimit)
            .compactMap { try? SelectorList($0, prefixes: .page) }
    }
}

extension ComplexSelector {
    /// The selector with compounds, combinators or positions left out.
    ///
    /// - Parameter isDescending: whether child combinators may become descendant combinators.
    fileprivate func shortened(isDescending: Bool) -> [String] {
        var texts: [String] = []
        let plain = compounds.map { CompoundSelector($0.simples.filter { !$0.isPositional }) }
        let isPositional = plain != compounds
        for compounds in isPositional ? [compounds, plain] : [compounds] {
            // A compound of positions only is empty without them.
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
    /// Whether it is specific on its own: a class, an id or an attribute.
    fileprivate var isCondition: Bool {
        switch self {
        case .id, .class, .attribute: true
        case .type, .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: false
        }
    }

    /// Whether it depends on the number of siblings.
    fileprivate var isPositional: Bool {
        guard case .pseudoClass(let pseudoClass) = self else { return false }
        switch pseudoClass {
        case .nth, .position: return true
        case .keyword(let keyword): return keyword.basis == .siblings
        case .dynamic, .is, .where, .not, .has, .lang, .dir, .shadowHost, .script, .text: return false
        }
    }
}

extension SelectorList {
    /// The maximum number of looser selectors of one list.
    package static let looserLimit = 24

    /// Selectors with one condition fewer each: `li.a > b` becomes `.a > b`, `li > b` and `b`. They match what the
    /// selector matches and may match more. None has an empty compound.
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
                        extractor: extractor
                    )
                )
            }
        }
        // The leftmost compound of a relative selector is needed.
        if leading == nil, compounds.count > 1 {
            result.append(
                ComplexSelector(
                    compounds: Array(compounds.dropFirst()),
                    combinators: Array(combinators.dropFirst()),
                    extractor: extractor
                )
            )
        }
        return result
    }
}

/// Common traits of several elements that a selector can match: `a`, `.price`, `[itemprop="price"]`.
package struct ElementTraits: Hashable, Sendable {
    /// The name that all have; `nil` if they differ.
    package private(set) var name: String?
    /// Classes, an id and descriptive attributes, as sorted compound selectors.
    package private(set) var conditions: [String]

    /// Whether they are data, in which the same key at another level has another meaning.
    package private(set) var isData: Bool

    /// The maximum number of elements that are examined: with more, the common traits would hardly change.
    private static let limit = 64

    /// Attributes whose values describe an element.
    private static let descriptive: Set<String> = ["itemprop", "itemtype", "property", "rel", "name", "role"]

    /// The common traits of elements of one document; `nil` if there are none.
    package init?(_ elements: [NodeRef], in document: Document) {
        let sample = elements.prefix(ElementTraits.limit).filter(\.isElement)
        guard let first = sample.first else { return nil }
        name = sample.allSatisfy { $0.name == first.name } ? CSSText.identifier(first.name.string) : nil
        isData = sample.contains { document.isData($0) }
        var common = ElementTraits.conditions(of: first, in: document)
        for element in sample.dropFirst() where !common.isEmpty {
            common.formIntersection(ElementTraits.conditions(of: element, in: document))
        }
        conditions = common.sorted()
    }

    /// The common traits of these elements and others.
    package mutating func formIntersection(_ other: ElementTraits) {
        if name != other.name { name = nil }
        isData = isData || other.isData
        conditions.removeAll { !other.conditions.contains($0) }
    }

    private static func conditions(of element: NodeRef, in document: Document) -> Set<String> {
        // Attributes of data are the types of values.
        guard !document.isData(element) else { return [] }
        var conditions: Set<String> = []
        var next = element.firstAttribute
        while let attribute = next {
            next = attribute.next
            let name = attribute.name.string
            let value = attribute.string
            switch name {
            case "class":
                for token in value.split(whereSeparator: \.isWhitespace) where !isGenerated(token) {
                    conditions.insert("." + CSSText.identifier(String(token)))
                }
            case "id": if !isGenerated(value[...]) { conditions.insert("#" + CSSText.identifier(value)) }
            case _ where descriptive.contains(name) || name.hasPrefix("data-"):
                let text = CSSText.identifier(name)
                if name.hasPrefix("data-") { conditions.insert("[\(text)]") }
                if value.utf8.count <= 60, !value.isEmpty, !isGenerated(value[...]) {
                    conditions.insert("[\(text)=\(CSSText.string(value))]")
                }
            default: break
            }
        }
        return conditions
    }

    /// Whether a name looks generated or numbered, and so is likely to change.
    private static func isGenerated(_ name: Substring) -> Bool {
        let digits = name.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
        let isMixed = name.contains(where: \.isUppercase) && name.contains(where: \.isLowercase)
        return name.isEmpty || digits >= 3 || digits > 0 && (isMixed || name.contains("__"))
    }
}
