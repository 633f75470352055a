import Records
import Testing

@testable import Batch

/// Tallies in a journal, and the summary that is made from them.
@Suite struct TallyTests {
    private static let plants = Schema.RecordType(
        name: "Plant",
        fields: ["name", "height"].map { Schema.Field(name: $0, type: .scalar(.string), isRequired: false) }
    )
    private static let pots = Schema.RecordType(name: "Pot", fields: [])

    /// A page with a record of the first type for each of the numbers `fields`; each record has that many fields.
    private static func page(
        _ index: Int,
        _ rules: String?,
        _ types: [Schema.RecordType],
        fields: [Int] = [],
        failed: Bool = false
    ) -> FinishedPage {
        let place = InputPlace(file: "a \"b\".warc", index: index)
        var result = PageResult(PendingPage(name: "\(index)", place: place) { .leftOut("") })
        let records = fields.map { count in
            let members = types[0].fields.prefix(count).map { Value.Member($0.name, "x") }
            return Record(type: types[0].name, fields: Array(members))
        }
        if let rules { result.tally = PageTally(RecordBatch(records), types: types, rules: rules) }
        result.bytes = 100 + index
        result.errors = failed ? 2 : 0
        result.warnings = index % 2
        return FinishedPage(result)
    }

    private static func leftOut(_ index: Int, _ reason: String) -> FinishedPage {
        var result = page(index, nil, []).result
        result.leftOut = reason
        return FinishedPage(result)
    }

    private static let portions: [[FinishedPage]] = [
        [page(1, "plants", [plants, pots], fields: [2, 1])],
        [],
        [
            page(2, "plants", [plants, pots], fields: [0, 2], failed: true), leftOut(3, "status 404"),
            page(4, "pots", [pots]), leftOut(5, "status 404"), leftOut(6, "a \"word\""),
        ],
        [page(7, nil, [], failed: true), page(8, "plants", [plants, pots])],
        // Rules that are loaded when the first page needs them may have changed since.
        [page(9, "plants", [pots, plants]), page(10, "plants", [plants], fields: [1])],
    ]

    private static func journal(_ notes: [String]) -> RunJournal {
        var journal = RunJournal()
        for note in notes { journal.read(note) }
        return journal
    }

    /// A summary without the numbers that are only those of its last part.
    private static func text(_ summary: RunSummary) -> String {
        var summary = summary
        summary.slowest = []
        return JSONWriter.pretty(summary.value)
    }

    /// The summary of a run does not depend on the point of interruption.
    @Test(arguments: 0...5) func partsMakeAWhole(cut: Int) {
        var whole = RunSummary()
        for portion in TallyTests.portions { whole.add(portion) }
        var notes = RunNotes()
        var written = [RunNotes.run("rules")]
        for portion in TallyTests.portions[..<cut] { written.append(notes.portion(portion, errors: 7)) }
        let first = TallyTests.journal(written)
        #expect(first.run == "rules")
        #expect(first.done.count == TallyTests.portions[..<cut].joined().count)
        #expect(first.summary.isWhole)
        var summary = first.summary
        var later = RunNotes(after: first)
        for portion in TallyTests.portions[cut...] {
            written.append(later.portion(portion, errors: 9))
            summary.add(portion)
        }
        #expect(TallyTests.text(summary) == TallyTests.text(whole))
        #expect(TallyTests.text(TallyTests.journal(written).summary) == TallyTests.text(whole))
        #expect(TallyTests.journal(written).done.count == 10)
    }

