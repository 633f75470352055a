public import Cases
public import DOM
import Engine
import Language
import Platform
public import Records

/// A page with its records, for an ``HTMLReport``.
public struct PageReport: Sendable {
    /// The name in the report: the page's name, or a case's `site/case`.
    public let name: String
    /// Whether there are no errors and no differences.
    public let isFine: Bool
    /// The result in a line.
    public let summary: String
    /// The diagnostics.
    public let diagnostics: [Diagnostic]

    /// The panel next to the page, in HTML.
    let panel: String
    /// The document that shows the page, or `nil` if there is no tree.
    let frame: [UInt8]?

    /// Reads a page with its rules.
    ///
    /// - Complexity: linear in the size of the page and its values; a few times the cost of reading the page.
    public init(_ page: Page, _ rules: Rules, limits: Limits? = nil) {
        self.init(page, rules, limits: limits) { outcome in
            let errors = outcome.diagnostics.count { $0.severity == .error }
            let records = PageReport.count(outcome.records.count, "record")
            return Assessment(
                name: page.name,
                isFine: errors == 0,
                summary: "\(records), \(PageReport.count(errors, "error"))"
            )
        }
    }

    /// Creates the report of a case that has been run: its page and the differences from its golden file.
    ///
    /// The page is read again, with a trace.
    public init(_ result: CaseResult) {
        guard let rules = result.rules, let facts = result.facts, let page = try? result.test.page(facts)
        else {
            self.init(withoutPage: result)
            return
        }
        self.init(page, rules) { _ in
            Assessment(
                name: result.test.description,
                isFine: result.verdict.isPassed,
                summary: result.summary,
                differences: result.differences,
                warnings: result.warnings
            )
        }
    }

    /// The reports of the pages of a case that is a crawl, each read as its kind; none of any other case.
    package static func pages(of result: CaseResult, _ store: RulesStore) -> [PageReport] {
        guard result.test.isCrawl, let rules = result.rules, let facts = result.facts else { return [] }
        var reports: [PageReport] = []
        // Why a crawl cannot be repeated is in the report of its case.
        try? result.test.visitPages(facts, rules, store) { found in
            guard found.hasRecords else { return }
            reports.append(
                PageReport(found.page, found.rules) { outcome in
                    let errors = outcome.diagnostics.count { $0.severity == .error }
                    return Assessment(
                        name: result.test.name(of: found),
                        isFine: result.verdict.isPassed || errors == 0,
                        summary:
                            "\(count(outcome.records.count, "record")), \(count(errors, "error"))"
                    )
                }
            )
        }
        return reports
    }

    /// A case that could not be run, or is a crawl.
    private init(withoutPage result: CaseResult) {
        name = result.test.description
        isFine = result.verdict.isPassed
        summary = result.summary
        diagnostics = result.diagnostics
        panel =
            DifferenceTable.html(result.differences, page: name) + DiagnosticList.html(result.diagnostics)
        frame = nil
    }

    /// Whether a reading gave the expected records, as a word for the report.
    private struct Assessment {
        let name: String
        let isFine: Bool
        let summary: String
        var differences: [Difference] = []
        var warnings: [Diagnostic] = []
    }

    /// Reads a page with a trace. This is the only call in this module that observes a reading.
    private init(_ page: Page, _ rules: Rules, limits: Limits? = nil, _ assess: (Outcome) -> Assessment) {
        let recorder = TraceRecorder(rules, page: page.name, limits: limits, [.misses, .places])
        // The page's time is that of all readings.
        let (outcome, assessment, list, frame) = (limits ?? rules.reading.limits).timed {
            let outcome = rules.scrape(page, limits: limits, observer: recorder)
            let assessment = assess(outcome)
            let list = RecordList(outcome, recorder, name: assessment.name)
            // The tree that was read has been prepared: the page as it was saved is parsed again.
            let saved = Deadline.isPast ? nil : rules.parse(page, limits: limits).document
            let frame = saved.map { FrameDocument(marks: list.marks).html(of: $0) }
            return (outcome, assessment, list, frame)
        }
        name = assessment.name
        isFine = assessment.isFine
        summary = assessment.summary
        diagnostics = assessment.warnings + outcome.diagnostics
        let records = list.html.isEmpty ? "<p>The page yielded no records.</p>\n" : list.html
        panel =
            "<p class=\"rules\">read by <code>\(HTMLText.escaped(recorder.trace.rules))</code></p>\n"
            + DifferenceTable.html(assessment.differences, page: name) + DiagnosticList.html(diagnostics)
            + "<h3>Records</h3>\n" + records
        self.frame = frame
    }

