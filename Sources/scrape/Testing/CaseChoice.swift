import Records
import Regression

/// Which cases of a corpus are run.
struct CaseChoice {
    private let corpus: String
    private let names: [String]
    private let filters: [CasePattern]
    /// The patterns as the user wrote them.
    private let filterTexts: [String]

    /// The cases that `scrape test` is asked for.
    init(options: TestOptions) {
        corpus = options.corpus
        names = options.names
        filters = options.filters
        filterTexts = options.filterTexts
    }

    /// The cases of a corpus that are named: a site, or `site/case`; all without a name. Of patterns one must fit.
    init(corpus: String, names: [String], filters: [String] = []) {
        self.corpus = corpus
        self.names = names
        self.filters = filters.map { CasePattern($0) }
        filterTexts = filters
    }

    /// The cases that the user names, or that fit the patterns; all without either.
    func cases() throws(Diagnostic) -> [Case] {
        let all = try allCases()
        for name in names where !all.contains(where: { matches($0, name) }) {
            let known = Set(all.map(\.site)).sorted() + all.map(\.description)
            throw Diagnostic(
                .rules,
                "no case \"\(name)\"",
                help: Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            )
        }
        let named = all.filter { test in
            names.isEmpty || names.contains { matches(test, $0) }
        }
        if filters.isEmpty { return named }
        for (filter, text) in zip(filters, filterTexts)
        where !named.contains(where: filter.matches) {
            throw Diagnostic(
                .rules,
                "no case fits \"\(text)\" (--filter)",
                help: "write SITE/CASE with * for any text, such as \(named.first?.site ?? "site")/*"
            )
        }
        return named.filter { test in filters.contains { $0.matches(test) } }
    }

    private func allCases() throws(Diagnostic) -> [Case] {
        let all: [Case]
        do throws(Diagnostics) {
            all = try Corpus(folder: corpus).cases()
        } catch {
            throw error.all.first ?? Diagnostic(.input, "cannot read \(corpus)")
        }
        if all.isEmpty {
            throw Diagnostic(
                .rules,
                "no cases in \(corpus)",
                help: "a case is a folder SITE/CASE; see scrape test --help"
            )
        }
        return all
    }

    private func matches(_ test: Case, _ name: String) -> Bool {
        test.site == name || test.description == name
    }
}
