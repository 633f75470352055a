import DOM
import Records
import Scraping
import Testing

/// The source `json`: data, strictly.
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
        (
            "[\"\\u0000\\ud83d\\ude00\\ud800\"]",
            "json type=\"array\" @1|  item type=\"string\" @1|    \"\u{FFFD}😀\u{FFFD}\" @1"
        ),
        ("\n\n[\n[],{}]", "json type=\"array\" @3|  item type=\"array\" @4|  item type=\"object\" @4"),
    ])
    func values(_ page: String, _ outline: String) throws {
        let result = try tree("json", page)
        #expect(result.told == [])
        let lines = result.outline.split(separator: "\n").map(String.init)
        // The root stands where the text begins.
        #expect(
            lines.map { $0.replacing("@3", with: "@1") }
                == outline.replacing("@3", with: "@1").split(separator: "|").map(String.init)
        )
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":2}", "1:8: error: not JSON: the key \"a\" stands twice in one object"),
        ("[1,]", "1:3: error: not JSON: expected a value after the comma, found \"]\""),
        ("{a:1}", "1:2: error: not JSON: expected a key in double quotes, found a"),
        ("[01]", "1:2: error: not JSON: 01 is not a number as JSON writes it"),
        ("[1] x", "1:5: error: not JSON: expected the end of the text after its value, found \"x\""),
        ("<html>", "1:1: error: not JSON: expected a value, found \"<\""),
        ("[\n\"a\nb\"]", "2:1: error: not JSON: a string does not end on its line"),
    ])
    func mistakes(_ page: String, _ message: String) throws {
        #expect(try tree("json", page).told == ["page:" + message])
    }

    @Test func deepNestingIsReadAndFreed() throws {
        let depth = 100_000
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        for page in [arrays, objects] {
            let result = PageReader(source: "json")?.read(Page(name: "page", bytes: Array(page.utf8)))
            #expect(result?.diagnostics.isEmpty == true)
            #expect(result?.document?.rootElement?.firstElementChild != nil)
        }
    }

    @Test func bigArraysTakeLinearTime() throws {
        let page = "[" + (0..<200_000).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "]"
        let time = ContinuousClock().measure {
            let result = PageReader(source: "json")?.read(Page(name: "page", bytes: Array(page.utf8)))
            #expect(result?.document?.rootElement?.lastElementChild?.line == 200_000)
        }
        #expect(time < .seconds(60))
    }
}
