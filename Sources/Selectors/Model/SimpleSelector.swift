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
    /// `[name=value]` and similar conditions.
    case attribute(AttributeSelector)
    /// `:name`, `:name(…)`
    case pseudoClass(PseudoClass)
    /// `::name`, `::name(…)`: a part of a rendered page. A tree has none, so it never matches.
    case pseudoElement(PseudoElement)
    /// `::comment`, alone in the last compound selector of a `:has()`.
    case leaf(LeafNode)
    /// `&`: without a rule to nest in, the same as `:scope`.
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

/// The namespaces that a type or attribute selector matches.
enum NamespaceConstraint: Hashable, Sendable {
    /// Nothing written: any namespace for elements, none for attributes.
    case unspecified
    /// `*|`: any namespace or none.
    case any
    /// `|`: no namespace.
    case none
    /// `prefix|`: the namespace that has this prefix on the page. Not standard: see ``NamespacePrefixes``.
    case prefix(ByteText)
}

extension NamespaceConstraint: CustomStringConvertible {
    var description: String {
        switch self {
        case .unspecified: ""
        case .any: "*|"
        case .none: "|"
        case .prefix(let prefix): CSSText.identifier(prefix) + "|"
        }
    }
}

/// How namespace prefixes in a selector are resolved.
public enum NamespacePrefixes: Sendable {
    /// No prefix is declared: every prefix is an error, as in a browser's `querySelectorAll`.
    case undeclared
    /// A prefix is the one that the page itself uses, for XML.
    case page
}

/// `[name]`, `[name=value]` and the other conditions on an attribute.
struct AttributeSelector: Hashable, Sendable {
    /// The attributes that are compared.
    enum Subject: Hashable, Sendable {
        case named(NamespaceConstraint, ByteText)
        /// `[^data-]`: those whose names have the prefix. Not standard.
        case prefixed(ByteText)
        /// `[*]`: any at all. Not standard.
        case any
    }

    /// How an attribute's value is compared.
    enum Operator: String, Hashable, Sendable {
        case equals = "="
        /// `~=`: one of the words.
        case includes = "~="
        /// `|=`: the value, or followed by a hyphen.
        case dashMatch = "|="
        case prefix = "^="
        case suffix = "$="
        case substring = "*="
        /// `!=`: another value, or no such attribute. Not standard.
        case notEquals = "!="
    }

    /// Whether `A`–`Z` and `a`–`z` are the same.
    enum CaseRule: Hashable, Sendable {
        /// As HTML defines for this attribute: case-sensitive for most.
        case byAttribute
        /// `i`
        case insensitive
        /// `s`
        case sensitive
    }

    struct Condition: Hashable, Sendable {
        var `operator`: Operator
        var value: ByteText
        var caseRule: CaseRule
        /// The value has no quotes although CSS requires them (`[href^=/wiki]`). Not standard. It is compared
        /// case-insensitively, as in jsoup.
        var isBare = false
    }

    var subject: Subject
    var condition: Condition?
}

extension AttributeSelector {
    /// The HTML attributes whose values are compared case-insensitively (HTML standard, 4.16.2 "Case-sensitivity of
    /// selectors").
    static let caseInsensitive: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear",
        "codetype", "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face",
        "frame", "hreflang", "http-equiv", "lang", "language", "link", "media", "method", "multiple",
        "nohref",
        "noresize", "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected",
        "shape", "target", "text", "type", "valign", "valuetype", "vlink",
    ]
}

extension AttributeSelector: CustomStringConvertible {
    var description: String {
        let subject =
            switch subject {
            case .named(let namespace, let name): namespace.description + CSSText.identifier(name)
            case .prefixed(let prefix): "^" + CSSText.identifier(prefix)
            case .any: "*"
            }
        return "[" + subject + (condition?.description ?? "") + "]"
    }
}

extension AttributeSelector.Condition: CustomStringConvertible {
    var description: String {
        let flag =
            switch caseRule {
            case .byAttribute: ""
            case .insensitive: " i"
            case .sensitive: " s"
            }
        return self.operator.rawValue + (isBare ? value.string : CSSText.string(value)) + flag
    }
}

/// A standard pseudo-element. It parses, because style sheets use it, and matches nothing, because a tree that is not
/// rendered has none.
struct PseudoElement: Hashable, Sendable {
    var name: String
    /// The argument in a normal form; `nil` if there are no parentheses.
    var argument: String?
    var argumentSpecificity = Specificity.zero

    var specificity: Specificity { Specificity(types: 1) + argumentSpecificity }

    /// Those that may also be written with one colon (CSS 2).
    static let legacy: Set<String> = ["before", "after", "first-line", "first-letter"]

    static let known: Set<String> = [
        "before", "after", "first-line", "first-letter", "selection", "marker", "placeholder", "backdrop",
        "cue",
        "cue-region", "file-selector-button", "details-content", "target-text", "grammar-error",
        "spelling-error", "search-text", "view-transition", "checkmark", "picker-icon", "column",
        "scroll-marker", "scroll-marker-group",
    ]

    static let knownFunctions: Set<String> = [
        "part", "slotted", "cue", "cue-region", "highlight", "view-transition-group",
        "view-transition-image-pair", "view-transition-old", "view-transition-new", "picker", "scroll-button",
    ]
}

extension PseudoElement: CustomStringConvertible {
    var description: String { "::" + CSSText.identifier(name) + (argument.map { "(\($0))" } ?? "") }
}
