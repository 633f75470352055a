public import Cases
import Engine
public import Records
import Selectors

/// Tests the robustness of rules by mutating their pages in the ways in which sites change theirs (mutation testing).
///
/// The same seed yields the same mutations. A field survives a mutation if its values are unchanged. A mutation after
/// which its values differ although all its selectors match the same elements changed the content, and is not counted.
///
/// ```swift
/// let report = MutationTest(seed: 1, mutations: 200).report(rules, pages: pages)
/// for field in report.fields { print(field.all.share, field.name, field.selector ?? "") }
/// ```
public struct MutationTest: Sendable {
    /// The seed of the choice of mutations.
    public var seed: UInt64
    /// The maximum number of mutations of each page.
    public var mutations: Int

    /// The number of pages that are tested in parallel.
    public var jobs: Int

    /// The default number of mutations of each page.
    public static let defaultMutations = 200

    /// Creates a test.
    public init(
        seed: UInt64 = 1,
        mutations: Int = MutationTest.defaultMutations,
        jobs: Int = TestRun.processors
    ) {
        self.seed = seed
        self.jobs = jobs
        self.mutations = max(0, mutations)
    }

    /// Tests a rules file with some of its pages.
    ///
    /// - Complexity: a reading of each page for each mutation, and one more for the variants of selectors that failed.
    public func report(_ rules: Rules, pages: [Page]) -> MutationReport {
        report(rules, pages: pages) { _ in }
    }

    /// The share of mutations that each field survives, by record type and path: the result of ``report(_:pages:)``
    /// without renamings and variants of selectors.
    ///
    /// - Complexity: a reading of each page for each mutation.
    package func survival(_ rules: Rules, pages: [Page]) -> [String: Double] {
        let fields = rules.fieldSelectors
        let trials = pages.map {
            MutationTrial(page: $0, rules: rules, fields: fields, mutations: mutations, seed: seed)
        }
        var tallies: [FieldSnapshot.Key: FieldTally] = [:]
        for result in concurrently(trials, { $0.run() }) {
            for (key, tally) in result.fields { tallies[key, default: FieldTally()] += tally }
        }
        var shares: [String: Double] = [:]
        for (key, tally) in tallies {
            shares[key.record + (key.path.map { ".\($0)" } ?? "")] = tally.all.share
        }
        return shares
    }

    /// Tests a rules file, with the number of finished pages as progress.
    func report(_ rules: Rules, pages: [Page], progress: (Int) -> Void) -> MutationReport {
        let fields = rules.fieldSelectors
        let trials = pages.map {
            MutationTrial(page: $0, rules: rules, fields: fields, mutations: mutations, seed: seed)
        }
        let results = concurrently(trials, progress: progress) { $0.run() }
        var tallies: [FieldSnapshot.Key: FieldTally] = [:]
        for result in results {
            for (key, tally) in result.fields { tallies[key, default: FieldTally()] += tally }
        }
        let robust = robustSelectors(trials, results, tallies)
        let reported = fields.compactMap { field in
            tallies[FieldSnapshot.Key(record: field.record, path: field.path)].map {
                MutationReport.Field(field, $0, rules, robust)
            }
        }
        // Fields with the same share keep the order of the file.
        let order = reported.enumerated().sorted {
            ($0.element.all.share, $0.offset) < ($1.element.all.share, $1.offset)
        }
        let renaming = RenamingTest(rules, pages)
        return MutationReport(
            rules: rules.file.name,
            pages: pages.count,
            mutations: results.map(\.mutations).reduce(0, +),
            fields: order.map(\.element),
            changes: concurrently(renaming.renamings) { renaming.results(of: $0) }.flatMap(\.self)
        )
    }

    /// The most robust variant of each selector that failed.
    private func robustSelectors(
        _ trials: [MutationTrial],
        _ results: [MutationTrial.Result],
        _ tallies: [FieldSnapshot.Key: FieldTally]
    ) -> [SelectorList: MutationReport.RobustSelector] {
        var traits: [SelectorList: ElementTraits] = [:]
        for (list, found) in results.flatMap(\.traits) {
            if traits[list] == nil { traits[list] = found } else { traits[list]?.formIntersection(found) }
        }
        var variants: [SelectorList: [SelectorList]] = [:]
        for list in Set(tallies.values.flatMap(\.failed.keys)) {
            let found = list.variants(traits[list])
            if !found.isEmpty { variants[list] = found }
        }
        if variants.isEmpty { return [:] }
        let variantTrials = concurrently(trials) { [variants] in $0.tryVariants(variants) }
        return Dictionary(
            variants.compactMap { list, candidates in
                MutationTest.best(of: candidates, for: list, variantTrials).map { (list, $0) }
            }
        ) { first, _ in first }
    }

