import DOM

/// What selectors need to know of one page, found out once and shared by all of them.
final class Page {
    let document: Document
    let isHTML: Bool
    /// Whether classes and ids are compared without regard to case: HTML in quirks mode.
    let foldsCase: Bool
    let root: NodeRef?
    /// The addresses of the names `class` and `id`; 0 where no element has such an attribute.
    let classAttribute: UInt
    let idAttribute: UInt
    let order: ElementOrder
    /// What the parser has noted of all elements, where it has.
    let elementNotes: ElementNotes?
    let steps = StepCounter()
    /// How patient the page's questions are: see ``Allowance`` and ``LeftSearch``.
    let patience: Patience
    let positions: SiblingPositions
    /// Found out only for the selectors that ask.
    private(set) lazy var names = KnownNames(document)
    private(set) lazy var forms = FormState(self)
    private(set) lazy var directions = Directions(self)
    private(set) lazy var languages = Languages(self)
    private(set) lazy var texts = TextIndexes(self)
    private lazy var textTaking = NodeTaking(.text, document)
    private var takings: [Take: NodeTaking] = [:]

    /// How far to look before taking notes.
    struct Patience {
        /// The steps of an ``Allowance``.
        var allowance = 4096
        /// How many ancestors or siblings are passed without notes.
        var climb = 32
    }

    init(_ document: Document, _ patience: Patience) {
        self.document = document
        self.patience = patience
        isHTML = document.kind == .html
        foldsCase = isHTML && document.isQuirky
        root = document.rootElement
        elementNotes = document.elementNotes
        order = ElementOrder(elementNotes)
        positions = SiblingPositions(order, steps, allowance: patience.allowance)
        classAttribute = document.existingName("class".utf8)?.address ?? 0
        idAttribute = document.existingName("id".utf8)?.address ?? 0
    }

    deinit {
        steps.free()
    }

    /// What takes strings of the page's elements.
    func taking(_ take: Take) -> NodeTaking {
        if take == .text { return textTaking }
        if let taking = takings[take] { return taking }
        let taking = NodeTaking(take, document)
        takings[take] = taking
        return taking
    }

    /// Whether an element is one of HTML.
    @inline(__always)
    func isHTMLElement(_ element: NodeRef) -> Bool {
        element.hasNamespace ? hasHTMLNamespace(element) : isHTML
    }

    private func hasHTMLNamespace(_ element: NodeRef) -> Bool {
        element.namespaceURI.map { $0.elementsEqual("http://www.w3.org/1999/xhtml".utf8) } ?? false
    }
}
