import Records
import RulesTestSupport
import Scraping
import Testing

/// Groups of records: their order, the functions of their values, and records that are left out of them.
@Suite struct GroupTests {
    /// Rules for lines `name,date,number`, the fields of a group with the same name, and the contents of its record.
    private func group(_ fields: String, order: String = "") -> String {
        """
        { "source": { "csv": { "header": ["a", "d", "n", "t", "l"] } },
          "records": { "R": { "each": "row", "fields": {
            "a": "a", "d": { "select": "d", "type": "date" }, "n": { "select": "n", "type": "decimal" },
            "t": { "select": "t", "type": "datetime" }, "l": { "select": "l", "type": "duration" },
            "tags": { "select": "a", "type": ["string"] }, "any": { "select": "n", "type": "json" }
          } },
          "G": { "group": "R", "by": "a", \(order) "fields": { "a": "a", \(fields) } } } }
        """
    }

    private static let page = """
        b,2020-01-02,10,2020-01-02T23:00:00-05:00,PT9M
        a,2020-01-03,9,2020-01-03T05:00:00+02:00,PT1H
        a,2020-01-01,100,2020-01-03T03:30:00Z,PT59M
        a,2020-01-03,9.5,2020-01-03T03:00:00.5Z,P1D
        c,2020-01-09
        """

    private func groups(_ rules: String) throws -> [String] {
        let outcome = try scrape(rules, GroupTests.page)
        return outcome.records.filter { $0.type == "G" }.map { JSONWriter.compact(.object($0.fields)) }
    }

