import DOM
import Language
import Records

/// Reads the blocks of JSON-LD of a page.
///
/// Contexts are not expanded: types and properties are called as the page calls them, less the address of their
/// vocabulary.
struct JSONLinkedData {
    private(set) var problems: [SourceProblem] = []

    /// Reads a script, if it is JSON-LD.
    mutating func read(_ script: NodeRef, of page: Document, block: Int, into graph: inout LinkedGraph) {
        guard let type = page.existingName("type".utf8).flatMap(script.attribute)?.string,
            type.prefix(while: { $0 != ";" }).lowercased().filter({ !$0.isWhitespace })
                == "application/ld+json"
        else { return }
        let reading = JSONScript.read(page.rawText(of: script), line: script.firstChild?.line ?? script.line)
        problems += reading.problems
        for value in reading.values {
            var reader = NodeReader(block: block, text: reading, graph: graph)
            // Only one holds the graph at a time, so that it is never copied.
            graph = LinkedGraph()
            reader.read(value)
            graph = reader.graph
        }
    }
}

/// Makes nodes of a value of JSON-LD.
private struct NodeReader {
    let block: Int
    let text: JSONScript
    var graph: LinkedGraph
    /// The objects that are to be gone through, with their nodes; the last first.
    private var pending: [(members: [JSON.Member], node: Int)] = []

    init(block: Int, text: JSONScript, graph: LinkedGraph) {
        self.block = block
        self.text = text
        self.graph = graph
    }

    mutating func read(_ value: JSON) {
        readNodes(value)
        while let (members, node) = pending.popLast() {
            for member in members { read(member, of: node) }
        }
    }

    /// Adds the nodes that a value holds by themselves: an object, a list of them, a graph.
    private mutating func readNodes(_ value: JSON) {
        var values = [value]
        while let value = values.popLast() {
            switch value.content {
            case .array(let elements): values += elements.reversed()
            case .object(let members):
                // What holds a graph and nothing else is only its wrapping.
                let isWrapping = members.allSatisfy { $0.key.hasPrefix("@") && $0.key != "@type" }
                if !isWrapping || !members.contains(where: { $0.key == "@graph" }) {
                    let index = addNode(value, members)
                    graph.nodes[index].isTopLevel = true
                }
                values += members.filter { $0.key == "@graph" }.map(\.value)
            case .null, .boolean, .number, .string: break
            }
        }
    }

    private mutating func addNode(_ json: JSON, _ members: [JSON.Member]) -> Int {
        let index = graph.nodes.count
        var node = LinkedGraph.Node(
            syntax: .jsonLD,
            line: text.line(at: json.range.lowerBound),
            order: LinkedGraph.Order(block: block, offset: json.range.lowerBound)
        )
        for member in members {
            if member.key == "@id" { node.id = member.value.value.string }
            if member.key == "@type" { node.types = types(member.value) }
        }
        graph.nodes.append(node)
        pending.append((members, index))
        return index
    }

    private func types(_ json: JSON) -> [String] {
        let value = json.value
        let types = (value.list ?? [value]).compactMap(\.string)
        return types.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { LinkedGraph.typeName($0) }
            .filter { !$0.isEmpty }
    }

    private mutating func read(_ member: JSON.Member, of node: Int) {
        if member.key.hasPrefix("@") { return }
        let name = LinkedGraph.propertyName(member.key)
        var values = [member.value]
        while let json = values.popLast() {
            switch json.content {
            case .array(let elements): values += elements.reversed()
            case .object(let members):
                let special = members.first { ["@value", "@list", "@set"].contains($0.key) }
                guard let special else {
                    let index = addNode(json, members)
                    graph.nodes[node].properties.append((name, .node(index)))
                    continue
                }
                if special.key != "@value" {
                    values.append(special.value)
                } else {
                    let language = members.first { $0.key == "@language" }?.value.value.string
                    add(special.value, language, name, to: node)
                }
            case .null, .boolean, .number, .string: add(json, nil, name, to: node)
            }
        }
    }

    private mutating func add(_ json: JSON, _ language: String?, _ name: String, to node: Int) {
        let type: StaticString
        switch json.content {
        case .boolean: type = "boolean"
        case .number: type = "number"
        case .string: type = "string"
        case .null, .array, .object: return
        }
        let literal = LinkedGraph.Literal(
            type: type,
            text: json.value.text,
            language: language,
            line: text.line(at: json.range.lowerBound)
        )
        graph.nodes[node].properties.append((name, .literal(literal)))
    }
}
