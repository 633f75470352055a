/// A condition on an element's text. None is standard.
struct TextCondition: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The text of the element and all below it, as it stands in the tree, has the given text in it.
        case contains
        /// The same without regard to case.
        case icontains
        /// One of the texts directly in the element, as they stand in the tree.
        case soupContainsOwn = "-soup-contains-own"
        /// The text directly in the element, white space collapsed, without regard to case.
        case containsOwn = "containsown"
        /// The text of the element and all below it, exactly.
        case containsWholeText = "containswholetext"
        /// The text directly in the element, exactly.
        case containsWholeOwnText = "containswholeowntext"
        /// The text of scripts, styles and comments in the element, without regard to case.
        case containsData = "containsdata"
        /// A regular expression is found in the text, white space collapsed.
        case matches
        /// A regular expression is found in the text directly in the element, white space collapsed.
        case matchesOwn = "matchesown"
        /// A regular expression is found in the text as it stands in the tree.
        case matchesWholeText = "matcheswholetext"
        /// A regular expression is found in the text directly in the element as it stands in the tree.
        case matchesWholeOwnText = "matcheswholeowntext"
    }

    var kind: Kind
    /// The texts, one of which must be found; for regular expressions there is one pattern.
    var arguments: [ByteText]
}

extension TextCondition.Kind {
    /// Whether the argument is a regular expression.
    var isPattern: Bool {
        switch self {
        case .contains, .icontains, .soupContainsOwn, .containsOwn, .containsWholeText, .containsWholeOwnText,
            .containsData:
            false
        case .matches, .matchesOwn, .matchesWholeText, .matchesWholeOwnText: true
        }
    }

    /// The name as people write it. Names are read without regard to case.
    var spelling: String {
        switch self {
        case .contains, .icontains, .soupContainsOwn, .matches: rawValue
        case .containsOwn: "containsOwn"
        case .containsWholeText: "containsWholeText"
        case .containsWholeOwnText: "containsWholeOwnText"
        case .containsData: "containsData"
        case .matchesOwn: "matchesOwn"
        case .matchesWholeText: "matchesWholeText"
        case .matchesWholeOwnText: "matchesWholeOwnText"
        }
    }
}

extension TextCondition: CustomStringConvertible {
    var description: String {
        let arguments = kind.isPattern ? arguments.map { "\"\($0.string)\"" } : arguments.map(CSSText.string)
        return ":\(kind.spelling)(\(arguments.joined(separator: ", ")))"
    }
}
