import Basics
import Cases
import DOM
import Drafting
import Engine
import Records

/// The values of pages, as given by `--values` and `--field`.
struct LearnValues {
    /// The values of a page, as given by a line of the file.
    private struct Row {
        /// The page's name in the file; `nil` for the only page.
        var page: String?
        var values: [Value.Member]
        var line: Int
        /// The record type that a golden file names.
        var type: String?
    }

    /// The values of pages, with the type of their records if golden files name it.
    private(set) var examples: [LearningExample] = []
    private(set) var type: String?

    /// Reads the values of pages.
    ///
    /// A line of JSON Lines is `{"page": NAME, "values": {…}}`; a JSON file has a list of these, or the values of the
    /// only page, or a golden file's records; CSV has a row for each record, with its page's name in the column `page`.
    /// Several rows for a page are its records, in the order of the page.
    init(_ path: String, _ pages: [Page], _ fields: [Value.Member]) throws(Diagnostic) {
        let rows = path.isEmpty ? [] : try LearnValues.read(path)
        type = rows.compactMap(\.type).first
        for page in pages {
            var own: [[Value.Member]] = []
            for row in rows where row.type == nil || row.type == type {
                if let name = row.page {
                    if LearnValues.names(name, page, pages) { own.append(row.values) }
                } else if pages.count == 1 {
                    own.append(row.values)
                } else {
                    throw LearnValues.lacksPage(path, row.line, pages)
                }
            }
            if !fields.isEmpty {
                guard pages.count == 1 else { throw LearnValues.lacksPage("--field", 0, pages) }
                if own.isEmpty { own = [fields] } else { own[0] += fields }
            }
            if !own.isEmpty { examples.append(LearningExample(page, records: own)) }
        }
        for row in rows {
            guard let name = row.page, !pages.contains(where: { LearnValues.names(name, $0, pages) }) else {
                continue
            }
            throw Diagnostic(
                .rules,
                "\"\(name)\" is not one of the pages",
                at: Location(file: path, line: row.line, column: 1),
                help: Suggestion.help(for: name, among: pages.map(\.name))
                    ?? "name a page as the command line does, or by its file name"
            )
        }
    }

    /// The golden records of a site's cases: for a saved page, those of its golden file; for a crawl, those that its
    /// replay with the current rules yields for each page.
    ///
    /// - Parameters:
    ///   - record: the type that is learned if the cases have several; by default the first.
    ///   - store: the rules, with which crawls are replayed.
    init(
        casesOf site: String,
        in corpus: String,
        record: String?,
        _ store: RulesStore
    ) throws(Diagnostics) {
        var pages: [(page: Page, records: [Value], isOfCrawl: Bool)] = []
        for test in try Corpus(folder: corpus).cases() where test.site == site {
            let facts = try test.facts()
            guard test.isCrawl else {
                pages.append((try test.page(facts), try test.golden().records, false))
                continue
            }
            try LearnValues.checkGolden(of: test, store)
            let rules = try store.rules(named: facts.rules ?? test.site)
            try test.visitPages(facts, rules, store) { found in
                // A page without records is an example of a type only if its kind has that type.
                guard let outcome = found.outcome else { return }
                let types = Set(found.rules.records.map(\.name))
                if outcome.records.isEmpty, record.map(types.contains) != true { return }
                pages.append((found.page, outcome.records.map(\.value), true))
            }
        }
        let types = pages.flatMap(\.records).compactMap { $0["@type"]?.string }
        type = record.flatMap { types.contains($0) ? $0 : nil } ?? types.first
        let others = types.reduce(into: [String]()) { if $1 != type, !$0.contains($1) { $0.append($1) } }
        if let other = others.first, let type {
            Console.log(
                .note,
                "\(type) is learned; of \(others.joined(separator: ", ")) with --record \(other)"
            )
        }
        for (page, all, isOfCrawl) in pages {
            let records = all.filter { $0["@type"]?.string == type }.map { record in
                (record.object ?? []).filter { !$0.name.hasPrefix("@") }
            }
            // A page of a crawl that has records, but none of this type, is of another kind.
            if isOfCrawl, records.isEmpty, !all.isEmpty { continue }
            examples.append(LearningExample(page, records: records))
        }
    }

