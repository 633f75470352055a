import DOM

/// The properties of a document that matching needs, shared by all programs.
final class DocumentContext {
    /// The caller that matches keeps it alive, since a document owns a matcher.
    unowned let tree: Document
    let isHTML: Bool
    /// Whether classes and ids are compared case-insensitively: HTML in quirks mode.
    let foldsCase: Bool
    let root: NodeRef?
    /// The addresses of the names `class` and `id`.
    let classAttribute: UInt
    let idAttribute: UInt
    let order: ElementOrder
    /// The parser's index of the elements, if there is one.
    let parseIndex: ParseIndex?
    let steps = StepCounter()
    let budget: SearchBudget
    let positions: SiblingPositions
    /// The elements that preceded those of the tree, if it is a part of one.
    let preceding: PrecedingEntries?
    private(set) lazy var names = HTMLNames(tree)
    private lazy var textExtractor = StringExtractor(.text, tree)
    private var extractors: [Extractor: StringExtractor] = [:]

    init(_ tree: Document, _ budget: SearchBudget) {
        self.tree = tree
        self.budget = budget
        isHTML = tree.kind == .html
        foldsCase = isHTML && tree.isQuirky
        root = tree.rootElement
        parseIndex = tree.parseIndex
        order = ElementOrder(parseIndex)
        preceding = tree.precedingEntries
        positions = SiblingPositions(order, steps, preceding, budget: budget.steps)
        classAttribute = StandardAttribute.class
        idAttribute = StandardAttribute.id
    }

    /// Extracts strings from the document's elements.
    func stringExtractor(_ extractor: Extractor) -> StringExtractor {
        if extractor == .text { return textExtractor }
        if let known = extractors[extractor] { return known }
        let made = StringExtractor(extractor, tree)
        extractors[extractor] = made
        return made
    }

    /// Whether an element is an HTML element.
    @inline(__always)
    func isHTMLElement(_ element: NodeRef) -> Bool {
        element.hasNamespace ? hasHTMLNamespace(element) : isHTML
    }

    private func hasHTMLNamespace(_ element: NodeRef) -> Bool {
        element.namespaceURI.map { $0.elementsEqual("http://www.w3.org/1999/xhtml".utf8) } ?? false
    }

    func isScriptOrStyle(_ element: NodeRef?) -> Bool {
        guard let element, isHTMLElement(element) else { return false }
        return element.name == names[.script] || element.name == names[.style]
    }
}

/// The addresses of attributes' names, which all documents share.
private enum StandardAttribute {
    static let `class` = address("class")
    static let id = address("id")

    private static func address(_ name: String) -> UInt { Name.standard(Array(name.utf8))?.address ?? 0 }
}

/// Properties that depend on all elements of a document, each computed on first use and kept.
final class DerivedState {
    private let document: DocumentContext
    private(set) lazy var forms = FormState(document)
    private(set) lazy var directions = Directions(document)
    private(set) lazy var languages = Languages(document)
    private(set) lazy var texts = TextIndexes(document)

    init(_ document: DocumentContext) {
        self.document = document
    }
}

/// The limits up to which matching searches before it uses memo tables. See ``MatchContext``.
struct SearchBudget {
    /// The total number of steps of `:has()` and of `:nth-*`.
    var steps = 4096
    /// The number of ancestors or siblings that one search passes.
    var climb = 32
}

/// Counts the steps of matching in debug builds: tests use it to check that selectors are linear, which a clock cannot
/// show reliably.
final class StepCounter {
    /// The number of steps; 0 in release builds.
    private(set) var count = 0

    /// Counts a step. Release builds do nothing here.
    @inline(__always)
    func add() {
        assert(increment())
    }

    private func increment() -> Bool {
        count += 1
        return true
    }
}
