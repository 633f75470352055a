import DOM
import Engine
import Platform
import Records
import Selectors

/// Drafts rules for data: objects of JSON, elements of XML.
struct DataDraft {
    private let pages: [Page]
    private let paths: DataPaths
    private let isJSON: Bool
    /// The maximum number of record types.
    private static let recordLimit = 3

    static func json(_ pages: [Page]) throws(Diagnostics) -> (RulesDraft, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "json")
        return DataDraft(pages: pages, paths: DataPaths(trees, isJSON: true), isJSON: true).draft()
    }

    /// The record types of the data in the scripts of HTML pages, and the names of these data.
    static func inline(_ pages: [Page]) -> (records: [RecordDraft], names: [String]) {
        guard let trees = try? PageTrees.read(pages, as: "inline-data") else { return ([], []) }
        let paths = DataPaths(trees, isJSON: true)
        let draft = DataDraft(pages: pages, paths: paths, isJSON: true)
        var records: [RecordDraft] = []
        for path in draft.chosen() where paths.paths[path].nodes.count > 1 {
            guard let each = paths.selector(of: path),
                var record = draft.record(at: path, "inline-data \(each)"),
                record.fields.count > 1
            else { continue }
            record.comment = "\(record.comment) in a script"
            records.append(record)
        }
        let names = paths.paths.first?.children.map { paths.paths[$0].name } ?? []
        return (records, names)
    }

    static func xml(_ pages: [Page]) throws(Diagnostics) -> (RulesDraft, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "xml")
        return DataDraft(pages: pages, paths: DataPaths(trees, isJSON: false), isJSON: false).draft()
    }

    private func draft() -> (RulesDraft, notes: [String]) {
        var draft = RulesDraft(
            about: "What \(pages[0].name.lastPathComponent) holds",
            source: isJSON ? "\"json\"" : "\"xml\""
        )
        var names: Set<String> = []
        for path in chosen() {
            guard let each = paths.selector(of: path), var record = record(at: path, each) else { continue }
            while !names.insert(record.name).inserted { record.name += "2" }
            draft.records.append(record)
        }
        if draft.records.isEmpty, let root = paths.paths.indices.first {
            let fields = DataFields(paths: paths, isJSON: isJSON).fields(of: root)
            let name = isJSON ? "Answer" : DataNames.record([paths.paths[root].name], fallback: "Document")
            let comment = "the whole document: nothing in it repeats"
            // The root is the record's element. Fields are relative to it.
            draft.records.append(RecordDraft(name: name, comment: comment, fields: fields))
        }
        return (draft, [])
    }

    private func record(at path: Int, _ each: String) -> RecordDraft? {
        var fields = DataFields(paths: paths, isJSON: isJSON).fields(of: path)
        if fields.isEmpty {
            var field = FieldDraft(selectors: ["::text"], origin: "its text")
            field.hints.given = "value"
            fields = [field]
        }
        let names = paths.steps(to: path).map { $0.split(separator: "|").last.map(String.init) ?? $0 }
        let count = paths.paths[path].nodes.count
        return RecordDraft(
            name: isJSON
                ? DataNames.record(names, fallback: "Item")
                : Lexicon.words(names.last ?? "item").map(\.capitalizedFirst).joined(),
            comment: "\(count) \(isJSON ? "object" : "element")\(count == 1 ? "" : "s")",
            each: each,
            fields: fields
        )
    }

    // MARK: - Choice of records

    /// The paths whose elements are records, best first. None is below another.
    private func chosen() -> [Int] {
        let candidates = Set(paths.paths.indices.filter(isCandidate))
        let scored = candidates.map { path in (path: path, score: score(path, candidates)) }
            .filter { $0.score > 0 }.sorted { ($0.score, $1.path) > ($1.score, $0.path) }
        var chosen: [Int] = []
        for (path, score) in scored where score * 4 >= (scored.first?.score ?? 0) {
            let isApart = chosen.allSatisfy { !paths.isBelow(path, $0) && !paths.isBelow($0, path) }
            if isApart, chosen.count < DataDraft.recordLimit { chosen.append(path) }
        }
        return chosen
    }

    private func isCandidate(_ path: Int) -> Bool {
        let entry = paths.paths[path]
        guard let parent = entry.parent, paths.isEverywhere(path) else { return false }
        if isJSON {
            let isElement = entry.step == "item" && paths.areAll(parent, "array")
            return (isElement || entry.step == "*") && paths.areAll(path, "object")
        }
        let isFeed = ["item", "entry", "url", "sitemap"].contains(entry.name)
        return (paths.isRepeated(path) || isFeed)
            && (!entry.children.isEmpty || entry.nodes[0].firstAttribute != nil)
    }

    /// How much the elements at a path look like records: by their number, their number of fields, and whether other
    /// candidates contain them.
    private func score(_ path: Int, _ candidates: Set<Int>) -> Double {
        let fields = min(paths.paths[path].children.count, 12)
        let outer = paths.ancestors(of: path).count {
            candidates.contains($0) && paths.isRepeated($0)
        }
        return log2(Double(paths.values(path).count + 1)) * Double(fields + 1) / Double(1 + 2 * outer)
    }
}

