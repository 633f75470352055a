public import Records

/// What has been learned of a field.
public struct LearnedField: Sendable {
    /// Whether the field is found.
    public enum Status: String, Sendable {
        /// On all pages that have it, and nowhere else.
        case found
        /// No way gives all examples.
        case notFound = "not-found"
        /// No page has a value.
        case noExample = "no-example"
    }

    /// A text of a page that is like a value that was not found.
    public struct Near: Sendable {
        /// The page's name.
        public var page: String
        /// The text.
        public var text: String
    }

    /// A way of finding the field, with what was measured of it.
    struct Finalist: Sendable {
        var candidate: Candidate
        var survival: Double
        var doubt: Double
    }

    /// The field's name.
    public var name: String
    public internal(set) var status: Status
    /// Whether it has a list of values.
    public internal(set) var isList = false
    /// The number of pages with a value.
    public internal(set) var examples = 0
    /// The nearest texts, of a field that was not found.
    public internal(set) var near: [Near] = []
    /// The chosen ways, best first.
    var chosen: [Finalist] = []

    init(name: String, status: Status) {
        self.name = name
        self.status = status
    }

    /// The selectors and labels of the chosen ways, best first.
    public var selectors: [String] { chosen.map { $0.candidate.select ?? "label \($0.candidate.label ?? "")" } }
    /// The share of mutations of the pages that the best way survives, from 0 to 1.
    public var survival: Double { chosen.first?.survival ?? 0 }
    /// How the best way finds the value, for people.
    public var origin: String { chosen.first?.candidate.origin ?? "" }

    /// The next best way of finding the value.
    var runnerUp: String?
    /// Whether the chosen ways need the linked data in the tree.
    var needsData: Bool { chosen.contains { $0.candidate.names.contains("linked-data") } }
    /// Whether no reader sees what the best way takes.
    var isDataOnly: Bool { chosen.first?.candidate.isData ?? false }

    /// The field as a rules file has it.
    var definition: String? {
        guard let first = chosen.first else { return nil }
        if chosen.count == 1 { return first.candidate.definition(isList: isList) }
        return "[\(chosen.map { $0.candidate.definition(isList: isList) }.joined(separator: ", "))]"
    }
}

/// Rules that have been learned, with how sure they are.
public struct LearnedRules: Sendable {
    /// The name of the record.
    public let record: String
    /// The fields in the order of the examples.
    public let fields: [LearnedField]

    /// The rules file, in the style of `scrape fmt`.
    public var text: [UInt8] {
        var lines = ["{", "\"about\": \"Learned from examples\","]
        let found = fields.filter { $0.definition != nil }
        let needsData = found.contains { $0.chosen.contains { $0.candidate.names.contains("linked-data") } }
        if needsData { lines += ["\"prepare\": [{ \"linked-data\": \"html\" }],"] }
        lines += ["\"records\": {", "\(DraftWriter.string(record)): {", "\"fields\": {"]
        for (index, field) in found.enumerated() {
            guard let definition = field.definition else { continue }
            let pages = field.examples == 1 ? "1 page" : "\(field.examples) pages"
            let share = Int((field.survival * 100).rounded())
            lines.append("// \(DraftWriter.shortenedComment(field.origin)): \(pages), survives \(share) % of changes")
            lines.append("\(DraftWriter.string(field.name)): \(definition)\(index == found.count - 1 ? "" : ",")")
        }
        lines += ["}", "}", "}", "}"]
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        return JSONFormatter.format(text).text ?? text
    }

    /// The report, as `--report` writes it.
    public var report: Value {
        [
            "record": .string(record),
            "fields": .list(fields.map(\.report)),
        ]
    }
}

extension LearnedField {
    var report: Value {
        [
            "name": .string(name),
            "status": .string(status.rawValue),
            "selectors": .list(selectors.map(Value.string)),
            "found-by": .string(origin),
            "examples": .number(Number(examples)),
            "survival": Number((survival * 1000).rounded() / 1000).map(Value.number) ?? .null,
            "near": .list(near.map { ["page": .string($0.page), "text": .string($0.text)] }),
        ]
    }
}