    /// Warns about a crawl whose records differ from its golden file, which does not say which page each record is
    /// from.
    private static func checkGolden(of test: Case, _ store: RulesStore) throws(Diagnostics) {
        let result = CaseResult(of: test, store)
        switch result.verdict {
        case .passed: break
        case .broken(let diagnostics): throw diagnostics
        case .differs, .goldenMissing:
            Console.log(
                .warning,
                "\(test) differs from its golden file: the values that the current rules read on its pages are used"
            )
        }
    }

    private static func lacksPage(_ source: String, _ line: Int, _ pages: [Page]) -> Diagnostic {
        Diagnostic(
            .rules,
            "\(source) does not say which of the \(pages.count) pages has the values",
            at: line > 0 ? Location(file: source, line: line, column: 1) : nil,
            help: "write a line {\"page\": \"\(pages.first?.name ?? "")\", \"values\": {…}} for each page"
        )
    }

    /// Whether a name is a page's: the given name, or its file's name if no other page has it.
    private static func names(_ name: String, _ page: Page, _ pages: [Page]) -> Bool {
        if name == page.name { return true }
        func file(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        return file(name) == file(page.name) && !pages.contains { $0.name == name }
            && pages.count { file($0.name) == file(page.name) } == 1
    }

    private static func read(_ path: String) throws(Diagnostic) -> [Row] {
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostic(.input, "cannot read \(path): \(error)", at: Location(file: path))
        }
        if path.lowercased().hasSuffix(".csv") { return try readTable(path, bytes) }
        let whole = JSON.read(bytes, dialect: .strict)
        if let value = whole.json?.value, whole.errors.isEmpty { return try rows(of: value, path) }
        var rows: [Row] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 <= 0x20 }) { continue }
            let (json, errors) = JSON.read(Array(line), dialect: .strict)
            guard let json, errors.isEmpty else {
                let error = errors.first
                throw Diagnostic(
                    .rules,
                    error?.message ?? "expected an object",
                    at: Location(file: path, line: index + 1, column: (error?.range.lowerBound ?? 0) + 1),
                    help: "a line is like {\"page\": \"oak.html\", \"values\": {\"name\": \"Oak\"}}"
                )
            }
            rows.append(try row(json.value, path, line: index + 1))
        }
        return rows
    }

    private static func rows(of value: Value, _ path: String) throws(Diagnostic) -> [Row] {
        if let list = value.list {
            return try list.map { value throws(Diagnostic) in try row(value, path, line: 1) }
        }
        if let records = value["records"]?.list {
            return try records.map { value throws(Diagnostic) in try row(value, path, line: 1) }
        }
        return [try row(value, path, line: 1)]
    }

    private static func row(_ value: Value, _ path: String, line: Int) throws(Diagnostic) -> Row {
        guard let members = value.object else {
            throw Diagnostic(
                .rules,
                "expected an object of a page's values",
                at: Location(file: path, line: line, column: 1),
                help: "write {\"page\": \"oak.html\", \"values\": {\"name\": \"Oak\"}}"
            )
        }
        if let values = value["values"]?.object {
            return Row(page: value["page"]?.string, values: values, line: line)
        }
        // A record of a golden file.
        return Row(
            page: nil,
            values: members.filter { !$0.name.hasPrefix("@") },
            line: line,
            type: value["@type"]?.string
        )
    }

    private static func readTable(_ path: String, _ bytes: [UInt8]) throws(Diagnostic) -> [Row] {
        let source = #"{ "source": "csv", "records": { "Row": { "fields": { "x": "row" } } } }"#
        let text = SourceText(name: path, bytes: Array(source.utf8))
        guard let rules = try? Rules(text, registry: Registry()),
            let document = rules.prepare(Page(name: path, bytes: bytes)).document,
            let table = document.rootElement
        else { throw Diagnostic(.rules, "expected a table", at: Location(file: path)) }
        // The nodes live as long as their document.
        defer { withExtendedLifetime(document) {} }
        return table.allChildren.filter(\.isElement).map { row in
            let cells = row.allChildren.filter(\.isElement).map { cell in
                let text = cell.allChildren.filter(\.isText).map {
                    String(decoding: $0.content, as: UTF8.self)
                }.joined()
                return Value.Member(cell.name.string, text.isEmpty ? .null : .string(text))
            }
            return Row(
                page: cells.first { $0.name == "page" }?.value.string,
                values: cells.filter { $0.name != "page" },
                line: row.line
            )
        }
    }

    /// A field on the command line: `height=40`, which may be a text or a number.
    static func member(_ text: String) -> Value.Member? {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
        return Value.Member(String(text[..<sign]), .string(String(text[text.index(after: sign)...])))
    }
}