    private static func count(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }
}

/// Diagnostics in HTML, each with its locations on the page and in the rules.
enum DiagnosticList {
    /// The maximum number of diagnostics.
    private static let limit = 1000

    /// The list, or an empty text if there are no diagnostics.
    static func html(_ diagnostics: [Diagnostic]) -> String {
        if diagnostics.isEmpty { return "" }
        var html = "<h3>Diagnostics</h3>\n<ul class=\"diagnostics\">\n"
        for diagnostic in diagnostics.prefix(limit) {
            html += "<li><b class=\"\(diagnostic.severity.rawValue)\">\(diagnostic.severity.rawValue)</b> "
            html += HTMLText.escaped(diagnostic.message)
            if let place = diagnostic.location { html += code(place) }
            if let help = diagnostic.help { html += "<br>help: \(HTMLText.escaped(help))" }
            for note in diagnostic.notes {
                html += "<br>\(HTMLText.escaped(note.message))\(code(note.location))"
            }
            html += "</li>\n"
        }
        if diagnostics.count > limit { html += "<li>and \(diagnostics.count - limit) more</li>\n" }
        return html + "</ul>\n"
    }

    private static func code(_ place: Location) -> String {
        " <code>\(HTMLText.escaped(place.description))</code>"
    }
}

/// The differences of a case in HTML, with the expected and the found values side by side.
enum DifferenceTable {
    /// The maximum number of differences, and of characters of a value.
    private static let limit = 1000
    private static let width = 600

    /// The table, or an empty text if there are no differences.
    static func html(_ differences: [Difference], page: String) -> String {
        if differences.isEmpty { return "" }
        let count = differences.count == 1 ? "1 difference" : "\(differences.count) differences"
        var html = "<h3>\(count)</h3>\n<table class=\"differences\"><thead><tr>"
        html += "<th scope=\"col\">Where</th><th scope=\"col\">Expected</th><th scope=\"col\">Found</th>"
        html += "</tr></thead><tbody>\n"
        for difference in differences.prefix(limit) { html += row(difference, page) }
        html += "</tbody></table>\n"
        if differences.count > limit { html += "<p>and \(differences.count - limit) more</p>\n" }
        return html
    }

    private static func row(_ difference: Difference, _ page: String) -> String {
        let lines = DifferenceText(difference, width: width).lines
        var html = "<tr><th scope=\"row\">\(place(difference, page))</th>"
        if lines.count == 3 {
            html += "<td>\(cell(lines[1]))</td><td>\(cell(lines[2]))</td>"
        } else {
            html +=
                "<td colspan=\"2\">\(lines.dropFirst().map { cell($0[...]) }.joined(separator: "<br>"))</td>"
        }
        return html + "</tr>\n"
    }

    /// A line without its label, which the column has.
    private static func cell(_ line: [DifferenceText.Span]) -> String { cell(line.dropFirst()) }

    private static func cell(_ line: ArraySlice<DifferenceText.Span>) -> String {
        line.map { span in
            let text = HTMLText.escaped(span.text)
            return switch span.role {
            case .place, .label, .old, .new: text
            case .oldPart: "<del>\(text)</del>"
            case .newPart: "<ins>\(text)</ins>"
            }
        }.joined()
    }

    /// The place, as a link to its record if there is one.
    private static func place(_ difference: Difference, _ page: String) -> String {
        let text = HTMLText.escaped(difference.place)
        switch difference.subject {
        case .record(let record), .field(let record, _):
            guard let number = record.newNumber else { return text }
            let id = RecordList.id(page: page, type: record.type, number: number)
            return "<a href=\"#\(HTMLText.escaped(id))\">\(text)</a>"
        case .types, .diagnostic: return text
        }
    }
}
