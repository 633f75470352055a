import Batch
import Cases
import Crawling
import DOM
import Engine
import Language
import Platform
import Records
import Values

/// The records of a run, from its output or its archive.
struct ChangesInput {
    private(set) var records: [Value] = []
    /// The diagnostics of reading its pages.
    private(set) var diagnostics: [Diagnostic] = []
    /// The unique fields that a store declares, by record type.
    private(set) var keys: [String: [String]] = [:]
    /// Whether values are texts of cells, whose types are those of the other run or are inferred from all of them.
    private(set) var isUntyped = false

    /// - Parameter rules: the rules that read archives and pages and declare the types of fields; `nil` if none are
    ///   given.
    init(_ path: String, _ rules: Rules?, _ registry: Registry, _ limits: Limits) throws(Diagnostics) {
        func refuse(_ message: String, _ help: String? = nil) -> Diagnostics {
            Diagnostics([Diagnostic(.input, message, at: Location(file: path), help: help)])
        }
        let name = path.lowercased()
        func ends(_ ends: String...) -> Bool {
            ends.contains { name.hasSuffix($0) || name.hasSuffix("\($0).gz") }
        }
        if ends(".warc", ".har", ".mhtml", ".mht") {
            guard let rules else {
                throw refuse(
                    "an archive contains pages, not records",
                    "name the rules that read them with --rules"
                )
            }
            try readArchive(path, rules, limits)
            return
        }
        let head = ChangesInput.head(of: path)
        if head.starts(with: "SQLite format 3\u{0}".utf8) {
            do throws(OutputError) {
                let format: OutputFormat
                do throws(Diagnostic) { format = try registry.outputFormat(named: "sqlite") } catch {
                    throw OutputError(error.message, help: error.help)
                }
                for table in try format.readStore(path) {
                    keys[table.type] = table.uniqueKeys.isEmpty ? nil : table.uniqueKeys
                    records += table.records.map {
                        .object([Value.Member(Record.typeKey, .string(table.type))] + $0)
                    }
                }
                isUntyped = true
            } catch {
                throw refuse(error.message, error.help)
            }
            return
        }
        let isPage = rules != nil && !ends(".jsonl", ".ndjson", ".json", ".csv", ".tsv")
        let page: Page
        do throws(Diagnostic) {
            page = try SavedPage.read(path, PageFacts(clock: nil, limits: limits))
        } catch {
            throw Diagnostics([error])
        }
        if isPage, let rules {
            add(rules.scrape(page))
            return
        }
        do throws(Diagnostic) {
            if ends(".csv", ".tsv") {
                let rows = try RecordTable.records(page.bytes, path: path, isTabbed: ends(".tsv"))
                records = rows.map { .object($0.map { Value.Member($0.name, .string($0.text)) }) }
                isUntyped = true
            } else {
                records = try ChangesInput.json(page.bytes, path)
            }
        } catch {
            throw Diagnostics([error])
        }
    }