/// Drafts rules for comma-separated values: a record for each row.
extension DataDraft {
    static func csv(_ pages: [Page]) throws(Diagnostics) -> (RulesDraft, notes: [String]) {
        _ = try PageTrees.read(pages, as: "csv")
        let line = CSVHeader(pages[0].bytes)
        var notes: [String] = []
        var options: [String] = []
        if line.separator != "," { options.append("\"separator\": \(DraftWriter.string(line.separator))") }
        var names = line.cells
        if !line.isHeader {
            names = names.indices.map { "column\($0 + 1)" }
            options.append("\"header\": [\(names.map(DraftWriter.string).joined(separator: ", "))]")
            notes.append(
                "The first line of the table contains values, not names: name the columns in \"header\"."
            )
        }
        var draft = RulesDraft(about: "The rows of \(pages[0].name.lastPathComponent)")
        draft.source = options.isEmpty ? "\"csv\"" : "{ \"csv\": { \(options.joined(separator: ", ")) } }"
        let fields = names.filter { !$0.isEmpty }.map { name in
            var field = FieldDraft(selectors: [CSSText.identifier(name)], origin: "the column \"\(name)\"")
            field.hints.given = DataNames.field([name])
            field.hints.words = [name]
            return field
        }
        draft.records = [
            RecordDraft(name: "Row", comment: "a record for each row", each: "row", fields: fields)
        ]
        return (draft, notes)
    }
}

/// The first line of a CSV table, with its separator.
struct CSVHeader {
    let separator: String
    let cells: [String]

    init(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        var best = (count: 1, separator: candidates[0], cells: CSVHeader.cells(line, candidates[0]))
        best.count = best.cells.count
        for separator in candidates.dropFirst() {
            let cells = CSVHeader.cells(line, separator)
            if cells.count > best.count { best = (cells.count, separator, cells) }
        }
        separator = String(decoding: [best.separator], as: UTF8.self)
        cells = best.cells
    }

    /// Whether the cells are names of columns: distinct, short, and neither numbers nor dates.
    var isHeader: Bool {
        let names = cells.filter { !$0.isEmpty }
        return Set(names).count == names.count && !names.isEmpty
            && names.allSatisfy {
                $0.first?.isNumber == false && $0.utf8.count <= 60 && $0.contains(where: \.isLetter)
            }
    }

    private static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
        var cells: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                cells.append([])
            } else {
                cells[cells.count - 1].append(byte)
            }
        }
        return cells.map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) }
    }
}

/// Drafts rules for plain text, which has no structure: a record for each line.
enum TextDraft {
    static func draft(_ pages: [Page]) -> (RulesDraft, notes: [String]) {
        var field = FieldDraft(selectors: ["::text"], origin: "the whole line")
        field.hints.given = "text"
        var draft = RulesDraft(about: "The lines of \(pages[0].name.lastPathComponent)", source: "\"text\"")
        draft.records = [
            RecordDraft(
                name: "Line",
                comment:
                    "plain text has no structure: split the lines with \"apply\" and \"match\"",
                each: "line",
                fields: [field]
            )
        ]
        return (
            draft,
            ["Plain text has no structure: the draft has a record for each line. Split it with \"match\"."]
        )
    }
}

extension String {
    /// The part of a path after the last slash.
    var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
