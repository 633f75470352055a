import Basics
import Testing

@testable import scrape_benchmark

/// The benchmarks of learning and repairing.
@Suite struct RepairBenchmarkTests {
    @Test(
        arguments: [
            (["renamings", "--every"], "--every needs a value"),
            (["renamings", "--every", "two"], "--every needs a non-negative number, not \"two\""),
            (["renamings", "--loud"], "unknown option --loud of renamings"),
            (["survival", "--loud"], "unknown option --loud of survival"),
            (["survival", "rules.json"], "survival takes RULES and pages"),
        ]
    )
    func mistakesAreNamed(_ arguments: [String], _ message: String) {
        do {
            switch arguments[0] {
            case "renamings": _ = try RenamingsCommand(arguments.dropFirst())
            default: _ = try SurvivalCommand(arguments.dropFirst())
            }
            Issue.record("no error")
        } catch {
            #expect(error.text == message)
        }
    }
}
