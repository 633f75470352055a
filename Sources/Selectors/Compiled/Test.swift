/// A condition on one element in the form in which it is checked: no references, no text, only indexes into the
/// tables of a ``Program``.
enum Test: BitwiseCopyable {
    /// The element's name, which is spelled alike in HTML and elsewhere.
    case name(Int32)
    /// The element's name: the first for an element of HTML, the second for any other.
    case nameByKind(html: Int32, exact: Int32)
    /// The element is in no namespace.
    case noNamespace
    /// The page gives the element's namespace this prefix.
    case prefix(Span32)
    case id(Span32)
    case `class`(Span32)
    case attribute(Int32)
    case keyword(PseudoClass.Keyword)
    /// `:scope`
    case scope
    /// The node, perhaps the document's, that a leading combinator starts from.
    case anchor
    case nth(Int32)
    /// `:is()`: a selector of the list matches.
    case any(Int32)
    /// `:not()`: none does.
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

/// The condition on attributes, compiled.
struct AttributeTest: BitwiseCopyable {
    enum Subject: BitwiseCopyable {
        /// The names in HTML and elsewhere.
        case named(html: Int32, exact: Int32)
        /// How the name must begin, in HTML and elsewhere.
        case prefixed(html: Span32, exact: Span32)
        case any
    }

    enum Namespace: BitwiseCopyable {
        case none
        case any
        case prefix(Span32)
    }

    enum Comparison: BitwiseCopyable {
        /// Being there is enough.
        case presence
        case equals, includes, dashMatch, prefix, suffix, substring, notEquals
        /// The operator can match nothing, as `^=""`.
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
    /// The list behind `of`; -1 where there is none.
    var list: Int32
    /// Which cache of positions is used where there is a list.
    var cache: Int32
}

/// `:has()`: consecutive selectors, each of consecutive steps.
struct HasStep: BitwiseCopyable {
    /// Where a step leads.
    enum Link: BitwiseCopyable {
        /// Nowhere: to the element itself.
        case itself
        case child, descendant, descendantOrSelf, nextSibling, subsequentSibling
    }

    /// From the element in question, or from what the step before has found.
    var link: Link
    var tests: Span32
    /// Which memory holds, for each element, whether this step and those after it succeed from there.
    var memo: Int32
    var isLast: Bool
}

/// `:contains()` and its relatives, compiled.
struct TextTest: BitwiseCopyable {
    var kind: TextCondition.Kind
    /// Which of the program's texts or patterns are looked for.
    var arguments: Span32
    var memo: Int32
}

/// `::comment` and its like, compiled. The conditions are texts or patterns, all of which must be found.
struct LeafTest: BitwiseCopyable {
    var kind: LeafNode.Kind
    var texts: Span32
    var patterns: Span32
}

/// `:first` and its like: which selector picks the elements to count.
struct PositionTest: BitwiseCopyable {
    var position: PseudoClass.Position
    /// The list with that one selector.
    var list: Int32
    var memo: Int32
}

/// A range of `:lang()`, compiled.
struct LanguageTest: BitwiseCopyable {
    /// In lower case.
    var range: Span32
    var isExtended: Bool
}
