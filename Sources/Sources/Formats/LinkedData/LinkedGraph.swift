import DOM
import Language
import Records

/// The linked data of a page: nodes with properties, as in JSON-LD, microdata and RDFa.
struct LinkedGraph {
    /// The format of linked data on a page.
    enum Syntax: String {
        case jsonLD = "json-ld"
        case microdata
        case rdfa
    }

    /// Something that the page describes: a recipe, a person.
    struct Node {
        /// The types' names without their vocabulary, in the page's order.
        var types: [String] = []
        /// The name by which other nodes refer to it.
        var id: String?
        let syntax: Syntax
        let line: Int
        /// Its position among the page's nodes.
        let order: Order
        /// Whether it is not a property of another.
        var isTopLevel = false
        var properties: [(name: String, value: Value)] = []

        /// The name of its element; `nil` for a node within another one without a type.
        var name: String? { types.first ?? (isTopLevel && !properties.isEmpty ? "Thing" : nil) }

        /// The number of bytes of its names and texts.
        var bytes: Int {
            properties.reduce((id?.utf8.count ?? 0) + types.reduce(0) { $0 + $1.utf8.count }) {
                bytes,
                property in
                guard case .literal(let literal) = property.value else {
                    return bytes + property.name.utf8.count
                }
                return bytes + property.name.utf8.count + literal.text.utf8.count
            }
        }

        /// Whether it has no properties, and therefore only refers to another node.
        var isReference: Bool { id != nil && properties.isEmpty }
    }

    /// A place on the page: a script or an element, and the offset in it.
    struct Order: Comparable {
        let block: Int
        let offset: Int

        static func < (left: Order, right: Order) -> Bool {
            (left.block, left.offset) < (right.block, right.offset)
        }
    }

    /// The value of a property.
    enum Value {
        case node(Int)
        case literal(Literal)
    }

    /// A text, a number or a boolean.
    struct Literal {
        let type: StaticString
        let text: String
        var language: String?
        let line: Int
    }

    var nodes: [Node] = []

    /// For each id, the first node with this id that has properties.
    func nodesByID() -> [String: Int] {
        var index: [String: Int] = [:]
        for (position, node) in nodes.enumerated() {
            if let id = node.id, !node.properties.isEmpty, index[id] == nil { index[id] = position }
        }
        return index
    }
}

extension LinkedGraph {
    /// A type's name without its vocabulary: `Recipe` of `https://schema.org/Recipe` and of `schema:Recipe`.
    static func typeName(_ type: some StringProtocol) -> String {
        let trimmed = type.drop { $0 == "/" }
        let end =
            trimmed.lastIndex { $0 != "/" && $0 != "#" }.map(trimmed.index(after:)) ?? trimmed.startIndex
        let name = trimmed[..<end]
        let start = name.lastIndex { $0 == "/" || $0 == "#" || $0 == ":" }.map(name.index(after:))
        return String(name[(start ?? name.startIndex)...])
    }

    /// A property's name without its vocabulary if that is an address or schema.org's; any other prefix is kept.
    static func propertyName(_ name: some StringProtocol) -> String {
        name.contains("://") || name.hasPrefix("schema:") ? typeName(name) : String(name)
    }
}

/// Writes a graph as a tree.
///
/// Each node with a type is an element of the root, whether it is independent on the page or within another node. If a
/// property's value is a node, the property contains that node's properties once more, so that one selector leads from
/// the recipe to its author's name wherever the author is on the page.
struct LinkedDataWriter {
    /// A pending step; the last one comes first.
    private enum Task {
        case property(String, LinkedGraph.Value, references: Int)
        case close(node: Int?)
    }

    /// The maximum number of references that are followed in a row.
    private static let followedReferences = 2

    /// The number of elements that are allowed in any case, for each property in the page's source: nested nodes are written
    /// more than once.
    private static let elementsPerProperty = 8

    /// The size of the tree in bytes that is allowed in any case, for each byte of the graph's names and texts, and the size
    /// for each further element: long texts may be repeated.
    private static let bytes = (perByte: 64, perElement: 256)

    private var builder: TreeBuilder
    private let graph: LinkedGraph
    private let nodesByID: [String: Int]
    private let limits: Limits
    private let names: Names
    private var elements = 0
    private let budget: Int
    /// The number of bytes of the document at which no more nodes are repeated.
    private let budgetBytes: Int
    /// The references whose nodes are not written out: their number, and the first.
    private var cut: (count: Int, first: LinkedGraph.Node)?
    /// The nodes that the open elements represent.
    private var open: Set<Int> = []
    private(set) var problems: [SourceProblem] = []

