import Basics
import DOM
import Language
import Records

/// Reads a page's RDFa during a walk through the page: the attributes of RDFa Lite 1.1, with `about`, `content` and
/// `datetime` of RDFa in HTML.
///
/// `rel`, `rev`, `inlist` and `datatype` are not read. Properties outside a described thing, such as those of Open Graph,
/// are meta properties and not read here.
struct RDFa {
    /// The maximum nesting depth of properties whose values are texts: each is read with everything in it.
    private static let nestedTexts = 32

    private let document: Document
    private let names: Names
    /// The things that are open, from the outside in.
    private var open: [(element: NodeRef, node: Int)] = []
    /// The vocabularies and prefixes that are in scope, from the outside in.
    private var scopes: [(element: NodeRef, scope: Scope)] = []
    /// The open properties whose values are texts: each includes the text of those within it.
    private var openTexts: [NodeRef] = []

    /// What the names on an element and below it mean.
    private struct Scope {
        /// Whether names without a prefix have a vocabulary.
        var hasVocabulary = false
        /// The prefixes of schema.org's names.
        var prefixes: Set<String> = ["schema"]
    }

    private struct Names {
        let type: Name?
        let property: Name?
        let resource: Name?
        let about: Name?
        let vocabulary: Name?
        let prefix: Name?
        let content: Name?
        let time: Name?
        let address: Name?
        let source: Name?

        init(_ document: Document) {
            func name(_ text: String) -> Name? { document.existingName(text.utf8) }
            type = name("typeof")
            property = name("property")
            resource = name("resource")
            about = name("about")
            vocabulary = name("vocab")
            prefix = name("prefix")
            content = name("content")
            time = name("datetime")
            address = name("href")
            source = name("src")
        }
    }

    init(_ document: Document) {
        self.document = document
        names = Names(document)
    }

    // MARK: - The walk

    mutating func enter(_ element: NodeRef, block: Int, _ graph: inout LinkedGraph) {
        // Nearly no page has a thing in RDFa.
        if names.type == nil, names.resource == nil, names.about == nil { return }
        enterScope(element)
        let types = self.types(of: element)
        let properties = self.properties(of: element)
        let hasContent = names.content.flatMap(element.attribute) != nil
        let about = element.value(of: names.about)
        let resource = element.value(of: names.resource)
        // With `about`, the properties on the element itself are those of the thing that it names.
        let isThing = types != nil || about != nil || resource != nil
        let parent = open.last?.node
        if isThing {
            var node = LinkedGraph.Node(
                syntax: .rdfa,
                line: element.line,
                order: LinkedGraph.Order(block: block, offset: 1)
            )
            node.types = types ?? []
            node.id = (about ?? resource ?? (types == nil ? nil : linkAddress(of: element))).map(
                WhiteSpace.trim
            )
            let isValue = parent != nil && !properties.isEmpty && about == nil && !hasContent
            node.isTopLevel = !isValue
            graph.nodes.append(node)
            let index = graph.nodes.count - 1
            if isValue, let parent {
                add(.node(index), to: properties, of: parent, &graph)
            } else if about != nil {
                addLiteral(of: element, to: properties, of: index, &graph)
            } else if hasContent, let parent {
                addLiteral(of: element, to: properties, of: parent, &graph)
            }
            open.append((element, index))
        } else if let parent {
            addLiteral(of: element, to: properties, of: parent, &graph)
        }
    }

    mutating func leave(_ element: NodeRef) {
        if open.last?.element == element { open.removeLast() }
        if openTexts.last == element { openTexts.removeLast() }
        if scopes.last?.element == element { scopes.removeLast() }
    }

    /// Replaces references to what the page does not describe with their addresses.
    func resolveReferences(_ graph: inout LinkedGraph) {
        let known = graph.nodesByID()
        for node in graph.nodes.indices where graph.nodes[node].syntax == .rdfa {
            for (index, property) in graph.nodes[node].properties.enumerated() {
                guard case .node(let target) = property.value else { continue }
                let other = graph.nodes[target]
                guard other.isReference, other.types.isEmpty, let id = other.id, known[id] == nil else {
                    continue
                }
                let literal = LinkedGraph.Literal(type: "string", text: id, line: other.line)
                graph.nodes[node].properties[index].value = .literal(literal)
            }
        }
    }

    // MARK: - Names

    private var scope: Scope { scopes.last?.scope ?? Scope() }

    private mutating func enterScope(_ element: NodeRef) {
        let vocabulary = element.value(of: names.vocabulary)
        let prefixes = element.value(of: names.prefix)
        if vocabulary == nil, prefixes == nil { return }
        var scope = self.scope
        if let vocabulary { scope.hasVocabulary = !WhiteSpace.trim(vocabulary).isEmpty }
        // prefix="s: https://schema.org/ og: https://ogp.me/ns#"
        let words = (prefixes ?? "").split(whereSeparator: \.isWhitespace)
        for (prefix, address) in zip(words, words.dropFirst()) where prefix.last == ":" {
            let name = prefix.dropLast().lowercased()
            if address.contains("//schema.org") || address.contains("//www.schema.org") {
                scope.prefixes.insert(name)
            } else {
                scope.prefixes.remove(name)
            }
        }
        scopes.append((element, scope))
    }

    /// The types of the thing that an element describes; `nil` if it describes none.
    private func types(of element: NodeRef) -> [String]? {
        guard let text = element.value(of: names.type) else { return nil }
        let hasVocabulary = scope.hasVocabulary
        return text.split(whereSeparator: \.isWhitespace).filter { $0.contains(":") || hasVocabulary }
            .map { LinkedGraph.typeName($0) }.filter { !$0.isEmpty }
    }

    private func properties(of element: NodeRef) -> [String] {
        let words = element.words(of: names.property)
        if words.isEmpty { return [] }
        let scope = self.scope
        return words.compactMap { word in
            guard let colon = word.firstIndex(of: ":") else {
                return scope.hasVocabulary ? String(word) : nil
            }
            let isSchema = scope.prefixes.contains(word[..<colon].lowercased())
            return isSchema
                ? String(word[word.index(after: colon)...]) : LinkedGraph.propertyName(word)
        }.filter { !$0.isEmpty }
    }

    // MARK: - Values

    private func add(
        _ value: LinkedGraph.Value,
        to properties: [String],
        of node: Int,
        _ graph: inout LinkedGraph
    ) {
        graph.nodes[node].properties += properties.map { ($0, value) }
    }

    private mutating func addLiteral(
        of element: NodeRef,
        to properties: [String],
        of node: Int,
        _ graph: inout LinkedGraph
    ) {
        if properties.isEmpty || openTexts.count >= RDFa.nestedTexts { return }
        openTexts.append(element)
        let text =
            element.value(of: names.content) ?? element.value(of: names.time)
            ?? linkAddress(of: element)
            ?? String(decoding: document.text(of: element, separatingElements: true), as: UTF8.self)
        let literal = LinkedGraph.Literal(type: "string", text: text, line: element.line)
        add(.literal(literal), to: properties, of: node, &graph)
    }

    /// What an element links to or shows.
    private func linkAddress(of element: NodeRef) -> String? {
        element.value(of: names.address) ?? element.value(of: names.source)
    }
}
