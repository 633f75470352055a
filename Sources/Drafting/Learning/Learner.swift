import Basics
import Engine
import Records
import Selectors

/// Learns rules from pages and the values of their fields.
///
/// ```swift
/// let learned = Learner().learn([LearningExample(page, values: [Value.Member("title", "Oak")])])
/// try File.write(learned.rules, to: "Rules/plants.json")
/// ```
///
/// A value is searched for wherever it may be: in texts, attributes and linked data, alone or within a longer text.
/// Each possible way to find it is a candidate, which is tried on all pages, with the engine that will read it.
/// Candidates that yield the examples and nothing else are kept; of these, the best depend on names that describe the
/// value, and survive most mutations of the pages.
public struct Learner: Sendable {
    /// The number of mutations of each page by which candidates are compared; 0 for none.
    public var mutations: Int
    /// Whether a field that usually has several values, such as the authors of a book, is read as a list even if each
    /// example has a single one.
    public var widensLists = false
    /// The fields that stay single values nevertheless.
    public var singleFields: Set<String> = []
    /// Whether visible text is preferred to linked data and the contents of the page's head.
    var prefersVisible = false
    /// The maximum number of candidates of a field that are compared by mutations.
    private static let finalists = 6
    /// The penalty beyond which a short value is considered to be at a place by chance.
    static let chance = 4.2
    /// The maximum number of candidates of a field that are tried.
    private static let limit = 220

    /// A learner.
    public init(mutations: Int = 24) {
        self.mutations = mutations
    }

    /// Learns a record of a page.
    ///
    /// - Complexity: a parse of each page, and a reading for each mutation.
    public func learn(_ examples: [LearningExample], record: String = "Page") -> LearnedRules {
        let names = Learner.names(of: examples)
        if examples.contains(where: { $0.records.count > 1 }) {
            return RecordSearch(learner: self, examples: examples, names: names).learn(record)
        }
        var fields = self.fields(names, examples, .linkedData)
        // What the page does not show may be in its scripts.
        let missing = fields.indices.filter { index in
            fields[index].status == .notFound && fields[index].conflicts.isEmpty
                && examples.contains { InlineText.mayHave($0.value(of: names[index]), $0.page) }
        }
        if !missing.isEmpty {
            let found = self.fields(missing.map { names[$0] }, examples, .inlineData)
            for (index, field) in zip(missing, found) where field.status == .found { fields[index] = field }
        }
        for index in fields.indices where fields[index].status == .notFound {
            if let field = alternatives(for: names[index], examples) { fields[index] = field }
        }
        return LearnedRules(record: record, fields: fields)
    }