    /// The parts of a page that is read in parts have the counts of the whole one.
    @Test func partsOfAPageMakeAWhole() {
        let all = [2, 1, 0, 2, 2].map { count in
            Record(type: "Plant", fields: ["name", "height"].prefix(count).map { Value.Member($0, "x 1") })
        }
        let types = [TallyTests.plants, TallyTests.pots]
        let whole = PageTally(RecordBatch(all), types: types, rules: "plants")
        var sum = PageTally()
        for part in [all[..<2], all[2..<2], all[2...]] {
            sum.add(PageTally(RecordBatch(Array(part)), types: types, rules: "plants"))
        }
        #expect(sum.rules == "plants")
        #expect(sum.types.map(\.name) == ["Plant", "Pot"])
        #expect(sum.types.map(\.count) == [5, 0])
        for (found, wanted) in zip(sum.types, whole.types) {
            #expect(found.count == wanted.count)
            #expect(found.filled.map(\.field) == wanted.filled.map(\.field))
            // Each part counts itself as a page.
            let counts = zip(found.filled, wanted.filled).filter { !$0.0.field.hasSuffix("#pages") }
            for (count, wantedCount) in counts { #expect(count.count == wantedCount.count, "\(count.field)") }
        }
        // Parts of other types are left out.
        sum.add(PageTally(RecordBatch(all), types: [TallyTests.plants], rules: "plants"))
        #expect(sum.types.map(\.count) == [10, 0])
    }

    /// Records that are kept as bytes are counted like others.
    @Test func rowsAreCountedLikeRecords() throws {
        let kinds: KeyValuePairs<String, Schema.Scalar> = [
            "name": .string, "url": .url, "day": .date, "height": .decimal, "data": .json, "more": .text,
        ]
        let type = Schema.RecordType(
            name: "Plant",
            fields: kinds.map { Schema.Field(name: $0, type: .scalar($1), isRequired: false) }
        )
        var rows = RecordRows(
            RecordRows.Layout(type: "Plant", names: ["name", "day", "height", "data", "url"])
        )
        let texts = ["", "a", "1", "é1", String(repeating: "-", count: 64) + "a1", "--", "Z9", "@[`{", "/:"]
        for (index, text) in texts.enumerated() {
            let height: Value = index % 3 == 0 ? .null : .number(Number(index))
            for value in [.string(text), "2024-01-01", height, .boolean(index % 2 == 0)] as [Value] {
                _ = rows.append(value)
            }
            if index % 2 == 0 { rows.appendEmpty(.absent) } else { _ = rows.append(.string(text)) }
        }
        for types in [[type], [TallyTests.pots, type], [TallyTests.pots]] {
            let found = PageTally(RecordBatch(rows), types: types, rules: "r")
            let expected = PageTally(RecordBatch(rows.records), types: types, rules: "r")
            #expect(found.types.map(\.count) == expected.types.map(\.count))
            #expect(found.types.map(\.counts) == expected.types.map(\.counts))
            #expect(found.types.map(\.names.all) == expected.types.map(\.names.all))
        }
        #expect(PageTally(RecordBatch(rows), types: [type], rules: "r").types[0].counts.contains(texts.count))
    }

    /// The journal holds names once, so that a page's note is a few numbers.
    @Test func namesAreWrittenOnce() {
        var notes = RunNotes()
        let page = [TallyTests.page(4, "plants", [TallyTests.plants, TallyTests.pots], fields: [2, 1])]
        let (first, second) = (notes.portion(page, errors: 0), notes.portion(page, errors: 0))
        let start = #"{"errors":0,"pages":[["a \"b\".warc",4]],"bytes":104,"#
        let names =
            #""Plant","name","name#letters","name#digits","height","height#letters","height#digits","#
            + #""name#pages","height#pages""#
        let fields = #""fields":[["plants",[\#(names)],["Pot"]]],"#
        let tally = #""tally":[["plants",1,0,[2,2,2,0,1,1,0,1,1],[0]]]}"#
        #expect(first == start + fields + tally)
        #expect(second == start + tally)
    }

    /// A journal with pages only: their results are unknown.
    @Test func withoutTallies() {
        let journal = TallyTests.journal([
            RunNotes.run("r"), #"{"errors":12,"pages":[["a",0],["b",0]]}"#,
            #"{"errors":12,"pages":[],"bytes":0}"#,
        ])
        #expect(journal.run == "r" && journal.errors == 12 && journal.done.count == 2)
        #expect(journal.summary.pages == 2 && !journal.summary.isWhole)
    }

    @Test(arguments: [
        "", "{}", "[1]", #"{"errors":1}"#, #"{"errors":1,"pages":[["a"]]}"#, #"{"run":1}"#,
        #"{"errors":1,"pages":[["a","b"]]}"#,
    ])
    func anInvalidNoteIsOfNoRun(text: String) {
        #expect(TallyTests.journal([RunNotes.run("r"), text]).run == nil)
    }

    /// No journal causes a trap, and invalid counts are ignored.
    @Test(arguments: [
        #""bytes":-1"#, #""bytes":9223372036854775807"#, #""bytes":1,"leftOut":{"x":-3}"#,
        #""bytes":1,"tally":[["none",1,0]]"#, #""bytes":1,"tally":[[]]"#, #""bytes":1,"fields":[3]"#,
        #""bytes":1,"fields":[["p",["T","a"]]],"tally":[["p",1,0,[1]]]"#,
        #""bytes":1,"fields":[["p",["T","a"]]],"tally":[["p",1,0,[1,1],[1]]]"#,
        #""bytes":1,"fields":[["p",[]]],"tally":[["p",1,0,[]]]"#,
        #""bytes":1,"fields":[["p",["T"]]],"tally":[["p",1,0,[99999999999999]]]"#,
    ])
    func impossibleTallies(members: String) {
        let journal = TallyTests.journal([
            RunNotes.run("r"), #"{"errors":0,"pages":[["a",0]],"# + members + "}",
        ])
        #expect(journal.run == "r" && journal.done.count == 1)
        #expect(!journal.summary.isWhole && journal.summary.rules.isEmpty)
    }
}
