import Cases
import Mutation
import Regression
import Scraping
import TestSupport
import Testing

/// The repository's cases, reduced in a few runs.
@Suite struct ReductionRunTests {
    @Test(arguments: Sample.every(4, of: RepositoryCorpus.cases.filter { $0.site == "recipe" }))
    func reducedCasesPass(_ test: Case) throws {
        let store = RulesStore(RepositoryCorpus.catalogue, registry: Registry())
        let reduced = try test.reducedPage(PageReducer(runs: 40), store)
        let facts = try test.facts()
        let outcome = try store.rules(named: facts.rules ?? test.site).scrape(reduced.page)
        #expect(try Golden(contentsOf: test.goldenPath) == Golden(outcome))
    }
}

/// The repository's corpus and rules.
enum RepositoryCorpus {
    static let catalogue = RulesCatalogue(folders: [path("Rules")])
    static let cases = ((try? Corpus(folder: path("Corpus")).cases()) ?? []).filter { !$0.isCrawl }

    private static func path(_ name: String) -> String {
        let components = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + (components + [Substring(name)]).joined(separator: "/")
    }
}
