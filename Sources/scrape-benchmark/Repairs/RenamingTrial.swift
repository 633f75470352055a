import Cases
import Drafting
import Engine
import Mutation
import Records
import Regression

/// A page on which a name was changed, so that rules have to be repaired.
struct RenamingTrial: Sendable {
    /// The result of a repair.
    enum Verdict: String, Sendable {
        /// The records are the same as before; or the renamed name is data, and the repair reports it as unknown.
        case right
        /// Something is missing, and the result says so.
        case unknown
        /// The records are different, and the result does not say so.
        case wrong
        /// The old page is no longer read as before.
        case harmful
    }

    let test: Case
    let rules: Rules
    let page: Page
    let records: [Record]
    let renaming: PageRenaming
    let changed: Page

    /// All renamings of names that change the records of the pages of a corpus.
    ///
    /// - Parameters:
    ///   - sites: the sites; all if none is given.
    ///   - step: the number of renamings of a case that are skipped after each.
    static func all(
        _ corpus: Corpus,
        _ catalogue: RulesCatalogue,
        _ registry: Registry,
        sites: [String] = [],
        every step: Int = 1
    ) throws -> [RenamingTrial] {
        var trials: [RenamingTrial] = []
        for test in try corpus.cases()
        // Renamings of crawls' pages are those of scrape test --stress.
        where !test.isCrawl && (sites.isEmpty || sites.contains(where: { CasePattern($0).matches(test) })) {
            let facts = try test.facts()
            let rules = try Rules.load(catalogue.path(of: facts.rules ?? test.site), registry: registry)
            let page = try test.page(facts)
            let outcome = rules.scrape(page)
            guard !outcome.records.isEmpty,
                !outcome.diagnostics.contains(where: { $0.severity == .error })
            else { continue }
            for (index, renaming) in RenamingTest(rules, [page]).renamings.enumerated()
            where index % step == 0 {
                guard let changed = renaming.applied(to: page),
                    rules.scrape(changed).records.map(\.value) != outcome.records.map(\.value)
                else { continue }
                trials.append(
                    RenamingTrial(
                        test: test,
                        rules: rules,
                        page: page,
                        records: outcome.records,
                        renaming: renaming,
                        changed: changed
                    )
                )
            }
        }
        return trials
    }

    /// Repairs the rules, and judges the records that they then read.
    func run(_ registry: Registry) -> (verdict: Verdict, repair: Repair) {
        let repair = Repairer(registry: registry).repair(rules, old: page, golden: records, new: changed)
        let source = SourceText(name: rules.file.name, bytes: repair.text)
        guard let repaired = try? Rules.read(source, registry: registry) else { return (.harmful, repair) }
        guard repaired.scrape(page).records.map(\.value) == records.map(\.value) else {
            return (.harmful, repair)
        }
        if repaired.scrape(changed).records.map(\.value) == records.map(\.value) { return (.right, repair) }
        guard !repair.isComplete else { return (.wrong, repair) }
        return (isData ? .right : .unknown, repair)
    }

    /// Whether the name is a value, or a part of a value.
    private var isData: Bool {
        JSONWriter.compact(.list(records.map(\.value))).contains(renaming.name)
            || String(decoding: rules.file.bytes, as: UTF8.self).contains("\"case\"")
    }
}
