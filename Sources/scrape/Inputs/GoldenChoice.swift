import Cases
import Crawling
import Engine
import Records

/// The golden files with which missing values of a page are found.
struct GoldenChoice {
    /// The folder of cases; `nil` for the default one.
    let corpus: String?
    let rules: Rules
    let catalogue: RulesCatalogue

    /// The maximum number of cases of other pages that are used.
    private static let limit = 50

    /// The golden file next to the page; or else those of the cases with the same rules, the case with the page's
    /// address first.
    func golden(for page: Page) -> [GoldenRecords] {
        let folder = page.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let path = folder.isEmpty ? "golden.json" : "\(folder)/golden.json"
        if File.kind(of: path) == .file, let golden = try? Golden(contentsOf: path) {
            return [GoldenRecords(name: path, records: golden.records, isOfPage: true)]
        }
        var all: [GoldenRecords] = []
        for (test, facts) in cases {
            func add(_ records: [Value], of url: String?) {
                let isOfPage = page.url != nil && url == page.url
                let known = GoldenRecords(name: "\(test)", records: records, isOfPage: isOfPage)
                if isOfPage { all.insert(known, at: 0) } else { all.append(known) }
            }
            if test.isCrawl {
                for found in pages(of: test, facts) {
                    guard let outcome = found.outcome, !outcome.records.isEmpty else { continue }
                    add(outcome.records.map(\.value), of: found.page.url)
                }
            } else if let golden = try? test.golden() {
                add(golden.records, of: facts.url)
            }
        }
        return Array(all.prefix(GoldenChoice.limit))
    }

    /// The pages of a case; none for a case that cannot be run.
    private func pages(of test: Case, _ facts: Case.Facts) -> [CasePage] {
        let store = RulesStore(catalogue, registry: Registry(), crawls: .ofArchives)
        var pages: [CasePage] = []
        try? test.visitPages(facts, rules, store) { pages.append($0) }
        return pages
    }

    /// The names of the pages of the cases, other than the page itself.
    func names(except page: Page) -> Set<String> {
        var names: Set<String> = []
        for (test, facts) in cases {
            for other in pages(of: test, facts) where !File.isSame(other.page.name, page.name) {
                names.formUnion(other.rules.names(of: other.page))
            }
        }
        return names
    }

    /// The cases with the same rules.
    private var cases: [(test: Case, facts: Case.Facts)] {
        guard let cases = try? Corpus(folder: corpus ?? "Corpus").cases() else { return [] }
        let own = cases.compactMap { test -> (test: Case, facts: Case.Facts)? in
            guard let facts = try? test.facts(), let path = try? catalogue.path(of: facts.rules ?? test.site),
                File.isSame(path, rules.file.name)
            else { return nil }
            return (test, facts)
        }
        return Array(own.prefix(GoldenChoice.limit))
    }
}
