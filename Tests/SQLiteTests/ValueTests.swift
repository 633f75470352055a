import Records
import Testing

@testable import SQLite

/// The representation of values in columns.
@Suite(.enabled(if: DatabaseFile.isPossible, "SQLite's library is not installed")) struct ValueTests {
    private func digits(_ text: String) -> Value { Number(text).map(Value.number) ?? .null }

    /// A field's type, a value, the type of the stored value, and its text when it is read back.
    @Test(
        arguments: [
            ("string", "abc", "text", "abc"), ("string", "", "text", ""), ("string", "007", "text", "007"),
            ("string", "a\0b", "text", "a\0b"),
            ("string", "'; DROP TABLE T; --", "text", "'; DROP TABLE T; --"),
            ("text", "é\u{1F33F}\n", "text", "é\u{1F33F}\n"), ("html", "<b>", "text", "<b>"),
            ("date", "2018-05-28", "text", "2018-05-28"),
            ("datetime", "2018-05-28T05:45:00-05:00", "text", "2018-05-28T05:45:00-05:00"),
            ("duration", "PT1H", "text", "PT1H"), ("url", "https://a.example/", "text", "https://a.example/"),
            ("integer", 42, "integer", "42"), ("integer", -1, "integer", "-1"),
            ("size", 1024, "integer", "1024"),
            ("boolean", true, "integer", "1"), ("boolean", false, "integer", "0"),
            ("[string]", ["a", "b\"c"], "text", #"["a","b\"c"]"#), ("[string]", [], "text", "[]"),
            ("json", ["a": 1], "text", #"{"a":1}"#), ("json", "a", "text", #""a""#), ("json", 1, "text", "1"),
            ("json", true, "text", "true"), ("json", .null, "null", "NULL"),
            ("string", .null, "null", "NULL"),
        ] as [(String, Value, String, String)]
    )
    func values(_ type: String, _ value: Value, _ stored: String, _ text: String) throws {
        try check(type, value, stored, text)
    }

    /// No digit of a number is lost.
    @Test(arguments: [
        ("integer", "9223372036854775807", "integer"), ("integer", "-9223372036854775808", "integer"),
        ("integer", "9223372036854775808", "blob"), ("integer", "123456789012345678901234567890", "blob"),
        ("decimal", "12", "integer"), ("decimal", "0.1234567890123456789", "text"),
        ("decimal", "1e999", "text"),
        ("decimal", "0.5", "real"), ("decimal", "1.23456789012345", "real"),
        ("decimal", "1.234567890123456", "text"),
        ("decimal", "9223372036854775807", "integer"), ("decimal", "9223372036854775809", "text"),
    ])
    func digitsAreKept(_ type: String, _ number: String, _ stored: String) throws {
        try check(type, digits(number), stored, number)
    }

    @Test(arguments: [
        ("1.10", "real", "1.1"), ("12", "integer", "12"), ("1e5", "real", "100000.0"), ("1.0", "real", "1.0"),
        ("0.00000000000000000001", "real", "1.0e-20"), ("100000000000000000000000", "real", "1.0e+23"),
        ("12345678901234567890", "text", "12345678901234567890"),
    ])
    func decimalsAreNumbers(_ number: String, _ stored: String, _ text: String) throws {
        try check("decimal", digits(number), stored, text)
    }

    @Test(arguments: ["1.10", "12", "1e5", "0.1234567890123456789"]) func decimalsAsTexts(
        _ number: String
    ) throws {
        try check("decimal", digits(number), "text", number, ["decimals": "text"])
    }

    @Test func numbersCompareAsNumbers() throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["x": "decimal"])])
        try store.write(["95", "310.9", "7.25"].map { Record("T", ["x": digits($0)]) }, note: "")
        try store.finish()
        #expect(try file.query("SELECT max(x), min(x) FROM T") == ["310.9|7.25"])
        #expect(store.warnings.isEmpty)
    }

    /// Numbers that would lose digits are stored as texts, with one warning for the column.
    @Test(arguments: [
        (
            ["1.2345678901234567"],
            "one number in the column \"x\" of the table \"T\" (1.2345678901234567) has"
        ),
        (
            ["1", "1.2345678901234567", "2.2345678901234567"],
            "2 numbers in the column \"x\" of the table \"T\" (1.2345678901234567, …) have"
        ),
    ])
    func longNumbersAreReported(_ numbers: [String], _ message: String) throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["x": "decimal"])])
        for number in numbers { try store.write([Record("T", ["x": digits(number)])], note: "") }
        try store.finish()
        #expect(store.warnings.count == 1)
        #expect(store.warnings.first?.message.hasPrefix(message) == true)
    }

    /// Existing columns stay unchanged; for text columns, a warning describes what happens to numbers.
    @Test(arguments: [
        ("TEXT", "text", "1.5", 1), ("VARCHAR(9)", "text", "1.5", 1), ("NUMERIC", "real", "1.5", 0),
        ("", "real", "1.5", 0),
        ("REAL", "real", "1.5", 0), ("INTEGER", "real", "1.5", 0),
    ])
    func existingColumns(_ declared: String, _ stored: String, _ text: String, _ warnings: Int) throws {
        let file = DatabaseFile()
        try file.execute("CREATE TABLE T (x \(declared))")
        let store = try file.store([Schema.RecordType("T", ["x": "decimal"])])
        try store.write(
            [Record("T", ["x": digits("1.5")]), Record("T", ["x": digits("1.2345678901234567")])],
            note: ""
        )
        #expect(try file.query("SELECT typeof(x), x FROM T LIMIT 1") == ["\(stored)|\(text)"])
        #expect(try file.query("SELECT cast(x AS TEXT) FROM T") == ["1.5", "1.2345678901234567"])
        #expect(store.warnings.count { $0.message.contains("has the type text") } == warnings)
    }

    private func check(
        _ type: String,
        _ value: Value,
        _ stored: String,
        _ text: String,
        _ options: [String: String] = [:]
    ) throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["x": type])], options)
        try store.write([Record("T", ["x": value])], note: "")
        #expect(try file.query("SELECT typeof(x) FROM T") == [stored])
        #expect(try file.query("SELECT x FROM T") == [text])
    }

    @Test func fieldsThatARecordLacksAreNull() throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["a": "string", "b": "integer", "c": "string"])])
        try store.write([Record("T", ["c": "x"]), Record("T", ["c": "y", "a": "z"])], note: "")
        #expect(try file.query("SELECT a, b, c FROM T ORDER BY c") == ["NULL|NULL|x", "z|NULL|y"])
    }

    /// Types of a field that may have one of two types.
    @Test(
        arguments: [
            (["integer", "size"], "INTEGER"), (["integer", "boolean"], "TEXT"), (["url", "string"], "TEXT"),
            (["integer", "decimal"], ""), (["string", "json"], "TEXT"),
            (["boolean", "boolean"], "INTEGER"),
        ] as [([String], String)]
    )
    func alternatives(_ types: [String], _ declaration: String) {
        let scalars = types.compactMap { Schema.Scalar(rawValue: $0) }
        let type = Schema.FieldType.alternatives(scalars.map(Schema.FieldType.scalar))
        #expect(ColumnType(type, SQLiteOptions()).declaration == declaration)
    }

    @Test func wrongOptionsAreReported() throws {
        let file = DatabaseFile()
        #expect(
            message { () throws(OutputError) in _ = try file.store([], ["decimals": "real"]) }
                == "expected number or text for the database's decimals, found \"real\""
        )
        #expect(throws: OutputError.self) { try OutputFormat.sqlite.makeEncoder(Schema(types: [])) }
    }
}
