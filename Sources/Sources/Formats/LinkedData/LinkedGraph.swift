/// What the linked data of a page says: nodes with properties, as JSON-LD and microdata have them.
struct LinkedGraph {
    /// How a page writes linked data.
    enum Syntax: String {
        case jsonLD = "json-ld"
        case microdata
    }

    /// Something that the page tells of: a recipe, a person.
    struct Node {
        /// The types' names without their vocabulary, in the page's order.
        var types: [String] = []
        /// What other nodes call it.
        var id: String?
        let syntax: Syntax
        let line: Int
        /// Where it stands among the page's nodes.
        let order: Order
        /// Whether it is no property of another.
        var isTopLevel = false
        var properties: [(name: String, value: Value)] = []

        /// What its element is called; `nil` for what stands within another node and has no type.
        var name: String? { types.first ?? (isTopLevel && !properties.isEmpty ? "Thing" : nil) }

        /// Whether it says nothing of its own, and so only refers to another node.
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

    /// What a property says.
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

    /// For each id, the first node that says something under it.
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

    /// A property's name without its vocabulary where it is an address or schema.org's; any other prefix stays.
    static func propertyName(_ name: some StringProtocol) -> String {
        name.contains("://") || name.hasPrefix("schema:") ? typeName(name) : String(name)
    }
}
