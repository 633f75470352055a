public import Records
public import Scraping

/// What must come out of a case: its records, and what is told of the page.
///
/// In the file: `{"records": […], "diagnostics": ["line 12: error: …"]}`, the records as `scrape` prints them. Where
/// nothing is told of the page, the array of records alone will do.
public struct Golden: Hashable, Sendable {
    /// The records as objects, in their order.
    public var records: [Value]
    /// What is told of the page, a line each; neither files' names nor places in the rules are part of it.
    public var diagnostics: [String]

    /// Records, and lines that are told of the page.
    public init(records: [Value], diagnostics: [String] = []) {
        self.records = records
        self.diagnostics = diagnostics
    }

    /// What came out of a page.
    public init(_ outcome: Outcome) {
        records = outcome.records.map(\.value)
        diagnostics = outcome.diagnostics.map { diagnostic in
            let place = diagnostic.location?.line.map { "line \($0): " } ?? ""
            return "\(place)\(diagnostic.severity.rawValue): \(diagnostic.message)"
        }
    }

    /// Reads a golden file.
    public init(contentsOf path: String) throws(Diagnostics) {
        let source = SourceText(name: path, bytes: try CorpusFile.read(path))
        let (json, errors) = JSON.read(source.bytes, dialect: .strict)
        if let error = errors.first {
            throw Diagnostics([
                Diagnostic(.rules, error.message, at: source.location(of: error.range), help: error.help)
            ])
        }
        if let records = json?.value.list {
            self.records = records
            diagnostics = []
            return
        }
        guard let records = json?.value["records"]?.list,
            let diagnostics = json?.value["diagnostics"]?.list?.map(\.string), !diagnostics.contains(nil),
            json?.value.object?.count == 2
        else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "expected an object of \"records\" and \"diagnostics\"",
                    at: source.location(at: 0),
                    help: "scrape test --update writes the file anew"
                )
            ])
        }
        self.records = records
        self.diagnostics = diagnostics.compactMap { $0 }
    }

    /// The golden file's text.
    public var text: String {
        let value: Value = ["records": .list(records), "diagnostics": .list(diagnostics.map(Value.string))]
        return JSONWriter.pretty(value) + "\n"
    }
}
