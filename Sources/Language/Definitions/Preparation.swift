package import Basics
public import DOM
import Platform
public import Records
public import Selectors
public import Values

/// A named change to a page's tree before records are read from it: an element of a rules file's `prepare`.
///
/// Built-in preparations change the tree. A plugin's preparation either changes the tree too, or replaces the content
/// of elements; it is then called with the elements and, if it has any, arguments: `{"unfold": ".details"}`,
/// `{"unfold": {"in": ".details", "with": {"levels": 2}}}`. If such elements are nested, the outermost is changed.
public struct Preparation: Definition {
    /// The kind of the definition.
    public static var kind: DefinitionKind { .preparation }

    /// Changes the tree. Throws if a limit of the tree is reached; problems of the page are reported to the context.
    public typealias Change = @Sendable (inout PreparationContext) throws(ParseError) -> Void

    /// The name by which rules files call it.
    public let name: String
    /// What it does, in one line.
    public let about: String
    /// The shape of its arguments.
    public let arguments: ArgumentShape
    /// Makes the function that changes pages.
    public let make: @Sendable (Arguments) throws(StepError) -> PreparationFunction
    /// The properties of a preparation that replaces the content of elements; `nil` for one that changes the tree.
    public let content: Content?

    /// A preparation that replaces the content of elements.
    public struct Content: Sendable {
        /// Makes new content from an element's content, or throws why it cannot.
        public typealias Function = @Sendable (String, PageContext) throws(StepError) -> String

        /// The part of an element that it receives.
        public enum Input: String, CaseIterable, Sendable {
            /// The element's content as HTML.
            case html
            /// The element's text, with the white space of the page.
            case text
        }

        /// The part of an element that it receives.
        public let takes: Input
        /// The kind of text that it returns; the tree of this text replaces the element's content.
        public let gives: TextFormat
        /// The shape of its own arguments.
        public let arguments: ArgumentShape
        /// Makes the function from its own arguments.
        public let make: @Sendable (Arguments) throws(StepError) -> Function
    }

    /// The form of its input and its output.
    public var signature: String {
        content.map { "\($0.takes.rawValue) to \($0.gives.rawValue)" } ?? ""
    }

    /// A preparation that replaces the content of elements.
    public init(
        name: String,
        about: String,
        takes: Content.Input = .html,
        gives: TextFormat = .htmlFragment,
        arguments: ArgumentShape = .none,
        make: @escaping @Sendable (Arguments) throws(StepError) -> Content.Function
    ) {
        self.name = name
        self.about = about
        self.arguments = .either([
            .elementsList,
            .object([
                Argument("in", "the elements that it changes", .elementsList, isRequired: true),
                Argument("with", "the plugin's own arguments", arguments),
            ]),
        ])
        content = Content(takes: takes, gives: gives, arguments: arguments, make: make)
        self.make = { given throws(StepError) in
            let isLong = given["in"] != nil
            let elements = try given.elements(isLong ? "in" : "")
            let function = try make(Arguments(given["with"] ?? .null))
            let change = PreparationFunction.ContentChange(
                elements: elements,
                takes: takes,
                gives: gives,
                function: function
            )
            return PreparationFunction(.content(change))
        }
    }

    /// A preparation without arguments of its own that replaces the content of elements.
    public init(
        name: String,
        about: String,
        takes: Content.Input = .html,
        gives: TextFormat = .htmlFragment,
        apply: @escaping Content.Function
    ) {
        self.init(name: name, about: about, takes: takes, gives: gives) { _ throws(StepError) in apply }
    }

    /// A preparation that changes the tree.
    public init(
        name: String,
        about: String,
        arguments: ArgumentShape,
        make: @escaping @Sendable (Arguments) throws(StepError) -> Change
    ) {
        self.name = name
        self.about = about
        self.arguments = arguments
        content = nil
        self.make = { arguments throws(StepError) in PreparationFunction(.tree(try make(arguments))) }
    }
}

/// How a preparation changes a page.
public struct PreparationFunction: Sendable {
    package enum Kind: Sendable {
        case tree(Preparation.Change)
        case content(ContentChange)
    }

    /// A plugin's change to the content of elements.
    package struct ContentChange: Sendable {
        package let elements: [SelectorList]
        package let takes: Preparation.Content.Input
        package let gives: TextFormat
        package let function: Preparation.Content.Function
    }

