import Records
import Regression

/// Results as people read them.
struct TestText {
    private let style = Console.outputStyle
    /// How many differences of a case are shown.
    private static let limit = 100

    /// What went wrong with a case; `nil` where nothing did.
    func failure(_ result: CaseResult) -> String? {
        switch result.verdict {
        case .passed: return nil
        case .differs(let differences):
            return "\(failed) \(result.test)\n" + indented(text(differences))
        case .goldenMissing:
            return "\(failed) \(result.test)\n"
                + indented("there is no golden.json; scrape test --update \(result.test) writes it")
        case .broken(let diagnostics): return broken(result.test, diagnostics)
        }
    }

    /// A case that could not be run, or its golden file not be written.
    func broken(_ test: Case, _ diagnostics: Diagnostics) -> String {
        "\(failed) \(test)\n" + indented(diagnostics.all.map(style.text).joined(separator: "\n"))
    }

    /// How many cases passed and failed.
    func summary(_ report: TestReport) -> String {
        let failures = report.results.count - report.passed
        return style(.passed, "\(report.passed) passed") + ", "
            + (failures == 0 ? "0 failed" : style(.failed, "\(failures) failed"))
    }

    /// Differences one below the other, the first of very many.
    func text(_ differences: [Difference]) -> String {
        let width = self.width
        var lines = differences.prefix(TestText.limit).map { style.text($0, width: width) }
        if differences.count > TestText.limit {
            lines.append("and \(differences.count - TestText.limit) more; --format json tells all")
        }
        return lines.joined(separator: "\n")
    }

    func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
            separator: "\n"
        )
    }

    private var failed: String { style(.failed, "FAILED") }

    /// How many columns a value has behind its label; a file may be wider than any terminal.
    private var width: Int {
        let label = 15
        return Terminal.output.isTerminal ? max(40, Terminal.output.width - label) : 240
    }
}
