import Records
import RulesTestSupport
import Scraping
import Testing

/// Rules files that extend others.
@Suite struct ExtendsTests {
    private static let base = """
        {
          "about": "the family",
          "prepare": [{ "remove": "nav" }],
          "records": {
            "Plant": {
              "each": "li",
              "fields": { "name": { "select": "b", "required": true }, "height": "i", "note": "u" }
            }
          }
        }
        """

    private func load(_ files: [String: String]) throws -> Rules {
        let main = SourceText(name: "main.json", bytes: Array((files["main.json"] ?? "").utf8))
        return try Rules(main, registry: Registry()) { _, name throws(Diagnostic) in
            guard let text = files[name] else { throw Diagnostic(.rules, "there is no rules file \(name)") }
            return SourceText(name: name, bytes: Array(text.utf8))
        }
    }

    private func errors(_ files: [String: String]) -> [String] {
        do {
            _ = try load(files)
            return []
        } catch let diagnostics as Diagnostics {
            return diagnostics.all.map { String($0.description.prefix { $0 != "\n" }) }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func keysAreLaidOverThoseOfTheBase() throws {
        let rules = try load([
            "base.json": ExtendsTests.base,
            "main.json": """
            { "extends": "base.json", "records": { "Plant": { "fields": {
              "height": { "select": "i", "type": "integer" }, "note": null, "name": { "select": "h2" }, "url": "a::attr(href)"
            } } } }
            """,
        ])
        #expect(rules.about == "the family")
        let page =
            "<li><h2>Oak</h2><i>40</i><u>x</u><a href=y></a></li><li><b>Ash</b></li><nav><li><h2>No</h2></nav>"
        let outcome = rules.scrape(Page(name: "page", bytes: Array(page.utf8)))
        #expect(outcome.lines == [#"{"@type":"Plant","name":"Oak","height":40,"url":"y"}"#])
        #expect(outcome.messages == ["page:1:53: error: Plant.name is required: `h2` found nothing"])
    }

    @Test func mistakesAreReportedWhereTheyAre() {
        let base = ExtendsTests.base.replacing("\"i\"", with: "\"i[\"")
        #expect(
            errors(["base.json": base, "main.json": #"{ "extends": "base.json", "abuot": "x" }"#]) == [
                "base.json:7:77: error: expected an attribute's name, found the end in the selector",
                #"main.json:1:27: error: unknown key "abuot" in a rules file"#,
            ]
        )
    }

    @Test(
        arguments: [
            ([:], ["main.json:1:1: error: expected a value, found the end of the text"]),
            (
                ["main.json": #"{ "extends": "x.json" }"#],
                [
                    "main.json:1:14: error: there is no rules file x.json"
                ]
            ),
            (
                ["main.json": #"{ "extends": 7 }"#],
                [
                    #"main.json:1:14: error: expected a string for "extends", found a number"#
                ]
            ),
            (
                [
                    "main.json": #"{ "extends": "a.json" }"#, "a.json": #"{ "extends": "b.json" }"#,
                    "b.json": #"{ "extends": "a.json" }"#,
                ],
                [
                    "b.json:1:14: error: the rules extend themselves: main.json, a.json, b.json, a.json"
                ]
            ),
            (
                ["main.json": #"{ "extends": "./main.json" }"#, "./main.json": "{}"],
                ["main.json:1:14: error: the rules extend themselves: main.json, main.json"]
            ),
            (
                ["main.json": #"{ "extends": ".//a/../main.json" }"#, ".//a/../main.json": "{}"],
                ["main.json:1:14: error: the rules extend themselves: main.json, main.json"]
            ),
            // Missing or unknown names may be defined in files that cannot be read.
            (
                [
                    "main.json": #"""
                    { "extends": "x.json", "records": { "Plant": { "fields": {
                      "height": { "type": "integer" }, "id": { "from": "name", "apply": [{ "map": "ids" }] } } } } }
                    """#
                ],
                ["main.json:1:14: error: there is no rules file x.json"]
            ),
            (
                ["main.json": #"{ "extends": "x.json", "records": { "P": {} } }"#, "x.json": "{"],
                [
                    "x.json:1:2: error: expected a key in double quotes, found the end of the text"
                ]
            ),
        ] as [([String: String], [String])]
    )
    func whatCannotBeExtendedIsReported(_ files: [String: String], _ messages: [String]) {
        #expect(errors(files).sorted() == messages.sorted())
    }

    @Test func rulesRankByPriorityThenByWhatThePatternGives() throws {
        let records = #""records": { "R": { "fields": { "x": "a" } } }"#
        let wide = try load(["main.json": #"{ "match": "https://x.example/*", \#(records) }"#])
        let close = try load([
            "main.json": #"{ "match": ["https://x.example/a*", "https://y.example/"], \#(records) }"#
        ])
        let high = try load(["main.json": #"{ "match": "*", "priority": 1, \#(records) }"#])
        let url = "https://X.example/ab"
        let ranks = try [wide, close, high].map { try #require($0.rank(for: url)) }
        #expect(ranks[0] < ranks[1])
        #expect(ranks[1] < ranks[2])
        #expect(close.rank(for: "https://x.example/b") == nil)
    }
}
