import Records
import RulesTestSupport
import Scraping
import Testing

/// Reports if the records of a page do not meet the expectations of the rules.
@Suite struct ExpectationTests {
    private func rules(_ expect: String) -> String {
        #"""
        { "records": { "Menu": { "each": "article", "expect": \#(expect), "fields": {
          "day": "h2",
          "price": [{ "select": ".price", "type": "decimal" }, { "select": ".cost", "type": "decimal" }],
          "tags": { "select": "em", "type": ["string"] },
          "cook": { "within": "s", "fields": { "name": "q", "age": "i" } },
          "dishes": { "each": "li", "fields": {
            "name": "b", "note": "i", "sides": { "each": "u", "fields": { "name": "b" } } } }
        } } } }
        """#
    }

    private let page = """
        <article><h2>Mon</h2><p class=price>4.50</p><em>a</em><em>bb</em><s><q>Kim</q><i>7</i></s>
        <li><b>Soup</b><i>x</i></li>
        <li><b>Stew</b><u><b>Rice</b></u><u><i>?</i></u></li></article>
        <article><h2>Tue</h2><p class=price>5.50</p><s><i>8</i></s>
        <li><i>y</i></li>
        <li><b>Soup</b><i>z</i></li>
        <li><i>z</i></li></article>
        <article><h2>Tue</h2><p>none</p></article>
        """

    @Test(
        arguments: [
            // Counts.
            (#"{ "count": { "[]": "1..3", "dishes[]": "0..3", "dishes[].sides[]": "0..1" } }"#, []),
            (#"{ "count": { "[]": 4 } }"#, ["page: error: expected 4 records of type Menu, found 3"]),
            (
                #"{ "count": { "dishes[]": "1.." } }"#,
                [
                    "page:8:1: error: expected at least 1 element in Menu.dishes, found 0 in 1 of 3: `li` found nothing there"
                ]
            ),
            (
                #"{ "count": { "dishes[]": 3 } }"#,
                ["page:1:1: error: expected 3 elements in Menu.dishes, found 0 to 2 in 2 of 3"]
            ),
            (
                #"{ "count": { "dishes[].sides[]": "..0" } }"#,
                ["page:3:1: error: expected 0 elements in Menu.dishes[].sides, found 1 in 1 of 5"]
            ),
            // Fields at any depth.
            (#"{ "filled": { "price": 0.6, "dishes[].name": 0.6, "dishes": 0.6, "cook.name": 0.5 } }"#, []),
            (
                #"{ "filled": { "price": 1 } }"#,
                [
                    "page:8:1: error: expected Menu.price in all records, found it in 2 of 3: `.price` and `.cost` found nothing there"
                ]
            ),
            (
                #"{ "filled": { "dishes[].name": 1 } }"#,
                [
                    "page:5:1: error: expected Menu.dishes[].name in all objects, found it in 3 of 5: `b` found nothing there"
                ]
            ),
            (
                #"{ "filled": { "cook.name": 1 } }"#,
                [
                    "page:4:45: error: expected Menu.cook.name in all objects, found it in 1 of 2: `q` found nothing there"
                ]
            ),
            (#"{ "filled": { "price": "2..", "tags": "1" } }"#, []),
            (
                #"{ "filled": { "price": "3.." } }"#,
                [
                    "page:8:1: error: expected Menu.price in at least 3 of the records, found it in 2 of 3: `.price` and `.cost` found nothing there"
                ]
            ),
            // Values that are missing together with their list or object have one cause.
            (
                #"{ "filled": { "dishes": 1 }, "count": { "dishes[]": "1.." } }"#,
                [
                    "page:8:1: error: expected Menu.dishes in all records, found it in 2 of 3: `li` found nothing there"
                ]
            ),
            // Values.
            (
                #"{ "min": { "price": 4.5 }, "max": { "price": 5.5 }, "pattern": { "day": "^..." }, "length": { "tags[]": "1..2" }, "one-of": { "day": ["Mon", "Tue"] } }"#,
                []
            ),
            (
                #"{ "min": { "price": 4.6 } }"#,
                [
                    #"page:1:1: error: expected Menu.price to be at least 4.6, 1 of 2 does not: "4.50" is less than the min 4.6"#
                ]
            ),
            (
                #"{ "max": { "price": 4.4 } }"#,
                [
                    #"page:1:1: error: expected Menu.price to be at most 4.4, 2 of 2 do not: "4.50" is more than the max 4.4"#
                ]
            ),
            (
                #"{ "pattern": { "dishes[].note": "[xyz]" } }"#,
                [
                    #"page:3:1: error: expected Menu.dishes[].note to match the pattern "[xyz]", 1 of 5 does not: "?" does not match the pattern "[xyz]""#
                ]
            ),
            (
                #"{ "length": { "tags[]": 1 } }"#,
                [
                    #"page:1:1: error: expected Menu.tags[] to have 1 characters, 1 of 2 does not: "bb" has 2 characters, expected 1"#
                ]
            ),
            (
                #"{ "one-of": { "day": ["Mon"] } }"#,
                [
                    #"page:4:1: error: expected Menu.day to be one of "Mon", 2 of 3 do not: "Tue" is not one of "Mon""#
                ]
            ),
            // Differing values.
            (#"{ "distinct": { "day": 0.6, "price": 1 } }"#, []), (#"{ "distinct": { "day": "2.." } }"#, []),
            (
                #"{ "distinct": { "day": "3.." } }"#,
                [
                    "page:8:1: error: expected at least 3 values of Menu.day to differ, found 2 different among 3"
                ]
            ),
            (
                #"{ "distinct": { "day": 1 } }"#,
                ["page:8:1: error: expected all values of Menu.day to differ, found 2 different among 3"]
            ),
            // Layouts.
            (#"[{ "when": "table", "count": 9 }, { "when": "article", "count": 3 }]"#, []),
            (
                #"[{ "when": "s", "filled": { "tags": 1 } }, { "filled": { "tags": 0.9, "price": 1 } }]"#,
                [
                    "page:4:1: error: expected Menu.tags in all records, found it in 1 of 3: `em` found nothing there",
                    "page:8:1: error: expected Menu.price in all records, found it in 2 of 3: `.price` and `.cost` found nothing there",
                ]
            ),
        ] as [(String, [String])]
    )
    func reports(_ expect: String, _ messages: [String]) throws {
        let found = try scrape(rules(expect), page).messages
        #expect(found.filter { !$0.contains("yielded no field") } == messages)
    }

    @Test func aReportSaysWhereTheExpectationIsWritten() throws {
        let outcome = try scrape(rules(#"{ "filled": { "dishes[].name": 1 } }"#), page)
        let diagnostic = try #require(outcome.diagnostics.last)
        #expect(diagnostic.record == "Menu")
        #expect(diagnostic.field == "dishes.name")
        #expect(diagnostic.notes.map(\.location.line) == [1])
        #expect(diagnostic.notes.first?.location.excerpt?.text.contains("dishes[].name") == true)
    }

    /// A problem that each record has already reported is not reported again.
    @Test func aRequiredFieldIsReportedOnce() throws {
        let rules = """
            { "records": { "R": { "each": "p", "expect": { "filled": { "a": 1 } },
              "fields": { "a": { "select": "i", "required": true }, "b": "b" } } } }
            """
        #expect(
            try scrape(rules, "<p><b>1</b><p><i>2</i>").messages == [
                "page:1:1: error: R.a is required: `i` found nothing"
            ]
        )
    }

    /// For expectations, an unreadable value is present.
    @Test(arguments: [
        (
            "2..",
            [#"page:1:4: error: R.a (`i`): "x" is not an integer"#]
        ),
        (
            "3..",
            [
                #"page:1:4: error: R.a (`i`): "x" is not an integer"#,
                "page:1:12: error: expected R.a in at least 3 of the records, found it in 1 of 3: `i` found nothing there",
            ]
        ),
    ]) func aValueThatCannotBeReadIsReportedOnce(_ bound: String, _ messages: [String]) throws {
        let rules = """
            { "records": { "R": { "each": "p", "expect": { "filled": { "a": "\(bound)" } },
              "fields": { "a": { "select": "i", "type": "integer" }, "b": "b" } } } }
            """
        #expect(try scrape(rules, "<p><i>x</i><p><b>1</b><p><i>2</i>").messages == messages)
    }

    @Test(arguments: [
        ("<p><i>1</i>", [String]()), ("<q><b>1</b>", []),
        (
            "<q><b>1</b><q><u>2</u>",
            ["page:1:12: error: expected R.b in all records, found it in 1 of 2: `b` found nothing there"]
        ),
        ("<h1>x", ["page: error: the page has no records"]),
    ])
    func eachLayoutHasItsOwn(_ page: String, _ messages: [String]) throws {
        let rules = """
            { "records": { "R": [
              { "each": "p", "expect": { "count": "1..", "filled": { "a": 1 } }, "fields": { "a": "i", "b": "b" } },
              { "each": "q", "expect": { "count": "1..", "filled": { "b": 1 } }, "fields": { "b": "b", "c": "u" } } ] } }
            """
        let outcome = try scrape(rules, page)
        #expect(outcome.messages == messages)
        // If there is nothing, one message names the expectations.
        if outcome.records.isEmpty {
            #expect(outcome.diagnostics.first?.notes.map(\.message).contains("required by this rule") == true)
        }
    }

    /// A value that violates a field's own constraint is an error with its place, and is left out.
    @Test(
        arguments: [
            (#""pattern": "^\\d+$""#, "<i>7</i>", "7", nil),
            (#""pattern": "^\\d+$""#, "<i>7b</i>", nil, #""7b" does not match the pattern "^\d+$""#),
            (#""type": "integer", "min": 7"#, "<i>7</i>", "7", nil),
            (#""type": "integer", "min": 7"#, "<i>6</i>", nil, #""6" is less than the min 7"#),
            (#""type": "decimal", "max": 7"#, "<i>7.0</i>", "7.0", nil),
            (#""type": "decimal", "max": 7"#, "<i>7.01</i>", nil, #""7.01" is more than the max 7"#),
            (#""type": "date", "min": "2018-05-28""#, "<i>2018-05-28</i>", #""2018-05-28""#, nil),
            (
                #""type": "date", "min": "2018-05-28""#, "<i>2018-05-27</i>", nil,
                #""2018-05-27" is less than the min 2018-05-28"#
            ),
            (
                #""type": "duration", "max": "2 h""#, "<i>121 min</i>", nil,
                #""PT2H1M" is more than the max PT2H"#
            ),
            (#""length": "2..3""#, "<i>abé</i>", #""abé""#, nil),
            (#""length": "2..3""#, "<i>abcd</i>", nil, #""abcd" has 4 characters, expected 2 to 3"#),
            (
                #""type": ["string"], "length": 1"#, "<i>a</i><i>bb</i>", #"["a"]"#,
                #""bb" has 2 characters, expected 1"#
            ),
            (#""length": 1, "default": "-""#, "<i>bb</i>", nil, #""bb" has 2 characters, expected 1"#),
        ] as [(String, String, String?, String?)]
    )
    func constraints(_ keys: String, _ page: String, _ value: String?, _ problem: String?) throws {
        let rules = #"{ "records": { "R": { "fields": { "t": "b", "x": { "select": "i", \#(keys) } } } } }"#
        let outcome = try scrape(rules, "<b>t</b>" + page)
        let found = outcome.records.first?["x"].map { JSONWriter.compact($0) }
        #expect(
            found.flatMap {
                $0.hasPrefix("\"") && !(value?.hasPrefix("\"") ?? true)
                    ? String($0.dropFirst().dropLast()) : $0
            } == value
        )
        #expect(outcome.diagnostics.map(\.message) == (problem.map { ["R.x (`i`): \($0)"] } ?? []))
        #expect(outcome.diagnostics.allSatisfy { $0.location?.line == 1 && $0.severity == .error })
    }

    /// Another alternative may have a value that fits.
    @Test func anAlternativeReplacesAValueOutsideItsBounds() throws {
        let rules = """
            { "records": { "R": { "fields": { "x": [
              { "select": "i", "type": "integer", "max": 9 }, { "select": "b", "type": "integer" } ] } } } }
            """
        let outcome = try scrape(rules, "<i>10</i><b>3</b>")
        #expect(outcome.lines == [#"{"@type":"R","x":3}"#])
        #expect(outcome.diagnostics.map(\.severity) == [.warning])
    }
}
