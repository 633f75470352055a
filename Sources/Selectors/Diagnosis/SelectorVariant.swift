/// A variant of a selector that matches nothing, with a part left out or changed.
struct SelectorVariant {
    let selector: ComplexSelector
    /// The amount of the original that is kept. If several variants match, the one that keeps most is the most
    /// informative.
    let kept: Int
    /// The difference from the original, if the variant may have been intended; `nil` for a mere part.
    var reason: String?
    /// The distance from the original, by which candidates are sorted.
    var distance = 0
    /// The extractor of the original.
    var extractor: Extractor?

    /// The selector, with its extractor if it may have been intended.
    var text: String { selector.description + (reason == nil ? "" : extractor?.description ?? "") }

    /// The variant with an extractor.
    func extracting(_ extractor: Extractor?) -> SelectorVariant {
        var variant = self
        variant.extractor = extractor
        return variant
    }

    /// The weight of a simple selector.
    static let simple = 4

    /// The weight of a selector.
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
    /// The weight of the combinator, relative to ``SelectorVariant/simple``.
    fileprivate var weight: Int {
        switch self {
        case .child, .nextSibling: 1
        case .descendant, .subsequentSibling, .descendantOrSelf: 0
        }
    }

    /// The combinator that matches more; `nil` if there is none.
    var loosened: Combinator? {
        switch self {
        case .child: .descendant
        case .nextSibling: .subsequentSibling
        case .descendant, .subsequentSibling, .descendantOrSelf: nil
        }
    }
}

extension ComplexSelector {
    /// The selector without its extractor.
    var withoutExtractor: ComplexSelector {
        let endsInExtractor = combinators.last == .descendantOrSelf
        return ComplexSelector(
            leading: leading,
            compounds: endsInExtractor ? Array(compounds.dropLast()) : compounds,
            combinators: endsInExtractor ? Array(combinators.dropLast()) : combinators
        )
    }

    /// The compound selectors of a range with their combinators, and the leading one with the first.
    func part(_ range: Range<Int>) -> ComplexSelector {
        ComplexSelector(
            leading: range.lowerBound == 0 ? leading : nil,
            compounds: Array(compounds[range]),
            combinators: Array(combinators[range.lowerBound..<range.upperBound - 1])
        )
    }

    /// The selector with one compound selector replaced.
    func replacing(_ index: Int, with compound: CompoundSelector) -> ComplexSelector {
        var compounds = compounds
        compounds[index] = compound
        return ComplexSelector(leading: leading, compounds: compounds, combinators: combinators)
    }

    /// The selector with the combinator before a compound selector replaced.
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
    /// The compound without one of its simple selectors; `*` if none is left.
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

extension SelectorVariant {
    /// The maximum number of parts of one selector.
    private static let partLimit = 160

    /// The parts of a selector: without a simple selector, without a condition on an attribute's value, with a looser
    /// combinator, without compound selectors from the left or the right.
    static func parts(of whole: ComplexSelector) -> [SelectorVariant] {
        let count = whole.compounds.count
        var ranges = (1..<max(count, 1)).flatMap { [$0..<count, 0..<count - $0] }
        ranges.insert(0..<count, at: 0)
        // The whole selector may match outside the scope.
        var parts = [SelectorVariant(whole, kept: 0, reason: "outside the searched element", distance: 1)]
        for range in ranges.dropFirst() {
            parts.append(SelectorVariant(whole.part(range), reason: moved(range, count)))
        }
        for range in ranges where parts.count < partLimit { parts += reduced(whole.part(range)) }
        // Each condition of a compound selector with several.
        for compound in whole.compounds where compound.simples.count > 2 {
            parts += compound.simples.map {
                SelectorVariant(ComplexSelector(compounds: [CompoundSelector([$0])]))
            }
        }
        return Array(parts.filter { !$0.selector.isVague && !$0.selector.readsEveryText }.prefix(partLimit))
    }

    /// The reason for a part without compounds on the left.
    private static func moved(_ range: Range<Int>, _ count: Int) -> String? {
        range.upperBound == count ? "outside its container" : nil
    }

