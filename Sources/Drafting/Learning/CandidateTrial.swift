import Records
import Regression
import Scraping

/// Tries candidates on pages with the engine itself: all of them are fields of one record of one rules file.
struct CandidateTrial {
    /// The fields' candidates, by field.
    let fields: [(name: String, candidates: [Candidate])]

    /// The rules file with all candidates.
    ///
    /// - Parameter isList: whether each takes all matches, so that it shows whether there are more.
    private func rules(isList: Bool) -> Rules? {
        var members: [String] = []
        for (field, entry) in fields.enumerated() {
            for (index, candidate) in entry.candidates.enumerated() {
                members.append("\"f\(field)c\(index)\": \(candidate.definition(isList: isList))")
            }
        }
        let text = """
            { "prepare": [{ "linked-data": "html" }],
              "records": { "Page": { "fields": { \(members.joined(separator: ",\n")) } } } }
            """
        return try? Rules(SourceText(name: "candidates", bytes: Array(text.utf8)), registry: Registry())
    }

    /// What each candidate gives on each page: `values[page][field][candidate]`, all matches in their order.
    func values(on pages: [Page]) -> [[[[Value]]]]? {
        guard let rules = rules(isList: true) else { return nil }
        return pages.map { page in
            let record = rules.scrape(page).records.first
            return fields.enumerated().map { field, entry in
                entry.candidates.indices.map { index in
                    switch record?["f\(field)c\(index)"] {
                    case .list(let values)?: values
                    case nil, .null?: []
                    case let value?: [value]
                    }
                }
            }
        }
    }

    /// The share of mutations of the pages that each candidate survives: `shares[field][candidate]`.
    func survival(on pages: [Page], mutations: Int) -> [[Double]] {
        guard let rules = rules(isList: false) ?? rules(isList: true) else {
            return fields.map { $0.candidates.map { _ in 0 } }
        }
        let report = MutationTest(seed: 1, mutations: mutations).report(rules, pages: pages)
        var shares: [String: Double] = [:]
        for field in report.fields { shares[field.name] = field.all.share }
        return fields.enumerated().map { field, entry in
            entry.candidates.indices.map { shares["Page.f\(field)c\($0)"] ?? 0 }
        }
    }
}
