import RulesTestSupport
import Scraping
import Testing

/// The reasons for a missing value that the page contains: preparations, attributes, columns.
@Suite struct MissingValueTests {
    static let page = """
        <!doctype html><article class=story><h1>T</h1>
        <aside class=box><p class=intro>Hello</p></aside>
        <b itemprop=price data-content=12>9.99</b>
        <div class=wrap><aside class=box>Inner</aside></div>
        <em>old</em><div class=text>One<br>Two <s>2</s></div><p class=outer><u>in</u></p>
        </article>
        """
    static let prepare = """
        [{ "remove": ["nav", "aside.box"] }, { "rename": { "select": "em", "to": "strong" } },
         { "lines": ".text" }, { "unwrap": ".outer" }]
        """

    /// A field, and lines of its explanation.
    @Test(arguments: [
        // Removed with its surroundings, and by itself.
        (
            "p.intro",
            [
                "`p.intro`: matches nothing", "on the page as saved: line 2:18, p.intro",
                "`remove` of `aside.box` has removed it, with article.story > aside.box",
            ]
        ),
        (
            "aside",
            [
                "on the page as saved: line 2:1, article.story > aside.box, the first of 2 elements",
                "`remove` of `aside.box` has removed it",
            ]
        ),
        ("em", ["on the page as saved: line 5:1, em", "`rename` of `em` has renamed it"]),
        ("s", ["on the page as saved: line 5:40, s", "`lines` of `.text` has replaced it, with div.text"]),
        (
            ".outer > u",
            ["on the page as saved: line 5:69, u", "`unwrap` of `.outer` has removed it, with p.outer"]
        ),
        // Its content has been removed.
        (
            ".wrap",
            [
                "`.wrap`: found, but empty", "line 4:1, div.wrap",
                "on the page as saved, it has line 4:17, div.wrap > aside.box",
                "`remove` of `aside.box` has removed it",
            ]
        ),
        // Attributes.
        (
            "[itemprop=price]::attr(content)",
            [
                "select, string: matches, but has no attribute `content`",
                "`[itemprop=price]::attr(content)`: matches, but has no attribute `content`; its text is \"9.99\"",
                #"line 3:1, b[itemprop="price"]: has `itemprop`, `data-content`"#,
            ]
        ),
        (
            "[itemprop=price]::attr(data-contents)",
            [#"line 3:1, b[itemprop="price"]: has `itemprop`, `data-content`; did you mean `data-content`?"#]
        ),
        ("h1::attr(id)", [#"`h1::attr(id)`: matches, but has no attribute `id`; its text is "T""#]),
    ])
    func whatHasBecomeOfIt(_ selector: String, _ expected: [String]) throws {
        let rules = """
            { "prepare": \(MissingValueTests.prepare),
              "records": { "R": { "each": "article", "fields": { "a": "h1", "x": "\(selector)" } } } }
            """
        let lines = try explanation(rules, MissingValueTests.page, field: "x")
        for line in expected { #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))") }
        #expect(!lines.contains { $0.hasPrefix("near") || $0.hasPrefix("the longest") })
    }

    /// Without preparations, and if the element still exists, they are not mentioned.
    @Test(arguments: [
        "[]", #"[{ "remove": "nav" }]"#, #"[{ "remove": ".box" }, { "remove": "zebra" }]"#,
    ])
    func whatIsNowhereHasNotBeenTakenOut(_ prepare: String) throws {
        let rules = """
            { "prepare": \(prepare), "records": { "R": { "each": "h1", "fields": { "a": "::text", "x": ".text" } } } }
            """
        let lines = try explanation(rules, MissingValueTests.page, field: "x")
        #expect(!lines.contains { $0.contains("as saved") || $0.contains("has taken") })
        #expect(lines.contains { $0.hasPrefix("near: `.text`") })
    }

    /// An element whose attribute has changed, and elements that are gone together with the following ones.
    @Test(arguments: [
        (
            #"{ "set": { "select": "b", "attribute": "itemprop", "from": "::text" } }"#, "[itemprop=price]",
            "`set` of `b` has changed it"
        ),
        (#"{ "unwrap": "em" }"#, "em", "`unwrap` of `em` has removed it"),
        (
            #"{ "rename": { "select": "h1", "to": "h2" } }"#, "h1",
            "`rename` of `h1` has renamed it"
        ),
    ])
    func whatPreparationsDo(_ preparation: String, _ selector: String, _ expected: String) throws {
        let rules = """
            { "prepare": [\(preparation)],
              "records": { "R": { "each": "article", "fields": { "a": "aside", "x": "\(selector)" } } } }
            """
        let lines = try explanation(rules, MissingValueTests.page, field: "x")
        #expect(lines.contains(expected), "\(lines.joined(separator: "\n"))")
    }

    /// The elements of records.
    @Test func recordsThatAreTakenOut() throws {
        let rules = """
            { "prepare": [{ "remove": "article" }], "records": { "R": { "each": ".box > p", "fields": { "a": "::text" } } } }
            """
        let lines = try explanation(rules, MissingValueTests.page)
        #expect(lines.contains("`remove` of `article` has removed it, with article.story"))
    }

    private static let table = """
        <!doctype html><table><tr><th>Name<th>Net <i>price</i><th>Name</tr>
        <tr><td>a<td>1<td>2</tr><tr><td>b</tr></table><p>c</p>
        """

    /// A column, the rows, and the explanation.
    @Test(arguments: [
        (
            "Price", "tr + tr",
            ["no column \"Price\"; the table has \"Name\", \"Net price\"", nil]
        ),
        (
            "Net prise", "tr + tr",
            [
                "no column \"Net prise\"; the table has \"Name\", \"Net price\"; did you mean \"Net price\"?",
                nil,
            ]
        ),
        ("net  PRICE", "tr:last-child", ["the row has no cell in the column \"net  PRICE\""]),
        ("Name", "p", ["no table with a column \"Name\": the element is not in a row"]),
    ])
    func columns(_ column: String, _ each: String, _ expected: [String?]) throws {
        let rules = """
            { "records": { "R": { "each": "\(each)", "fields": {
                "a": "::text", "x": { "column": "\(column)", "required": true } } } } }
            """
        let lines = try explanation(rules, MissingValueTests.table, field: "x")
        let outcome = try scrape(rules, MissingValueTests.table)
        for message in expected.compactMap({ $0 }) {
            #expect(lines.contains("select, string: \(message)"), "\(lines)")
            #expect(outcome.diagnostics.first?.help == message)
        }
    }

    /// A message names the element that lacks the attribute; an element that has it is not a reason.
    @Test(arguments: [
        ("b::attr(content)", "the element in line 3 has no attribute \"content\"; its text is \"9.99\""),
        ("b::attr(itemprop), q::attr(x)", nil),
        ("q::attr(x)", nil),
        ("b > q", nil),
    ])
    func messages(_ selector: String, _ help: String?) throws {
        let rules = """
            { "records": { "R": { "each": "article", "fields": {
                "a": "h1", "x": { "select": "\(selector)", "required": true } } } } }
            """
        #expect(try scrape(rules, MissingValueTests.page).diagnostics.first?.help == help)
    }
}
