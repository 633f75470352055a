import Drafting
import Foundation
import Regression
import Reporting
import Scraping
import Testing

/// A corpus in another package's test suite, drafts and reports.
@Suite struct ToolTests {
    static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
    static let cases = ((try? Corpus(folder: root.appending(path: "Corpus").path).cases()) ?? [])
        .filter { !$0.isCrawl }
    static let store = RulesStore(
        RulesCatalogue(folders: [root.appending(path: "Rules").path]),
        registry: Registry()
    )

    @Test(arguments: cases.filter { $0.site == "fitbod" }) func savedPages(_ test: Case) {
        let result = CaseResult(of: test, ToolTests.store)
        #expect(result.differences == [], "\(result.differences.map(\.description).joined(separator: "\n"))")
    }

    @Test func reports() throws {
        let cases = Array(ToolTests.cases.filter { $0.site == "fitbod" }.prefix(2))
        #expect(cases.count == 2)
        let run = TestRun(cases, ToolTests.store)
        let report = HTMLReport(title: "Two cases", pages: run.results().map { PageReport($0) })
        #expect(String(decoding: report.html, as: UTF8.self).contains("Two cases"))
    }

    @Test func drafts() throws {
        let rows = (1...8).map { number in
            """
            <article class="plant"><h2 class="plant-name">Plant of kind \(number)</h2>
            <p class="plant-note">It grows \(number * 3) cm in a year, and likes rain.</p>
            <a class="plant-link" href="/plants/\(number)">All about it</a></article>
            """
        }
        let page = Page(
            Data("<!doctype html><title>Plants</title><main>\(rows.joined())</main>".utf8),
            url: "https://plants.example/list"
        )
        let draft = try Draft.rules(for: [page])
        let outcome = try Rules(text: draft.text).scrape(page)
        #expect(outcome.records.count >= 8 && !outcome.hasErrors, "\(draft.text)")
    }
}
