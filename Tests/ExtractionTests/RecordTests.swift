import Records
import RulesTestSupport
import Scraping
import Testing

/// Requirements of a record type for its records, and the reports if a page does not meet them.
@Suite struct RecordTests {
    private func rules(_ record: String) -> String { #"{ "records": { "R": { "each": "p", \#(record) } } }"# }

    @Test(
        arguments: [
            (#""count": "1..2""#, "expected 1 to 2 records of type R, found 3"),
            (#""count": 4"#, "expected 4 records of type R, found 3"),
            (#""count": "4..""#, "expected at least 4 records of type R, found 3"),
            (#""count": "..2""#, "expected at most 2 records of type R, found 3"), (#""count": "3""#, nil),
            (#""count": 4, "when": "b, table""#, "expected 4 records of type R, found 3"),
            (#""count": 4, "when": "table""#, nil), (#""filled": { "b": 0.6 }"#, nil),
            (
                #""filled": { "b": 0.7 }"#,
                "expected R.b in 70% of the records, found it in 2 of 3: `b` found nothing there"
            ),
        ] as [(String, String?)]
    )
    func expectations(_ expectation: String, _ message: String?) throws {
        let rules = rules(#""expect": { \#(expectation) }, "fields": { "a": "i", "b": "b" }"#)
        let outcome = try scrape(rules, "<p><i>1</i><b>x</b><p><i>2</i><p><i>3</i><b>y</b>")
        #expect(outcome.records.count == 3)
        #expect(outcome.diagnostics.first?.message == message)
        #expect(outcome.diagnostics.count == (message == nil ? 0 : 1))
    }

    @Test func aPageMayHaveNoRecordsWhereTheRulesSaySo() throws {
        let rules = rules(#""expect": { "count": "0.." }, "fields": { "a": "i" }"#)
        #expect(try scrape(rules, "<b>x").messages == [])
        #expect(
            try scrape(self.rules(#""fields": { "a": "i" }"#), "<b>x").messages == [
                "page: error: the page has no records"
            ]
        )
    }

    @Test func recordsWithTheSameKeyAreOne() throws {
        let rules = rules(#""unique": ["a"], "fields": { "a": "i", "b": "b" }"#)
        let outcome = try scrape(
            rules,
            "<p><i>1</i><b>x</b><p><i>1</i><b>x</b><p><i>1</i><b>y</b><p><b>z</b><p><b>z</b>"
        )
        #expect(
            outcome.lines == [
                #"{"@type":"R","a":"1","b":"x"}"#, #"{"@type":"R","b":"z"}"#, #"{"@type":"R","b":"z"}"#,
            ]
        )
        #expect(outcome.messages == ["page:1:39: error: several R have a 1 and differ; the first is kept"])
    }

    @Test func whatOneAlternativeCannotReadAnotherMay() throws {
        let rules = rules(
            #""fields": { "n": [{ "select": "i", "type": "integer" }, { "select": "b", "type": "integer" }, { "value": 0 }] }"#
        )
        let outcome = try scrape(rules, "<p><i>x</i><b>2</b><p><i>x</i><b>y</b>")
        #expect(outcome.lines == [#"{"@type":"R","n":2}"#, #"{"@type":"R","n":0}"#])
        #expect(
            outcome.messages == [
                #"page:1:4: warning: R.n (`i`): "x" is not an integer"#,
                #"page:1:23: error: R.n (`i`): "x" is not an integer"#,
                #"page:1:31: error: R.n (`b`): "y" is not an integer"#,
            ]
        )
    }

    @Test func aDefaultIsNotForWhatCannotBeRead() throws {
        let rules = rules(#""fields": { "a": "i", "n": { "select": "b", "type": "integer", "default": 7 } }"#)
        let outcome = try scrape(rules, "<p><i>1</i><b>x</b><p><i>2</i>")
        #expect(outcome.lines == [#"{"@type":"R","a":"1"}"#, #"{"@type":"R","a":"2","n":7}"#])
        #expect(outcome.messages == [#"page:1:12: error: R.n (`b`): "x" is not an integer"#])
    }

    @Test(
        arguments: [
            (
                #""type": "integer", "default": "x""#,
                #"the default does not fit the field's type: "x" is not an integer"#
            ),
            (#""type": "integer", "default": "7""#, "the default is text, and the field's type is integer"),
            (#""type": ["string"], "default": "x""#, "the default of a list is a list, found a string"),
            (
                #""default": null"#,
                "a default cannot be null"
            ),
            (#""default": "x""#, nil), (#""type": ["integer"], "default": [1, 2]"#, nil),
            (
                #""type": "date", "default": "unknown""#,
                #"the default does not fit the field's type: "unknown" is not a date in ISO 8601"#
            ),
            (#""type": "date", "format": "d.M.y", "default": "2020-01-02""#, nil),
            (
                #""type": "date", "format": "d.M.y", "default": "2.1.2020""#,
                #"the default does not fit the field's type: "2.1.2020" is not a date in ISO 8601"#
            ),
            (
                #""type": "date", "default": "2020-99-01""#,
                "the default does not fit the field's type: \"2020-99-01\""
            ),
            (
                #""type": ["date"], "default": ["2020-01-02", "tomorrow"]"#,
                #"the default does not fit the field's type: "tomorrow" is not a date in ISO 8601"#
            ),
            (
                #""type": "date", "default": "2020-01-02T10:00:00""#,
                #"the default "2020-01-02T10:00:00" is not in the form of the type date"#
            ),
            (#""type": "datetime", "default": "2020-01-02T10:00:00Z""#, nil),
            (
                #""type": "datetime", "default": "2020-01-02""#,
                #"the default does not fit the field's type: "2020-01-02" has no time of day"#
            ),
            (#""type": "datetime", "format": ["d.M.y", "d.M.y HH:mm"], "default": "2020-01-02""#, nil),
            (#""type": "url", "default": "https://x.example/""#, nil),
            (
                #""type": "url", "default": "https://x.example""#,
                #"the default "https://x.example" is not in the form of the type url"#
            ),
            (
                #""type": "url", "default": "/x""#,
                #"the default does not fit the field's type: "/x" is not an absolute address"#
            ),
            (
                #""type": "url", "default": "javascript:alert(1)""#,
                #"the default does not fit the field's type: "javascript:alert(1)" is left out: its scheme is not http or https"#
            ),
            (#""type": { "url": { "schemes": ["mailto"] } }, "default": "mailto:a@x.example""#, nil),
            (#""type": "duration", "default": "PT1H""#, nil),
            (
                #""type": "duration", "default": "1:30""#,
                "the default"
            ),
            (#""type": { "enum": ["a", "b"] }, "default": "a""#, nil),
            (
                #""type": { "enum": ["a", "b"] }, "default": "c""#,
                #"the default does not fit the field's type: "c" is not one of "a", "b""#
            ),
            (
                #""type": { "enum": ["a", "b"] }, "default": " a""#,
                #"the default " a" is not in the form of the type enum"#
            ),
            (
                #""type": "boolean", "default": "true""#,
                "the default is text, and the field's type is boolean"
            ),
            (
                #""pattern": "^\\d+$", "default": "x""#,
                #"the default does not fit the field's constraint: "x" does not match the pattern "^\d+$""#
            ),
            (#""pattern": "^\\d+$", "default": "7""#, nil),
            (
                #""type": ["integer"], "min": 2, "default": [2, 1]"#,
                #"the default does not fit the field's constraint: "1" is less than the min 2"#
            ),
        ] as [(String, String?)]
    )
    func defaultsFitTheirTypes(_ keys: String, _ message: String?) {
        let reported = errors(#"{ "records": { "R": { "fields": { "x": { "select": "a", \#(keys) } } } } }"#)
        #expect(message.map { reported.contains($0) } ?? reported.isEmpty, "\(reported)")
    }

    @Test func elementsThatGiveNoFieldAreReported() throws {
        let rules = rules(#""expect": { "filled": { "a": 0.5 } }, "fields": { "a": "i" }"#)
        let outcome = try scrape(rules, "<p><i>1</i><p>x<p>y")
        #expect(outcome.lines == [#"{"@type":"R","a":"1"}"#])
        #expect(
            outcome.messages == [
                "page: warning: 2 of 3 elements for R yielded no field",
                "page:1:12: error: expected R.a in 50% of the records, found it in 1 of 3: `i` found nothing there",
            ]
        )
        let none = try scrape(self.rules(#""fields": { "a": "i" }"#), "<p>x")
        #expect(none.diagnostics.first?.notes.map(\.message) == ["`p` yielded no field"])
    }

    @Test func oneTypeThatMayBeMissingSaysNothingOfAnother() throws {
        let rules = """
            { "records": { "R": { "each": "p", "fields": { "a": "i" } },
              "S": { "each": "q", "expect": { "count": "0.." }, "fields": { "a": "i" } } } }
            """
        #expect(try scrape(rules, "<h1>x").messages == ["page: error: the page has no records"])
    }

    @Test func recordsWithoutTheKeyOfAGroupAreReported() throws {
        let rules = """
            { "records": { "R": { "each": "p", "fields": { "a": "i", "b": "b" } },
              "G": { "group": "R", "by": "a", "fields": { "n": { "count": "b" } } } } }
            """
        let outcome = try scrape(rules, "<p><i>1</i><b>x</b><p><b>y</b>")
        #expect(outcome.lines.last == #"{"@type":"G","n":1}"#)
        #expect(outcome.messages == ["page: warning: 1 of 2 records have no a and belong to no group"])
    }

    @Test func htmlIsTakenAsHTML() throws {
        let rules = rules(
            #""fields": { "a": { "select": "::text", "type": "html" }, "b": { "select": "i", "type": "html" } }"#
        )
        let outcome = try scrape(rules, "<p><i>1 &lt; 2 <b>x</b></i>")
        #expect(outcome.lines == [#"{"@type":"R","a":"1 < 2 x","b":"<i>1 &lt; 2 <b>x</b></i>"}"#])
    }

    @Test func sumsAreOfNumbersOnly() {
        let rules =
            #"{ "records": { "R": { "fields": { "x": "a" } }, "G": { "group": "R", "by": "x", "fields": { "y": { "sum": "x" } } } } }"#
        #expect(errors(rules).contains(#"error: sum takes numbers, the type of "x" is string"#))
    }

    @Test func conditionsDecideWhetherAFieldIsMeant() throws {
        let rules = rules(
            #""fields": { "a": "i", "n": { "select": "b", "when": ".new", "required": true } }"#
        )
        let outcome = try scrape(rules, "<p><i>1</i><p class=new><i>2</i>")
        #expect(outcome.messages == ["page:1:12: error: R.n is required: `b` found nothing"])
    }

    /// An empty text is not a value, by any path from a page to a field.
    @Test(arguments: [
        (#"{ "select": "i", "type": ["text"], "apply": [{ "replace": ["x", ""] }] }"#, #"["a","b"]"#),
        (#"{ "select": "i", "type": ["string"], "apply": [{ "replace": ["x", ""] }] }"#, #"["a","b"]"#),
        (#"{ "select": "i", "type": ["text"] }"#, #"["x","a","xx","b"]"#),
        (#"{ "select": "i", "type": ["text"], "apply": [{ "split": "x" }] }"#, #"["a","b"]"#),
        (#"{ "select": "i", "apply": [{ "replace": ["x", ""] }] }"#, "nothing"),
        (#"[{ "select": "i", "apply": [{ "replace": ["x", ""] }] }, "u"]"#, #""other""#),
        (#"[{ "select": "s", "apply": ["uppercase"] }, "u"]"#, #""other""#), (#"["s", "u"]"#, #""other""#),
        (#"{ "value": "x", "apply": [{ "replace": ["x", ""] }] }"#, "nothing"),
        (#"{ "select": "s, u", "type": ["text"] }"#, #"["other"]"#),
    ])
    func emptyTextsAreNoValues(_ field: String, _ value: String) throws {
        let rules = rules(#""fields": { "n": { "value": 1 }, "x": \#(field) }"#)
        let page = "<p><i>x</i><i>a</i><i>xx</i><i>b</i><s></s><s> </s><u>other</u>"
        let record = try #require(try scrape(rules, page).records.first)
        #expect((record["x"].map { JSONWriter.compact($0) } ?? "nothing") == value)
    }

    /// Each record has its own `:scope`.
    @Test func scopesAreForgottenBetweenRecords() throws {
        let rules = #"""
            { "records": { "R": { "each": "div", "fields": {
              "x": { "in": { "closest": ":scope" }, "select": "> p i b" },
              "y": { "in": { "closest": "div:has(> p)" }, "select": ":scope > p > b" } } } } }
            """#
        let page = (1...3).map { "<div><p><i><b>\($0)</b></i><b>\($0)0</b></div>" }.joined()
        #expect(
            try scrape(rules, page).lines == (1...3).map { #"{"@type":"R","x":"\#($0)","y":"\#($0)0"}"# }
        )
    }

    /// Tables with spans: headers, the cells of a row, and the content of column `B` in the row with the class `x`.
    @Test(
        arguments: [
            ("<tr><th>A<th>B</tr><tr class=x><td>1<td>2</tr>", "2"),
            ("<tr><th colspan=2>A<th>B</tr><tr class=x><td>1<td>2<td>3</tr>", "3"),
            ("<tr><th>A<th>B</tr><tr><td rowspan=2>1<td>2</tr><tr class=x><td>3</tr>", "3"),
            (
                "<thead><tr><th rowspan=2>A<th colspan=2>G</tr><tr><th>C<th> b </tr></thead><tr class=x><td>1<td>2<td>3</tr>",
                "3"
            ),
            // A span of three rows ends after the third one.
            ("<tr><th>A<th>B</tr><tr><td rowspan=3>1<td>2</tr><tr><td>3</tr><tr class=x><td>4</tr>", "4"),
            (
                "<tr><th>A<th>B</tr><tr><td rowspan=3>1<td>2</tr><tr><td>3</tr><tr><td>4</tr><tr class=x><td>5<td>6</tr>",
                "6"
            ),
            ("<tr><th>A<th>B</tr><tr><td>1<td rowspan=3>2</tr><tr><td>3</tr><tr class=x><td>4</tr>", "2"),
            ("<tr><th>A<th>B</tr><tr><td>1<td rowspan=3>2</tr><tr><tr><tr class=x><td>4</tr>", nil),
            ("<tr><td>A<td>B</tr><tr class=x><td>1<td>2</tr>", "2"),
            ("<tr><th>A<th>C</tr><tr class=x><td>1<td>2</tr>", nil),
            ("<tr><th>A<th>B</tr><tr class=x><td>1</tr>", nil),
            ("<tr><th>A<th>B</tr><tr class=x><td colspan=2>1</tr>", "1"),
            (
                "<tr><th>A<th>B</tr><tr class=x><td><table><tr><th>B</tr><tr><td>no</tr></table><td>2</tr>",
                "2"
            ),
            ("<tr><th>A<th>B</tr><tr class=x><td colspan=99999999999>1</tr>", "1"),
        ] as [(String, String?)]
    )
    func columns(_ table: String, _ value: String?) throws {
        let rules =
            #"{ "records": { "R": { "each": "tr.x", "fields": { "y": { "value": 1 }, "v": { "column": "B" } } } } }"#
        #expect(try scrape(rules, "<table>\(table)</table>").records.first?["v"]?.text == value)
    }
}
