public import Engine
public import Records

/// The result of learning a field.
public struct LearnedField: Sendable {
    /// Whether the field is found.
    public enum Status: String, Sendable {
        /// On all pages that have it, and nowhere else.
        case found
        /// No candidate yields all examples.
        case notFound = "not-found"
        /// No page has a value.
        case noExample = "no-example"
    }

    /// A text of a page that is similar to a value that was not found.
    public struct Near: Sendable {
        /// The page's name.
        public var page: String
        /// The text.
        public var text: String
    }

    /// A page whose value differs from the one that the other pages' candidate yields.
    public struct Conflict: Sendable {
        /// The page's name.
        public var page: String
        /// The value that it should have.
        public var expected: Value
        /// The value that the other pages' candidate yields.
        public var found: Value
        /// That way.
        public var selector: String
    }

    /// A way to find the field, with its measurements.
    struct Finalist: Sendable {
        var candidate: Candidate
        var survival: Double
        var doubt: Double
    }

    /// The field's name.
    public var name: String
    /// Whether it is found.
    public internal(set) var status: Status
    /// Whether it has a list of values.
    public internal(set) var isList = false
    /// Whether an example has a value that no field of a page has, such as an object.
    public internal(set) var isUnsupported = false
    /// Whether it has a list although each example is a single value.
    public internal(set) var isWidened = false
    /// The number of pages with a value.
    public internal(set) var examples = 0
    /// The most similar texts, for a field that was not found.
    public internal(set) var near: [Near] = []
    /// The pages that contradict the others, for a field that was not found.
    public internal(set) var conflicts: [Conflict] = []
    /// The chosen ways, best first.
    var chosen: [Finalist] = []

    /// All candidates that yield the examples, best first.
    var all: [Finalist] = []

    /// The field with the best of some candidates, and a second one that depends on other names.
    func choosing(_ ways: [Finalist]) -> LearnedField {
        var field = self
        field.all = ways
        field.chosen = Array(ways.prefix(1))
        guard let best = ways.first else {
            if status == .found { field.status = .notFound }
            return field
        }
        field.status = .found
        field.runnerUp = ways.dropFirst().first?.candidate.place
        let second = ways.dropFirst().first {
            $0.doubt <= 3 && !$0.candidate.names.isEmpty
                && $0.candidate.names.isDisjoint(with: best.candidate.names)
        }
        if let second { field.chosen.append(second) }
        return field
    }

    init(name: String, status: Status) {
        self.name = name
        self.status = status
    }

    /// The selectors and labels of the chosen candidates, best first.
    public var selectors: [String] { chosen.map(\.candidate.place) }
    /// The share of mutations of the pages that the best candidate survives, from 0 to 1.
    public var survival: Double { chosen.first?.survival ?? 0 }
    /// How the best candidate finds the value, in words.
    public var origin: String { chosen.first?.candidate.origin ?? "" }

    /// The second-best candidate.
    var runnerUp: String?
    /// The preparations that the chosen candidates need.
    var preparations: [String] {
        let names = chosen.reduce(into: Set<String>()) { $0.formUnion($1.candidate.names) }
        return names.contains("inline-data")
            ? LearningHeader.inlineData.preparations
            : names.contains("linked-data") ? LearningHeader.linkedData.preparations : []
    }
    /// Whether the best candidate takes something that no reader sees.
    var isDataOnly: Bool { chosen.first?.candidate.isData ?? false }

    /// The field as written in a rules file.
    var definition: String? {
        guard let first = chosen.first else { return nil }
        if chosen.count == 1 { return first.candidate.definition(isList: isList) }
        return "[\(chosen.map { $0.candidate.definition(isList: isList) }.joined(separator: ", "))]"
    }
}

/// Learned rules, with their confidence.
public struct LearnedRules: Sendable {
    /// The name of the record.
    public let record: String
    /// The selector of the records' elements; `nil` if each page is a record.
    public internal(set) var each: String?
    /// A description of how this selector finds them.
    public internal(set) var origin = ""
    /// The number of records that it finds in addition to the examples.
    public internal(set) var extras = 0
    /// The addresses that the rules apply to; empty if the user decides it.
    public var match: [String] = []
    /// Whether a page has several records whose elements were not found.
    public internal(set) var lacksElements = false
    /// The fields in the order of the examples.
    public let fields: [LearnedField]

    init(record: String, fields: [LearnedField], each: String? = nil) {
        self.record = record
        self.fields = fields
        self.each = each
    }

