import Basics
import DOM
import Encoding
package import Language
import Platform
import Records

extension Source {
    /// What a page declares in its linked data: JSON-LD, microdata, RDFa and meta properties.
    package static let linkedData = Source(
        name: "linked-data",
        about: "what a page says about itself in JSON-LD, microdata, RDFa and meta properties",
        format: .html,
        readsHTML: true
    ) { _ in .linkedData }
}

/// Makes a tree from a page's linked data: root `linked-data`, with `title`, `meta`, `link`, and an element for each
/// node with a type, named by the type.
enum LinkedDataTree {
    /// Fills a tree with the linked data at and below an HTML element.
    static func build(
        _ root: NodeRef?,
        of page: Document,
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        guard let root else { return [] }
        var graph = LinkedGraph()
        var scripts = JSONLinkedData()
        var microdata = Microdata(page)
        var rdfa = RDFa(page)
        var head = PageHead(page)
        let scriptName = page.existingName("script".utf8)
        var walk = ElementWalk(root)
        let deadline = Deadline.current
        var block = 0
        while let step = walk.next() {
            switch step {
            case .enter(let element):
                if let deadline, deadline.isProbablyPast { throw deadline.error }
                block += 1
                if element.name == scriptName {
                    try scripts.read(element, of: page, block: block, into: &graph)
                } else {
                    head.read(element)
                }
                microdata.enter(element, block: block, &graph)
                rdfa.enter(element, block: block, &graph)
            case .leave(let element):
                microdata.leave(element)
                rdfa.leave(element)
            }
        }
        microdata.resolveReferences(&graph)
        rdfa.resolveReferences(&graph)
        try head.write(to: &builder)
        var writer = try LinkedDataWriter(builder, graph, limits: limits)
        try writer.write()
        let problems = scripts.problems + microdata.problems + writer.problems
        return problems.sorted { $0.line < $1.line }
    }
}

/// The elements of a tree in document order, each entered and left, without recursion.
struct ElementWalk {
    enum Step {
        case enter(NodeRef)
        case leave(NodeRef)
    }

    private let root: NodeRef
    private var last: Step?

    init(_ root: NodeRef) {
        self.root = root
    }

    mutating func next() -> Step? {
        last = following()
        return last
    }

    private func following() -> Step? {
        switch last {
        case nil: return .enter(root)
        case .enter(let element):
            return element.firstElementChild.map(Step.enter) ?? .leave(element)
        case .leave(let element):
            if element == root { return nil }
            return element.nextElementSibling.map(Step.enter) ?? element.parentElement.map(Step.leave)
        }
    }
}

/// A page's head: its language, title, meta properties and links.
struct PageHead {
    private let document: Document
    private let template: Name?
    private var title: (text: [UInt8], line: Int)?
    private var language: String?
    private var base: String?
    private var metas: [Entry] = []
    private var links: [Entry] = []

    /// A property with its value.
    private struct Entry {
        let name: String
        let value: String
        var attributes: [(name: String, value: String)] = []
        let line: Int
    }

    /// The attributes of a link that distinguish two of one kind.
    private static let linkAttributes = ["type", "hreflang", "media", "title", "sizes"]

    init(_ document: Document) {
        self.document = document
        template = document.existingName("template".utf8)
    }

    mutating func read(_ element: NodeRef) {
        switch element.name.string {
        case "html":
            language = language ?? value("lang", of: element) ?? value("xml:lang", of: element)
        case "title":
            // A drawing has titles too, further down the page.
            if title == nil { title = (document.text(of: element), element.line) }
        case "base":
            if !isInTemplate(element) { base = base ?? value("href", of: element) }
        case "meta":
            readMeta(element)
        case "link":
            if !isInTemplate(element) { readLink(element) }
        default: break
        }
    }

    /// Whether an element is among the contents of a template, which are not part of the page.
    private func isInTemplate(_ element: NodeRef) -> Bool {
        guard let template else { return false }
        var ancestor = element.parentElement
        while let node = ancestor, node.name != template { ancestor = node.parentElement }
        return ancestor != nil
    }

    private mutating func readMeta(_ element: NodeRef) {
        guard let content = value("content", of: element) else { return }
        for key in ["property", "name"] {
            guard let words = value(key, of: element)?.lowercased().split(whereSeparator: \.isWhitespace)
            else {
                continue
            }
            metas += words.map { Entry(name: String($0), value: content, line: element.line) }
            return
        }
    }

    private mutating func readLink(_ element: NodeRef) {
        guard let address = value("href", of: element), let relations = value("rel", of: element) else {
            return
        }
        let attributes = PageHead.linkAttributes.compactMap { name in
            value(name, of: element).map { (name: name, value: $0) }
        }
        for relation in relations.lowercased().split(whereSeparator: \.isWhitespace) {
            links.append(
                Entry(name: String(relation), value: address, attributes: attributes, line: element.line)
            )
        }
    }

    private func value(_ name: String, of element: NodeRef) -> String? {
        element.value(of: document.existingName(name.utf8))
    }

    // MARK: - Writing

    func write(to builder: inout TreeBuilder) throws(ParseError) {
        if let language { try builder.attribute(name("lang", builder), WhiteSpace.collapse(language).utf8) }
        if let base { try builder.attribute(name("base", builder), WhiteSpace.collapse(base).utf8) }
        if let title {
            try builder.open("title".utf8, line: title.line)
            try builder.text(title.text, line: title.line)
            builder.close()
        }
        try write(metas, as: "meta", to: &builder)
        try write(links, as: "link", to: &builder)
    }

    private func write(_ entries: [Entry], as group: String, to builder: inout TreeBuilder) throws(ParseError)
    {
        guard let first = entries.first else { return }
        try builder.open(group.utf8, line: first.line)
        for entry in entries {
            try builder.open(entry.name.utf8, line: entry.line)
            for attribute in entry.attributes {
                try builder.attribute(name(attribute.name, builder), attribute.value.utf8)
            }
            try builder.text(entry.value.utf8, line: entry.line)
            builder.close()
        }
        builder.close()
    }

    private func name(_ text: String, _ builder: TreeBuilder) throws(ParseError) -> Name {
        guard let name = builder.document.intern(text.utf8) else { throw ParseError.outOfMemory }
        return name
    }
}

extension NodeRef {
    /// The value of an attribute; `nil` if the element does not have it, or the document has no such name.
    func value(of name: Name?) -> String? { name.flatMap(attribute)?.string }

    /// The words of an attribute's value.
    func words(of name: Name?) -> [Substring] { value(of: name)?.split(whereSeparator: \.isWhitespace) ?? [] }
}
