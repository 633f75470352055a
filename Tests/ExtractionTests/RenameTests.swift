import Records
import RulesTestSupport
import Scraping
import Testing

/// Names that have been replaced on a page: explanations suggest the names in their places.
@Suite struct RenameTests {
    /// A selector, the page, and the nearest names.
    @Test(arguments: [
        // Most words are the same.
        (
            ".product--details h1", "string",
            "<div class='product--detail-page'><h1>x</h1></div><div class='price--details'>y</div>",
            #"near: `.product--detail-page h1` (1 element, line 1:"#,
            #"class "product--detail-page" for "product--details""#
        ),
        (
            "#articleBody", "string", "<p id=article-body-text>x</p><p id=related>y</p>",
            "near: `#article-body-text` (1 element, line 1:", #"id "article-body-text" for "articleBody""#
        ),
        (
            "[itemprop=totalTime]", "string", "<b itemprop=totalTimeIso>x</b><b itemprop=name>y</b>",
            #"near: `[itemprop="totalTimeIso"]` (1 element"#, #"itemprop "totalTimeIso" for "totalTime""#
        ),
        // No word is the same: the place and the value decide.
        (
            "p > .price", "decimal", "<p><i class=note>x</i><b class=css-1q2w3e>9.99</b></p>",
            "near: `p > .css-1q2w3e` (1 element",
            #"class "css-1q2w3e", which the rules do not have, in the place of "price""#
        ),
        (
            ".teaser > h1", "string", "<div class=zebra><h1>x</h1></div><p class=other>y</p>",
            "near: `.zebra > h1` (1 element",
            #"class "zebra", which the rules do not have, in the place of "teaser""#
        ),
    ])
    func whatANameHasBecome(
        _ selector: String,
        _ type: String,
        _ page: String,
        _ finding: String,
        _ reason: String
    ) throws {
        let rules = RenameTests.rules(selector, type)
        let lines = try explanation(rules, "<!doctype html><main><u>1</u>\(page)</main>", field: "x")
        let near = lines.filter { $0.hasPrefix("near") }
        #expect(near.first?.hasPrefix(finding) == true && near.first?.hasSuffix(reason) == true, "\(lines)")
    }

    /// Names whose values do not fit the field, names used by another selector of the rules, and names of other pages
    /// of the site are not suggested.
    @Test func whatIsSomethingElse() throws {
        let page =
            "<!doctype html><main><u>1</u><p><i class=note>x</i><b class=seen>8</b><b class=old>9</b></p></main>"
        let rules = try load(
            """
            { "records": { "R": { "each": "main", "fields": { "a": "u", "s": ".seen",
                "x": { "select": "p > .price", "type": "decimal" } } } } }
            """
        )
        func near(_ names: Set<String>) -> [String] {
            let trace = rules.trace(Page(name: "page", bytes: Array(page.utf8)), formerNames: { names }).1
            return trace.text(field: "x").split(separator: "\n").filter { $0.contains("near") }.map {
                String($0.drop { $0 == " " }.prefix { $0 != "(" })
            }
        }
        #expect(near([]) == ["near: `p > .old` "])
        #expect(near(["old"]) == [])
    }

    /// Many names in one place are not evidence.
    @Test(arguments: [(3, 3), (4, 0)])
    func manyNamesInOnePlace(_ count: Int, _ reported: Int) throws {
        let page = ["zebra", "lion", "tiger", "camel"].prefix(count).map { "<b class=\($0)>x</b>" }.joined()
        let lines = try explanation(
            RenameTests.rules("p > .price", "string"),
            "<!doctype html><main><u>1</u><p>\(page)</p></main>",
            field: "x"
        )
        #expect(lines.count { $0.contains("in the place of") } == reported)
    }

    private static func rules(_ selector: String, _ type: String) -> String {
        """
        { "records": { "R": { "each": "main", "fields": {
            "a": "u", "x": { "select": "\(selector)", "type": "\(type)" } } } } }
        """
    }
}

