import Records
import Testing

@testable import Batch

/// What a journal tells of pages, and the summary that is made of it.
@Suite struct TallyTests {
    private static let plants = Schema.RecordType(
        name: "Plant",
        fields: ["name", "height"].map { Schema.Field(name: $0, type: .scalar(.string), isRequired: false) }
    )
    private static let pots = Schema.RecordType(name: "Pot", fields: [])

    /// A page with records of the first type that have so many of its fields.
    private static func page(
        _ index: Int,
        _ rules: String?,
        _ types: [Schema.RecordType],
        fields: [Int] = [],
        failed: Bool = false
    ) -> PageResult {
        let place = InputPlace(file: "a \"b\".warc", index: index)
        var result = PageResult(PendingPage(name: "\(index)", place: place) { .leftOut("") })
        let records = fields.map { count in
            let members = types[0].fields.prefix(count).map { Value.Member($0.name, "x") }
            return Record(type: types[0].name, fields: Array(members))
        }
        if let rules { result.tally = PageTally(records, types: types, rules: rules) }
        result.bytes = 100 + index
        result.errors = failed ? 2 : 0
        result.warnings = index % 2
        return result
    }

    private static func leftOut(_ index: Int, _ reason: String) -> PageResult {
        var result = page(index, nil, [])
        result.leftOut = reason
        return result
    }

    private static let portions: [[PageResult]] = [
        [page(1, "plants", [plants, pots], fields: [2, 1])],
        [],
        [
            page(2, "plants", [plants, pots], fields: [0, 2], failed: true), leftOut(3, "status 404"),
            page(4, "pots", [pots]), leftOut(5, "status 404"), leftOut(6, "a \"word\""),
        ],
        [page(7, nil, [], failed: true), page(8, "plants", [plants, pots])],
        // Rules that are loaded only when a page asks for them may have changed meanwhile.
        [page(9, "plants", [pots, plants]), page(10, "plants", [plants], fields: [1])],
    ]

    private static func journal(_ notes: [String]) -> RunJournal {
        var journal = RunJournal()
        for note in notes { journal.read(note) }
        return journal
    }

    /// A summary without what only its last part knows.
    private static func text(_ summary: RunSummary) -> String {
        var summary = summary
        summary.slowest = []
        return JSONWriter.pretty(summary.value)
    }

    /// However a run is cut, its summary is that of the whole.
    @Test(arguments: 0...5) func partsMakeAWhole(cut: Int) {
        var whole = RunSummary()
        for portion in TallyTests.portions { whole.add(portion) }
        var notes = RunNotes()
        var told = [RunNotes.run("rules")]
        for portion in TallyTests.portions[..<cut] { told.append(notes.portion(portion, errors: 7)) }
        let first = TallyTests.journal(told)
        #expect(first.run == "rules")
        #expect(first.done.count == TallyTests.portions[..<cut].joined().count)
        #expect(first.summary.isWhole)
        var summary = first.summary
        var later = RunNotes(after: first)
        for portion in TallyTests.portions[cut...] {
            told.append(later.portion(portion, errors: 9))
            summary.add(portion)
        }
        #expect(TallyTests.text(summary) == TallyTests.text(whole))
        #expect(TallyTests.text(TallyTests.journal(told).summary) == TallyTests.text(whole))
        #expect(TallyTests.journal(told).done.count == 10)
    }

    /// What is counted is named once, so that a page's note is a few numbers.
    @Test func namesAreToldOnce() {
        var notes = RunNotes()
        let page = [TallyTests.page(4, "plants", [TallyTests.plants, TallyTests.pots], fields: [2, 1])]
        let (first, second) = (notes.portion(page, errors: 0), notes.portion(page, errors: 0))
        let beginning = #"{"errors":0,"pages":[["a \"b\".warc",4]],"bytes":104,"#
        let fields = #""fields":[["plants",["Plant","name","height"],["Pot"]]],"#
        let tally = #""tally":[["plants",1,0,[2,2,1],[0]]]}"#
        #expect(first == beginning + fields + tally)
        #expect(second == beginning + tally)
    }

    /// A journal that tells of pages alone: nobody knows what they came to.
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
    func whatIsNoNoteIsOfNoRun(text: String) {
        #expect(TallyTests.journal([RunNotes.run("r"), text]).run == nil)
    }

    /// Whatever a journal says, nothing traps and nothing is counted that cannot be.
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
