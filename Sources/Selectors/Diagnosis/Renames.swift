package import DOM

/// Facts about a selector that matches nothing, in addition to the selector: they help to find the new names of its
/// elements.
package struct SelectorHints {
    /// The names and values in selectors of the rules; an element with one of them is something else.
    package var known: Set<String>
    /// Whether a text that a selector extracts from an element is a value of the field; `nil` if any text would be.
    package var fits: ((NodeRef, Extractor?) -> Bool)?

    /// Hints for a selector.
    package init(known: Set<String> = [], fits: ((NodeRef, Extractor?) -> Bool)? = nil) {
        self.known = known
        self.fits = fits
    }
}

extension SelectorList {
    /// The names and values of its conditions: elements, classes, ids, attributes.
    package var names: Set<String> {
        var names: Set<String> = []
        for simple in selectors.flatMap(\.compounds).flatMap(\.simples) {
            switch simple {
            case .type(_, let name), .class(let name), .id(let name): names.insert(name.string)
            case .attribute(let attribute):
                if case .named(_, let name) = attribute.subject { names.insert(name.string) }
                if let condition = attribute.condition { names.insert(condition.value.string) }
            case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: break
            }
        }
        return names
    }
}

/// Finds the new name for a name in a selector by the place of the element: the element in its place has a name that
/// the rules do not know.
struct Renames {
    let document: Document
    let matcher: Matcher
    let hints: SelectorHints

    /// The maximum number of elements that are examined for one name, and of their ancestors.
    private static let elementLimit = 500
    private static let ancestorLimit = 6
    /// The maximum number of candidates for a name. If a place has more unknown names, they are not evidence, unless
    /// the values of their elements fit.
    private static let nameLimit = 3

    /// A name that may have replaced another.
    private struct Found {
        let name: ByteText
        /// The number of elements with it that have a value of the field.
        var fitting = 0
        /// The number of elements in the first element with it.
        let size: Int
        let similarity: Double
    }

    /// Selectors with a missing name replaced by one of the elements that are in its place.
    func variants(
        of whole: ComplexSelector,
        _ extractor: Extractor?,
        _ names: NearNames,
        from scope: NodeRef
    )
        -> [SelectorVariant]
    {
        var variants: [SelectorVariant] = []
        for (index, compound) in whole.compounds.enumerated() {
            for (place, simple) in compound.simples.enumerated() {
                guard let kind = simple.nameKind, !names.has(kind.name, kind.kind) else { continue }
                let isLast = index == whole.compounds.count - 1
                let elements =
                    isLast
                    ? matches(whole.replacing(index, with: compound.removing(place)), from: scope)
                    : ancestors(of: whole.part(index + 1..<whole.compounds.count), whole, index, from: scope)
                for found in candidates(elements, kind, isLast ? extractor : nil, areValues: isLast) {
                    let changed = compound.replacing(place, with: simple.renamed(found.name))
                    let reason =
                        "\(kind.word) \(CSSText.string(found.name)), which the rules do not have, in the place of "
                        + CSSText.string(kind.name)
                    variants.append(
                        SelectorVariant(
                            whole.replacing(index, with: changed),
                            reason: reason,
                            distance: 0
                        )
                    )
                }
            }
        }
        return variants
    }

    private func matches(_ selector: ComplexSelector, from scope: NodeRef) -> [NodeRef] {
        let list = SelectorList([selector])
        let found = matcher.select(list, from: scope, includingScope: scope.isElement)
        return found.prefix(Renames.elementLimit).map(\.node).filter { $0 != scope }
    }

    /// The elements in which the rest of a selector matches.
    private func ancestors(
        of part: ComplexSelector,
        _ whole: ComplexSelector,
        _ index: Int,
        from scope: NodeRef
    ) -> [NodeRef] {
        let limit = whole.combinator(before: index + 1) == .child ? 1 : Renames.ancestorLimit
        var elements: [NodeRef] = []
        var seen: Set<NodeRef> = []
        for match in matches(part, from: scope) {
            var ancestor = match.parentElement
            for _ in 0..<limit {
                guard let node = ancestor, node != scope else { break }
                if seen.insert(node).inserted { elements.append(node) }
                ancestor = node.parentElement
            }
        }
        return elements
    }