    @Test(
        arguments: [
            (#""x": { "max": "n", "at": { "max": "d" } }"#, ["10", "9.5", nil]),
            (#""x": { "min": "n", "at": { "max": "d" } }"#, ["10", "9", nil]),
            (#""x": { "first": "d", "at": { "max": "n" } }"#, [#""2020-01-02""#, #""2020-01-01""#, nil]),
            (#""x": { "count": "n", "at": { "max": "d" } }"#, ["1", "2", "0"]),
            (#""x": { "last": "n", "at": { "min": "t" } }"#, ["10", "9", nil]),
            (#""x": { "collect": "n", "at": { "max": "l" } }"#, ["[10]", "[9.5]", "[]"]),
            (#""x": { "min": "l" }"#, [#""PT9M""#, #""PT59M""#, nil]),
            (
                #""x": { "max": "t" }"#,
                [#""2020-01-02T23:00:00-05:00""#, #""2020-01-03T03:30:00Z""#, nil]
            ),
            (
                #""x": { "by": "d", "order": "d", "fields": { "d": "d" } }"#,
                [
                    #"[{"d":"2020-01-02"}]"#, #"[{"d":"2020-01-01"},{"d":"2020-01-03"}]"#,
                    #"[{"d":"2020-01-09"}]"#,
                ]
            ),
            (
                #""x": { "by": "d", "order": { "by": "m", "descending": true }, "fields": { "m": { "max": "n" } } }"#,
                [#"[{"m":10}]"#, #"[{"m":100},{"m":9.5}]"#, "[{}]"]
            ),
        ] as [(String, [String?])]
    )
    func fieldsOfGroups(_ field: String, _ values: [String?]) throws {
        let expected = zip(["b", "a", "c"], values).map { name, value in
            #"{"a":"\#(name)"\#(value.map { ",\"x\":" + $0 } ?? "")}"#
        }
        #expect(try groups(group(field)) == expected)
    }

    @Test(
        arguments: [
            (#""a""#, "abc"), (#"{ "by": "a", "descending": true }"#, "cba"), (#""m""#, "bac"),
            (#"{ "by": "m", "descending": true }"#, "abc"), (#"["k", "a"]"#, "bac"),
            (#"[{ "by": "k", "descending": true }, { "by": "a" }]"#, "cab"),
        ]
    )
    func orders(_ order: String, _ names: String) throws {
        let rules = group(#""m": { "max": "n" }, "k": { "max": "d" }"#, order: #""order": \#(order),"#)
        let found = try scrape(rules, GroupTests.page).records.filter { $0.type == "G" }
        #expect(found.compactMap { $0["a"]?.text }.joined() == names)
    }

    @Test(
        arguments: [
            (#""x": { "max": "n", "at": { "max": "e" } }"#, #"the record type "R" has no field "e""#),
            (#""x": { "max": "n", "at": { "sum": "n" } }"#, #"unknown key "sum" in "at""#),
            (
                #""x": { "max": "n", "at": "d" }"#,
                #"expected an object of min or max and a field's name for "at", found a string"#
            ),
            (#""x": { "max": "n", "at": {} }"#, "for \"at\", found an object"),
            (
                #""x": { "at": { "max": "d" } }"#,
                "expected one of first, last, min, max, sum, average, count, collect, found none"
            ),
            (
                #""x": { "max": "n", "min": "n" }"#,
                "expected one of first, last, min, max, sum, average, count, collect, found max and min"
            ),
            (
                #""x": { "max": "n", "at": { "max": "tags" } }"#,
                #"values of the type [string] have no order ("tags")"#
            ),
            (
                #""x": { "by": "d", "order": "n", "fields": { "d": "d" } }"#,
                #"the record type "x" has no field "n""#
            ),
            (
                #""x": { "by": "d", "order": { "by": "d", "descending": 1 }, "fields": { "d": "d" } }"#,
                "expected true or false for descending, found a number"
            ),
            (
                #""x": { "by": "d", "order": { "descending": true }, "fields": { "d": "d" } }"#,
                #"expected "by": the field to sort by"#
            ),
            (
                #""x": { "by": "d", "order": [], "fields": { "d": "d" } }"#,
                #"expected at least one field in "order""#
            ),
            (
                #""x": { "by": "d", "order": { "by": "d", "desc": true }, "fields": { "d": "d" } }"#,
                #"unknown key "desc" in "order""#
            ),
            (
                #""x": { "by": "d", "order": "y", "fields": { "y": { "first": "any" } } }"#,
                #"values of the type json have no order ("y")"#
            ),
        ]
    )
    func mistakes(_ field: String, _ message: String) {
        let reported = errors(group(field))
        #expect(reported.contains(message), "\(reported)")
    }

    @Test func groupsWithinGroupsSayOfRecordsWithoutTheirKey() throws {
        let outcome = try scrape(
            group(#""x": { "by": "n", "fields": { "n": "n" } }"#),
            "a,2020-01-01,1\na,2020-01-02"
        )
        #expect(outcome.messages == ["page: warning: 1 of 2 records have no n and belong to no group"])
    }

    @Test func schemasSayWhatIsAlwaysThere() throws {
        let rules = """
            { "records": { "R": { "fields": {
                "a": { "select": "a", "required": true }, "n": { "select": "b", "type": "integer", "required": true },
                "d": { "select": "i", "type": "date" } } },
              "G": { "group": "R", "by": "a", "fields": {
                "x": { "max": "n", "at": { "max": "d" } }, "y": { "max": "n", "at": { "max": "n" } } } } } }
            """
        let fields = try load(rules).schema.types[1].fields
        #expect(
            fields.map { "\($0.name) \($0.type) \($0.isAlwaysPresent)" } == [
                "x integer false", "y integer true",
            ]
        )
    }

    /// A value that cannot be calculated is reported for its group, and everything else is present.
    @Test(arguments: [
        (#""t": { "sum": "n" }"#, "t, the sum of n"), (#""m": { "average": "n" }"#, "m, the average of n"),
        (
            #""all": { "by": "d", "fields": { "d": "d", "t": { "sum": "n" } } }"#,
            #"d "x": t, the sum of n"#
        ),
    ])
    func whatHasTooManyDigitsIsReported(_ field: String, _ message: String) throws {
        let rules = """
            { "source": "json", "records": {
              "R": { "each": "item", "fields": { "k": "> k", "d": "> d", "n": { "select": "> n", "type": "decimal" } } },
              "G": { "group": "R", "by": "k", "fields": { "k": "k", "c": { "count": "n" }, \(field) } } } }
            """
        let page = """
            [{ "k": "a", "d": "x", "n": 9e999 }, { "k": "a", "d": "x", "n": 9e999 }, { "k": "b", "d": "x", "n": 1 }]
            """
        let outcome = try scrape(rules, page)
        let groups = outcome.records.filter { $0.type == "G" }
        #expect(groups.map { $0["c"] } == [2, 1])
        let isNested = field.contains("by")
        #expect(isNested || groups[0][String(field.dropFirst().prefix(1))] == nil)
        #expect(isNested || groups[1][String(field.dropFirst().prefix(1))] == 1)
        #expect(
            outcome.messages == [
                #"page: error: G of k "a": \#(message): the number has more than 1000 digits"#
            ]
        )
    }
}
