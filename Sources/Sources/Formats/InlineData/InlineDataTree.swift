import Basics
import DOM
import Encoding
package import Language
import Records

extension Source {
    /// The data in a page's scripts.
    package static let inlineData = Source(
        name: "inline-data",
        about: "the data that a page has in its scripts: JSON, and what scripts assign",
        format: .html,
        readsHTML: true
    ) { _ in .inlineData }
}

/// Makes a tree from the data in a page's scripts: root `inline-data`, with an element for each chunk, named by the
/// script's id or by the name to which it is assigned, and in it the tree of its JSON.
enum InlineDataTree {
    /// Fills a tree with the data of the scripts at and below an HTML element.
    static func build(
        _ root: NodeRef?,
        of page: Document,
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        guard let root, let script = page.existingName("script".utf8) else { return [] }
        var writer = try InlineDataWriter(builder, limits)
        var problems: [SourceProblem] = []
        var rows = FlightRows()
        var budget = ReferenceBudget(limits)
        var streamed = StreamedValues()
        var next: NodeRef? = root
        while let element = next {
            next = element.nextElement(within: root)
            guard element.name == script else { continue }
            let text = page.rawText(of: element)
            try JSONScript.checkMemory(forBytes: text.count)
            let line = element.firstChild?.line ?? element.line
            var reader = ScriptData(text, line: line)
            switch kind(of: element, page) {
            case .json:
                reader.readJSON(
                    named: name(of: element, page),
                    isReferences: hasReferences(element, page),
                    &budget
                )
            case .code: reader.readCode()
            case .other: continue
            }
            for chunk in reader.chunks {
                if chunk.name == FlightRows.name {
                    rows.add(chunk.value, line: chunk.line)
                } else if !streamed.add(chunk) {
                    try writer.write(chunk)
                }
            }
            problems += reader.problems
        }
        for chunk in rows.chunks(&budget, &problems) + streamed.chunks { try writer.write(chunk) }
        return problems
    }

    private enum Kind {
        case json
        case code
        case other
    }

    /// A script's content, by its type.
    private static func kind(of script: NodeRef, _ page: Document) -> Kind {
        guard let type = attribute("type", of: script, page)?.lowercased().prefix(while: { $0 != ";" }),
            !type.allSatisfy(\.isWhitespace)
        else { return .code }
        let name = type.filter { !$0.isWhitespace }
        if name == "module" || name.hasSuffix("javascript") || name.hasSuffix("ecmascript") { return .code }
        // Linked data has a source of its own; the others are instructions for browsers.
        let others = ["application/ld+json", "importmap", "speculationrules"]
        // Magento's instructions for its components, with their data.
        if name == "text/x-magento-init" { return .json }
        return name.contains("json") && !others.contains(name) ? .json : .other
    }

    /// The name of a JSON script: its id, or the first of its other attributes that names it.
    private static func name(of script: NodeRef, _ page: Document) -> String {
        var names = [attribute("id", of: script, page)]
        var next = script.firstAttribute
        while let attribute = next {
            next = attribute.next
            let name = attribute.name.string
            if name.hasPrefix("data-"), !name.hasPrefix("data-n-") {
                names.append(attribute.string.isEmpty ? String(name.dropFirst(5)) : attribute.string)
            }
        }
        let found = names.lazy.compactMap { $0 }.first { Preparation.canBeName($0) && $0.utf8.count <= 64 }
        return found ?? "json"
    }

    /// Whether a JSON script is a list whose numbers are indices of the list.
    private static func hasReferences(_ script: NodeRef, _ page: Document) -> Bool {
        ["data-nuxt-data", "data-devalue"].contains { attribute($0, of: script, page) != nil }
            || attribute("id", of: script, page) == "__NUXT_DATA__"
    }

    private static func attribute(_ name: String, of element: NodeRef, _ page: Document) -> String? {
        element.value(of: page.existingName(name.utf8))
    }
}

/// A chunk of data of a script.
struct InlineChunk {
    let name: String
    let value: JSON
    /// The line of the page that it begins on.
    let line: Int
    /// The lines of its parts, by their ranges in the script; `nil` if the parts have no places of their own.
    var text: SourceText?
    /// The name by which other chunks refer to it.
    var id: String?
}

/// Writes chunks as elements, like the source `json`.
private struct InlineDataWriter {
    private var builder: TreeBuilder
    private let limits: Limits
    private let item: Name
    private let type: Name
    private let id: Name
    private var elements = 0

    init(_ builder: TreeBuilder, _ limits: Limits) throws(ParseError) {
        guard let item = builder.document.intern("item".utf8),
            let type = builder.document.intern("type".utf8),
            let id = builder.document.intern("id".utf8)
        else { throw ParseError.outOfMemory }
        self.builder = builder
        self.limits = limits
        self.item = item
        self.type = type
        self.id = id
    }

    /// An element to close, or a value to write with the name of its element.
    private enum Task {
        case close
        case write(JSON, name: String?)
    }

    /// Not recursive: pending work is on a stack, the next item last.
    mutating func write(_ chunk: InlineChunk) throws(ParseError) {
        var tasks: [Task] = [.write(chunk.value, name: chunk.name)]
        var isFirst = true
        while let task = tasks.popLast() {
            guard case .write(let value, let name) = task else {
                builder.close()
                continue
            }
            elements += 1
            if elements > limits.elements { throw ParseError.tooManyElements(limit: limits.elements) }
            let line =
                chunk.text.flatMap { $0.location(of: value.range).line.map { chunk.line + $0 - 1 } }
                ?? chunk.line
            if let name {
                try builder.open(name.utf8, line: line)
            } else {
                try builder.open(item, line: line)
            }
            if isFirst, let id = chunk.id { try builder.attribute(self.id, id.utf8) }
            isFirst = false
            tasks.append(.close)
            try write(value, line: line, &tasks)
        }
    }

    private mutating func write(_ value: JSON, line: Int, _ tasks: inout [Task]) throws(ParseError) {
        let kind: String
        switch value.content {
        case .null: kind = "null"
        case .boolean(let value):
            kind = "boolean"
            try builder.text((value ? "true" : "false").utf8, line: line)
        case .number(let number):
            kind = "number"
            try builder.text(number.description.utf8, line: line)
        case .string(let text):
            kind = "string"
            try builder.text(text.utf8, line: line)
        case .array(let elements):
            kind = "array"
            for element in elements.reversed() { tasks.append(.write(element, name: nil)) }
        case .object(let members):
            kind = "object"
            for member in members.reversed() { tasks.append(.write(member.value, name: member.key)) }
        }
        try builder.attribute(type, kind.utf8)
    }
}
