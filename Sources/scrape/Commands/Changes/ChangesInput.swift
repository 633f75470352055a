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
    /// The other diagnostics of its pages: those that only the new run has show a change of the site.
    private(set) var diagnostics: [Diagnostic] = []
    /// The reasons why a part of it is not read.
    private(set) var unread: [Diagnostic] = []
    /// The unique fields that a store declares, by record type.
    private(set) var keys: [String: [String]] = [:]
    private var form = RunForm.values

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
                form = .database
            } catch {
                throw refuse(error.message, error.help)
            }
            return
        }
        let isPage = rules != nil && !ends(".jsonl", ".ndjson", ".json", ".csv", ".tsv")
        let page = try Diagnostics.single { () throws(Diagnostic) in
            try SavedPage.read(path, PageFacts(clock: nil, limits: limits))
        }
        if isPage, let rules {
            add(rules.scrape(page))
            return
        }
        do throws(Diagnostic) {
            if ends(".csv", ".tsv") {
                let rows = try RecordTable.records(page.bytes, path: path, isTabbed: ends(".tsv"))
                records = rows.map { .object($0.map { Value.Member($0.name, .string($0.text)) }) }
                form = .table
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
        unread += outcome.unread
        diagnostics += outcome.diagnostics.filter { !$0.leavesUnread }
    }

    /// The records of an archive: for a crawl, those that its requests lead to; for any other archive, those of each
    /// page.
    private mutating func readArchive(_ path: String, _ rules: Rules, _ limits: Limits) throws(Diagnostics) {
        if rules.crawl != nil {
            let crawl = try CrawlReplay.ofArchives.run(path, Case.Facts(), rules) { _ in }
            records = crawl.records.map(\.value)
            // A site that no longer answers a request has changed.
            unread = crawl.diagnostics.filter(\.isOfLimit).unread
            diagnostics = crawl.diagnostics.filter { !$0.isOfLimit }
            return
        }
        var inputs = try Diagnostics.single { () throws(Diagnostic) in
            try Inputs([path], InputOptions(kind: .warc, facts: PageFacts(limits: limits)))
        }
        while let pending = inputs.next() {
            switch pending.read() {
            case .page(let page, _):
                if !rules.match.isEmpty, let url = page.url, !rules.matches(url) { continue }
                add(rules.scrape(page))
            case .leftOut: continue
            case .failed(let diagnostic) where diagnostic.leavesUnread: unread.append(diagnostic)
            case .failed: continue
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

    /// Gives the cells of both runs the same types.
    static func addTypes(_ old: inout ChangesInput, _ new: inout ChangesInput, _ schema: Schema?) {
        guard old.form != .values || new.form != .values else { return }
        let types = CellTypes([(old.form, old.records), (new.form, new.records)], schema)
        old.records = old.records.map { types.typed($0, old.form) }
        new.records = new.records.map { types.typed($0, new.form) }
    }
}
