import Basics
import Cases
import Platform
import Records
import Regression

/// The selection of the cases of a corpus to run.
struct CaseChoice {
    /// The folder of cases; `nil` for the default one.
    let corpus: String?
    /// The cases by their names: a site, or `site/case`. Without names, all cases are run.
    let names: [String]
    /// Patterns, one of which a case must match. Without patterns, all cases match.
    var filters: [String] = []

    /// The cases, in the order of the corpus.
    ///
    /// - Throws: an error for names and patterns without a case, and for a corpus that cannot be read or is empty.
    func cases() throws(Diagnostic) -> [Case] {
        let all = try allCases()
        for name in names where !all.contains(where: { matches($0, name) }) {
            let known = Set(all.map(\.site)).sorted() + all.map(\.description)
            throw Diagnostic(
                .rules,
                "no case \"\(name)\"",
                help: Suggestion.nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
            )
        }
        let named = all.filter { test in
            names.isEmpty || names.contains { matches(test, $0) }
        }
        if filters.isEmpty { return named }
        let patterns = filters.map { CasePattern($0) }
        for (pattern, text) in zip(patterns, filters) where !named.contains(where: pattern.matches) {
            throw Diagnostic(
                .rules,
                "no case matches \"\(text)\" (--filter)",
                help: "write SITE/CASE with * for any text, such as \(named.first?.site ?? "site")/*"
            )
        }
        return named.filter { test in patterns.contains { $0.matches(test) } }
    }

    private func allCases() throws(Diagnostic) -> [Case] {
        let corpus = corpus ?? "Corpus"
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

    /// Reports crawls that a command does not work with, in one line, with the reason.
    static func reportLeftOut(_ count: Int, _ reason: String) {
        if count == 0 { return }
        Console.log(.note, "\(count) \(count == 1 ? "crawl is" : "crawls are") left out: \(reason)")
    }
}

/// A server on which builds run unattended.
enum BuildServer {
    /// Refuses to write to a corpus if `CI` is set, since nobody would see the changes.
    static func refuse(_ what: String, help: String) throws(Diagnostic) {
        guard let ci = getenv("CI"), String(cString: ci) != "" else { return }
        throw Diagnostic(.rules, "\(what) is refused where CI is set", help: help)
    }
}
