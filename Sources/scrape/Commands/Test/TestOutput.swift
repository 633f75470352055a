import Cases
import Engine
import Records
import Regression

/// How `scrape test` prints results.
enum TestFormat: String, CaseIterable {
    case text
    case tap
    case json
}

/// Prints results in the chosen format.
struct TestOutput {
    private let format: TestFormat
    private let text: TestText
    private var tap = TAPReport()
    private var report = TestReport()

    init(_ format: TestFormat, text: TestText = TestText()) {
        self.format = format
        self.text = text
    }

    /// Begins a run of a number of cases.
    func begin(_ count: Int) {
        switch format {
        case .text, .json: break
        case .tap: print(TAPReport.header(count))
        }
    }

    /// Prints a result.
    mutating func add(_ result: CaseResult) {
        report.results.append(result)
        switch format {
        case .text:
            if let lines = text.failure(result) { Console.show(lines) }
            Console.report(result.warnings)
        case .tap: print(tap.lines(result))
        case .json: break
        }
    }

    /// Ends the run.
    ///
    /// - Parameter failure: the failed case that ended the run early.
    func end(after failure: Case? = nil) {
        switch format {
        case .text: Console.show(text.summary(report))
        case .tap: if let failure { print(TAPReport.bail("\(failure) failed (--fail-fast)")) }
        case .json: Console.print(JSONWriter.pretty(report.value))
        }
    }

    /// All results so far.
    var results: [CaseResult] { report.results }

    private func print(_ text: String) { Console.print(String(text.dropLast())) }
}

/// Results as text.
struct TestText {
    private let style = Console.outputStyle
    /// The maximum number of differences that are shown for a case.
    private static let limit = 100

    /// The report of a case that fails; `nil` for one that passes.
    func failure(_ result: CaseResult) -> String? {
        switch result.verdict {
        case .passed: return nil
        case .differs(let differences):
            let isLost = !result.test.isCrawl && differences.contains(where: \.isLoss)
            let lost = isLost ? "\n" + repairing(result.test) : ""
            return "\(failed) \(result.test)\n" + indented((crawlText(result) ?? text(differences)) + lost)
        case .goldenMissing:
            return "\(failed) \(result.test)\n"
                + indented(TestText.missing(result))
        case .broken(let diagnostics): return broken(result.test, diagnostics)
        }
    }

    /// The missing expected files, and the command that writes them.
    private static func missing(_ result: CaseResult) -> String {
        let files = result.missingFiles
        let (verb, them) = files.count == 1 ? ("is", "it") : ("are", "them")
        return
            "\(files.joined(separator: " and ")) \(verb) missing; scrape test --update \(result.test) writes \(them)"
    }

    /// The report of a case that cannot be run, or whose golden file cannot be written.
    func broken(_ test: Case, _ diagnostics: Diagnostics) -> String {
        "\(failed) \(test)\n" + indented(diagnostics.all.map(style.text).joined(separator: "\n"))
    }

    /// The numbers of cases that passed and failed.
    func summary(_ report: TestReport) -> String {
        let failures = report.results.count - report.passed
        return style(.passed, "\(report.passed) passed") + ", "
            + (failures == 0 ? "0 failed" : style(.failed, "\(failures) failed"))
    }

    /// A hint on repairing rules for pages that have changed.
    private func repairing(_ test: Case) -> String {
        "  help: if the site has changed its pages, scrape repair \(test.site) PAGE proposes rules for a new one"
    }

    /// The first 100 differences, one below the other.
    func text(_ differences: [Difference]) -> String {
        let width = self.width
        var lines = differences.prefix(TestText.limit).map { style.text($0, width: width) }
        if differences.count > TestText.limit {
            lines.append("and \(differences.count - TestText.limit) more; --format json prints all")
        }
        return lines.joined(separator: "\n")
    }

    /// The differences of a crawl whose requests have changed: the requests, and as numbers the records and diagnostics
    /// that follow from them; `nil` for any other case.
    private func crawlText(_ result: CaseResult) -> String? {
        guard let requests = result.requests?.differences, !requests.isEmpty else { return nil }
        var shown: [Difference] = []
        var counts: [(text: String, count: Int)] = []
        func count(_ text: String) {
            if let place = counts.firstIndex(where: { $0.text == text }) {
                counts[place].count += 1
            } else {
                counts.append((text, 1))
            }
        }
        var whole = 0
        var hasMessage = false
        for difference in requests {
            let isWhole = difference.isWhole
            whole += isWhole ? 1 : 0
            if !isWhole || whole <= TestText.wholeRequests {
                shown.append(difference)
            } else {
                count(difference.kind == .removed ? "requests are not made" : "requests are new")
            }
        }
        for difference in result.comparison?.differences ?? [] {
            switch (difference.subject, difference.kind) {
            case (.record, .removed): count("records are missing")
            case (.record, .inserted): count("records are new")
            case (.record, _), (.types, _): count("records have moved")
            case (.field, _): count("fields differ")
            case (.diagnostic, .inserted) where !hasMessage:
                // The first one says what happened to a request.
                shown.append(difference)
                hasMessage = true
            case (.diagnostic, _): count("messages differ")
            }
        }
        let rest = counts.map { "\($0.text): \($0.count)" }.joined(separator: ", ")
        let text = text(shown)
        if rest.isEmpty { return text }
        return text + "\nfurther differences may follow from this: \(rest); --format json prints all"
    }

    /// The maximum number of requests that are shown as missing or new.
    private static let wholeRequests = 3

    func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
            separator: "\n"
        )
    }

    private var failed: String { style(.failed, "FAILED") }

    /// The number of columns of a value after its label; a file can be wider than a terminal.
    private var width: Int {
        let label = 15
        return Terminal.output.isTerminal ? max(40, Terminal.output.width - label) : 240
    }
}

/// A file for a report. It is opened before any work, so that a wrong path is reported immediately.
struct ReportFile {
    private let file: ReplacementFile

    init(_ path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            file = try ReplacementFile(path)
        } catch {
            throw ReportFile.diagnostic(error)
        }
    }

    /// Replaces the file with the report.
    func write(_ text: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try file.write(text.utf8)
            try file.commit()
        } catch {
            throw ReportFile.diagnostic(error)
        }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the report: \(failure)", at: Location(file: failure.path))
    }
}

extension Difference {
    /// Whether a record is missing or new.
    fileprivate var isWhole: Bool {
        if case .record = subject { kind == .removed || kind == .inserted } else { false }
    }

    /// Whether a record or a value is missing.
    fileprivate var isLoss: Bool {
        switch subject {
        case .record, .field: kind == .removed
        case .types, .diagnostic: false
        }
    }
}