    private struct Names {
        let id: Name
        let type: Name
        let types: Name
        let syntax: Name
        let language: Name

        init(_ document: Document) throws(ParseError) {
            func intern(_ text: StaticString) throws(ParseError) -> Name {
                let utf8 = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
                guard let name = document.intern(utf8) else { throw ParseError.outOfMemory }
                return name
            }
            id = try intern("id")
            type = try intern("type")
            types = try intern("types")
            syntax = try intern("syntax")
            language = try intern("lang")
        }
    }

    init(_ builder: TreeBuilder, _ graph: LinkedGraph, limits: Limits) throws(ParseError) {
        self.builder = builder
        self.graph = graph
        self.limits = limits
        nodesByID = graph.nodesByID()
        names = try Names(builder.document)
        let properties = graph.nodes.reduce(0) { $0 + $1.properties.count + 1 }
        budget = limits.growth + LinkedDataWriter.elementsPerProperty * properties
        budgetBytes =
            builder.bytes + LinkedDataWriter.bytes.perElement * limits.growth
            + LinkedDataWriter.bytes.perByte * graph.nodes.reduce(0) { $0 + $1.bytes }
    }

    /// Writes all nodes in the page's order.
    mutating func write() throws(ParseError) {
        let order = graph.nodes.indices.sorted { graph.nodes[$0].order < graph.nodes[$1].order }
        for index in order {
            let node = graph.nodes[index]
            guard let name = node.name, !node.isReference else { continue }
            try openElement(name, line: node.line)
            try begin(index, type: nil)
            try builder.attribute(names.syntax, node.syntax.rawValue.utf8)
            open.insert(index)
            try run([.close(node: index)] + tasks(of: index, references: 0))
        }
        if let cut { problems.append(problem(cut.count, cut.first)) }
    }

    private mutating func run(_ first: [Task]) throws(ParseError) {
        var tasks = first
        while let task = tasks.popLast() {
            switch task {
            case .close(let node):
                builder.close()
                if let node { open.remove(node) }
            case .property(let name, .literal(let literal), _):
                try write(literal, as: name)
            case .property(let name, .node(let index), let references):
                try openElement(name, line: graph.nodes[index].line)
                tasks += try expand(index, references)
            }
        }
    }

    /// Writes the content of the open element; returns the steps that follow.
    private mutating func expand(_ index: Int, _ references: Int) throws(ParseError) -> [Task] {
        let node = graph.nodes[index]
        var target = index
        var references = references
        if node.isReference, let id = node.id, let known = nodesByID[id] {
            target = known
            references += 1
        }
        try begin(target, type: "object")
        if references > LinkedDataWriter.followedReferences || open.contains(target) {
            return [.close(node: nil)]
        }
        if elements > budget || builder.bytes > budgetBytes {
            cut = (1 + (cut?.count ?? 0), cut?.first ?? node)
            return [.close(node: nil)]
        }
        open.insert(target)
        return [.close(node: target)] + tasks(of: target, references: references)
    }

    /// The report of references whose nodes are not written out.
    private func problem(_ count: Int, _ first: LinkedGraph.Node) -> SourceProblem {
        let name = first.id ?? first.types.first ?? ""
        return SourceProblem(
            line: first.line,
            message:
                "the page's linked data repeats its nodes so often that "
                + (count == 1 ? "1 repetition has" : "\(count) repetitions have")
                + " no properties, the first of them that of \"\(name)\": they add more than \(limits.growth) elements"
                + " (--max-growth raises the limit)",
            isOfLimit: true
        )
    }

    /// The properties of a node, the last first.
    private func tasks(of index: Int, references: Int) -> [Task] {
        graph.nodes[index].properties.reversed().map { .property($0.name, $0.value, references: references) }
    }

    private mutating func openElement(_ name: String, line: Int) throws(ParseError) {
        elements += 1
        if elements > limits.elements { throw ParseError.tooManyElements(limit: limits.elements) }
        try builder.open(name.utf8, line: line)
    }

    private func begin(_ index: Int, type: StaticString?) throws(ParseError) {
        let node = graph.nodes[index]
        if let type { try builder.attribute(names.type, type.description.utf8) }
        if !node.types.isEmpty { try builder.attribute(names.types, node.types.joined(separator: " ").utf8) }
        if let id = node.id { try builder.attribute(names.id, id.utf8) }
    }

    private mutating func write(_ literal: LinkedGraph.Literal, as name: String) throws(ParseError) {
        try openElement(name, line: literal.line)
        try builder.attribute(names.type, literal.type.description.utf8)
        if let language = literal.language { try builder.attribute(names.language, language.utf8) }
        try builder.text(literal.text.utf8, line: literal.line)
        builder.close()
    }
}
