import Basics
import DOM
import Language
import Records

/// Reads a page's microdata (HTML standard, section 5) during a walk through the page.
struct Microdata {
    /// The maximum nesting depth of properties whose values are texts: each is read with everything in it.
    private static let nestedTexts = 32

    /// The maximum number of elements that are visited for `itemref`, as a multiple of the number of the page's
    /// elements.
    private static let growth = 4

    private let document: Document
    private let names: Names
    /// The items that are open.
    private var open: [(element: NodeRef, node: Int)] = []
    private var items: [NodeRef: Int] = [:]
    private var referring: [(item: NodeRef, node: Int, ids: [String])] = []
    /// The open properties whose values are texts: each includes the text of those within it.
    private var openTexts: [NodeRef] = []
    private var elements = 0
    private(set) var problems: [SourceProblem] = []

    private struct Names {
        let scope: Name?
        let property: Name?
        let type: Name?
        let id: Name?
        let references: Name?
        let elementID: Name?

        init(_ document: Document) {
            func name(_ text: String) -> Name? { document.existingName(text.utf8) }
            scope = name("itemscope")
            property = name("itemprop")
            type = name("itemtype")
            id = name("itemid")
            references = name("itemref")
            elementID = name("id")
        }
    }

    init(_ document: Document) {
        self.document = document
        names = Names(document)
    }

    mutating func enter(_ element: NodeRef, block: Int, _ graph: inout LinkedGraph) {
        elements += 1
        let isItem = names.scope.flatMap(element.attribute) != nil
        if isItem { add(element, block: block, &graph) }
        if let item = open.last, openTexts.count < Microdata.nestedTexts {
            let isProperty = addProperties(of: element, to: item.node, &graph)
            if isProperty, !isItem { openTexts.append(element) }
        }
        if isItem, let node = items[element] { open.append((element, node)) }
    }

    mutating func leave(_ element: NodeRef) {
        if open.last?.element == element { open.removeLast() }
        if openTexts.last == element { openTexts.removeLast() }
    }

    private mutating func add(_ element: NodeRef, block: Int, _ graph: inout LinkedGraph) {
        items[element] = graph.nodes.count
        let references = element.words(of: names.references).map(String.init)
        if !references.isEmpty { referring.append((element, graph.nodes.count, references)) }
        var node = LinkedGraph.Node(
            syntax: .microdata,
            line: element.line,
            order: LinkedGraph.Order(block: block, offset: 0)
        )
        node.types = element.words(of: names.type).map { LinkedGraph.typeName($0) }.filter { !$0.isEmpty }
        node.isTopLevel = element.words(of: names.property).isEmpty
        node.id = element.value(of: names.id).map(WhiteSpace.trim)
        graph.nodes.append(node)
    }

    /// Adds an element's properties to an item; false if it has none.
    @discardableResult
    private func addProperties(of element: NodeRef, to node: Int, _ graph: inout LinkedGraph) -> Bool {
        let properties = element.words(of: names.property)
        if properties.isEmpty { return false }
        let value = value(of: element)
        for property in properties {
            graph.nodes[node].properties.append((LinkedGraph.propertyName(property), value))
        }
        return true
    }

    // MARK: - itemref

    /// Adds to items the properties that are elsewhere on the page.
    mutating func resolveReferences(_ graph: inout LinkedGraph) {
        guard !referring.isEmpty, let root = document.rootElement else { return }
        var byID: [String: NodeRef] = [:]
        var next: NodeRef? = root
        while let element = next {
            if let id = element.value(of: names.elementID), byID[id] == nil { byID[id] = element }
            next = element.nextElement(within: root)
        }
        var budget = elements * Microdata.growth
        for (item, node, ids) in referring {
            for id in ids {
                // An element within the item has given its properties already.
                guard let start = byID[id], !start.isDescendant(of: item) else { continue }
                guard crawl(from: start, for: node, &budget, &graph) else { return warnTooMany(at: start) }
            }
        }
    }

    /// Adds the properties at and below an element to an item; false if the budget is exhausted.
    private func crawl(
        from start: NodeRef,
        for node: Int,
        _ budget: inout Int,
        _ graph: inout LinkedGraph
    ) -> Bool {
        var next: NodeRef? = start
        while let element = next {
            budget -= 1
            if budget < 0 { return false }
            if items[element] != node { addProperties(of: element, to: node, &graph) }
            let isItem = items[element] != nil
            next = isItem ? element.nextSkippingChildren(within: start) : element.nextElement(within: start)
            while let candidate = next, !candidate.isElement { next = candidate.next(within: start) }
        }
        return true
    }

    private mutating func warnTooMany(at element: NodeRef) {
        problems.append(
            SourceProblem(
                line: element.line,
                severity: .warning,
                message: "items refer to so much of the page (itemref) that not all of it is read"
            )
        )
    }

    // MARK: - Values

    /// The value of a property's element: an item, an attribute by the kind of element, or the text.
    ///
    /// An attribute `content` is read on every element, as by search engines; the standard permits it only on `meta`.
    private func value(of element: NodeRef) -> LinkedGraph.Value {
        if let node = items[element] { return .node(node) }
        let text =
            attribute("content", of: element) ?? Microdata.attribute(of: element.name.string).flatMap {
                attribute($0, of: element)
            }
            ?? String(decoding: document.text(of: element, separatingElements: true), as: UTF8.self)
        return .literal(LinkedGraph.Literal(type: "string", text: text, line: element.line))
    }

    private func attribute(_ name: String, of element: NodeRef) -> String? {
        element.value(of: document.existingName(name.utf8))
    }

    private static func attribute(of element: String) -> String? {
        switch element {
        case "audio", "embed", "iframe", "img", "source", "track", "video": "src"
        case "a", "area", "link": "href"
        case "object": "data"
        case "data", "meter": "value"
        case "time": "datetime"
        default: nil
        }
    }
}
