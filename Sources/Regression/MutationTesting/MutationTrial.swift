import DOM
import Engine
import Mutation
import Records
import Selectors

/// Tests rules with the mutations of one page.
struct MutationTrial {
    let page: Page
    let rules: Rules
    let fields: [FieldSelectors]
    let mutations: Int
    let seed: UInt64

    /// The maximum number of places at which a selector's variants are evaluated.
    private static let questionLimit = 40

    /// The result of a page's mutations.
    struct Result: Sendable {
        var mutations = 0
        var fields: [FieldSnapshot.Key: FieldTally] = [:]
        /// The common traits of the elements that each selector matches.
        var traits: [SelectorList: ElementTraits] = [:]
    }

    private func plan(_ original: MutantReading) -> [PageMutation] {
        // The tree of the first reading is prepared. Mutations apply to the page itself.
        guard let document = rules.parse(page).document else { return [] }
        return MutationPlan(document, used: original.usedElements, kept: original.valueElements)
            .mutations(mutations, seed: seed)
    }

    private static func key(_ field: FieldSelectors) -> FieldSnapshot.Key {
        FieldSnapshot.Key(record: field.record, path: field.path)
    }

    /// Applies each mutation and counts the fields that survive.
    func run() -> Result {
        let original = MutantReading(page, rules, fields)
        let present = fields.filter { original.values.has(MutationTrial.key($0)) }
        var result = Result()
        if present.isEmpty { return result }
        for field in present { result.fields[MutationTrial.key(field)] = FieldTally() }
        let consulted = Dictionary(
            present.map { (MutationTrial.key($0), selectors(of: $0, original)) }
        ) { first, _ in first }
        for mutation in plan(original) {
            let reading = MutantReading(page, rules, fields, mutation)
            result.mutations += 1
            for field in present {
                let key = MutationTrial.key(field)
                let isSame = original.values.isSame(reading.values, key)
                let failed = isSame ? nil : consulted[key]?.first { reading.isDifferent($0, original) }
                // All selectors match the same elements: the mutation changed the content.
                if !isSame, failed == nil { continue }
                result.fields[key]?.count(isSame, mutation, failed, page)
            }
        }
        for list in Set(rules.selectors.map(\.list)) { result.traits[list] = original.traits(list) }
        return result
    }

    /// The selectors that a field depends on, in order of evaluation: those of preparations, of its record, of the
    /// objects that contain it, its own, and those of the fields that it is computed from.
    private func selectors(of field: FieldSelectors, _ reading: MutantReading) -> [SelectorList] {
        var lists = reading.preparationSelectors
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

    // MARK: - RobustSelector selectors

    /// The result of the variants of selectors on a page.
    struct VariantTrial: Sendable {
        /// How often each variant, and the selector itself, matched the expected elements.
        var tallies: [SelectorList: [SelectorList: SurvivalTally]] = [:]
        /// The variants that match other elements on the original page.
        var unfit: [SelectorList: Set<SelectorList>] = [:]
    }

    /// Evaluates variants of selectors with the same mutations.
    func tryVariants(_ variants: [SelectorList: [SelectorList]]) -> VariantTrial {
        let original = MutantReading(page, rules, fields)
        let expected = original.matchesByQuestion()
        var trial = VariantTrial()
        var left = variants
        for (list, candidates) in variants {
            left[list] = candidates.filter {
                original.isSame($0, as: list) && holds($0, for: list, original, expected) != false
            }
            trial.unfit[list] = Set(candidates).subtracting(left[list] ?? [])
            // A selector without matches cannot lose any.
            if original.matches[list]?.isEmpty != false { left[list] = nil }
        }
        for mutation in plan(original) {
            let reading = MutantReading(page, rules, fields, mutation)
            for (list, candidates) in left {
                guard let isHeld = holds(list, for: list, reading, expected) else { continue }
                trial.tallies[list, default: [:]][list, default: SurvivalTally()].count(isHeld)
                for candidate in candidates {
                    let isHeld = holds(candidate, for: list, reading, expected) ?? false
                    trial.tallies[list, default: [:]][candidate, default: SurvivalTally()].count(isHeld)
                }
            }
        }
        return trial
    }

    /// Whether a variant matches, wherever the selector was evaluated, the elements that the selector matches on the
    /// original page. Returns `nil` if the selector was not evaluated.
    private func holds(
        _ candidate: SelectorList,
        for list: SelectorList,
        _ reading: MutantReading,
        _ expected: [MutantReading.Question: [Int]]
    ) -> Bool? {
        var isEvaluated = false
        for question in reading.questions(list, limit: MutationTrial.questionLimit) {
            guard let isHeld = reading.holds(candidate, question, expected) else { continue }
            isEvaluated = true
            if !isHeld { return false }
        }
        return isEvaluated ? true : nil
    }
}

extension FieldTally {
    fileprivate mutating func count(
        _ isSurvived: Bool,
        _ mutation: PageMutation,
        _ selector: SelectorList?,
        _ page: Page
    ) {
        all.count(isSurvived)
        kinds[mutation.kind, default: SurvivalTally()].count(isSurvived)
        if isSurvived { return }
        guard let selector else { return }
        failed[selector, default: 0] += 1
        if examples[selector] == nil {
            examples[selector] = MutationExample(page: page.name, mutation: mutation)
        }
    }
}
