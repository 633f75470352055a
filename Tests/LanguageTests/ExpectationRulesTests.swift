import Records
import RulesTestSupport
import Scraping
import Testing

/// The permitted content of `expect` and of field constraints, and the reports about anything else.
@Suite struct ExpectationRulesTests {
    /// A record type with fields of all types.
    private func rules(_ expect: String) -> String {
        #"""
        { "records": { "Menu": { "each": "p", "expect": \#(expect), "fields": {
          "day": { "select": "time", "type": "date" },
          "price": { "select": "b", "type": "decimal" },
          "kind": { "select": "u", "type": { "enum": ["hot", "cold"] } },
          "data": { "select": "script", "type": "json" },
          "length": { "select": "i", "type": "duration" },
          "tags": { "select": "em", "type": ["string"] },
          "cook": { "within": "s", "fields": { "name": "q" } },
          "dishes": { "each": "li", "fields": {
            "name": "b", "og.title": "a", "sizes": { "select": "i", "type": ["integer"] },
            "sides": { "each": "li", "fields": "dishes" } } }
        } } } }
        """#
    }

    @Test(arguments: [
        #"{ "count": 5 }"#, #"{ "count": "1.." }"#,
        #"{ "count": { "[]": "1..9", "dishes[]": "3..40", "tags[]": "..3" } }"#,
        #"{ "filled": { "price": 0.9, "tags": 0.5, "dishes[].name": 1, "cook.name": "1..", "dishes[].og.title": 1 } }"#,
        #"{ "filled": { "dishes[].sides[].name": 0.5, "dishes[].sides[].sides[].name": 0.5, "data.a.b[].c": 1 } }"#,
        #"{ "pattern": { "dishes[].name": "^\\p{Lu}", "price": "\\.\\d\\d$" }, "length": { "tags[]": "1..9" } }"#,
        #"{ "min": { "price": 0.5, "day": "2018-05-28", "length": "PT1M", "dishes[].sizes[]": 1 } }"#,
        #"{ "max": { "price": 99, "data.amount": 7 }, "one-of": { "kind": ["hot"], "tags[]": ["a", "b"] } }"#,
        #"{ "distinct": { "price": 1, "dishes[].name": 0.5 }, "when": "p" }"#,
        #"[{ "count": 1, "when": "b" }, { "filled": { "price": 1 }, "when": "i", "about": "the new layout" }]"#,
    ])
    func isRead(_ expect: String) { #expect(errors(rules(expect)) == "") }

    @Test(
        arguments: [
            (#"[]"#, #"expected at least one entry in "expect""#, nil),
            (#"[{ "cuont": 1 }]"#, #"unknown key "cuont" in "expect""#, "count"),
            (#"[{ "when": "p" }]"#, #"expected one of "count", "#, nil),
            (#"{ "count": { "dishs[]": 1 } }"#, #"there is no field "dishs[]""#, "dishes[]"),
            (#"{ "count": { "dishes": 1 } }"#, #""count" is about elements of a list"#, "dishes[]"),
            (#"{ "count": { "price": 1 } }"#, #""price" is decimal, not a list"#, nil),
            (
                #"{ "count": { "dishes[]": "x" } }"#, #"expected a number or a range for "count", found x"#,
                nil
            ),
            (
                #"{ "filled": { "dishes[].nmae": 1 } }"#, #"there is no field "dishes[].nmae""#,
                "dishes[].name"
            ),
            (#"{ "filled": { "dishes.name": 1 } }"#, #"there is no field "dishes.name""#, "dishes[].name"),
            (#"{ "filled": { "price.amount": 1 } }"#, #"there is no field "price.amount""#, nil),
            (#"{ "filled": { "dishes[]": 1 } }"#, #""filled" is about fields, not about elements"#, nil),
            (#"{ "filled": { "price": 1.1 } }"#, "expected a share above 0 and up to 1, found 1.1", nil),
            (
                #"{ "filled": { "price": "many" } }"#,
                #"expected a number or a range for "filled", found many"#, nil
            ),
            (
                #"{ "filled": 1 }"#, #"expected an object of fields and shares for "filled", found a number"#,
                nil
            ),
            (#"{ "pattern": { "price": "(" } }"#, "", nil),
            (#"{ "pattern": { "price": "" } }"#, #""" is not a regular expression"#, nil),
            (#"{ "pattern": { "tags": "a" } }"#, #""tags" is a list"#, "tags[]"),
            (#"{ "pattern": { "cook": "a" } }"#, #""cook" is not a single value"#, nil),
            (#"{ "min": { "price": "1" } }"#, #"expected a number for "min", found a string"#, nil),
            (#"{ "min": { "day": "monday" } }"#, #"expected a day or time for "min", found "monday""#, nil),
            (#"{ "max": { "length": "long" } }"#, #"expected a duration for "max", found "long""#, nil),
            (#"{ "max": { "cook.name": 7 } }"#, #"values of the type string have no "max""#, nil),
            (
                #"{ "length": { "tags[]": -1 } }"#, #"expected a number or a range for "length", found -1"#,
                nil
            ),
            (#"{ "one-of": { "kind": [] } }"#, #"expected a list of values for "one-of", found a list"#, nil),
            (#"{ "one-of": { "kind": ["warm"] } }"#, #""warm" is not a value of the type enum"#, nil),
            (#"{ "distinct": { "price": 0 } }"#, "expected a share above 0 and up to 1, found 0", nil),
            (#"{ "distinct": { "dishes": 1 } }"#, #""dishes" is not a single value"#, nil),
        ] as [(String, String, String?)]
    )
    func mistakes(_ expect: String, _ message: String, _ help: String?) {
        let reported = errors(rules(expect))
        let first = reported.split(separator: "\n").first.map(String.init) ?? ""
        #expect(first.contains("error: \(message)"), "\(reported)")
        #expect(help.map { reported.contains("did you mean \"\($0)\"?") } ?? true, "\(reported)")
    }

    @Test func allMistakesAreReportedAtOnceWithTheirPlaces() {
        let reported = errors(
            """
            { "records": { "R": { "each": "p",
              "expect": { "filled": { "nme": 1, "a": 2 }, "pattern": { "a": "a{2" },
                "min": { "a": 1 }, "cuont": 1 },
              "fields": { "a": "i" } } } }
            """
        )
        let heads = reported.split(separator: "\n").filter { $0.hasPrefix("rules.json:") }.map(String.init)
        #expect(heads.count == 5, "\(reported)")
        #expect(heads[0].hasPrefix(#"rules.json:2:27: error: there is no field "nme""#))
        #expect(heads[1].hasPrefix("rules.json:2:42: error: expected a share above 0 and up to 1, found 2"))
        #expect(heads[2].hasPrefix("rules.json:2:67: error: "), "the place in the pattern: \(reported)")
        #expect(heads[3].hasPrefix(#"rules.json:3:19: error: values of the type string have no "min""#))
        #expect(heads[4].hasPrefix(#"rules.json:3:24: error: unknown key "cuont" in "expect""#))
    }

    /// Each layout may have its own expectations.
    @Test func layoutsHaveExpectations() {
        #expect(
            errors(
                """
                { "records": { "R": [
                  { "each": "p", "expect": { "filled": { "a": 1 } }, "fields": { "a": "i" } },
                  { "each": "q", "expect": { "filled": { "a": 1 } }, "fields": { "b": "i" } } ] } }
                """
            ).hasPrefix(#"rules.json:3:42: error: there is no field "a""#)
        )
    }

    @Test(
        arguments: [
            (#""pattern": "^a", "length": "1..3""#, nil), (#""type": "decimal", "min": 1, "max": 1"#, nil),
            (#""type": ["date"], "min": "2018-01-01", "max": "2019""#, #"expected a day or time for "max""#),
            (#""type": "integer", "min": 2, "max": 1"#, "the max 1 is less than the min 2"),
            (#""pattern": 7"#, "expected a string for pattern, found a number"),
            (#""min": 1"#, #"values of the type string have no "min""#),
            (#""lenght": 1"#, #"unknown key "lenght""#),
        ] as [(String, String?)]
    )
    func constraintsOfFields(_ keys: String, _ message: String?) {
        let reported = errors(#"{ "records": { "R": { "fields": { "x": { "select": "a", \#(keys) } } } } }"#)
        #expect(message.map { reported.contains($0) } ?? reported.isEmpty, "\(reported)")
    }

    @Test func objectsHaveNoConstraints() {
        let reported = errors(
            #"{ "records": { "R": { "fields": { "x": { "each": "a", "length": 1, "fields": { "y": "b" } } } } } }"#
        )
        #expect(
            reported.contains(#""length" needs a single value, and the field is [object]"#),
            "\(reported)"
        )
    }
}
