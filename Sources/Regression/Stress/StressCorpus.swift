public import Records
import Scraping

extension Stress {
    /// Tries the rules of cases with their pages: a report for each rules file, in the order of the cases.
    ///
    /// - Throws: what keeps a case from being run.
    public func reports(_ cases: [Case], _ store: RulesStore) throws(Diagnostics) -> [StressReport] {
        var files: [String] = []
        var sites: [String: (rules: Rules, pages: [Page])] = [:]
        for test in cases {
            let facts = try test.facts()
            let rules = try store.rules(named: facts.rules ?? test.site)
            let page = try test.page(facts)
            let file = rules.file.name
            if sites[file] == nil { files.append(file) }
            sites[file, default: (rules, [])].pages.append(page)
        }
        return files.compactMap { sites[$0] }.map { report($0.rules, pages: $0.pages) }
    }
}