    package let kind: Kind

    init(_ kind: Kind) { self.kind = kind }
}

/// A preparation of a rules file, with its arguments.
package struct PreparationRule: Sendable {
    package let name: String
    /// Where it is written in the rules file.
    package let range: Range<Int>
    /// The elements below which it works; `nil` for the whole page.
    package let scope: SelectorList?
    /// A selector that must match in the page for the preparation to run.
    package let condition: SelectorList?
    package let function: PreparationFunction
    /// How it reads HTML, if it does.
    package let html: HTMLOptions
    /// What happens to the text of hidden elements.
    package let hiddenText: HiddenText
    /// Its selectors, in the order in which they were read.
    var selectors: [SelectorUse] = []
}

/// The page that a preparation works on.
public struct PreparationContext {
    /// The page's tree.
    public let document: Document
    package let limits: Limits
    /// How HTML is read.
    package let html: HTMLOptions
    /// What happens to the text of hidden elements.
    package let hiddenText: HiddenText
    /// The calls to programs for the page.
    package let calls: PageCalls
    /// The number of elements that the preparation has found to work on.
    package private(set) var matches = 0
    /// Whether a part of the page, or all of it, has been refused.
    package var hasRefused = false
    package var isWholePageRefused = false
    /// What to report, with the page's line.
    package private(set) var reports: [Report] = []
    /// The reasons for what the preparation did; empty if nothing observes it.
    package private(set) var reasons: [(node: NodeRef, text: String)] = []

    /// Nodes that have been removed from the tree, with all in them.
    private var detached: Set<NodeRef> = []

    private let matching: TreeMatching
    private let scope: SelectorList?
    private let observe: Observation?
    private let observeOrigin: OriginObservation?

    /// Receives each element that the preparation creates from other nodes of the page, and these nodes.
    package typealias OriginObservation = (_ element: NodeRef, _ origins: [NodeRef]) -> Void

    /// Whether ``made(_:of:)`` is observed.
    package var keepsOrigins: Bool { observeOrigin != nil }

    /// Reports an element that is created from other nodes, which may have been removed since.
    package func made(_ element: NodeRef, of origins: [NodeRef]) { observeOrigin?(element, origins) }

    /// Receives each selector that is matched, the node below which it is matched, the matches, and whether these are
    /// the elements that the preparation works on.
    package typealias Observation = (SelectorList, _ root: NodeRef, _ nodes: [NodeRef], _ isTarget: Bool) ->
        Void

    /// Something to report about the page.
    package struct Report {
        package let message: String
        package let line: Int
        package let column: Int?
        package let severity: Diagnostic.Severity
        package let cause: Diagnostic.Cause
        package let help: String?
        /// Whether a limit leaves a part of the page unread.
        package let isOfLimit: Bool

        package func location(on page: String) -> Location {
            line > 0 ? Location(file: page, line: line, column: column) : Location(file: page)
        }
    }

    /// The context of a preparation.
    package init(
        _ rule: PreparationRule,
        document: Document,
        matching: TreeMatching,
        limits: Limits,
        calls: PageCalls,
        observe: Observation?,
        observeOrigin: OriginObservation? = nil
    ) {
        self.document = document
        self.matching = matching
        self.limits = limits
        self.calls = calls
        self.observe = observe
        self.observeOrigin = observeOrigin
        html = rule.html
        hiddenText = rule.hiddenText
        scope = rule.scope
    }

    /// The elements that selectors match, those of each selector in document order: in the whole page, or below the
    /// preparation's `in`.
    public mutating func elements(_ lists: [SelectorList]) -> [Element] {
        let document = document
        return select(lists).map { Element($0, in: document) }
    }