    /// The variant that matches the same elements on all pages and survives the most mutations, or the shortest of
    /// several. Returns `nil` if none survives clearly more than the selector itself.
    private static func best(
        of candidates: [SelectorList],
        for list: SelectorList,
        _ trials: [MutationTrial.VariantTrial]
    ) -> MutationReport.RobustSelector? {
        func tally(_ candidate: SelectorList) -> SurvivalTally {
            trials.reduce(into: SurvivalTally()) { $0 += $1.tallies[list]?[candidate] ?? SurvivalTally() }
        }
        let own = tally(list)
        let fit = candidates.filter { candidate in
            !trials.contains { $0.unfit[list]?.contains(candidate) == true }
        }
        let ranked = fit.map { (text: $0.description, tally: tally($0)) }.filter {
            // A small lead may be chance.
            $0.tally.survived >= own.survived + max(2, own.tried / 50)
        }
        let best = ranked.max {
            ($0.tally.survived, $1.text.utf8.count, $1.text) < (
                $1.tally.survived, $0.text.utf8.count, $0.text
            )
        }
        return best.map { MutationReport.RobustSelector(selector: $0.text, before: own, after: $0.tally) }
    }

    /// Runs independent work in parallel and returns the results in its order.
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

extension MutationReport.Field {
    fileprivate init(
        _ field: FieldSelectors,
        _ tally: FieldTally,
        _ rules: Rules,
        _ moreRobust: [SelectorList: MutationReport.RobustSelector]
    ) {
        name = field.record + (field.path.map { ".\($0)" } ?? "")
        let failed = MutationReport.Field.failed(field, tally, rules)
        // Of several uses of a selector, the field's own is reported.
        let use =
            failed.map { failed in field.uses.first { $0.list == failed.list } ?? failed } ?? field.uses.first
        selector = use?.text ?? field.column
        location = use.map { rules.location(of: $0) } ?? field.location
        example = failed.flatMap { tally.examples[$0.list] }
        all = tally.all
        kinds = tally.kinds
        self.moreRobust = failed.flatMap { moreRobust[$0.list] }
    }

    /// The selector that failed most often for a field, or the first of several. A selector of the field itself is
    /// preferred unless others failed four times as often, because those have their own lines.
    private static func failed(
        _ field: FieldSelectors,
        _ tally: FieldTally,
        _ rules: Rules
    ) -> SelectorUse? {
        func worst(_ uses: [SelectorUse]) -> (use: SelectorUse, count: Int)? {
            let counted = uses.compactMap { use in tally.failed[use.list].map { (use: use, count: $0) } }
            let most = counted.map(\.count).max()
            return counted.first { $0.count == most }
        }
        guard let any = worst(rules.selectors) else { return nil }
        guard let own = worst(field.uses), own.count * 4 >= any.count else { return any.use }
        return own.use
    }
}

/// What identifies rules that read pages in the same way: a rules file, or a kind of pages in it.
private struct Reading: Hashable {
    let file: String
    let sources: [String]
    let records: [String]
    let selectors: [Range<Int>]

    init(_ rules: Rules) {
        file = rules.file.name
        sources = rules.sourceRules.map(\.source.name)
        records = rules.records.map(\.name)
        selectors = rules.selectors.map(\.range)
    }
}

extension MutationTest {
    /// Tests the rules of cases with their pages. Returns a report for each rules file, in the order of the cases.
    ///
    /// - `progress`: receives the number of finished cases, on the caller's thread.
    /// - Throws: if a case cannot be run.
    public func reports(
        _ cases: [Case],
        _ store: RulesStore,
        progress: (Int) -> Void = { _ in }
    ) throws(Diagnostics) -> [MutationReport] {
        try reports(cases, store, leavingOut: { _ in }, progress: progress)
    }

    /// The same, with the number of pages that are left out: those of crawls that have no records, and lead to others.
    package func reports(
        _ cases: [Case],
        _ store: RulesStore,
        leavingOut: (Int) -> Void,
        progress: (Int) -> Void
    ) throws(Diagnostics) -> [MutationReport] {
        var leftOut = 0
        var readings: [Reading] = []
        var sites: [Reading: (rules: Rules, pages: [Page])] = [:]
        // Only a store that repeats crawls has their pages.
        for test in cases where !test.isCrawl || store.crawls != nil {
            let facts = try test.facts()
            let rules = try store.rules(named: facts.rules ?? test.site)
            try test.visitPages(facts, rules, store) { found in
                guard found.hasRecords else {
                    leftOut += test.isCrawl ? 1 : 0
                    return
                }
                // A kind's pages have rules of their own, whether they are saved or of a crawl.
                let own = found.rules.ofKind(at: found.page.url)
                let reading = Reading(own)
                if sites[reading] == nil { readings.append(reading) }
                sites[reading, default: (own, [])].pages.append(found.page)
            }
        }
        leavingOut(leftOut)
        var done = 0
        return readings.compactMap { sites[$0] }.map { site in
            let report = report(site.rules, pages: site.pages) {
                progress(min(done + $0, cases.count))
            }
            done += site.pages.count
            return report
        }
    }
}
