import Records
import Regression

/// Prints results, in the format that the user has chosen.
struct TestOutput {
    private let format: TestFormat
    private let text: TestText
    private var tap = TAPReport()
    private var report = TestReport()

    init(_ format: TestFormat, text: TestText = TestText()) {
        self.format = format
        self.text = text
    }

    /// Begins a run of so many cases.
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
            if let lines = text.failure(result) { Console.print(lines) }
            Console.report(result.warnings)
        case .tap: print(tap.lines(result))
        case .json: break
        }
    }

    /// Ends the run.
    ///
    /// - Parameter failure: the case whose failing ended it early.
    func end(after failure: Case? = nil) {
        switch format {
        case .text: Console.print(text.summary(report))
        case .tap: if let failure { print(TAPReport.bail("\(failure) failed (--fail-fast)")) }
        case .json: Console.print(JSONWriter.pretty(report.value))
        }
    }

    /// All results so far.
    var results: [CaseResult] { report.results }

    private func print(_ text: String) { Console.print(String(text.dropLast())) }
}
