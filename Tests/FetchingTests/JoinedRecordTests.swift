import Language
import Records
import Scraping
import Testing

@testable import Crawling

/// Records of several pages that become one.
struct JoinedRecordTests {
    private static func rules(_ isAcross: Bool = true) throws -> Rules {
        try PlayedCrawl.rules(
            """
            { "match": "*", "records": {
                "R": { "each": "li"\(isAcross ? ", \"unique\": [\"a\", \"b\"], \"across\": true" : ""), "fields": { "a": ".a", "b": { "select": ".b", "type": "decimal" }, "t": { "select": "h1", "required": true }, "l": { "select": "i", "type": ["string"] } } },
                "S": { "unique": "a", "fields": { "a": "u" } } } }
            """
        )
    }

    private static func record(_ type: String, _ fields: [(String, Value)]) -> Record {
        Record(type: type, fields: fields.map { Value.Member($0.0, $0.1) })
    }

    /// The records of the first table in order, and the messages.
    @Test func recordsAreJoinedAtThePlaceOfTheFirst() throws {
        let rules = try Self.rules()
        var joined = JoinedRecords(rules.records, rules.schema)
        #expect(!joined.isEmpty)
        func text(_ text: String) -> Value { .string(text) }
        func number(_ text: String) -> Value { Number(text).map(Value.number) ?? .null }
        joined.add([
            Self.record(
                "R",
                [("t", text("one")), ("a", text("x")), ("b", number("1.0")), ("@url", text("p1"))]
            ),
            Self.record("R", [("a", text("y")), ("b", number("2"))]), Self.record("S", [("a", text("x"))]),
            Self.record("S", [("a", text("x"))]), Self.record("R", [("l", .list([text("k")]))]),
            Self.record("R", [("l", .list([text("m")]))]),
        ])
        joined.add([
            // The number is the same, and what a key with "@" has may differ.
            Self.record(
                "R",
                [
                    ("a", text("x")), ("b", number("1")), ("l", .list([text("k"), text("m")])),
                    ("@url", text("p2")),
                ]
            ),
            Self.record(
                "R",
                [
                    ("a", text("x")), ("b", number("1.00")), ("l", .list([text("m"), text("n")])),
                    ("t", text("two")),
                ]
            ),
            Self.record("R", [("a", text("y")), ("b", number("3"))]), Self.record("R", [("b", number("3"))]),
            Self.record("R", [("b", number("3")), ("t", text("three"))]),
        ])
        let (records, diagnostics) = joined.finish()
        #expect(
            records.map { record in
                record.type + JSONWriter.compact(.object(record.fields))
            } == [
                #"R{"a":"x","b":1.0,"t":"one","l":["k","m","n"],"@url":"p1"}"#, #"R{"a":"y","b":2}"#,
                #"S{"a":"x"}"#, #"S{"a":"x"}"#, #"R{"l":["k"]}"#, #"R{"l":["m"]}"#, #"R{"a":"y","b":3}"#,
                #"R{"b":3,"t":"three"}"#,
            ]
        )
        #expect(
            diagnostics.map(\.message) == [
                #"R.t of a x, b 1.00 is "one" on one page and "two" on another; the first is kept"#,
                "R.t is required, and no page has it for a y, b 2",
                "R.t is required, and no page has it for a null, b null",
                "R.t is required, and no page has it for a null, b null",
                "R.t is required, and no page has it for a y, b 3",
            ]
        )
        #expect(diagnostics.map(\.severity) == [.warning, .error, .error, .error, .error])
    }

    /// Missing parts of records that other pages may have are not reported with their page.
    @Test func reportsAboutParts() throws {
        let rules = try Self.rules()
        let joined = JoinedRecords(rules.records, rules.schema)
        let reports = [
            Diagnostic(.page, "R.t is required", record: "R", field: "t"),
            Diagnostic(.page, "R.t is too long", record: "R", field: "t"),
            Diagnostic(.page, "S.a is required", record: "S", field: "a"),
            Diagnostic(.page, "a value is required"),
        ]
        #expect(
            joined.remaining(reports).map(\.message) == [
                "R.t is too long", "S.a is required", "a value is required",
            ]
        )
        let plain = try Self.rules(false)
        #expect(JoinedRecords(plain.records, plain.schema).isEmpty)
    }
}
