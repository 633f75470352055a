public import Engine
public import Records

/// The expected output of a case: its records and the diagnostics of its page.
///
/// The file contains `{"records": […], "diagnostics": ["line 12: error: …"]}`, with the records as `scrape` prints
/// them, or the array of records alone if there are no diagnostics.
public struct Golden: Hashable, Sendable {
    /// The records as objects, in order.
    public var records: [Value]
    /// The page's diagnostics, one per line, without file names and locations in the rules.
    public var diagnostics: [String]

    /// Creates an expected output from records and lines of diagnostics.
    public init(records: [Value], diagnostics: [String] = []) {
        self.records = records
        self.diagnostics = diagnostics
    }

    /// Creates the expected output that an outcome satisfies.
    public init(_ outcome: Outcome) {
        records = outcome.records.map(\.value)
        diagnostics = outcome.diagnostics.map(Golden.line)
    }

    /// A diagnostic of a page as a line of its golden file.
    package static func line(of diagnostic: Diagnostic) -> String {
        let place = diagnostic.location?.line.map { "line \($0): " } ?? ""
        return "\(place)\(diagnostic.severity.rawValue): \(diagnostic.message)"
    }

    /// Reads a golden file.
    ///
    /// - Throws: if the file cannot be read, is not JSON, or has another shape.
    public init(contentsOf path: String) throws(Diagnostics) {
        let source = SourceText(name: path, bytes: try Corpus.contents(of: path))
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
                    help: "run scrape test --update to rewrite the file"
                )
            ])
        }
        self.records = records
        self.diagnostics = diagnostics.compactMap { $0 }
    }

    /// The contents of the golden file.
    public var text: String {
        let value: Value = ["records": .list(records), "diagnostics": .list(diagnostics.map(Value.string))]
        return JSONWriter.pretty(value) + "\n"
    }
}
