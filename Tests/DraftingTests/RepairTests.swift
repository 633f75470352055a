import Cases
import CompiledInPlugins
import Drafting
import Mutation
import Records
import Regression
import Scraping
import TestSupport
import Testing

/// Rules that are repaired after a page has changed.
@Suite struct RepairTests {
    private static func path(_ name: String) -> String {
        let components = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + (components + [Substring(name)]).joined(separator: "/")
    }

    private static let catalogue = RulesCatalogue(folders: [path("Rules")])
    private static let cases = ((try? Corpus(folder: path("Corpus")).cases()) ?? []).filter { !$0.isCrawl }

    /// The results of repairs.
    private struct Tally {
        var right = 0
        var unknown: [String] = []
        var wrong: [String] = []
    }

    /// After each renaming of a name or a label on a page, the repaired rules yield the old records again, or the
    /// result is reported as unknown.
    @Test func renamedNamesAreFoundAgain() throws {
        let registry = try Registry(CompiledInPlugins.all)
        var tally = Tally()
        for test in Sample.every(9, of: RepairTests.cases) {
            let facts = try test.facts()
            let rules = try Rules.load(
                RepairTests.catalogue.path(of: facts.rules ?? test.site),
                registry: registry
            )
            let page = try test.page(facts)
            let outcome = rules.scrape(page)
            guard !outcome.records.isEmpty, !outcome.diagnostics.contains(where: { $0.severity == .error })
            else {
                continue
            }
            let renamings = RenamingTest(rules, [page]).renamings
            for renaming in Sample.every(9, of: renamings) {
                guard let changed = renaming.applied(to: page) else { continue }
                try note(renaming, rules, page, outcome.records, changed, registry, test, &tally)
            }
        }
        let tried = tally.right + tally.unknown.count + tally.wrong.count
        #expect(tally.wrong.isEmpty, "\(tally.wrong.joined(separator: "\n"))")
        #expect(
            tally.right * 100 >= tried * 97,
            "\(tally.right) right of \(tried); unknown: \(tally.unknown.joined(separator: "\n"))"
        )
        #expect(tried > 0)
    }

    private func note(
        _ renaming: PageRenaming,
        _ rules: Rules,
        _ page: Page,
        _ records: [Record],
        _ changed: Page,
        _ registry: Registry,
        _ test: Case,
        _ tally: inout Tally
    ) throws {
        guard rules.scrape(changed).records.map(\.value) != records.map(\.value) else { return }
        let repair = Repairer(registry: registry, mutations: 0).repair(
            rules,
            old: page,
            golden: records,
            new: changed
        )
        let repaired = try Rules.read(
            SourceText(name: rules.file.name, bytes: repair.text),
            registry: registry
        )
        let found = repaired.scrape(changed).records
        // If the renamed name is itself a value, the value changes too: it is correct that the repair does not find it.
        let isData = JSONWriter.compact(.list(records.map(\.value))).contains(renaming.name)
        let saysSo = !repair.isComplete
        if found.map(\.value) == records.map(\.value) || isData && saysSo {
            tally.right += 1
        } else if saysSo {
            tally.unknown.append("\(test) \(renaming)")
        } else {
            tally.wrong.append("\(test) \(renaming): \(repair.renamed)")
        }
    }
}