    /// Whether any field is found.
    public var hasFields: Bool { fields.contains { $0.definition != nil } }

    /// The common patterns of the pages' addresses, for ``match``.
    public static func patterns(for pages: [Page]) -> [String] { PageAddresses.patterns(for: pages) }

    /// The preparations of pages that the rules need.
    var header: LearningHeader {
        let names = fields.flatMap(\.chosen).reduce(into: Set<String>()) { $0.formUnion($1.candidate.names) }
        if names.contains("inline-data") { return .inlineData }
        return names.contains("linked-data") ? .linkedData : .plain
    }

    /// The rules file, in the style of `scrape fmt`.
    public var text: [UInt8] {
        var lines = ["{", "\"about\": \"Learned from examples\","]
        let found = fields.filter { $0.definition != nil }
        if !match.isEmpty {
            lines.append("\"match\": [\(match.map(DraftWriter.string).joined(separator: ", "))],")
        }
        if !header.text.isEmpty { lines.append(header.text) }
        lines += ["\"records\": {", "\(DraftWriter.string(record)): {"]
        if let each {
            lines.append("// \(DraftWriter.shortenedComment(origin))")
            lines.append("\"each\": \(DraftWriter.string(each)),")
        }
        lines.append("\"fields\": {")
        for (index, field) in found.enumerated() {
            guard let definition = field.definition else { continue }
            lines.append("// \(field.comment)")
            lines.append(
                "\(DraftWriter.string(field.name)): \(definition)\(index == found.count - 1 ? "" : ",")"
            )
        }
        lines += ["}", "}", "}", "}"]
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        return JSONFormatter.format(text).text ?? text
    }

    /// The report, as written by `--report`.
    public var report: Value {
        [
            "record": .string(record),
            "each": each.map(Value.string) ?? .null,
            "extras": .number(Number(extras)),
            "fields": .list(fields.map(\.report)),
        ]
    }
}

extension LearnedField {
    /// How it is found, and from how many examples, for a comment in the rules file.
    var comment: String {
        let given = examples == 1 ? "1 example" : "\(examples) examples"
        let share = Int((survival * 100).rounded())
        let list = isWidened ? ", a list as there may be several" : ""
        return "\(DraftWriter.shortenedComment(origin))\(list): \(given), survives \(share)% of changes"
    }

    var report: Value {
        [
            "name": .string(name),
            "status": .string(status.rawValue),
            "selectors": .list(selectors.map(Value.string)),
            "found-by": .string(origin),
            "examples": .number(Number(examples)),
            "survival": Number((survival * 1000).rounded() / 1000).map(Value.number) ?? .null,
            "conflicts": .list(
                conflicts.map {
                    [
                        "page": .string($0.page), "expected": $0.expected, "found": $0.found,
                        "selector": .string($0.selector),
                    ]
                }
            ),
            "near": .list(near.map { ["page": .string($0.page), "text": .string($0.text)] }),
        ]
    }
}

extension LearnedRules {
    /// A rules file with the fields that were found: existing ones are replaced, others are added; its comments are
    /// kept.
    ///
    /// - Returns: `nil` if the file does not have the record type with its fields in one layout, or if it takes its
    ///   records from other elements.
    public func written(into text: [UInt8]) -> [UInt8]? {
        var edit = RulesEdit(text)
        guard let type = edit.record(record), let fields = edit.fields(of: record) else { return nil }
        if type.member("each")?.value.value.string != each { return nil }
        for field in self.fields {
            guard let definition = field.definition else { continue }
            if let present = fields.member(field.name) {
                edit.set(definition, of: present, comment: field.comment)
            } else {
                edit.add(field.name, definition, to: fields, comment: field.comment)
            }
        }
        edit.add(header.preparations)
        return edit.result
    }

    /// The fields of a rules file's record type that have a single value.
    public static func singleFields(of text: [UInt8], record: String) -> Set<String> {
        func isList(_ field: Value) -> Bool {
            field["type"]?.list != nil || (field.list ?? []).contains { $0["type"]?.list != nil }
        }
        let fields = RulesEdit(text).members(ofFieldsIn: record)
        return Set(fields.filter { !isList($0.value.value) }.map(\.key))
    }

    /// The only record type of a rules file; `nil` if there are several.
    public static func onlyRecord(of text: [UInt8]) -> String? { RulesEdit(text).onlyRecord }
}
