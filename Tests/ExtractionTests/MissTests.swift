import RulesTestSupport
import Scraping
import Selectors
import Testing

/// Reports about a selector that matches nothing.
@Suite struct MissTests {
    static let page = """
        <!doctype html><main id=top>
        <div class="list"><p class="Item"><b class=price data-id=12>1</b> <a href="/item/1">one</a></p></div>
        <p class="item other"><em class="prices">2</em></p>
        <footer><i>3</i></footer>
        </main>
        """

    /// A selector, and the report about it: the longest part that matches, and the nearest names.
    @Test(arguments: [
        (".zebra", ["no part of it matches, and nothing similar does"]),
        // One or two letters.
        (
            "b.prise",
            [
                "the longest part that matches: `b` (1 element, line 2:35)",
                #"near: `b.price` (1 element, line 2:35): class "price" for "prise""#,
            ]
        ),
        ("#tpo", [#"near: `#top` (1 element, line 1:16): id "top" for "tpo""#]),
        (
            "[data-idd]::attr(data-idd)",
            [
                #"near: `[data-id]::attr(data-idd)` (1 element, line 2:35): attribute "data-id" for "data-idd""#
            ]
        ),
        (
            "a[href='/item/2']",
            [
                "the longest part that matches: `a[href]` (1 element, line 2:67)",
                #"near: `a[href="/item/1"]` (1 element, line 2:67): href "/item/1" for "/item/2""#,
            ]
        ),
        // Another element.
        (
            "span.price::text",
            [
                "the longest part that matches: `.price` (1 element, line 2:35)",
                #"near: `b.price::text` (1 element, line 2:35): element "b" for "span""#,
            ]
        ),
        // Outside its container, and deeper in it.
        (
            "main > footer.end > i",
            [
                "the longest part that matches: `main > footer > i` (1 element, line 4:9)",
                "near: `i` (1 element, line 4:9): outside its container",
            ]
        ),
        (
            "main > i",
            [
                "the longest part that matches: `main i` (1 element, line 4:9)",
                "near: `main i` (1 element, line 4:9): not directly below",
            ]
        ),
        // Several mistakes at the same time.
        (
            ".listt b.prcie",
            [
                "the longest part that matches: `b` (1 element, line 2:35)",
                #"near: `.list b.price` (1 element, line 2:35): class "list" for "listt", class "price" for "prcie""#,
            ]
        ),
        // A class says more than a position.
        (
            ".price:last-child",
            ["the longest part that matches: `.price` (1 element, line 2:35)"]
        ),
        (
            ":last-child.price",
            ["the longest part that matches: `.price` (1 element, line 2:35)"]
        ),
        (
            "b:contains('9')",
            ["the longest part that matches: `b` (1 element, line 2:35)"]
        ),
    ])
    func whatMatchesNothing(_ selector: String, _ reported: [String]) throws {
        let text = selector.replacing("\"", with: "\\\"")
        let rules = #"{ "records": { "R": { "each": "html", "fields": { "x": "\#(text)" } } } }"#
        let lines = try explanation(rules, MissTests.page, field: "x")
        let found = lines.filter {
            $0.hasPrefix("the longest") || $0.hasPrefix("no part") || $0.hasPrefix("near")
        }
        #expect(found.prefix(reported.count) == reported[...])
    }

    /// Elements that a record does not have may be elsewhere in the page.
    @Test func whatIsOutsideTheRecord() throws {
        let rules =
            #"{ "records": { "R": { "each": "div.list", "fields": { "a": "a", "x": "em.prices" } } } }"#
        let lines = try explanation(rules, MissTests.page, field: "x")
        let near = lines.filter { $0.hasPrefix("near") }
        #expect(
            near == [
                #"near: `.price` (1 element, line 2:35): class "price" for "prices""#,
                "near: `em.prices` (1 element, line 3:23, elsewhere in the page): outside the searched element",
            ]
        )
    }

    /// Records that do not exist.
    @Test func theSelectorsOfRecordsAreLookedIntoToo() throws {
        let rules = #"{ "records": { "R": { "each": "p.itme", "fields": { "a": "a" } } } }"#
        let lines = try explanation(rules, MissTests.page)
        #expect(lines.contains(#"near: `p.item` (1 element, line 3:1): class "item" for "itme""#))
    }

    /// A selector that matched nothing does not matter if another one yielded the value.
    @Test func whereThereIsAValueNothingIsLookedInto() throws {
        let rules = #"{ "records": { "R": { "each": "html", "fields": { "x": ["b.prise", "b.price"] } } } }"#
        #expect(try explanation(rules, MissTests.page).allSatisfy { !$0.hasPrefix("near") })
    }
}

/// Explanations have a bounded length, whatever the page and the selectors are.
@Suite struct ExplainingLimitTests {
    /// Nested elements, all of them records with a field each.
    @Test func deepPagesHavePathsOfBoundedLength() throws {
        let rules = #"{ "records": { "R": { "each": "i", "fields": { "x": "::attr(a)" } } } }"#
        let page = String(repeating: "<i a=1>", count: 1_500)
        let trace = try load(rules).trace(Page(name: "page", bytes: Array(page.utf8))).1
        let elements = trace.records.flatMap(\.layouts).flatMap(\.elements)
        #expect(elements.count == 1_500)
        #expect(elements.allSatisfy { $0.node.path.utf8.count < 256 * 24 })
    }

    /// A selector with many parts, on a page with many similar names.
    @Test func longSelectorsHaveShortExplanations() throws {
        let many = (0..<1_000).map { "<p class=name\($0) id=id\($0) data-x=value\($0)>\($0)</p>" }.joined()
        let selectors = [
            String(repeating: ".nameX > #idX ", count: 30) + "[data-x=valueX]",
            String(repeating: "p ", count: 250) + "b",
            (0..<500).map { ".c\($0)" }.joined(),
            "p:not(" + (0..<500).map { ".name\($0)" }.joined(separator: ",") + ") > b:contains('x')",
        ]
        for selector in selectors {
            let rules = #"{ "records": { "R": { "each": "html", "fields": { "x": "\#(selector)" } } } }"#
            let lines = try explained(rules, many).split(separator: "\n")
            #expect(lines.count < 30, "\(selector.prefix(40))")
            #expect(lines.allSatisfy { $0.utf8.count < 5 * selector.utf8.count + 500 })
            #expect(try SelectorList(selector).looser.count <= SelectorList.looserLimit)
        }
    }
}
