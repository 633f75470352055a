import Records
import RulesTestSupport
import Scraping
import Testing

/// Records that are left out unless they are complete, each reported once.
@Suite struct WholeRecordTests {
    private func rules(_ fields: String, claims: String = "") -> String {
        #"{ "records": { "R": { "each": "p", "whole": true, \#(claims) "fields": { \#(fields) } } } }"#
    }

    private let plain =
        #""a": { "select": "i", "required": true }, "n": { "select": "b", "type": "integer", "required": true }, "m": { "select": "u", "type": "integer" }"#

    /// A page, the records, and the first line of each report.
    @Test(
        arguments: [
            ("<p><i>x</i><b>1</b>", ["x1"], []),
            (
                "<p><i>x</i>\n<p><i>y</i><b>2</b>", ["y2"],
                ["page:1:1: error: R.n is required: `b` found nothing"]
            ),
            (
                "<p><b>z</b>\n<p><i>y</i><b>2</b>", ["y2"],
                ["page:1:1: error: R.a is required: `i` found nothing"]
            ),
            (
                "<p><i>y</i><b>2</b>\n<p><i>x</i><b>z</b><u>z</u>", ["y2"],
                [#"page:2:12: error: R.n (`b`): "z" is not an integer"#]
            ),
            (
                "<p><i>y</i><b>2</b><u>z</u>", ["y2"],
                [#"page:1:20: error: R.m (`u`): "z" is not an integer"#]
            ),
            (
                "<p><u>1</u>", [],
                [
                    "page:1:1: error: R.a is required: `i` found nothing",
                    "page: error: the page has no records",
                ]
            ),
        ] as [(String, [String], [String])]
    )
    func leftOut(_ page: String, _ records: [String], _ messages: [String]) throws {
        let outcome = try scrape(rules(plain), page)
        #expect(outcome.records.map { ($0["a"]?.text ?? "") + ($0["n"]?.text ?? "") } == records)
        #expect(outcome.messages == messages)
    }

    @Test func allThatIsWrongIsInTheNotes() throws {
        let outcome = try scrape(rules(plain), "<p><b>z</b><u>y</u><p><i>y</i><b>2</b>")
        #expect(outcome.diagnostics.count == 1)
        #expect(
            outcome.diagnostics[0].notes.map(\.message) == [
                "the field is declared here", #"and R.n (`b`): "z" is not an integer"#,
                #"and R.m (`u`): "y" is not an integer"#, "the R is left out, as it must be whole",
            ]
        )
    }

    @Test func whatAnotherAlternativeHasReadIsNotMissing() throws {
        let fields =
            #""a": [{ "select": "i", "type": "integer", "required": true }, { "select": "b", "type": "integer" }]"#
        let outcome = try scrape(rules(fields), "<p><i>x</i><b>2</b>")
        #expect(outcome.lines == [#"{"@type":"R","a":2}"#])
        #expect(outcome.messages == [#"page:1:4: warning: R.a (`i`): "x" is not an integer"#])
    }

    @Test func aFieldThatIsNotMeantIsNotMissing() throws {
        let fields = #""a": "i", "b": { "select": "b", "when": "u", "required": true }"#
        let outcome = try scrape(rules(fields), "<p><i>x</i><p><i>y</i><u>z</u>")
        #expect(outcome.lines == [#"{"@type":"R","a":"x"}"#])
        #expect(outcome.messages == ["page:1:12: error: R.b is required: `b` found nothing"])
    }

    @Test func partsOfNestedObjectsCount() throws {
        let fields =
            #""a": "i", "b": { "each": "u", "fields": { "c": { "select": "b", "required": true } } }"#
        let outcome = try scrape(rules(fields), "<p><i>x</i><u><b>1</b></u><p><i>y</i><u>z</u>")
        #expect(outcome.lines == [#"{"@type":"R","a":"x","b":[{"c":"1"}]}"#])
    }

    @Test func somethingMustBeRequired() {
        #expect(errors(rules(#""a": "i""#)).contains("no field is required"))
    }
}