/// The places of values from golden files on a page that has changed.
@Suite struct GoldenPlaceTests {
    static let rules = """
        { "records": { "R": { "each": "article", "fields": {
            "name": "h1",
            "x": { "select": ".gone", "type": "string" },
            "price": { "select": ".gone", "apply": ["number"], "type": "decimal" },
            "link": { "select": "a.gone::attr(href)", "type": "url" },
            "tags": { "select": ".gone", "type": ["string"] },
            "author": { "each": ".gone", "fields": { "name": "b", "age": { "select": "i", "type": "integer" } } } } } } }
        """
    static let page = """
        <!doctype html><title>Other</title>
        <article><h1>One</h1><p class=lead>Some  intro of the <i>day</i></p><b class=cost>EUR 9,99</b>
        <a class=more href=/one?a=b>more</a><ul><li>red<li>green</ul><div class=by>by <em>Jo Doe</em></div></article>
        <article><h1>Two</h1><p class=lead>Another intro</p></article>
        """

    /// A member of the golden record, and its line.
    @Test(arguments: [
        (
            "x", #""Some intro of the day""#,
            "the golden value of `x` is now in `body > article:nth-child(1) > p.lead`, line 2:22 (g): \"Some intro of the day\""
        ),
        (
            "x", #""intro of the""#,
            "the golden value of `x` is now part of `body > article:nth-child(1) > p.lead`, line 2:22 (g): \"intro of the\""
        ),
        ("price", "9.99", "the golden value of `price` is now in `b.cost`, line 2:69 (g): 9.99"),
        (
            "link", #""https://x.example/one?a=b""#,
            "the golden value of `link` is now in the attribute `href` of `a.more`, line 3:1 (g): \"https://x.example/one?a=b\""
        ),
        (
            "tags", #"["blue", "green", "red"]"#,
            "of the golden values of `tags`, 2 of 3 are on the page, the first in `ul > li:nth-child(2)`, line 3:48 (g): \"green\""
        ),
        (
            "author", #"{ "name": "Jo Doe", "age": 1 }"#,
            "the golden value of `author.name` is now in `em`, line 3:79 (g): \"Jo Doe\""
        ),
        ("x", #""nowhere""#, nil),
        ("x", "true", nil),
    ])
    func valuesAreFound(_ field: String, _ value: String, _ line: String?) throws {
        let lines = try GoldenPlaceTests.lines(
            #"{ "@type": "R", "name": "One", "\#(field)": \#(value) }"#,
            field
        )
        #expect(lines.filter { $0.contains("golden") } == (line.map { [$0] } ?? []))
    }

    /// The expected record is the one most similar to that of the page, whatever its index is.
    @Test func recordsAreMatchedByTheirFields() throws {
        let records =
            #"{ "@type": "R", "name": "Two", "x": "Another intro" }, { "@type": "R", "name": "One" }"#
        let lines = try GoldenPlaceTests.lines(records, "x").filter { $0.contains("golden") }
        #expect(lines.count == 1 && lines[0].contains("`body > article:nth-child(2) > p.lead`"), "\(lines)")
    }

    /// A value that differs is searched for if the golden file is the page's own.
    @Test(arguments: [(true, 1), (false, 0)])
    func valuesThatDiffer(_ isOfPage: Bool, _ count: Int) throws {
        let lines = try GoldenPlaceTests.lines(
            #"{ "@type": "R", "name": "Jo Doe" }"#,
            "name",
            isOfPage: isOfPage
        )
        #expect(lines.count { $0.contains("is now in `em`") } == count)
    }

    /// If there are no records, the values of the first one are searched for.
    @Test func pagesWithoutRecords() throws {
        let page = GoldenPlaceTests.page.replacing("article", with: "section")
        let lines = try GoldenPlaceTests.lines(
            #"{ "@type": "R", "name": "One", "x": "Another intro" }"#,
            nil,
            page
        )
        #expect(
            lines.filter { $0.contains("golden") } == [
                "the golden value of `name` is now in `body > section:nth-child(1) > h1`, line 2:10 (g): \"One\"",
                "the golden value of `x` is now in `body > section:nth-child(2) > p.lead`, line 4:22 (g): \"Another intro\"",
            ]
        )
    }

    private static func lines(
        _ records: String,
        _ field: String?,
        _ page: String = page,
        isOfPage: Bool = false
    ) throws -> [String] {
        let golden = JSON.read(Array("[\(records)]".utf8), dialect: .strict).0?.value.list ?? []
        let page = Page(name: "page", bytes: Array(page.utf8), url: "https://x.example/")
        let expected = GoldenRecords(name: "g", records: golden, isOfPage: isOfPage)
        return try load(rules).trace(page, golden: [expected]).1.text(field: field).split(separator: "\n").map
        {
            String($0.drop { $0 == " " })
        }
    }
}