    /// A selector with one condition fewer.
    private static func reduced(_ whole: ComplexSelector) -> [SelectorVariant] {
        var parts: [SelectorVariant] = []
        for (index, compound) in whole.compounds.enumerated() {
            if let combinator = whole.combinator(before: index)?.loosened {
                let looser = whole.replacing(combinatorBefore: index, with: combinator)
                let reason = combinator == .descendant ? "not directly below" : "not directly after"
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
    /// Whether it begins or ends with `*`.
    fileprivate var isVague: Bool {
        let isFirst = leading == nil && compounds.first?.isAny == true
        return isFirst || compounds.last?.isAny == true
    }

    /// Whether it reads the text of every element of the page.
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
    /// Whether it may read the text of an element.
    fileprivate var readsText: Bool {
        guard case .pseudoClass(let pseudoClass) = self else { return false }
        return switch pseudoClass {
        case .text, .has, .is, .where, .not: true
        case .keyword, .dynamic, .nth, .lang, .dir, .shadowHost, .script, .position: false
        }
    }

    /// Whether it needs a name or an attribute, which few elements have.
    fileprivate var isName: Bool {
        switch self {
        case .type, .id, .class, .attribute: true
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: false
        }
    }

    /// The weight of a condition's value.
    fileprivate var weightOfValue: Int { 2 }

    /// The weight of a condition: less for one that only narrows the matches.
    fileprivate var weightOfAll: Int {
        switch self {
        case .pseudoClass: SelectorVariant.simple - 1
        case .type, .universal, .id, .class, .attribute, .pseudoElement, .leaf, .nesting:
            SelectorVariant.simple
        }
    }
}

extension SelectorVariant {
    /// The maximum number of similar names that are tried for one.
    private static let nameLimit = 4
    /// The maximum number of selectors with similar names that are tried.
    private static let nearLimit = 96

    /// Selectors with a name or a value replaced by a similar one of the page.
    static func near(_ whole: ComplexSelector, _ names: NearNames) -> [SelectorVariant] {
        var variants: [SelectorVariant] = []
        for (index, compound) in whole.compounds.enumerated() {
            for (place, simple) in compound.simples.enumerated() {
                for change in changes(of: simple, names) {
                    let changed = whole.replacing(index, with: compound.replacing(place, with: change.simple))
                    let reason = change.reason
                    variants.append(SelectorVariant(changed, reason: reason, distance: change.edits - 2))
                    // The element's name may be wrong as well.
                    if place > 0, case .type = compound.simples[0] {
                        let other = compound.replacing(place, with: change.simple).removing(0)
                        let any = whole.replacing(index, with: other)
                        variants.append(SelectorVariant(any, reason: reason, distance: change.edits))
                    }
                    // The compounds on the left may be wrong as well.
                    if index > 0, change.isMissing {
                        let last = changed.part(index..<whole.compounds.count)
                        variants.append(SelectorVariant(last, reason: reason, distance: change.edits + 2))
                    }
                }
            }
        }
        return corrected(whole, names) + variants.prefix(nearLimit)
    }

    /// The selector with the most similar name in place of each that the page does not have, if there are several.
    private static func corrected(_ whole: ComplexSelector, _ names: NearNames) -> [SelectorVariant] {
        var corrected = whole
        var made: [Change] = []
        for (index, compound) in whole.compounds.enumerated() {
            var compound = compound
            for (place, simple) in compound.simples.enumerated() {
                guard let change = changes(of: simple, names).first(where: \.isMissing) else { continue }
                compound = compound.replacing(place, with: change.simple)
                made.append(change)
            }
            corrected = corrected.replacing(index, with: compound)
        }
        if made.count < 2 { return [] }
        let reason = made.map(\.reason).joined(separator: ", ")
        return [SelectorVariant(corrected, reason: reason, distance: 0)]
    }

    private struct Change {
        let simple: SimpleSelector
        let reason: String
        let edits: Int
        /// Whether the page does not have the original name.
        let isMissing: Bool
    }

    private static func changes(of simple: SimpleSelector, _ names: NearNames) -> [Change] {
        switch simple {
        case .type(let namespace, let name):
            return changes(of: name, .element, "element", names) { .type(namespace, $0) }
        case .class(let name): return changes(of: name, .class, "class", names) { .class($0) }
        case .id(let name): return changes(of: name, .id, "id", names) { .id($0) }
        case .attribute(let attribute):
            guard case .named(let namespace, let name) = attribute.subject else { return [] }
            var found = changes(of: name, .attribute, "attribute", names) { name in
                var attribute = attribute
                attribute.subject = .named(namespace, name)
                return .attribute(attribute)
            }
            if let condition = attribute.condition, condition.operator != .notEquals {
                found += changes(of: condition.value, .value(name), name.string, names) { value in
                    var attribute = attribute
                    attribute.condition?.value = value
                    attribute.condition?.isBare = false
                    return .attribute(attribute)
                }
            }
            return found
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: return []
        }
    }

    private static func changes(
        of name: ByteText,
        _ kind: NearNames.Kind,
        _ what: String,
        _ names: NearNames,
        _ make: (ByteText) -> SimpleSelector
    ) -> [Change] {
        let isMissing = !names.has(name, kind)
        return names.names(near: name, kind).prefix(nameLimit).map { near in
            let reason = "\(what) \(CSSText.string(near.name)) for \(CSSText.string(name))"
            // Names that share most of their words are about as likely as those that differ in two letters.
            let edits = min(near.edits, NearNames.edits)
            return Change(simple: make(near.name), reason: reason, edits: edits, isMissing: isMissing)
        }
    }
}
