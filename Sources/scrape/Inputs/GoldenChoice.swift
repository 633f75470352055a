import Cases
import Records
import Scraping

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
            guard let golden = try? test.golden() else { continue }
            let isOfPage = page.url != nil && facts.url == page.url
            let records = GoldenRecords(name: "\(test)", records: golden.records, isOfPage: isOfPage)
            if isOfPage { all.insert(records, at: 0) } else { all.append(records) }
        }
        return all
    }

    /// The names of the pages of the cases, other than the page itself.
    func names(except page: Page) -> Set<String> {
        var names: Set<String> = []
        for (test, facts) in cases {
            guard let other = try? test.page(facts), !File.isSame(other.name, page.name) else { continue }
            names.formUnion(rules.names(of: other))
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
