import Records
import Regression

/// Which cases of a corpus are run.
struct CaseChoice {
    let options: TestOptions

    /// The cases that the user names, or that fit the patterns; all without either.
    func cases() throws(Diagnostic) -> [Case] {
        let all = try allCases()
        for name in options.names where !all.contains(where: { matches($0, name) }) {
            let known = Set(all.map(\.site)).sorted() + all.map(\.description)
            throw Diagnostic(
                .rules,
                "no case \"\(name)\"",
                help: Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            )
        }
        let named = all.filter { test in
            options.names.isEmpty || options.names.contains { matches(test, $0) }
        }
        if options.filters.isEmpty { return named }
        for (filter, text) in zip(options.filters, options.filterTexts)
        where !named.contains(where: filter.matches) {
            throw Diagnostic(
                .rules,
                "no case fits \"\(text)\" (--filter)",
                help: "write SITE/CASE with * for any text, such as \(named.first?.site ?? "site")/*"
            )
        }
        return named.filter { test in options.filters.contains { $0.matches(test) } }
    }

    private func allCases() throws(Diagnostic) -> [Case] {
        let all: [Case]
        do throws(Diagnostics) {
            all = try Corpus(folder: options.corpus).cases()
        } catch {
            throw error.all.first ?? Diagnostic(.input, "cannot read \(options.corpus)")
        }
        if all.isEmpty {
            throw Diagnostic(
                .rules,
                "no cases in \(options.corpus)",
                help: "a case is a folder SITE/CASE; see scrape test --help"
            )
        }
        return all
    }

    private func matches(_ test: Case, _ name: String) -> Bool {
        test.site == name || test.description == name
    }
}
