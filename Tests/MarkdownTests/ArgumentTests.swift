import Markdown
import Records
import Scraping
import Testing

/// What the transform takes beside the text, and what it knows of the page.
@Suite struct ArgumentTests {
    @Test(arguments: [(1, "# a\n\n###### b"), (2, "## a\n\n###### b"), (5, "##### a\n\n###### b")])
    func headingsBeginAtALevel(_ level: Int, _ expected: String) throws {
        #expect(
            try markdown("<h1>a</h1><h6>b</h6>", arguments: ["headings": .number(Number(level))]) == expected
        )
    }

    @Test(arguments: [0, 7, -1]) func levelsThatAreNoneAreTold(_ level: Int) {
        #expect(throws: StepError.self) { try Transform.markdown.make(["headings": .number(Number(level))]) }
    }

    @Test(
        arguments: [
            ("https://e.org/a/b", "c", "https://e.org/a/c"),
            ("https://e.org/a/b", "/c?d=%27e’", "https://e.org/c?d=%27e%E2%80%99"),
            ("https://e.org/a/b", "#c", "https://e.org/a/b#c"),
            ("https://e.org/a/b", "//f.org/", "https://f.org/"),
            ("https://e.org/a/b", "mailto:a@e.org?subject=%27x’", "mailto:a@e.org?subject=%27x’"),
            (nil, "c d", "c%20d"),
        ] as [(String?, String, String)]
    )
    func linksAreAbsoluteWhereTheyCanBe(_ base: String?, _ link: String, _ expected: String) throws {
        #expect(try markdown("<a href=\"\(link)\">x</a>", base: base) == "[x](\(expected))")
    }

    @Test func rulesCanAskForIt() throws {
        let rules = """
            { "plugins": ["markdown"], "records": { "Note": { "fields": { "text":
              { "select": "main::inner-html", "apply": [{ "markdown": { "headings": 2 } }], "type": "text" } } } } }
            """
        let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        let page = Page(name: "page.html", bytes: Array("<main><h1>A</h1><p>b <b>c</b></main>".utf8))
        let outcome = try Rules(source, registry: Registry([plugin])).scrape(page)
        #expect(outcome.records.first?["text"] == "## A\n\nb **c**")
        #expect(outcome.diagnostics.isEmpty)
    }
}