    /// The most likely of the names that the rules do not have.
    private func candidates(
        _ elements: [NodeRef],
        _ wanted: SimpleSelector.NameKind,
        _ extractor: Extractor?,
        areValues: Bool
    ) -> [Found] {
        let words = NameWords(wanted.name.string)
        var order: [ByteText] = []
        var found: [ByteText: Found] = [:]
        for element in elements {
            let names = names(of: element, wanted.kind).filter { !hints.known.contains($0.string) }
            if names.isEmpty { continue }
            let fits = areValues ? hints.fits?(element, extractor) : nil
            // A name whose elements have no value of the field is not the new name.
            if fits == false { continue }
            for name in names {
                var new =
                    found[name]
                    ?? Found(
                        name: name,
                        size: size(of: element),
                        similarity: words.similarity(to: NameWords(name.string))
                    )
                if found[name] == nil { order.append(name) }
                if fits == true { new.fitting += 1 }
                found[name] = new
            }
        }
        let likely = order.compactMap { found[$0] }
        if likely.allSatisfy({ $0.fitting == 0 && $0.similarity == 0 }), likely.count > Renames.nameLimit {
            return []
        }
        // A value is in a small element rather than in one around many.
        let sorted = likely.enumerated().sorted { left, right in
            let (l, r) = (left.element, right.element)
            return (-l.similarity, l.size, left.offset) < (-r.similarity, r.size, right.offset)
        }
        return Array(sorted.map(\.element).prefix(Renames.nameLimit))
    }

    /// The number of elements in an element, up to a limit.
    private func size(of element: NodeRef) -> Int {
        var count = 0
        var next = element.nextElement(within: element)
        while let node = next, count < Renames.elementLimit {
            count += 1
            next = node.nextElement(within: element)
        }
        return count
    }

    private func names(of element: NodeRef, _ kind: NearNames.Kind) -> [ByteText] {
        func attribute(_ name: String) -> String? {
            document.existingName(name.utf8).flatMap(element.attribute)?.string
        }
        switch kind {
        case .class:
            return (attribute("class") ?? "").split(whereSeparator: \.isWhitespace).map {
                ByteText(String($0))
            }
        case .id: return attribute("id").map { [ByteText($0)] } ?? []
        case .value(let name): return attribute(name.string).map { [ByteText($0)] } ?? []
        case .element:
            // In HTML, the page does not choose the names of elements.
            return document.kind == .html && !document.isData(element) ? [] : [ByteText(element.name.string)]
        case .attribute: return []
        }
    }
}

extension SimpleSelector {
    /// A name, the kind of thing that has it, and the word for this kind.
    fileprivate struct NameKind {
        let kind: NearNames.Kind
        let name: ByteText
        let word: String
    }

    /// The name that may have been replaced.
    fileprivate var nameKind: NameKind? {
        switch self {
        case .type(_, let name): NameKind(kind: .element, name: name, word: "element")
        case .class(let name): NameKind(kind: .class, name: name, word: "class")
        case .id(let name): NameKind(kind: .id, name: name, word: "id")
        case .attribute(let attribute):
            if case .named(_, let name) = attribute.subject, let condition = attribute.condition,
                condition.operator == .equals
            {
                NameKind(kind: .value(name), name: condition.value, word: name.string)
            } else {
                nil
            }
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: nil
        }
    }

    /// The selector with another name, or another value of its attribute.
    fileprivate func renamed(_ name: ByteText) -> SimpleSelector {
        switch self {
        case .type(let namespace, _): return .type(namespace, name)
        case .class: return .class(name)
        case .id: return .id(name)
        case .attribute(var attribute):
            attribute.condition?.value = name
            attribute.condition?.isBare = false
            return .attribute(attribute)
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: return self
        }
    }
}
