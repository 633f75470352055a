import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// The source `json`: strict JSON.
@Suite struct SourceJSONTests {
    @Test(arguments: [
        ("\u{FEFF}{\"a\":1}", "json type=\"object\" @1|  a type=\"number\" @1|    \"1\" @1"),
        ("1e999", "json type=\"number\" @1|  \"1e999\" @1"),
        (
            "[123456789012345678901234567890.10,-0.0,1E+2]",
            "json type=\"array\" @1|  item type=\"number\" @1|    \"123456789012345678901234567890.10\" @1"
                + "|  item type=\"number\" @1|    \"-0.0\" @1|  item type=\"number\" @1|    \"1E+2\" @1"
        ),
        ("{\"\":\"\",\"a b\":null}", "json type=\"object\" @1|   type=\"string\" @1|  a b type=\"null\" @1"),
        ("\n\n[\n[],{}]", "json type=\"array\" @3|  item type=\"array\" @4|  item type=\"object\" @4"),
    ])
    func values(_ page: String, _ outline: String) throws {
        let result = try tree("json", page)
        #expect(result.reported == [])
        let lines = result.outline.split(separator: "\n").map(String.init)
        // The position of the root is where the text begins.
        #expect(
            lines.map { $0.replacing("@3", with: "@1") }
                == outline.replacing("@3", with: "@1").split(separator: "|").map(String.init)
        )
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":2}", "1:8: error: not JSON: duplicate key \"a\""),
        ("[1,]", "1:3: error: not JSON: expected a value after the comma, found \"]\""),
        ("{a:1}", "1:2: error: not JSON: expected a key in double quotes, found a"),
        ("[01]", "1:2: error: not JSON: invalid number 01"),
        ("[1] x", "1:5: error: not JSON: expected the end of the text after its value, found \"x\""),
        ("<html>", "1:1: error: not JSON: expected a value, found \"<\""),
        ("[\n\"a\nb\"]", "2:1: error: not JSON: unterminated string"),
    ])
    func mistakes(_ page: String, _ message: String) throws {
        #expect(try tree("json", page).reported == ["page:" + message])
    }

    /// A page, the result for its first string, and the diagnostics.
    @Test(arguments: [
        (
            #"["\u0000\ud83d\ude00\ud800"]"#, "\u{FFFD}😀\u{FFFD}",
            [
                #"1:3: warning: \u0000 is NUL, which no text of a page contains: read as U+FFFD"#,
                #"1:21: warning: \ud800 is half of a surrogate pair: read as U+FFFD"#,
            ]
        ),
        (
            "[\n \"é\\ude00\"]", "é\u{FFFD}",
            [#"2:4: warning: \ude00 is half of a surrogate pair: read as U+FFFD"#]
        ),
        (
            #"["\ud83d\ud83d\ude00"]"#, "\u{FFFD}😀",
            [#"1:3: warning: \ud83d is half of a surrogate pair: read as U+FFFD"#]
        ),
        (
            #"["\ud83dx"]"#, "\u{FFFD}x",
            [#"1:3: warning: \ud83d is half of a surrogate pair: read as U+FFFD"#]
        ),
        (
            "[\"" + String(repeating: #"\ud800"#, count: 23) + "\"]",
            String(repeating: "\u{FFFD}", count: 23),
            (0..<20).map { "1:\(3 + $0 * 6): warning: \\ud800 is half of a surrogate pair: read as U+FFFD" }
                + ["1: warning: 3 more such escapes after this one: read as U+FFFD"]
        ),
        (#"["\\u0000"]"#, #"\u0000"#, []),
    ])
    func escapesThatNoTextCanHoldAreReported(_ page: String, _ text: String, _ reported: [String]) throws {
        let result = PageReader(source: "json")?.parse(Page(name: "page", bytes: Array(page.utf8)))
        let item = result?.document?.rootElement?.firstElementChild
        #expect(item.flatMap { result?.document?.rawText(of: $0) } == Array(text.utf8))
        #expect(
            result?.diagnostics.map { String($0.description.prefix { $0 != "\n" }) }
                == reported.map { "page:" + $0 }
        )
    }

    /// Content of an HTML page that is read as JSON loses nothing either.
    @Test(arguments: [
        (#"{ "select": "script", "type": "json" }"#, "{\"@type\":\"R\",\"x\":[\"\u{FFFD}\"]}"),
        (
            #"{ "select": "script", "apply": [{ "parse": { "as": "json" } }], "type": "json" }"#,
            "{\"@type\":\"R\",\"x\":[\"\u{FFFD}\"]}"
        ),
        (
            #"{ "select": "script", "apply": [{ "parse": { "as": "json", "select": "item" } }] }"#,
            "{\"@type\":\"R\",\"x\":\"\u{FFFD}\"}"
        ),
    ])
    func fieldsSayThemToo(_ field: String, _ record: String) throws {
        let outcome = try scrape(
            #"{ "records": { "R": { "fields": { "x": \#(field) } } } }"#,
            "<p>\n<script>[\"\\udc00\"]</script>"
        )
        #expect(outcome.lines == [record])
        #expect(outcome.messages.count == 1)
        #expect(
            outcome.messages[0].hasPrefix(
                #"page:2:1: warning: R.x (`script`): \udc00 is half of a surrogate pair"#
            )
        )
    }

    @Test func literalsOfScriptsSayThemToo() throws {
        let rules = #"""
            { "prepare": [{ "parse": { "in": "script", "as": "json", "after": "x =" } }],
              "records": { "R": { "fields": { "x": "script item" } } } }
            """#
        let outcome = try scrape(rules, "<p>\n<script>x = ['a\\0',\n '\\ud800'];</script>")
        #expect(outcome.lines == ["{\"@type\":\"R\",\"x\":\"a\u{FFFD}\"}"])
        #expect(
            outcome.messages == [
                #"page:2: warning: json: \0 is NUL, which no text of a page contains: read as U+FFFD"#,
                #"page:3: warning: json: \ud800 is half of a surrogate pair: read as U+FFFD"#,
            ]
        )
    }

    @Test func deepNestingIsReadAndFreed() throws {
        let depth = 100_000
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        for page in [arrays, objects] {
            let result = PageReader(source: "json")?.parse(Page(name: "page", bytes: Array(page.utf8)))
            #expect(result?.diagnostics.isEmpty == true)
            #expect(result?.document?.rootElement?.firstElementChild != nil)
        }
    }

    @Test func bigArraysAreRead() throws {
        let page = "[" + (0..<200_000).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "]"
        let result = PageReader(source: "json")?.parse(Page(name: "page", bytes: Array(page.utf8)))
        #expect(result?.document?.rootElement?.lastElementChild?.line == 200_000)
    }
}
