import DOM
import Extraction
import Records
import RulesTestSupport
import Scraping
import Testing

/// The memory limit of a page bounds all values that are read from it, whatever they are made of.
@Suite struct ValueMemoryTests {
    struct Work: CustomTestStringConvertible, Sendable {
        let name: String
        let rules: String
        let page: String

        var testDescription: String { name }
    }

    private static func field(_ keys: String, each: String = "body", prepare: String = "[]") -> String {
        #"""
        {"prepare": \#(prepare), "records": {
          "page": {"each": "\#(each)", "fields": {"v": {\#(keys)}}}
        }}
        """#
    }

    private static func page(_ body: String) -> String { "<!doctype html><title>A title</title>\(body)" }

    /// Elements in each other, with everything in the innermost one.
    private static func nested(_ name: String, _ count: Int, _ content: String) -> String {
        page(String(repeating: "<\(name)>", count: count) + content)
    }

    private static func templates(_ count: Int) -> String {
        (1...count).map { #""a\#($0)": {"template": "{a\#($0 - 1)}{a\#($0 - 1)}"}"# }.joined(separator: ",")
    }

    private static func sets(_ count: Int) -> String {
        let set = #"{"set": {"select": "p", "attribute": "a", "template": "{a}{a}"}}"#
        return Array(repeating: set, count: count).joined(separator: ",")
    }

    static let all: [Work] = [
        Work(
            name: "labels of nested elements",
            rules: field(#""labels": "div""#),
            page: nested("div", 200, (0..<500).map { "<p>L\($0): x</p>" }.joined())
        ),
        Work(
            name: "results of steps",
            rules: field(
                #""select": "::text", "apply": [{"replace": ["x", "\#(String(repeating: "y", count: 100))"]}]"#,
                each: "div"
            ),
            page: nested("div", 100, String(repeating: "x ", count: 500))
        ),
        Work(
            name: "lists made of texts",
            rules: field(#""select": "::text", "apply": [{"split": ","}], "type": ["string"]"#, each: "div"),
            page: nested("div", 100, String(repeating: "a,", count: 5000))
        ),
        Work(
            name: "texts made of texts",
            rules: #"{"records": {"page": {"fields": {"a0": "title", \#(templates(22))}}}}"#,
            page: page("")
        ),
        Work(
            name: "attributes made of attributes",
            rules: field(#""select": "p""#, prepare: "[\(sets(22))]"),
            page: page(String(repeating: "<p a=text>", count: 10))
        ),
        Work(
            name: "trees in elements",
            rules: field(#""select": "title""#, prepare: #"[{"linked-data": "div"}]"#),
            page: nested(
                "div",
                200,
                String(repeating: "<i itemscope itemtype=X><b itemprop=n>q</b></i>", count: 500)
            )
        ),
        Work(
            name: "attributes of one tag",
            rules: field(#""select": "title""#),
            page: "<!doctype html><body " + (0..<50_000).map { "a\($0)=1" }.joined(separator: " ") + ">"
        ),
        Work(
            name: "objects in each other",
            rules: field(#""each": "div", "fields": {"w": {"each": "> div, > div > div", "fields": "v"}}"#),
            page: nested("div", 28, "")
        ),
        Work(
            name: "constants",
            rules: field(#""each": "i", "fields": {"c": {"value": "x"}}"#, each: "div"),
            page: nested("div", 200, String(repeating: "<i></i>", count: 500))
        ),
        Work(
            name: "data as values",
            rules: field(#""select": "::text", "type": "json""#, each: "div"),
            page: nested("div", 200, "[" + String(repeating: "1,", count: 5000) + "1]")
        ),
    ]

    /// The page gives one error and no record; with more memory it gives none.
    @Test(arguments: all) func limits(_ work: Work) throws {
        let rules = try load(work.rules)
        let page = Page(name: "page", bytes: Array(work.page.utf8))
        var limits = Limits()
        limits.memory = 1 << 20
        let outcome = rules.scrape(page, limits: limits)
        #expect(outcome.records.isEmpty)
        let reports = outcome.diagnostics.filter { $0.help == "--max-memory raises the limit" }
        #expect(!reports.isEmpty, "\(outcome.diagnostics)")
        #expect(reports.allSatisfy { $0.severity == .error })
    }

    /// The long lists that steps make of many values are within the limit if little remains of them.
    @Test func intermediateResults() throws {
        let rules = try load(
            #"""
            {"records": {"page": {"each": "p", "fields": {
              "n": {"select": "::text", "apply": [{"split": ","}, "count"], "type": "integer"}
            }}}}
            """#
        )
        let text = "<p>" + String(repeating: "a,", count: 200)
        let page = Page(name: "page", bytes: Array(String(repeating: text, count: 1000).utf8))
        var limits = Limits()
        limits.memory = 6 << 20
        let outcome = rules.scrape(page, limits: limits)
        #expect(outcome.records.count == 1000)
        #expect(!outcome.diagnostics.contains { $0.severity == .error })
    }
}
