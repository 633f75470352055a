/// One condition on one element.
enum SimpleSelector: Hashable, Sendable {
    /// `name`, `prefix|name`.
    case type(NamespaceConstraint, ByteText)
    /// `*`, `prefix|*`.
    case universal(NamespaceConstraint)
    /// `#id`
    case id(ByteText)
    /// `.class`
    case `class`(ByteText)
    /// `[name=value]` and its relatives.
    case attribute(AttributeSelector)
    /// `:name`, `:name(…)`
    case pseudoClass(PseudoClass)
    /// `::name`, `::name(…)`: a part of a rendered page, which no tree has, so that it never matches.
    case pseudoElement(PseudoElement)
    /// `::comment`, alone in the last compound selector of a `:has()`.
    case leaf(LeafNode)
    /// `&`: where no rule is nested in another, what `:scope` means.
    case nesting
}

extension SimpleSelector {
    var specificity: Specificity {
        switch self {
        case .type: Specificity(types: 1)
        case .universal, .nesting: .zero
        case .id: Specificity(ids: 1)
        case .class, .attribute: Specificity(classes: 1)
        case .pseudoClass(let pseudoClass): pseudoClass.specificity
        case .pseudoElement(let pseudoElement): pseudoElement.specificity
        case .leaf(let leaf): leaf.specificity
        }
    }
}

extension SimpleSelector: CustomStringConvertible {
    var description: String {
        switch self {
        case .type(let namespace, let name): namespace.description + CSSText.identifier(name)
        case .universal(let namespace): namespace.description + "*"
        case .id(let id): "#" + CSSText.identifier(id)
        case .class(let name): "." + CSSText.identifier(name)
        case .attribute(let attribute): attribute.description
        case .pseudoClass(let pseudoClass): pseudoClass.description
        case .pseudoElement(let pseudoElement): pseudoElement.description
        case .leaf(let leaf): leaf.description
        case .nesting: "&"
        }
    }
}
