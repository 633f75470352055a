extension SelectorVariant {
    /// How many names near to one are tried.
    private static let nameLimit = 4
    /// How many selectors with such names are tried.
    private static let nearLimit = 96

    /// A selector with a name or a value of the page in the place of one that is nearly the same.
    static func near(_ whole: ComplexSelector, _ names: NearNames) -> [SelectorVariant] {
        var variants: [SelectorVariant] = []
        for (index, compound) in whole.compounds.enumerated() {
            for (place, simple) in compound.simples.enumerated() {
                for change in changes(of: simple, names) {
                    let changed = whole.replacing(index, with: compound.replacing(place, with: change.simple))
                    let reason = change.reason
                    variants.append(SelectorVariant(changed, reason: reason, distance: change.edits - 2))
                    // So may the element's name.
                    if place > 0, case .type = compound.simples[0] {
                        let other = compound.replacing(place, with: change.simple).removing(0)
                        let any = whole.replacing(index, with: other)
                        variants.append(SelectorVariant(any, reason: reason, distance: change.edits))
                    }
                    // What stands on the left may be wrong as well.
                    if index > 0, change.isMissing {
                        let last = changed.part(index..<whole.compounds.count)
                        variants.append(SelectorVariant(last, reason: reason, distance: change.edits + 2))
                    }
                }
            }
        }
        return corrected(whole, names) + variants.prefix(nearLimit)
    }

    /// A selector with the nearest name in the place of each that the page does not have, where there are several.
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
        /// Whether the page does not have what is changed.
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
            return Change(simple: make(near.name), reason: reason, edits: near.edits, isMissing: isMissing)
        }
    }
}
