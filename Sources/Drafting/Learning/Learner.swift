import Basics
import Records
import Scraping
import Selectors

/// Learns rules from pages and the values that their fields have.
///
/// ```swift
/// let learned = Learner().learn([LearningExample(page, values: [Value.Member("title", "Oak")])])
/// try File.write(learned.rules, to: "Rules/plants.json")
/// ```
///
/// A value is looked for wherever it stands: in texts, attributes and linked data, alone or within a longer text. What
/// could find it is tried on all pages, with the engine that will read it. Kept is what gives the examples and nothing
/// else; of that, what rests on names that say what the value is and survives most mutations of the pages.
public struct Learner: Sendable {
    /// The number of mutations of each page by which candidates are compared; 0 for none.
    public var mutations: Int
    /// Whether what a reader sees is taken before linked data and what the head of a page says.
    var prefersVisible = false
    /// The number of candidates of a field that are compared by mutations.
    private static let finalists = 6
    /// The number of candidates of a field that are tried.
    private static let limit = 220

    /// A learner.
    public init(mutations: Int = 24) {
        self.mutations = mutations
    }

    /// Learns a record of a page.
    ///
    /// - Complexity: a parse of each page, and a reading for each mutation.
    public func learn(_ examples: [LearningExample], record: String = "Page") -> LearnedRules {
        var names: [String] = []
        for example in examples {
            for member in example.values where !names.contains(member.name) { names.append(member.name) }
        }
        let fields = self.fields(names, examples)
        return LearnedRules(record: record, fields: fields)
    }

    private func fields(_ names: [String], _ examples: [LearningExample]) -> [LearnedField] {
        let texts = Learner.texts(of: examples)
        var searches = names.map { name in
            (name: name, candidates: candidates(of: name, examples, texts))
        }
        guard let values = CandidateTrial(fields: searches).values(on: examples.map(\.page)) else {
            return names.map { LearnedField(name: $0, status: .notFound) }
        }
        // What gives all examples and nothing else.
        var scores: [[(candidate: Candidate, doubt: Double)]] = []
        for (field, search) in searches.enumerated() {
            var fitting: [(candidate: Candidate, doubt: Double)] = []
            for (index, candidate) in search.candidates.enumerated() {
                let found = values.map { $0[field][index] }
                if let extra = Learner.doubt(of: found, examples, search.name) {
                    let hidden = prefersVisible && candidate.isData ? 8.0 : 0
                    fitting.append((candidate, candidate.doubt + extra + hidden))
                }
            }
            fitting.sort { ($0.doubt, $0.candidate.length) < ($1.doubt, $1.candidate.length) }
            scores.append(fitting)
        }
        for field in searches.indices {
            searches[field].candidates = scores[field].prefix(Learner.finalists).map(\.candidate)
        }
        let survival =
            mutations > 0
            ? CandidateTrial(fields: searches).survival(on: examples.map(\.page), mutations: mutations) : []
        return searches.enumerated().map { place, search in
            let finalists = search.candidates.indices.map { index in
                let share = mutations > 0 ? survival[place][index] : 1
                return LearnedField.Finalist(
                    candidate: search.candidates[index], survival: share, doubt: scores[place][index].doubt + 4 * (1 - share)
                )
            }
            return self.field(search.name, finalists, examples, texts)
        }
    }

    /// The pages' texts, as long as the examples need them.
    private static func texts(of examples: [LearningExample]) -> [PageText?] {
        var longest = 0
        for example in examples {
            for member in example.values {
                switch ExampleValue(member.value) {
                case .text(let text): longest = max(longest, text.utf8.count)
                case .list(let texts): longest = max(longest, texts.reduce(0) { $0 + $1.utf8.count + 3 })
                case .nothing, .number, .unsupported: break
                }
            }
        }
        let source = #"{ "prepare": [{ "linked-data": "html" }], "records": { "Page": { "fields": { "x": "title" } } } }"#
        guard let rules = try? Rules(SourceText(name: "page", bytes: Array(source.utf8)), registry: Registry()) else {
            return examples.map { _ in nil }
        }
        return examples.map { example in
            rules.prepare(example.page).document.map { PageText(example.page, $0, limit: longest) }
        }
    }

