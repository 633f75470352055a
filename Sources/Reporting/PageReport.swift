public import DOM
public import Records
public import Regression
public import Scraping

/// A page with what came out of it, ready to be shown in a ``Report``.
public struct PageReport: Sendable {
    /// What the report calls it: the page's name, a case's `site/case`.
    public let name: String
    /// Whether there is nothing to be looked at.
    public let isFine: Bool
    /// How it came out, in a line.
    public let summary: String
    /// What is told of the page.
    public let diagnostics: [Diagnostic]

    /// What stands beside the page: HTML.
    let panel: String
    /// The document that shows the page; `nil` where there is no tree to be shown.
    let frame: [UInt8]?

    /// Reads a page with its rules.
    ///
    /// - Complexity: linear in the page and in what the rules take from it; no more than a few times what reading it
    ///   takes.
    public init(_ page: Page, _ rules: Rules, limits: Limits? = nil) {
        let traced = rules.tracedPage(page, limits: limits)
        let errors = traced.outcome.diagnostics.filter { $0.severity == .error }.count
        let records = traced.outcome.records.count
        self.init(
            traced,
            name: page.name,
            isFine: errors == 0,
            summary: "\(PageReport.count(records, "record")), \(PageReport.count(errors, "error"))",
            differences: []
        )
    }

    /// Shows a case that has been run: its page, and in what it differs from its golden file.
    ///
    /// The page is read once more, with a trace.
    public init(_ result: CaseResult) {
        let name = result.test.description
        guard let rules = result.rules, let facts = result.facts, let page = try? result.test.page(facts)
        else {
            self.init(failed: result)
            return
        }
        self.init(
            rules.tracedPage(page),
            name: name,
            isFine: result.verdict.isPassed,
            summary: result.summary,
            differences: result.differences,
            warnings: result.warnings
        )
    }

    /// A case that could not be run.
    private init(failed result: CaseResult) {
        name = result.test.description
        isFine = false
        summary = result.summary
        diagnostics = result.diagnostics
        panel = DiagnosticList.html(result.diagnostics)
        frame = nil
    }

    private init(
        _ traced: TracedPage,
        name: String,
        isFine: Bool,
        summary: String,
        differences: [Difference],
        warnings: [Diagnostic] = []
    ) {
        self.name = name
        self.isFine = isFine
        self.summary = summary
        diagnostics = warnings + traced.outcome.diagnostics
        let list = RecordList(traced, name: name)
        let records = list.html.isEmpty ? "<p>Nothing came out of the page.</p>\n" : list.html
        panel =
            "<p class=\"rules\">read by <code>\(HTMLText.escaped(traced.trace.rules))</code></p>\n"
            + DifferenceTable.html(differences, page: name) + DiagnosticList.html(diagnostics)
            + "<h3>Records</h3>\n" + records
        frame = traced.document.map { FrameDocument(marks: list.marks).html(of: $0) }
    }

    private static func count(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }
}
