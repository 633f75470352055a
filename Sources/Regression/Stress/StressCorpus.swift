public import Records
import Scraping

extension Stress {
    /// Tries the rules of cases with their pages: a report for each rules file, in the order of the cases.
    ///
    /// - Parameter progress: is told how many cases are done, in the caller's thread.
    /// - Throws: what keeps a case from being run.
    public func reports(
        _ cases: [Case],
        _ store: RulesStore,
        progress: (Int) -> Void = { _ in }
    ) throws(Diagnostics) -> [StressReport] {
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
        var done = 0
        return files.compactMap { sites[$0] }.map { site in
            let report = report(site.rules, pages: site.pages) { progress(done + $0) }
            done += site.pages.count
            return report
        }
    }
}
