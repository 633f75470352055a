import Cases
import CompiledInPlugins
import Records
import Regression
import Scraping
import TestSupport
import Testing

/// The constructs of rules that pages exercise.
@Suite struct CoverageTests {
    static let rules = """
        { "prepare": [{ "remove": "nav" }],
          "records": { "R": { "each": "p", "fields": {
            "a": { "select": ["b", "s"], "apply": ["trim"] },
            "x": ["b", "i"],
            "c": { "case": { "u, i": 1, "*": 2 } }
          } } } }
        """
    static let all = [
        "1: preparation remove", "2: record R", "3: alternative R.a", "3: selector R.a, `b`",
        "3: selector R.a, `s`", "3: step R.a, trim", "4: alternative R.x, alternative 1",
        "4: alternative R.x, alternative 2", "5: alternative R.c", "5: arm R.c, `u, i`", "5: arm R.c, `*`",
    ]

    /// A page, and the indices of the constructs that it does not exercise.
    @Test(arguments: [
        ("<p><b>1</b></p>", [0, 4, 7, 9]),
        ("<nav></nav><p><b>1</b><p><i>2</i>", [4]),
        ("<nav></nav><p><s>1</s><u>x</u>", [3, 6, 7, 10]),
        ("<nav></nav><p><b>1</b><p><i>2</i><s>3</s>", []),
        ("<q></q>", Array(0...10)),
    ])
    func unexercisedConstructs(_ page: String, _ missing: [Int]) throws {
        var coverage = Coverage()
        let file = SourceText(name: "r.json", bytes: Array(CoverageTests.rules.utf8))
        let rules = try Rules(file, registry: Registry())
        coverage.add(rules)
        coverage.add(rules.trace(Page(name: "page", bytes: Array(page.utf8))).1, by: "a/case")
        let entries = coverage.files.flatMap(\.entries)
        #expect(entries.map(text) == CoverageTests.all)
        #expect(entries.filter(\.cases.isEmpty).map(text) == missing.map { CoverageTests.all[$0] })
        #expect(coverage.exercised == CoverageTests.all.count - missing.count)
    }

    private func text(_ entry: Coverage.Entry) -> String {
        "\(entry.construct.place.line ?? 0): \(entry.construct.kind) \(entry.construct.name)"
    }

    /// The repository's cases exercise all constructs of its rules.
    @Test func repositoryRulesAreCovered() throws {
        let (coverage, diagnostics) = Coverage.measure(
            RepositoryCorpus.cases,
            RulesStore(RepositoryCorpus.catalogue, registry: try Registry(CompiledInPlugins.all)),
            isWhole: true
        )
        #expect(diagnostics.isEmpty)
        let missing = coverage.files.flatMap(\.entries).filter(\.cases.isEmpty).map(\.construct)
        #expect(missing.map { "\($0.place): \($0.kind) \($0.name)" } == [])
        #expect(coverage.percent == 100)
    }

    private static let store = Result {
        RulesStore(RepositoryCorpus.catalogue, registry: try Registry(CompiledInPlugins.all))
    }

    /// A traced reading equals a plain one.
    @Test(arguments: Sample.every(8, of: RepositoryCorpus.cases))
    func tracedReadingsEqualPlainOnes(_ test: Case) throws {
        let facts = try test.facts()
        let rules = try CoverageTests.store.get().rules(named: facts.rules ?? test.site)
        let page = try test.page(facts)
        let plain = rules.scrape(page)
        let (outcome, trace) = rules.trace(page)
        #expect(outcome.records == plain.records)
        #expect(outcome.diagnostics == plain.diagnostics)
        let counts = outcome.records.reduce(into: [:]) { $0[$1.type, default: 0] += 1 }
        #expect(trace.records.allSatisfy { $0.count == counts[$0.name] ?? 0 || $0.groupedType != nil })
        #expect(!trace.text().isEmpty)
        #expect(
            JSON.read(Array(JSONWriter.compact(trace.value).utf8), dialect: .strict).0?.value == trace.value
        )
    }
}
