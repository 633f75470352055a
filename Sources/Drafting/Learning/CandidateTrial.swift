import Engine
import Records
import Regression

/// Tries candidates on pages with the engine itself: all of them are fields of one record of one rules file.
struct CandidateTrial {
    /// The fields' candidates, by field.
    let fields: [(name: String, candidates: [Candidate])]
    /// The part of the rules file before its records.
    var header = LearningHeader.linkedData
    /// The numbers of the fields that are lists.
    var lists: Set<Int> = []

    /// The rules file with all candidates.
    ///
    /// - Parameter isList: whether each takes all matches, to determine whether there are more, instead of those of
    ///   lists alone.
    private func rules(isList: Bool) -> Rules? {
        var members: [String] = []
        for (field, entry) in fields.enumerated() {
            for (index, candidate) in entry.candidates.enumerated() {
                members.append(
                    "\"f\(field)c\(index)\": \(candidate.definition(isList: isList || lists.contains(field)))"
                )
            }
        }
        let text = """
            { \(header.text)
              "records": { "Page": { "fields": { \(members.joined(separator: ",\n")) } } } }
            """
        return try? Rules(SourceText(name: "candidates", bytes: Array(text.utf8)), registry: Registry())
    }

    /// The trial without candidates that are not valid fields; the same trial if none is valid.
    func loadable() -> CandidateTrial {
        if fields.allSatisfy(\.candidates.isEmpty) || rules(isList: true) != nil { return self }
        let valid = fields.map { name, candidates in
            let all = CandidateTrial(fields: [(name, candidates)], header: header)
            if all.rules(isList: true) != nil { return (name: name, candidates: candidates) }
            let kept = candidates.filter {
                CandidateTrial(fields: [(name, [$0])], header: header).rules(isList: true) != nil
            }
            return (name: name, candidates: kept)
        }
        return CandidateTrial(fields: valid, header: header)
    }

    /// The values that each candidate yields on each page: `values[page][field][candidate]`, in their order.
    ///
    /// - Parameter all: whether they are those of all matches; otherwise they are what the rules read, for a single value
    ///   that of the first match.
    func values(on pages: [Page], all: Bool) -> [[[[Value]]]]? {
        if fields.allSatisfy(\.candidates.isEmpty) { return pages.map { _ in fields.map { _ in [] } } }
        guard let rules = rules(isList: all) else { return nil }
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

    /// The total number of bytes of all mutated pages.
    private static let mutatedBytes = 5 << 20

    /// The share of mutations of the pages that each candidate survives: `shares[field][candidate]`.
    func survival(on pages: [Page], mutations: Int) -> [[Double]] {
        guard let rules = rules(isList: false) ?? rules(isList: true) else {
            return fields.map { $0.candidates.map { _ in 0 } }
        }
        // Large pages get fewer mutations: each mutation costs a reading of the page.
        let size = pages.reduce(0) { $0 + $1.bytes.count }
        let number = max(4, min(mutations, CandidateTrial.mutatedBytes / max(1, size)))
        let shares = MutationTest(seed: 1, mutations: number).survival(rules, pages: pages)
        return fields.enumerated().map { field, entry in
            entry.candidates.indices.map { shares["Page.f\(field)c\($0)"] ?? 0 }
        }
    }
}

/// The preparations of a learned rules file, before its records are read.
enum LearningHeader: Sendable {
    /// Nothing: parts of pages.
    case plain
    /// The linked data is merged into the page.
    case linkedData
    /// The data of scripts is merged too.
    case inlineData
    /// The members of a rules file that is repaired, each with a comma after it.
    case own(String)

    /// The preparations as written in a rules file, each an element of the list.
    var preparations: [String] {
        switch self {
        case .plain, .own: []
        case .linkedData: ["{ \"linked-data\": \"html\" }"]
        case .inlineData: ["{ \"linked-data\": \"html\" }", "{ \"inline-data\": \"html\" }"]
        }
    }

    /// The member `prepare`, with the comma after it.
    var text: String {
        if case .own(let members) = self { return members }
        return preparations.isEmpty ? "" : "\"prepare\": [\(preparations.joined(separator: ", "))],"
    }
}
