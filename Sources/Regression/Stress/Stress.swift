import Records
public import Scraping
import Selectors

/// Tries rules with pages that are changed as sites change theirs.
///
/// The same seed makes the same changes. A field survives one where its values are the same as before; where they are
/// not although every selector on the way to them matches the same elements, the change was one of the content, and
/// does not count.
///
/// ```swift
/// let report = Stress(seed: 1, mutations: 200).report(rules, pages: pages)
/// for field in report.fields { print(field.all.share, field.name, field.selector ?? "") }
/// ```
public struct Stress: Sendable {
    /// What the choice of mutations begins with.
    public var seed: UInt64
    /// How many mutations are tried of each page.
    public var mutations: Int

    /// How many pages are tried at once.
    public var jobs: Int

    /// How many mutations are tried unless told.
    public static let usualMutations = 200

    /// A way to try rules.
    public init(
        seed: UInt64 = 1,
        mutations: Int = Stress.usualMutations,
        jobs: Int = TestRun.processors
    ) {
        self.seed = seed
        self.jobs = jobs
        self.mutations = max(0, mutations)
    }

    /// Tries a rules file with pages that it is for.
    ///
    /// - Complexity: a reading of each page for each mutation, and one more where sturdier selectors are looked for.
    public func report(_ rules: Rules, pages: [Page]) -> StressReport {
        report(rules, pages: pages) { _ in }
    }

    /// The same, and tells how many pages are done.
    func report(_ rules: Rules, pages: [Page], progress: (Int) -> Void) -> StressReport {
        let fields = rules.fieldSelectors
        let cases = pages.map {
            StressCase(page: $0, rules: rules, fields: fields, mutations: mutations, seed: seed)
        }
        let results = concurrently(cases, progress: progress) { $0.run() }
        var tallies: [StressValues.Key: StressFieldTally] = [:]
        for result in results {
            for (key, tally) in result.fields { tallies[key, default: StressFieldTally()] += tally }
        }
        let sturdier = sturdier(rules, cases, results, tallies)
        let reported = fields.compactMap { field in
            tallies[StressValues.Key(record: field.record, path: field.path)].map {
                StressReport.Field(field, $0, rules, sturdier)
            }
        }
        // Sorted in the order of the file where they survive the same share.
        let order = reported.enumerated().sorted {
            ($0.element.all.share, $0.offset) < ($1.element.all.share, $1.offset)
        }
        return StressReport(
            rules: rules.file.name,
            pages: pages.count,
            mutations: results.map(\.mutations).reduce(0, +),
            fields: order.map(\.element)
        )
    }

    /// The best variant of each selector that a field was lost by.
    private func sturdier(
        _ rules: Rules,
        _ cases: [StressCase],
        _ results: [StressCase.Result],
        _ tallies: [StressValues.Key: StressFieldTally]
    ) -> [SelectorList: StressReport.Sturdier] {
        var traits: [SelectorList: ElementTraits] = [:]
        for (list, found) in results.flatMap(\.traits) {
            if traits[list] == nil { traits[list] = found } else { traits[list]?.formIntersection(found) }
        }
        var variants: [SelectorList: [SelectorList]] = [:]
        for list in Set(tallies.values.flatMap(\.blamed.keys)) {
            let found = list.variants(traits[list])
            if !found.isEmpty { variants[list] = found }
        }
        if variants.isEmpty { return [:] }
        let trials = concurrently(cases) { [variants] in $0.tryVariants(variants) }
        return Dictionary(
            variants.compactMap { list, candidates in
                Stress.best(of: candidates, for: list, trials).map { (list, $0) }
            }
        ) { first, _ in first }
    }

    /// The variant that matches the same on all pages and survives the most, of several the shortest; `nil` where none
    /// survives more than the selector itself.
    private static func best(
        of candidates: [SelectorList],
        for list: SelectorList,
        _ trials: [StressCase.Trial]
    ) -> StressReport.Sturdier? {
        func tally(_ candidate: SelectorList) -> StressTally {
            trials.reduce(into: StressTally()) { $0 += $1.tallies[list]?[candidate] ?? StressTally() }
        }
        let own = tally(list)
        let fit = candidates.filter { candidate in
            !trials.contains { $0.unfit[list]?.contains(candidate) == true }
        }
        let ranked = fit.map { (text: $0.description, tally: tally($0)) }.filter {
            $0.tally.survived > own.survived
        }
        let best = ranked.max {
            ($0.tally.survived, $1.text.utf8.count, $1.text) < (
                $1.tally.survived, $0.text.utf8.count, $0.text
            )
        }
        return best.map { StressReport.Sturdier(selector: $0.text, before: own, after: $0.tally) }
    }

    /// The results of independent work, in its order.
    private func concurrently<Work: Sendable, Result: Sendable>(
        _ work: [Work],
        progress: (Int) -> Void = { _ in },
        _ body: @escaping @Sendable (Work) -> Result
    ) -> [Result] {
        var results: [Result] = []
        ParallelWork.run(
            work.count,
            threads: jobs,
            work: { body(work[$0]) },
            finished: progress,
            deliver: { result in
                results.append(result)
                return true
            }
        )
        return results
    }
}

extension StressReport.Field {
    fileprivate init(
        _ field: FieldSelectors,
        _ tally: StressFieldTally,
        _ rules: Rules,
        _ sturdier: [SelectorList: StressReport.Sturdier]
    ) {
        name = field.record + (field.path.map { ".\($0)" } ?? "")
        let blamed = StressReport.Field.blamed(field, tally, rules)
        // A selector may stand in several places: the field's own is meant.
        let use =
            blamed.map { blamed in field.uses.first { $0.list == blamed.list } ?? blamed } ?? field.uses.first
        selector = use?.text ?? field.column
        location = use.map { rules.location(of: $0) } ?? field.location
        example = blamed.flatMap { tally.examples[$0.list] }
        all = tally.all
        kinds = tally.kinds
        self.sturdier = blamed.flatMap { sturdier[$0.list] }
    }

    /// The selector that a field was most often lost by, of several the one that stands first; one of its own unless
    /// others cost it far more, since those have lines of their own.
    private static func blamed(
        _ field: FieldSelectors,
        _ tally: StressFieldTally,
        _ rules: Rules
    ) -> SelectorUse? {
        func worst(_ uses: [SelectorUse]) -> (use: SelectorUse, count: Int)? {
            let counted = uses.compactMap { use in tally.blamed[use.list].map { (use: use, count: $0) } }
            let most = counted.map(\.count).max()
            return counted.first { $0.count == most }
        }
        guard let any = worst(rules.selectors) else { return nil }
        guard let own = worst(field.uses), own.count * 4 >= any.count else { return any.use }
        return own.use
    }
}
