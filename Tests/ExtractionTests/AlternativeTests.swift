import Records
import RulesTestSupport
import Scraping
import Testing

/// Reports about a field's alternatives: an error of an earlier one is reported unless it is another way to read the
/// same place.
@Suite struct AlternativeTests {
    /// A field's alternatives for an integer, the value that they yield, and the report.
    @Test(arguments: [
        // Missing values are not reported.
        (#"["u", { "select": "b", "type": "integer" }]"#, "2", []),
        (
            #"[{ "select": "i", "type": "integer" }, { "select": "b", "type": "integer" }]"#, "2",
            [#"warning: R.n (`i`): "x" is not an integer"#]
        ),
        // The same place read in different ways.
        (#"[{ "select": "i", "type": "integer" }, { "select": "i" }]"#, "\"x\"", []),
        (
            #"[{ "select": "b", "type": "boolean" }, { "select": "i", "type": "integer" }, { "select": "b", "type": "integer" }]"#,
            "2", [#"warning: R.n (`i`): "x" is not an integer"#]
        ),
        (
            #"[{ "select": "i", "type": "integer" }, { "select": "i", "in": "document", "type": "string" }]"#,
            "\"x\"", [#"warning: R.n (`i`): "x" is not an integer"#]
        ),
        // A step that fails is a value that does not fit.
        (
            #"[{ "select": "i", "apply": ["number"], "type": "integer" }, { "select": "b", "type": "integer" }]"#,
            "2",
            [#"warning: R.n (`i`): "x" has no number"#]
        ),
        // A missing value is replaced by the default, an unreadable one is not.
        (
            #"[{ "select": "u", "type": "integer" }, { "select": "i", "type": "integer", "default": 1 }]"#,
            nil,
            [#"error: R.n (`i`): "x" is not an integer"#]
        ),
        (
            #"[{ "select": "i", "type": "integer" }, { "value": 0 }]"#, "0",
            [#"error: R.n (`i`): "x" is not an integer"#]
        ),
        (
            #"[{ "from": "name", "type": "integer" }, { "from": "name", "type": "string" }]"#, "\"x\"", []
        ),
    ])
    func whatALaterOneReads(_ field: String, _ value: String?, _ reported: [String]) throws {
        let rules = #"{ "records": { "R": { "fields": { "name": "i", "n": \#(field) } } } }"#
        let outcome = try scrape(rules, "<i>x</i>\n<b>2</b>")
        #expect(outcome.records.first?["n"].map(JSONWriter.compact) == value)
        let messages = outcome.messages.map { $0.replacing("page:1:1: ", with: "") }
        #expect(messages == reported)
    }

    @Test func theWarningShowsBothPlacesOfTheRules() throws {
        let rules = """
            { "records": { "R": { "fields": { "n": [
              { "select": "i", "type": "integer" },
              { "select": "b", "type": "integer" }] } } } }
            """
        let reported = try scrape(rules, "<b>2</b>\n<i>x</i>").diagnostics.map(\.description)
        #expect(
            reported == [
                """
                page:2:1: warning: R.n (`i`): "x" is not an integer
                rules.json:2:3: note: the field is declared here
                  2 |   { "select": "i", "type": "integer" },
                    |   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                rules.json:3:3: note: the value is that of this alternative
                  3 |   { "select": "b", "type": "integer" }] } } } }
                    |   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                """
            ]
        )
    }

    /// Objects of a list without any field are left out, which is reported as for records.
    @Test(arguments: [
        ("<li><b>1</b><li><b>2</b>", #"[{"b":"1"},{"b":"2"}]"#, []),
        (
            "<li><b>1</b><li>advert<li><b>2</b>", #"[{"b":"1"},{"b":"2"}]"#,
            ["1 of 3 elements yielded no field: left out"]
        ),
        ("<li>advert<li>advert", "[]", ["2 of 2 elements yielded no field: left out"]),
        ("<p>nothing", "[]", []),
        // If a field has been reported, the missing value is already known.
        (
            "<li><i>x</i><li><b>1</b>", #"[{"b":"1"}]"#, [#""x" is not an integer"#]
        ),
    ])
    func objectsWithoutAField(_ page: String, _ list: String, _ reported: [String]) throws {
        let rules = #"""
            { "records": { "R": { "fields": {
              "name": "::name",
              "list": { "each": "li", "fields": { "b": "b", "i": { "select": "i", "type": "integer" } } } } } } }
            """#
        let outcome = try scrape(rules, page)
        #expect(outcome.records.first?["list"].map(JSONWriter.compact) == list)
        let messages = outcome.messages.map { $0.replacing(#/^.*`\): /#, with: "") }
        #expect(messages == reported)
        let grave = outcome.diagnostics.filter { $0.severity == .error }.count
        #expect(grave == (page.contains("<i>") ? 1 : 0))
    }
}
