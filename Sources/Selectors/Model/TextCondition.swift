import Basics

/// A condition on an element's text. No such condition is standard.
struct TextCondition: Hashable, Sendable {
    /// The raw value is the usual spelling of the name. Names are case-insensitive.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The text of the element and its descendants, unchanged, contains the given text.
        case contains
        /// The same, case-insensitive.
        case icontains
        /// One of the text nodes directly in the element, unchanged, contains the given text.
        case soupContainsOwn = "-soup-contains-own"
        /// The text directly in the element, white space collapsed, case-insensitive.
        case containsOwn
        /// The text of the element and its descendants, exactly.
        case containsWholeText
        /// The text directly in the element, exactly.
        case containsWholeOwnText
        /// The text of scripts, styles and comments in the element, case-insensitive.
        case containsData
        /// A regular expression matches the text, white space collapsed.
        case matches
        /// A regular expression matches the text directly in the element, white space collapsed.
        case matchesOwn
        /// A regular expression matches the text unchanged.
        case matchesWholeText
        /// A regular expression matches the text directly in the element, unchanged.
        case matchesWholeOwnText
    }

    var kind: Kind
    /// The texts, one of which must be contained; for regular expressions there is one pattern.
    var arguments: [ByteText]
}

extension TextCondition.Kind {
    /// The names of all functions.
    static let names = allCases.map(\.rawValue) + [soupContains]

    /// soupsieve's other name for `:contains()`.
    private static let soupContains = "-soup-contains"

    private static let byName: [String: TextCondition.Kind] = {
        var byName = [soupContains: TextCondition.Kind.contains]
        for kind in allCases { byName[kind.rawValue.asciiLowercased] = kind }
        return byName
    }()

    /// The kind of a function's name in lower case.
    init?(function name: String) {
        guard let kind = TextCondition.Kind.byName[name] else { return nil }
        self = kind
    }

    /// Whether the argument is a regular expression.
    var isPattern: Bool {
        switch self {
        case .contains, .icontains, .soupContainsOwn, .containsOwn, .containsWholeText, .containsWholeOwnText,
            .containsData:
            false
        case .matches, .matchesOwn, .matchesWholeText, .matchesWholeOwnText: true
        }
    }

    /// An argument in the form in which it is searched for.
    func normalized(_ text: ByteText) -> ByteText {
        switch self {
        case .icontains, .containsData: text.lowercased
        case .containsOwn: ByteText(utf8: ByteText.collapsed(text.utf8)).lowercased
        case .contains, .soupContainsOwn, .containsWholeText, .containsWholeOwnText, .matches, .matchesOwn,
            .matchesWholeText, .matchesWholeOwnText:
            text
        }
    }
}

extension TextCondition: CustomStringConvertible {
    var description: String {
        let arguments = kind.isPattern ? arguments.map { "\"\($0.string)\"" } : arguments.map(CSSText.string)
        return ":\(kind.rawValue)(\(arguments.joined(separator: ", ")))"
    }
}

/// A leaf node that an element contains, at the end of a selector in `:has()`: `::comment`,
/// `::text:contains(x)`. Not standard (jsoup has it).
struct LeafNode: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case comment
        /// Text outside scripts and styles.
        case text
        /// The text of scripts and styles.
        case data
        /// Any of these.
        case leafnode
    }

    var kind: Kind
    /// Conditions on the node's content, only of the kinds `contains` (case-insensitive) and `matches`.
    var conditions: [TextCondition]

    var specificity: Specificity { Specificity(classes: conditions.count, types: 1) }
}

extension LeafNode: CustomStringConvertible {
    var description: String { "::" + kind.rawValue + conditions.map(\.description).joined() }
}
