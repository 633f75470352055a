import Records
import RulesTestSupport
import Scraping
import Testing

/// The preparation `linked-data`: a page's data about itself, added to the page.
@Suite struct LinkedDataPreparationTests {
    private static let page = """
        <!DOCTYPE html>
        <html lang=de><title>Heading</title><meta property="og:title" content=Shared><link rel=canonical href="/n">
        <script type="application/ld+json">{ "@type": ["Thing", "Recipe"], "name": "Soup" }</script>
        <body>hello <p itemscope itemtype="https://schema.org/Recipe"><b itemprop=name>Tea</b></p></html>
        """

    /// The values that a selector extracts from a page to which the linked data of some elements was added, and the
    /// diagnostics.
    private func read(_ select: String, in scope: String = "html", _ page: String = page) throws -> [String] {
        let rules = #"""
            { "prepare": [{ "linked-data": "\#(scope)" }],
              "records": { "R": { "fields": { "x": { "select": "\#(select)", "type": ["text"] } } } } }
            """#
        let outcome = try scrape(rules, page)
        return (outcome.records.first?["x"]?.list?.map(\.text) ?? [])
            + outcome.messages.filter { $0 != "page: error: the page has no records" }
    }

    @Test(arguments: [
        ("linked-data > [types~=Recipe] > name", ["Soup", "Tea"]),
        (#"linked-data > meta > og\\:title"#, ["Shared"]),
        ("linked-data > link > canonical", ["/n"]),
        ("html > linked-data::attr(lang)", ["de"]),
        ("linked-data > title, head > title", ["Heading", "Heading"]),
        // Content that was parsed into the tree is not part of the page's text, and the names of HTML keep their
        // meaning.
        ("body", ["hello\nTea"]), ("::text", ["Heading\nhello\nTea"]), ("META::attr(property)", ["og:title"]),
        // Names in data are case-sensitive.
        ("LINKED-DATA", []), ("linked-data > recipe", []),
    ])
    func aPageHoldsItsLinkedData(_ select: String, _ values: [String]) throws {
        #expect(try read(select) == values)
    }

    @Test func onlyWhatIsMeantIsRead() throws {
        #expect(try read("linked-data [types~=Recipe] > name", in: "body") == ["Tea"])
        #expect(try read("body > linked-data", in: "head").isEmpty)
        #expect(try read("p > linked-data > Recipe > name", in: "p") == ["Tea"])
    }

    @Test func linesAreThePages() throws {
        let page =
            "<!DOCTYPE html>\n<script type='application/ld+json'>\n{ \"@type\": \"Recipe\",\n  \"name\": \"N\", }\n</script>"
        let reported = try read("linked-data > Recipe > name", page)
        #expect(reported.count == 2)
        #expect(reported.last?.hasPrefix("page:4: warning: JSON-LD: ") == true)
    }

    @Test func dataHasNoLinkedData() throws {
        let rules = """
            { "source": "json", "prepare": [{ "linked-data": "a" }], "records": { "R": { "fields": { "a": "> a" } } } }
            """
        let outcome = try scrape(rules, #"{ "a": "x" }"#)
        #expect(outcome.lines == [#"{"@type":"R","a":"x"}"#])
        #expect(outcome.messages == ["page:1: error: linked data is read from HTML, and a is not HTML"])
    }

    /// A page that is parsed into a tree of data is HTML like any other.
    @Test func insertedPagesHaveLinkedData() throws {
        let rules = #"""
            { "source": "json", "prepare": [{ "parse": { "in": "page", "as": "html" } }, { "linked-data": "html" }],
              "records": { "R": { "fields": { "x": "linked-data > meta > og\\:title", "text": "body" } } } }
            """#
        let outcome = try scrape(rules, #"{ "page": "<meta property='og:title' content='T'><p>hi" }"#)
        #expect(outcome.lines == [#"{"@type":"R","x":"T","text":"hi"}"#])
        #expect(outcome.messages.isEmpty)
    }
}
