/// A name of a page that a selector uses.
package struct ConsultedName: Hashable, Sendable {
    /// The kind of thing that has the name.
    package enum Kind: Hashable, Sendable {
        case `class`
        case id
        case attribute
        /// The value of an attribute, or one of its words: in `[property="og:title"]`, `[rel~=next]`.
        case value(of: String)
        /// A part of a class or an id, in lower case: in `[class*="price"]`.
        case part(of: String)
        /// An element: in data a key, a property or a column.
        case element
    }

    package let kind: Kind
    package let name: String

    package init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }
}

extension SelectorList {
    /// The names that the selectors use, in the order in which they are written, without duplicates: also those within
    /// `:is()`, `:not()`, `:has()` and similar pseudo-classes, and the attribute that an extractor takes.
    package var consultedNames: [ConsultedName] {
        var names = NameGathering()
        for selector in selectors { names.add(selector) }
        return names.found
    }
}

private struct NameGathering {
    private(set) var found: [ConsultedName] = []
    private var known: Set<ConsultedName> = []

    mutating func add(_ selector: ComplexSelector) {
        for simple in selector.compounds.flatMap(\.simples) { add(simple) }
        if case .attribute(let name) = selector.extractor { add(.attribute, name) }
    }

    private mutating func add(_ kind: ConsultedName.Kind, _ name: String) {
        let name = ConsultedName(kind, name)
        if known.insert(name).inserted { found.append(name) }
    }

    private mutating func add(_ simple: SimpleSelector) {
        switch simple {
        case .type(_, let name): add(.element, name.string)
        case .class(let name): add(.class, name.string)
        case .id(let name): add(.id, name.string)
        case .attribute(let attribute): add(attribute)
        case .pseudoClass(let pseudoClass): add(pseudoClass)
        case .universal, .pseudoElement, .leaf, .nesting: break
        }
    }

    private mutating func add(_ attribute: AttributeSelector) {
        guard case .named(_, let name) = attribute.subject else { return }
        if let condition = attribute.condition, !condition.value.utf8.isEmpty {
            switch condition.operator {
            case .equals, .includes, .notEquals:
                add(.value(of: name.string), condition.value.string)
            case .dashMatch, .prefix, .suffix, .substring:
                let isName = name.string == "class" || name.string == "id"
                if isName { add(.part(of: name.string), condition.value.string.lowercased()) }
            }
        }
        add(.attribute, name.string)
    }

    private mutating func add(_ pseudoClass: PseudoClass) {
        let inner: [ComplexSelector] =
            switch pseudoClass {
            case .is(let list), .where(let list), .not(let list), .has(let list): list
            case .nth(let nth): nth.of ?? []
            case .keyword, .dynamic, .lang, .dir, .shadowHost, .script, .text, .position: []
            }
        for selector in inner { add(selector) }
    }
}