    /// The elements that a selector matches, in document order: in the whole page, or below the preparation's `in`.
    ///
    /// ```swift
    /// for element in page.select("[hidden]") { element.remove() }
    /// ```
    public mutating func select(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Elements {
        let document = document
        return Elements(select(selector.list(file, line)), in: document)
    }

    /// Reports a problem of an element that does not prevent reading.
    public mutating func warn(_ message: String, at element: Element) { warn(message, at: element.ref) }

    /// Reports an element that is not what the rules expect.
    public mutating func fail(_ message: String, at element: Element) { fail(message, at: element.ref) }

    /// The elements that a selector matches, in document order: in the whole page, or below the preparation's `in`.
    ///
    /// - Parameter isTarget: whether the preparation works on them.
    package mutating func select(_ list: SelectorList, isTarget: Bool = true) -> [NodeRef] {
        let matcher = matching.current
        func nodes(below root: NodeRef, _ list: SelectorList, _ isTarget: Bool) -> [NodeRef] {
            let nodes = matcher.select(list, from: root, includingScope: false).map(\.node)
            observe?(list, root, nodes, isTarget)
            return nodes
        }
        let roots = scope.map { nodes(below: document.node, $0, false) } ?? [document.node]
        // One root may lie in another.
        var seen: Set<NodeRef> = []
        let found = roots.flatMap { nodes(below: $0, list, isTarget) }.filter {
            roots.count < 2 || seen.insert($0).inserted
        }
        if isTarget { matches += found.count }
        return found
    }

    /// Counts an element that the preparation found without a selector.
    package mutating func noteFound() { matches += 1 }

    /// Whether the reading of the page is explained, so that reasons are needed.
    package var keepsReasons: Bool { observe != nil }

    /// Keeps the reason for what the preparation did, with the element concerned.
    package mutating func explain(_ reason: String, at node: NodeRef) {
        if keepsReasons { reasons.append((node, reason)) }
    }

    /// The elements that several selectors match, those of each selector in document order.
    package mutating func select(_ lists: [SelectorList], isTarget: Bool = true) -> [NodeRef] {
        lists.flatMap { select($0, isTarget: isTarget) }
    }

    /// Calls a function with each element that several selectors match, for as long as there is time for the page. The
    /// elements that an earlier change has taken out of the tree are left out.
    package mutating func forEach(
        _ lists: [SelectorList],
        _ change: (inout PreparationContext, NodeRef) throws(ParseError) -> Void
    ) throws(ParseError) {
        try forEach(select(lists), change)
    }

    /// Calls a function with each of some elements, as for those of selectors.
    package mutating func forEach(
        _ elements: [NodeRef],
        _ change: (inout PreparationContext, NodeRef) throws(ParseError) -> Void
    ) throws(ParseError) {
        for element in elements where isAttached(element) {
            if Deadline.isProbablyPast { break }
            try change(&self, element)
        }
    }

    /// Ends the preparation if the time for the page is over: for the loops of one that changes a large element.
    package func checkTime() throws(ParseError) {
        if let deadline = Deadline.current, deadline.isProbablyPast { throw deadline.error }
    }

    /// Whether a node is still in the tree: an earlier change may have removed an ancestor of it.
    ///
    /// Complexity: linear in the node's depth below the nearest node that is known to be removed.
    private mutating func isAttached(_ node: NodeRef) -> Bool {
        var ancestor: NodeRef? = node
        while let next = ancestor {
            if next == document.node { return true }
            if detached.contains(next) { break }
            ancestor = next.parent
        }
        detached.insert(node)
        return false
    }

    package mutating func warn(_ message: String, at node: NodeRef) {
        report(message, line: node.line, column: node.column, severity: .warning)
    }

    package mutating func fail(_ message: String, at node: NodeRef) {
        report(message, line: node.line, column: node.column, severity: .error)
    }

    /// Reports something about a line.
    ///
    /// - Parameter cause: who has to act; a plugin that does not do what it declares is not a fault of the page.
    package mutating func report(
        _ message: String,
        line: Int,
        column: Int? = nil,
        severity: Diagnostic.Severity,
        cause: Diagnostic.Cause = .page,
        help: String? = nil,
        isOfLimit: Bool = false
    ) {
        reports.append(
            Report(
                message: message,
                line: line,
                column: column,
                severity: severity,
                cause: cause,
                help: help,
                isOfLimit: isOfLimit
            )
        )
    }

    /// Reports the problem of a text that has been read.
    ///
    /// - Parameter name: what the text is.
    package mutating func report(_ problem: SourceProblem, in name: String? = nil) {
        report(
            name.map { "\($0): \(problem.message)" } ?? problem.message,
            line: problem.line,
            severity: problem.severity,
            isOfLimit: problem.isOfLimit
        )
    }
}

/// The matcher of a changing tree: each matcher is used until the next change.
package struct TreeMatching {
    private let document: Document

    package init(_ document: Document) {
        self.document = document
    }

    /// A matcher of the tree in its present state.
    package var current: Matcher { document.matcher }
}
