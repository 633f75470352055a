/// A compound selector, compiled. The compounds of one selector follow each other from right to left.
///
///     "a.b > c d"      compounds   d ─.descendant→ c ─.child→ a.b ─.none
struct CompiledCompound: BitwiseCopyable {
    enum Link: BitwiseCopyable {
        /// This is the leftmost one.
        case none
        case child, descendant, descendantOrSelf, nextSibling, subsequentSibling

        init(_ combinator: Combinator) {
            switch combinator {
            case .descendant: self = .descendant
            case .child: self = .child
            case .nextSibling: self = .nextSibling
            case .subsequentSibling: self = .subsequentSibling
            case .descendantOrSelf: self = .descendantOrSelf
            }
        }
    }

    var tests: Span32
    /// To the compound on the left.
    var link: Link
    /// Whether it matches the node that a leading combinator starts from, which need not be an element.
    var isAnchor = false
}

/// A complex selector, compiled.
struct CompiledSelector: BitwiseCopyable {
    /// The rightmost compound.
    var compound: Int32
    /// The list that it belongs to, and its position there.
    var list: Int32
    var rank: Int32
    /// The bits of the keys that must occur among the ancestors of a match.
    var requiredAncestors: UInt64 = 0
    /// Whether it starts with `+` or `~`, so that its matches follow the scope and are not below it.
    var isAfterScope = false
    /// Whether it consists only of an extractor, which selects the scope itself.
    var isLoneExtractor = false
}

/// A selector list, compiled.
struct CompiledList: BitwiseCopyable {
    var selectors: Span32
    /// The memo row for whether it matches an element; -1 if matching again is as fast.
    var memo: Int32
    /// Whether only the first match is needed.
    var isForFirst = false
}

/// A name, class, id or attribute that a walk recognises, and the selectors that are tried where it occurs.
struct Key: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
        case id, `class`, attribute, tag
    }

    var kind: Kind
    /// The name's index for tags and attributes.
    var name: Int32 = -1
    /// The text for ids and classes.
    var text = Span32(start: 0, count: 0)
    /// Its bits in the filter of ancestors, one for each set of keys that selectors need.
    var ancestorBits: UInt64 = 0
    var candidates = Span32(start: 0, count: 0)
    /// The candidates that are tried at the next sibling: those of `h2 + *`, at a key `h2`.
    var followers = Span32(start: 0, count: 0)
}

/// A selector that is tried where a key occurs.
struct Candidate: BitwiseCopyable {
    var selector: Int32
    /// 1 if the key alone satisfies the rightmost compound's first test.
    var skippedTests: Int32
}

/// A condition on one element, compiled: no references and no text, only indexes into the tables of a
/// ``SelectorProgram``.
enum Test: BitwiseCopyable {
    /// The element's name, which has the same spelling in HTML and elsewhere.
    case name(Int32)
    /// The element's name: the first for an element of HTML, the second for any other.
    case nameByKind(html: Int32, exact: Int32)
    /// The element is in no namespace.
    case noNamespace
    /// The element has this namespace prefix on the page.
    case prefix(Span32)
    case id(Span32)
    case `class`(Span32)
    case attribute(Int32)
    case keyword(PseudoClass.Keyword)
    /// `:scope`
    case scope
    /// The node that a leading combinator starts from; it may be the document's.
    case anchor
    case nth(Int32)
    /// `:is()`: a selector of the list matches.
    case any(Int32)
    /// `:not()`: no selector of the list matches.
    case none(Int32)
    case has(Int32)
    case lang(Int32)
    case direction(isRightToLeft: Bool)
    case text(Int32)
    /// A leaf node directly in the element.
    case leaf(Int32)
    case position(Int32)
    case never
}

/// A condition on attributes, compiled.
struct AttributeTest: BitwiseCopyable {
    enum Subject: BitwiseCopyable {
        /// The names in HTML and elsewhere.
        case named(html: Int32, exact: Int32)
        /// The prefix of the name, in HTML and elsewhere.
        case prefixed(html: Span32, exact: Span32)
        case any
    }

    enum Namespace: BitwiseCopyable {
        case none
        case any
        case prefix(Span32)
    }

    enum Comparison: BitwiseCopyable {
        /// The attribute is present.
        case presence
        case equals, includes, dashMatch, prefix, suffix, substring, notEquals
        /// Matches nothing, as `^=""` does.
        case never
    }

    enum CaseRule: BitwiseCopyable {
        case sensitive
        case insensitive
        /// Insensitive on elements of HTML.
        case insensitiveInHTML
    }

    var subject: Subject
    var namespace: Namespace
    var comparison: Comparison
    var caseRule: CaseRule
    var value: Span32
    /// The value in lower case.
    var lowercased: Span32
}

/// `:nth-…()`, compiled.
struct NthTest: BitwiseCopyable {
    var kind: Nth.Kind
    var formula: Nth.Formula
    /// The list after `of`; -1 if there is none.
    var list: Int32
    /// The memo row of the positions, if there is a list.
    var memo: Int32
}

/// `:has()`: consecutive selectors, each made of consecutive steps.
struct HasStep: BitwiseCopyable {
    /// The target of a step.
    enum Link: BitwiseCopyable {
        /// Nowhere: to the element itself.
        case itself
        case child, descendant, descendantOrSelf, nextSibling, subsequentSibling

        /// Whether the step ends at few elements, which are next to its start.
        var isNear: Bool {
            switch self {
            case .itself, .child, .nextSibling: true
            case .descendant, .descendantOrSelf, .subsequentSibling: false
            }
        }
    }

    /// From the matched element, or from the result of the previous step.
    var link: Link
    var tests: Span32
    /// The memo row for whether this step and those after it succeed from an element.
    var memo: Int32
    var isLast: Bool
}

/// `:contains()` and similar pseudo-classes, compiled.
struct TextTest: BitwiseCopyable {
    var kind: TextCondition.Kind
    /// The program's texts or patterns that are searched for.
    var arguments: Span32
    var memo: Int32
}

/// A leaf node (`::comment`), compiled. All texts and patterns must be found in it.
struct LeafTest: BitwiseCopyable {
    var kind: LeafNode.Kind
    var texts: Span32
    var patterns: Span32
}

/// `:first` and similar pseudo-classes, compiled.
struct PositionTest: BitwiseCopyable {
    var position: PseudoClass.Position
    /// The list of the one selector whose matches are counted.
    var list: Int32
    var memo: Int32
}

/// A range of `:lang()`, compiled.
struct LanguageTest: BitwiseCopyable {
    /// In lower case.
    var range: Span32
    var isExtended: Bool
}
