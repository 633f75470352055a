/// The part of a selector that looks beyond a record and the elements around it, so that the records of a page cannot
/// be read one after the other.
package struct RecordReach {
    /// The names of the elements around a record, the outermost first; `nil` for any name.
    private let around: [ByteText?]
    /// The record's own name, if it is known.
    private let record: ByteText?

    /// The reach of selectors that are searched for in records.
    ///
    /// - Parameters:
    ///   - around: the names of the elements around a record, the outermost first; `nil` for any.
    ///   - record: the record's own name, if it is known.
    package init(around: [[UInt8]?], record: [UInt8]?) {
        self.around = around.map { $0.map { ByteText(utf8: $0) } }
        self.record = record.map { ByteText(utf8: $0) }
    }

    /// For a list that is searched for from a record, the part that looks beyond the record; `nil` if there is none.
    package func beyond(_ list: SelectorList) -> String? { beyond(list.selectors, outer: []) }

    /// For the list that selects records, the part that looks beyond them; `nil` if there is none.
    package func beyond(selecting list: SelectorList) -> String? {
        for selector in list.selectors {
            for compound in selector.compounds.dropLast() {
                // A condition on the elements around a record must be decidable when they begin.
                for simple in compound.simples where !simple.isKnownAtStart { return simple.description }
            }
        }
        return beyond(list)
    }

    private func beyond(_ selectors: [ComplexSelector], outer: [SimpleSelector]) -> String? {
        selectors.lazy.compactMap { beyond($0, outer: outer) }.first
    }

    /// - Parameter outer: the other conditions on the last compound's element.
    private func beyond(_ selector: ComplexSelector, outer: [SimpleSelector]) -> String? {
        if let leading = selector.leading, leading.isAmongSiblings { return "\(selector)" }
        for (index, compound) in selector.compounds.enumerated() {
            let isLast = index == selector.compounds.count - 1
            let place = Place(compound.simples + (isLast ? outer : []), self, isLast: isLast)
            if index > 0, selector.combinators[index - 1].isAmongSiblings, place.mayBeOutside {
                return "\(selector)"
            }
            for simple in compound.simples {
                if let found = beyond(simple, place, compound.simples) { return found }
            }
        }
        return nil
    }

    /// Which elements a compound selector can match.
    private struct Place {
        /// The record or an element around it.
        let mayBeOutside: Bool
        /// Only an element around the record.
        let mayBeAround: Bool

        init(_ simples: [SimpleSelector], _ reach: RecordReach, isLast: Bool) {
            let name = simples.lazy.compactMap { simple -> ByteText? in
                if case .type(_, let name) = simple { name } else { nil }
            }.first
            let isAround = reach.around.contains { around in
                guard let around, let name else { return true }
                return around == name
            }
            // The last compound selector's element is the record or within it.
            mayBeAround = !isLast && isAround
            let isRecord = name == nil || reach.record == nil || reach.record == name
            mayBeOutside = isRecord || mayBeAround
        }
    }

    private func beyond(_ simple: SimpleSelector, _ place: Place, _ all: [SimpleSelector]) -> String? {
        guard case .pseudoClass(let pseudoClass) = simple else {
            return nil
        }
        let text = pseudoClass.description
        switch pseudoClass {
        case .keyword(let keyword):
            switch keyword {
            case .root, .scope: return nil
            // These depend only on earlier siblings, the next four on later ones.
            case .firstChild, .firstOfType: return place.mayBeAround ? text : nil
            case .lastChild, .onlyChild, .lastOfType, .onlyOfType: return place.mayBeOutside ? text : nil
            case .empty, .blank, .parent: return place.mayBeAround ? text : nil
            default: return text
            }
        case .nth(let nth):
            if nth.kind.isFromEnd || nth.of != nil { return place.mayBeOutside ? text : nil }
            return place.mayBeAround ? text : nil
        case .is(let list), .where(let list), .not(let list): return beyond(list, outer: all)
        case .has(let list):
            if place.mayBeAround { return text }
            let isBeyond = list.contains { selector in
                if let leading = selector.leading, leading.isAmongSiblings { return place.mayBeOutside }
                return false
            }
            if isBeyond { return text }
            return beyond(
                list.map { ComplexSelector(compounds: $0.compounds, combinators: $0.combinators) },
                outer: []
            )
        case .text: return place.mayBeAround ? text : nil
        case .dynamic, .lang, .dir, .shadowHost, .script: return nil
        case .position: return text
        }
    }
}

extension Combinator {
    fileprivate var isAmongSiblings: Bool { self == .nextSibling || self == .subsequentSibling }
}

extension SimpleSelector {
    /// Whether an element's start tag determines the result.
    fileprivate var isKnownAtStart: Bool {
        switch self {
        case .type, .universal, .id, .class, .attribute, .nesting: true
        case .pseudoClass, .pseudoElement, .leaf: false
        }
    }
}

// The elements around records.
extension ComplexSelector {
    /// The names with which the selector begins, each a child of the one before, without that of the last element; `nil`
    /// for any name. Empty if there is none, or the selector begins with a combinator.
    fileprivate var chain: [ByteText?] {
        guard leading == nil else { return [] }
        var chain: [ByteText?] = []
        for (index, compound) in compounds.dropLast().enumerated() {
            let name = compound.simples.lazy.compactMap { simple -> ByteText? in
                if case .type(_, let name) = simple { name } else { nil }
            }.first
            chain.append(name)
            guard combinators[index] == .child else { break }
        }
        // Records of any depth: the elements around them have no name.
        return chain.allSatisfy { $0 == nil } ? [] : chain
    }

    /// The name of the elements that it selects, if it specifies one.
    fileprivate var name: ByteText? {
        compounds.last?.simples.lazy.compactMap { simple -> ByteText? in
            if case .type(_, let name) = simple { name } else { nil }
        }.first
    }
}

extension SelectorList {
    /// The names of the elements around those that it selects: a chain of children, the outermost first, `nil` for any
    /// name. Empty if the list has several selectors or does not begin with such a chain.
    package var chain: [[UInt8]?] {
        guard selectors.count == 1 else { return [] }
        return selectors[0].chain.map { $0.map { Array($0.utf8) } }
    }

    /// The name of the elements that it selects, if it has only one selector, which specifies a name.
    package var elementName: [UInt8]? {
        guard selectors.count == 1 else { return nil }
        return selectors[0].name.map { Array($0.utf8) }
    }
}

extension SelectorList {
    /// The names of the elements, if the list has only one selector, which consists of nothing but names, each a child of
    /// the one before: `> a`, `a > b`. The extractor may be `::text`.
    ///
    /// - Returns: the names, and whether the first one is a child of the element that is searched; otherwise `nil`.
    package var plainNames: (names: [[UInt8]], isOfChild: Bool)? {
        guard selectors.count == 1, let selector = selectors.first,
            selector.extractor == nil || selector.extractor == .text,
            selector.leading == nil || selector.leading == .child,
            selector.combinators.allSatisfy({ $0 == .child })
        else { return nil }
        var names: [[UInt8]] = []
        for compound in selector.compounds {
            guard compound.simples.count == 1, case .type(.unspecified, let name)? = compound.simples.first
            else { return nil }
            names.append(Array(name.utf8))
        }
        return (names, selector.leading == .child)
    }

    /// Whether one of the selectors has an extractor.
    package var hasExtractor: Bool { selectors.contains { $0.extractor != nil } }
}
