import Basics
import DOM

/// What a page's head says: its language, title, meta properties and links.
struct PageHead {
    private let document: Document
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

    /// The attributes of a link that tell two of one kind apart.
    private static let linkAttributes = ["type", "hreflang", "media", "title", "sizes"]

    init(_ document: Document) {
        self.document = document
    }

    mutating func read(_ element: NodeRef) {
        switch element.name.string {
        case "html":
            language = language ?? value("lang", of: element) ?? value("xml:lang", of: element)
        case "title":
            // A drawing has titles too, further down the page.
            if title == nil { title = (document.text(of: element), element.line) }
        case "base":
            base = base ?? value("href", of: element)
        case "meta":
            readMeta(element)
        case "link":
            readLink(element)
        default: break
        }
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
        document.existingName(name.utf8).flatMap(element.attribute)?.string
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
