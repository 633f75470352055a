import DOM
import Records
import Scraping
import Selectors

/// Tries one page with mutations.
struct StressCase {
    let page: Page
    let rules: Rules
    let fields: [FieldSelectors]
    let mutations: Int
    let seed: UInt64

    /// At how many places of a page a selector's variants are tried.
    private static let questionLimit = 40

    /// What came of a page's mutations.
    struct Result: Sendable {
        var mutations = 0
        var fields: [StressValues.Key: StressFieldTally] = [:]
        /// What the elements of each selector have in common.
        var traits: [SelectorList: ElementTraits] = [:]
    }

    private func plan(_ original: StressReading) -> [StressMutation] {
        // The tree of the first reading has been prepared; mutations are of the page itself.
        guard let document = rules.tree(of: page) else { return [] }
        return StressPlan(document, lookedAt: original.lookedAt, kept: original.kept)
            .mutations(mutations, seed: seed)
    }

    private static func key(_ field: FieldSelectors) -> StressValues.Key {
        StressValues.Key(record: field.record, path: field.path)
    }

    /// Tries every mutation and counts what each field survives.
    func run() -> Result {
        let original = StressReading(page, rules, fields)
        let present = fields.filter { original.values.has(StressCase.key($0)) }
        var result = Result()
        if present.isEmpty { return result }
        for field in present { result.fields[StressCase.key(field)] = StressFieldTally() }
        let consulted = Dictionary(
            present.map { (StressCase.key($0), selectors(of: $0, original)) }
        ) { first, _ in first }
        for mutation in plan(original) {
            let reading = StressReading(page, rules, fields, mutation)
            result.mutations += 1
            for field in present {
                let key = StressCase.key(field)
                let isSame = original.values.isSame(reading.values, key)
                let blamed = isSame ? nil : consulted[key]?.first { reading.isDifferent($0, original) }
                // Where every selector still matches the same elements, it is what they say that has changed.
                if !isSame, blamed == nil { continue }
                result.fields[key]?.count(isSame, mutation, blamed, page)
            }
        }
        for list in Set(rules.selectors.map(\.list)) { result.traits[list] = original.traits(list) }
        return result
    }

    /// The selectors that were asked for a field, in the order of asking: those of preparations, of its record, of
    /// the objects that it stands in, its own, and those of the fields that it is made of.
    private func selectors(of field: FieldSelectors, _ reading: StressReading) -> [SelectorList] {
        var lists = reading.preparing
        func others(_ path: String?) -> [FieldSelectors] {
            fields.filter { $0.record == field.record && $0.path == path }
        }
        lists += others(nil).flatMap(\.uses).map(\.list)
        var known: Set<String> = []
        let names = (field.path ?? "").split(separator: ".")
        var open = names.indices.map { names[...$0].joined(separator: ".") }
        while let path = open.first {
            open.removeFirst()
            guard known.insert(path).inserted else { continue }
            for other in others(path) {
                lists += other.uses.map(\.list)
                open += other.sources
            }
        }
        return lists.filter { reading.matches[$0] != nil }
    }

    // MARK: - Sturdier selectors

    /// What came of selectors' variants on a page.
    struct Trial: Sendable {
        /// How often each variant, and the selector itself, matched what it should.
        var tallies: [SelectorList: [SelectorList: StressTally]] = [:]
        /// Those that match something else on the page as it is.
        var unfit: [SelectorList: Set<SelectorList>] = [:]
    }

    /// Tries variants of selectors with the same mutations.
    func tryVariants(_ variants: [SelectorList: [SelectorList]]) -> Trial {
        let original = StressReading(page, rules, fields)
        let answers = original.answers()
        var trial = Trial()
        var left = variants
        for (list, candidates) in variants {
            left[list] = candidates.filter { holds($0, for: list, original, answers) != false }
            trial.unfit[list] = Set(candidates).subtracting(left[list] ?? [])
            // Where it matches nothing it has nothing to lose.
            if original.matches[list]?.isEmpty != false { left[list] = nil }
        }
        for mutation in plan(original) {
            let reading = StressReading(page, rules, fields, mutation)
            for (list, candidates) in left {
                guard let isHeld = holds(list, for: list, reading, answers) else { continue }
                trial.tallies[list, default: [:]][list, default: StressTally()].count(isHeld)
                for candidate in candidates {
                    let isHeld = holds(candidate, for: list, reading, answers) ?? false
                    trial.tallies[list, default: [:]][candidate, default: StressTally()].count(isHeld)
                }
            }
        }
        return trial
    }

    /// Whether a variant matches, wherever the selector was asked, what that matches on the page as it is; `nil`
    /// where it was not asked at all.
    private func holds(
        _ candidate: SelectorList,
        for list: SelectorList,
        _ reading: StressReading,
        _ answers: [StressReading.Question: [Int]]
    ) -> Bool? {
        var isAsked = false
        for question in reading.questions(list, limit: StressCase.questionLimit) {
            guard let isHeld = reading.holds(candidate, question, answers) else { continue }
            isAsked = true
            if !isHeld { return false }
        }
        return isAsked ? true : nil
    }
}

extension StressFieldTally {
    fileprivate mutating func count(
        _ isSurvived: Bool,
        _ mutation: StressMutation,
        _ selector: SelectorList?,
        _ page: Page
    ) {
        all.count(isSurvived)
        kinds[mutation.kind, default: StressTally()].count(isSurvived)
        if isSurvived { return }
        guard let selector else { return }
        blamed[selector, default: 0] += 1
        if examples[selector] == nil {
            examples[selector] = StressExample(page: page.name, mutation: mutation)
        }
    }
}