    /// The names of the examples' fields, in order.
    static func names(of examples: [LearningExample]) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for member in examples.flatMap(\.records).joined() where known.insert(member.name).inserted {
            names.append(member.name)
        }
        return names
    }

    /// The candidates of fields that yield all examples and nothing else, best first: a few for each.
    func fields(_ names: [String], _ examples: [LearningExample], _ header: LearningHeader) -> [LearnedField]
    {
        let texts = Learner.texts(of: examples, header)
        var searches = names.map { name in
            (name: name, candidates: candidates(of: name, examples, texts))
        }
        searches = CandidateTrial(fields: searches, header: header).loadable().fields
        let pages = examples.map(\.page)
        guard let values = CandidateTrial(fields: searches, header: header).values(on: pages, all: true)
        else {
            return names.map { LearnedField(name: $0, status: .notFound) }
        }
        var scores: [[(candidate: Candidate, doubt: Double)]] = []
        var conflicts: [[LearnedField.Conflict]] = []
        var wide: Set<Int> = []
        var lists: Set<Int> = []
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
            if let all = widened(fitting, search.name, examples) {
                fitting = all
                wide.insert(field)
            }
            if wide.contains(field) || Learner.isList(search.name, examples) { lists.insert(field) }
            conflicts.append(
                fitting.isEmpty
                    ? Learner.conflicts(search.name, search.candidates, values.map { $0[field] }, examples)
                    : []
            )
            scores.append(fitting)
        }
        // A single value is that of the first match, even if only a later one has what the transforms take.
        for field in searches.indices {
            scores[field] = Array(scores[field].prefix(3 * Learner.finalists))
            searches[field].candidates = scores[field].map(\.candidate)
        }
        let read = CandidateTrial(fields: searches, header: header, lists: lists).values(
            on: pages,
            all: false
        )
        for field in searches.indices {
            let holding = scores[field].indices.filter { index in
                read.map {
                    Learner.doubt(of: $0.map { $0[field][index] }, examples, searches[field].name) != nil
                }
                    ?? true
            }
            scores[field] = holding.prefix(Learner.finalists).map { scores[field][$0] }
            searches[field].candidates = scores[field].map(\.candidate)
        }
        let trial = CandidateTrial(fields: searches, header: header)
        let survival = mutations > 0 ? trial.survival(on: pages, mutations: mutations) : []
        return searches.enumerated().map { place, search in
            let finalists = search.candidates.indices.map { index in
                let share = mutations > 0 ? survival[place][index] : 1
                return LearnedField.Finalist(
                    candidate: search.candidates[index],
                    survival: share,
                    doubt: scores[place][index].doubt + 4 * (1 - share)
                )
            }
            var field = self.field(search.name, finalists, examples, texts)
            if wide.contains(place) { (field.isList, field.isWidened) = (true, true) }
            if field.status == .notFound { field.conflicts = conflicts[place] }
            return field
        }
    }

    /// The amount by which the penalty of a candidate for several values may exceed that of the best one.
    private static let wideMargin = 2.0

    /// Whether an example of a field has a list.
    static func isList(_ name: String, _ examples: [LearningExample]) -> Bool {
        examples.contains { if case .list? = $0.value(of: name) { true } else { false } }
    }

    /// The candidates that find all values of a field that usually has several; `nil` if the field stays a single value.
    private func widened(
        _ fitting: [(candidate: Candidate, doubt: Double)],
        _ name: String,
        _ examples: [LearningExample]
    ) -> [(candidate: Candidate, doubt: Double)]? {
        guard widensLists, !singleFields.contains(name), Lexicon.isUsuallySeveral(name),
            let best = fitting.first
        else { return nil }
        let areSingle = examples.allSatisfy { example in
            switch example.value(of: name) {
            case .text, .nothing, nil: true
            case .number, .list, .unsupported: false
            }
        }
        // A candidate that finds more than the example already has a penalty for it.
        let lists = fitting.filter {
            $0.candidate.findsAll && $0.doubt <= $0.candidate.doubt + 0.01
                && $0.doubt <= best.doubt + Learner.wideMargin
        }
        return areSingle && !lists.isEmpty ? lists : nil
    }

    /// The pages that contradict most of the others: the candidate that yields most examples yields a different value
    /// on them.
    private static func conflicts(
        _ name: String,
        _ candidates: [Candidate],
        _ values: [[[Value]]],
        _ examples: [LearningExample]
    ) -> [LearnedField.Conflict] {
        let known = examples.indices.filter { examples[$0].value(of: name) != nil }
        guard known.count > 1 else { return [] }
        var best: (fits: Int, doubt: Double, conflicts: [LearnedField.Conflict])?
        for (index, candidate) in candidates.enumerated() {
            let wrong = known.filter {
                examples[$0].value(of: name)?.difference(from: values[$0][index]) == nil
            }
            let fits = known.count - wrong.count
            guard fits * 2 >= known.count, wrong.contains(where: { !values[$0][index].isEmpty }) else {
                continue
            }
            if let best, (best.fits, -best.doubt) >= (fits, -candidate.doubt) { continue }
            let conflicts = wrong.map { page in
                LearnedField.Conflict(
                    page: examples[page].page.name,
                    expected: examples[page].values.last { $0.name == name }?.value ?? .null,
                    found: values[page][index].first ?? .null,
                    selector: candidate.place
                )
            }
            best = (fits, candidate.doubt, conflicts)
        }
        return best?.conflicts ?? []
    }

    /// The length in bytes of the longest text that examples have.
    static func longestText(of examples: [LearningExample]) -> Int {
        var longest = 0
        for example in examples {
            for member in example.records.joined() {
                switch ExampleValue(member.value) {
                case .text(let text): longest = max(longest, text.utf8.count)
                case .list(let texts): longest = max(longest, texts.reduce(0) { $0 + $1.utf8.count + 3 })
                case .nothing, .number, .unsupported: break
                }
            }
        }
        return longest
    }

    /// The pages' texts, up to the length that the examples need.
    static func texts(of examples: [LearningExample], _ header: LearningHeader = .linkedData) -> [PageText?] {
        let longest = longestText(of: examples)
        let source = "{ \(header.text) \"records\": { \"Page\": { \"fields\": { \"x\": \"title\" } } } }"
        guard
            let rules = try? Rules(SourceText(name: "page", bytes: Array(source.utf8)), registry: Registry())
        else {
            return examples.map { _ in nil }
        }
        return examples.map { example in
            rules.prepare(example.page).document.map { document in
                PageText(
                    example.page,
                    document,
                    limit: longest,
                    values: example.records.joined().compactMap(\.value.string).filter { $0.utf8.count <= 80 }
                )
            }
        }
    }

    func candidates(
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

    /// The penalty for the matches of a candidate on the pages; `nil` if it yields values that differ from the
    /// examples.
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
            // If there are several matches, which one comes first is chance, unless all have the same value.
            if values.count > 1 { doubt = max(doubt, values.allSatisfy { $0 == values[0] } ? 0.4 : 2) }
        }
        return hasExample ? doubt : nil
    }

    /// Whether all examples of a field are one value that pages contain by chance: a number, or a few letters.
    private static func isCommon(_ given: [ExampleValue]) -> Bool {
        guard Set(given).count == 1, let value = given.first else { return false }
        switch value {
        case .number(let text): return text.utf8.count < 4
        case .text(let text): return text.utf8.count < 3
        case .list, .nothing, .unsupported: return false
        }
    }

    private func field(
        _ name: String,
        _ finalists: [LearnedField.Finalist],
        _ examples: [LearningExample],
        _ texts: [PageText?]
    ) -> LearnedField {
        let wanted = examples.compactMap { $0.value(of: name) }
        let given = wanted.filter { $0 != .nothing }
        var field = LearnedField(name: name, status: .notFound)
        field.isList = Learner.isList(name, examples)
        field.examples = given.count
        var ranked = finalists.sorted {
            ($0.doubt, $0.candidate.length) < ($1.doubt, $1.candidate.length)
        }
        // Every page has some number somewhere: without a descriptive name, its place is chance.
        if Learner.isCommon(given), let best = ranked.first, best.doubt > Learner.chance { ranked = [] }
        if ranked.isEmpty {
            if given.isEmpty { field.status = .noExample }
            field.isUnsupported = given.contains(.unsupported)
            field.near = zip(examples, texts).compactMap { example, text in
                guard let value = example.value(of: name), let text else { return nil }
                return NearText.nearest(to: value, in: text).map {
                    LearnedField.Near(page: example.page.name, text: $0)
                }
            }
        }
        return field.choosing(ranked)
    }
}
