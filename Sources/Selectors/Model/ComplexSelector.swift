/// Compound selectors joined by combinators, and what is extracted from the elements that match.
///
///     "> a.b   c + d::text"
///
///     leading       .child
///     compounds     [a.b]  [c]  [d]             left to right
///     combinators        ␣    +                 combinators[i] joins compounds[i] and compounds[i + 1]
///     extractor     .text
public struct ComplexSelector: Hashable, Sendable {
    /// A relative selector's first combinator, which starts at the scope, or in `:has()` at the element it is matched against.
    let leading: Combinator?
    /// Never empty.
    let compounds: [CompoundSelector]
    /// One fewer than the compounds.
    let combinators: [Combinator]
    /// What is extracted from the elements that match; `nil` if the selector does not say.
    public let extractor: Extractor?
    /// The selector's specificity, to which an extractor adds nothing.
    public let specificity: Specificity

    init(
        leading: Combinator? = nil,
        compounds: [CompoundSelector],
        combinators: [Combinator] = [],
        extractor: Extractor? = nil
    ) {
        self.leading = leading
        self.compounds = compounds
        self.combinators = combinators
        self.extractor = extractor
        specificity = compounds.reduce(.zero) { $0 + $1.specificity }
    }

    /// Whether this is only an extractor (`::attr(title)`), which selects the scope itself.
    var isLoneExtractor: Bool { leading == nil && compounds.count == 1 && compounds[0].simples.isEmpty }
}

extension [ComplexSelector] {
    /// The selectors' text, separated by commas.
    var selectorText: String { map(\.description).joined(separator: ", ") }

    var greatestSpecificity: Specificity { map(\.specificity).max() ?? .zero }
}

extension ComplexSelector: CustomStringConvertible {
    /// The selector's text in a normal form.
    public var description: String {
        var text = leading.map { String($0.description.drop { $0 == " " }) } ?? ""
        for (index, compound) in compounds.enumerated() {
            if index > 0 { text += combinators[index - 1].description }
            text += compound.description
        }
        return text + (extractor?.description ?? "")
    }
}

/// How the elements of a compound selector are related to those of the compound selector on its left.
enum Combinator: Hashable, Sendable {
    /// White space: a descendant.
    case descendant
    /// `>`: a child.
    case child
    /// `+`: the next sibling.
    case nextSibling
    /// `~`: a later sibling.
    case subsequentSibling
    /// White space before a lone extractor (`p ::text`): the element itself or a descendant. Not standard.
    case descendantOrSelf
}

extension Combinator: CustomStringConvertible {
    var description: String {
        switch self {
        case .descendant, .descendantOrSelf: " "
        case .child: " > "
        case .nextSibling: " + "
        case .subsequentSibling: " ~ "
        }
    }
}

/// Simple selectors that must all match one element, in the order in which they are written: `a.b[c]:d`.
///
/// Only a lone extractor (`::attr(title)`) has none.
struct CompoundSelector: Hashable, Sendable {
    var simples: [SimpleSelector]

    init(_ simples: [SimpleSelector] = []) {
        self.simples = simples
    }

    var specificity: Specificity {
        simples.reduce(.zero) { $0 + $1.specificity }
    }
}

extension CompoundSelector: CustomStringConvertible {
    var description: String { simples.map(\.description).joined() }
}

/// What is extracted from the elements that a selector matches: the non-standard pseudo-element at its end.
public enum Extractor: Hashable, Sendable {
    /// `::text`: the element's text.
    case text
    /// `::own-text`: the text that is directly in the element.
    case ownText
    /// `::lines`: the text, one value per line.
    case lines
    /// `::attr(name)`: the value of an attribute.
    case attribute(String)
    /// `::html`: the element with its tags.
    case html
    /// `::inner-html`: the contents between its tags.
    case innerHTML
    /// `::name`: the element's name.
    case name
}

extension Extractor: CustomStringConvertible {
    /// The extractor as it is written in a selector.
    public var description: String {
        switch self {
        case .text: "::text"
        case .ownText: "::own-text"
        case .lines: "::lines"
        case .attribute(let name): "::attr(\(CSSText.identifier(name)))"
        case .html: "::html"
        case .innerHTML: "::inner-html"
        case .name: "::name"
        }
    }
}

extension Extractor {
    private static let named: [(name: String, extractor: Extractor)] = [
        ("text", .text), ("own-text", .ownText), ("lines", .lines), ("html", .html),
        ("inner-html", .innerHTML),
        ("name", .name),
    ]

    /// The names of all extractors.
    static let names = named.map(\.name) + ["attr"]

    /// The extractor without an argument that has this name.
    init?(name: String) {
        guard let known = Extractor.named.first(where: { $0.name == name }) else { return nil }
        self = known.extractor
    }
}

/// A selector's specificity (Selectors level 4, section 17): ids before classes before types.
public struct Specificity: Hashable, Sendable, Comparable {
    /// The number of id selectors.
    public let ids: Int
    /// The number of class selectors, attribute selectors and pseudo-classes.
    public let classes: Int
    /// The number of type selectors and pseudo-elements.
    public let types: Int

    init(ids: Int = 0, classes: Int = 0, types: Int = 0) {
        self.ids = ids
        self.classes = classes
        self.types = types
    }

    static let zero = Specificity()

    static func + (left: Specificity, right: Specificity) -> Specificity {
        Specificity(
            ids: left.ids + right.ids,
            classes: left.classes + right.classes,
            types: left.types + right.types
        )
    }

    /// Compares ids, then classes, then types.
    public static func < (left: Specificity, right: Specificity) -> Bool {
        (left.ids, left.classes, left.types) < (right.ids, right.classes, right.types)
    }
}

extension Specificity: CustomStringConvertible {
    /// `(ids, classes, types)`.
    public var description: String { "(\(ids), \(classes), \(types))" }
}
