import Chart
import Markdown
import OneRepMax
import Records
import Regression
import Scraping
import Testing

/// The repository's own corpus: every case is a test of its own, found by itself.
@Suite struct CorpusTests {
    static let catalogue = RulesCatalogue(folders: [Checkout.path("Rules")])
    static let cases = (try? Corpus(folder: Checkout.path("Corpus")).cases()) ?? []

    @Test func thereAreCases() { #expect(!CorpusTests.cases.isEmpty) }

    @Test(arguments: cases) func pageYieldsItsGoldenRecords(_ test: Case) throws {
        switch test.verdict(CorpusTests.catalogue, registry: try Registry([.chart, .markdown, .oneRepMax])) {
        case .passed: break
        case .differs(let differences):
            Issue.record("\(differences.map(\.description).joined(separator: "\n"))")
        case .goldenMissing: Issue.record("there is no golden.json")
        case .broken(let diagnostics): Issue.record("\(diagnostics)")
        }
    }
}