    private func candidates(
        of name: String,
        _ examples: [LearningExample],
        _ texts: [PageText?]
    ) -> [Candidate] {
        var all: [String: Candidate] = [:]
        var order: [String] = []
        for (example, text) in zip(examples, texts) {
            guard let text, let value = example.value(of: name) else { continue }
            var search = CandidateSearch(text, field: name)
            search.search(for: value)
            for candidate in search.candidates {
                if let known = all[candidate.key] {
                    if candidate.doubt < known.doubt { all[candidate.key] = candidate }
                } else {
                    all[candidate.key] = candidate
                    order.append(candidate.key)
                }
            }
        }
        let sorted = order.compactMap { all[$0] }.sorted { ($0.doubt, $0.length) < ($1.doubt, $1.length) }
        return Array(sorted.prefix(Learner.limit))
    }

    /// What speaks against what a candidate finds on the pages; `nil` where it gives something else than the examples.
    private static func doubt(of found: [[Value]], _ examples: [LearningExample], _ name: String) -> Double? {
        var doubt = 0.0
        var hasExample = false
        for (values, example) in zip(found, examples) {
            guard let wanted = example.value(of: name) else { continue }
            guard let difference = wanted.difference(from: values) else { return nil }
            if difference > 0 { doubt = max(doubt, 20 + difference) }
            if wanted == .nothing { continue }
            hasExample = true
            if case .list = wanted { continue }
            // More matches than one: which comes first is chance, unless all say the same.
            if values.count > 1 { doubt = max(doubt, values.allSatisfy { $0 == values[0] } ? 0.4 : 2) }
        }
        return hasExample ? doubt : nil
    }

    private func field(
        _ name: String,
        _ finalists: [LearnedField.Finalist],
        _ examples: [LearningExample],
        _ texts: [PageText?]
    ) -> LearnedField {
        let wanted = examples.compactMap { $0.value(of: name) }
        let isList = wanted.contains { if case .list = $0 { true } else { false } }
        let given = wanted.filter { $0 != .nothing }
        var field = LearnedField(name: name, status: .notFound)
        field.isList = isList
        field.examples = given.count
        let ranked = finalists.sorted {
            ($0.doubt, $0.candidate.length) < ($1.doubt, $1.candidate.length)
        }
        guard let best = ranked.first else {
            if given.isEmpty { field.status = .noExample }
            field.near = zip(examples, texts).compactMap { example, text in
                guard let value = example.value(of: name), let text else { return nil }
                return NearText.nearest(to: value, in: text).map { LearnedField.Near(page: example.page.name, text: $0) }
            }
            return field
        }
        field.status = .found
        field.chosen = [best]
        field.runnerUp = ranked.dropFirst().first.map { $0.candidate.select ?? "label \($0.candidate.label ?? "")" }
        // A second way that depends on other names.
        let second = ranked.dropFirst().first {
            $0.doubt <= 3 && !$0.candidate.names.isEmpty && $0.candidate.names.isDisjoint(with: best.candidate.names)
        }
        if let second { field.chosen.append(second) }
        return field
    }
}

/// Finds the text of a page that is most like a value.
enum NearText {
    static func nearest(to value: ExampleValue, in page: PageText) -> String? {
        let wanted: String
        switch value {
        case .text(let text): wanted = LearningText.key(text)
        case .number(let text): wanted = text
        case .list(let texts):
            guard let missing = texts.first(where: { page.places(of: LearningText.key($0)).isEmpty }) ?? texts.first else {
                return nil
            }
            wanted = LearningText.key(missing)
        case .nothing, .unsupported: return nil
        }
        let words = Set(wanted.lowercased().split(separator: " "))
        var best: (share: Double, text: String)?
        for entry in page.entries where entry.part == .text && entry.text.utf8.count <= wanted.utf8.count * 3 + 40 {
            let own = Set(entry.text.lowercased().split(separator: " "))
            let share = Double(own.intersection(words).count) / Double(max(1, own.union(words).count))
            if share > (best?.share ?? 0.2) { best = (share, entry.text) }
        }
        return best?.text
    }
}