    private static func head(of path: String) -> [UInt8] {
        let descriptor = File.open(path)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Platform.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    private mutating func add(_ outcome: Outcome) {
        records += outcome.records.map(\.value)
        diagnostics += outcome.diagnostics
    }

    /// The records of an archive: for a crawl, those that its requests lead to; for any other archive, those of each
    /// page.
    private mutating func readArchive(_ path: String, _ rules: Rules, _ limits: Limits) throws(Diagnostics) {
        if rules.crawl != nil {
            let crawl = try CrawlReplay.ofArchives.run(path, Case.Facts(), rules) { _ in }
            records = crawl.records.map(\.value)
            diagnostics = crawl.diagnostics
            return
        }
        var inputs: Inputs
        do throws(Diagnostic) {
            inputs = try Inputs([path], InputOptions(kind: .warc, facts: PageFacts(limits: limits)))
        } catch {
            throw Diagnostics([error])
        }
        while let pending = inputs.next() {
            switch pending.read() {
            case .page(let page, _):
                if !rules.match.isEmpty, let url = page.url, !rules.matches(url) { continue }
                add(rules.scrape(page))
            case .leftOut: continue
            case .failed(let diagnostic): diagnostics.append(diagnostic)
            }
        }
    }

    /// The records of JSON Lines, of an array, or of one object.
    private static func json(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> [Value] {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == UInt8(ascii: "[") {
            let source = SourceText(name: path, bytes: bytes)
            let (json, errors) = JSON.read(bytes, dialect: .strict)
            if let error = errors.first {
                throw Diagnostic(
                    .input,
                    error.message,
                    at: source.location(of: error.range),
                    help: error.help
                )
            }
            return try (json?.value.list ?? []).map { value throws(Diagnostic) in
                guard value.object != nil else {
                    throw Diagnostic(
                        .input,
                        "expected records, found \(value.kind)",
                        at: Location(file: path)
                    )
                }
                return value
            }
        }
        var records: [Value] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            let (json, errors) = JSON.read(Array(line), dialect: .strict)
            guard errors.isEmpty, let value = json?.value, value.object != nil else {
                throw Diagnostic(
                    .input,
                    "expected a record: "
                        + (errors.first?.message ?? "found \(json?.value.kind ?? "nothing")"),
                    at: Location(file: path, line: number, column: 1),
                    help:
                        "scrape changes reads JSON Lines, JSON, CSV, TSV, SQLite, and with --rules archives and pages"
                )
            }
            records.append(value)
        }
        return records
    }

    // MARK: - Types of cells

    /// Assigns types to cells: those declared by rules, or else those of the other run, or else those inferred from all
    /// cells.
    mutating func addTypes(_ schema: Schema?, like other: ChangesInput) {
        guard isUntyped else { return }
        var kinds: [String: CellKind] = [:]
        func place(_ record: Value, _ name: String) -> String {
            "\(record[Record.typeKey]?.string ?? "record")\t\(name)"
        }
        // The look of cells must be the same in both runs.
        for record in records + (other.isUntyped ? other.records : []) {
            for member in record.object ?? [] {
                let place = place(record, member.name)
                kinds[place] = CellKind.common(kinds[place], CellKind(of: member.value))
            }
        }
        if !other.isUntyped {
            var known: [String: CellKind] = [:]
            for record in other.records {
                for member in record.object ?? [] where member.value != .null {
                    let place = place(record, member.name)
                    known[place] = CellKind.common(known[place], CellKind(exactly: member.value))
                }
            }
            kinds.merge(known) { $1 }
        }
        for type in schema?.types ?? [] {
            for field in type.fields {
                if let kind = CellKind(field.type) { kinds["\(type.name)\t\(field.name)"] = kind }
            }
        }
        records = records.map { record in
            .object(
                (record.object ?? []).map { member in
                    let kind = kinds[place(record, member.name)] ?? .text
                    return Value.Member(member.name, kind.value(member.value))
                }
            )
        }
    }
}

/// The type of a table's cell.
private enum CellKind {
    case number, boolean, data, text

    /// The apparent type of a cell.
    init(of value: Value) {
        switch value {
        case .number: self = .number
        case .boolean: self = .boolean
        case .list, .object: self = .data
        case .null: self = .text
        case .string(let text):
            if Number(text) != nil {
                self = .number
            } else if text == "true" || text == "false" {
                self = .boolean
            } else {
                self = CellKind.data(text) == nil ? .text : .data
            }
        }
    }

    /// The type of a value.
    init(exactly value: Value) {
        switch value {
        case .number: self = .number
        case .boolean: self = .boolean
        case .list, .object: self = .data
        case .string, .null: self = .text
        }
    }

    /// `nil` for a field of several types.
    init?(_ type: Schema.FieldType) {
        switch type {
        case .scalar(let scalar):
            switch scalar {
            case .integer, .decimal, .size: self = .number
            case .boolean: self = .boolean
            case .json: self = .data
            case .string, .text, .html, .date, .dateTime, .duration, .url: self = .text
            }
        case .list, .object, .enclosing, .dictionary: self = .data
        case .nullable(let type): self.init(type)
        case .enumeration: self = .text
        case .alternatives: return nil
        }
    }

    static func common(_ one: CellKind?, _ other: CellKind) -> CellKind {
        guard let one else { return other }
        return one == other ? one : .text
    }

    private static func data(_ text: String) -> Value? {
        guard text.hasPrefix("[") || text.hasPrefix("{"),
            case (let json?, let errors) = JSON.read(Array(text.utf8), dialect: .strict), errors.isEmpty
        else { return nil }
        return json.value
    }

    /// The value of a cell.
    func value(_ cell: Value) -> Value {
        switch (self, cell) {
        case (.number, .string(let text)): Number(text).map(Value.number) ?? cell
        case (.boolean, .string(let text)):
            text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : cell
        case (.boolean, .number(let number)): .boolean(number.digits != "0")
        case (.data, .string(let text)): CellKind.data(text) ?? cell
        case (.text, .number(let number)): .string(number.digits)
        default: cell
        }
    }
}
