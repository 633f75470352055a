import DOM
import Testing

@testable import Selectors

@Suite struct TakeTests {
    @Test(arguments: [
        ("p::text", Take.text), ("p::own-text", .ownText), ("p::lines", .lines),
        ("p::attr(href)", .attribute("href")), ("p::html", .html),
        ("p::inner-html", .innerHTML), ("p::name", .name), ("p::TEXT", .text),
        ("p::attr( data-x )", .attribute("data-x")), ("p::attr(\\@type)", .attribute("@type")),
    ])
    func takes(_ text: String, _ take: Take) throws {
        let list = try SelectorList(text)
        #expect(list.selectors.map(\.take) == [take])
        expectLaw(list)
    }

    @Test func eachSelectorHasItsOwn() throws {
        let list = try SelectorList("a::attr(href), b, i::text")
        #expect(list.selectors.map(\.take) == [.attribute("href"), nil, .text])
        #expect(list.description == "a::attr(href), b, i::text")
    }

    private let page = "<div id=a><p id=b><i id=c></i></p></div><p id=d></p>"

    @Test func aLoneTakeMeansTheScope() throws {
        try expect(page, [Row("::text", "<html>"), Row("::attr(id), p", "<html> b d")])
        try expect(
            page,
            [
                Row("::text", "a"), Row("::attr(id)", "a"), Row(":scope::text", ""), Row("*::text", "b c"),
                Row("p::text, ::name", "a b"),
            ],
            scope: "a"
        )
        try expect(
            page,
            [Row("::text", "a"), Row(":scope::text", "a"), Row("*, ::text", "a b c")],
            scope: "a",
            includingScope: true
        )
    }

    @Test func aTakeBehindWhiteSpaceMeansTheElementAndAllBelow() throws {
        try expect(
            page,
            [
                Row("div ::text", "a b c"), Row("p ::attr(id)", "b c d"), Row("div > ::text", "b"),
                Row("div *::text", "b c"), Row("div p ::name", "b c"),
            ]
        )
        try expect(page, [Row("> ::text", "b"), Row("> p ::text", "b c")], scope: "a")
    }

    @Test func aTakeStandsAtTheEnd() {
        expectRefused([
            "p::text b", "p::text.x", "p::text::text", "::text > p", "p::attr", "p::attr()", "p::attr(1)",
            "p::attr('x')", "p::text()", "p::txt", ":text::", ":not(p::text)",
            ":has(p::attr(x))", ":has(p::name)", "p::before::text", "p::attr(a b)",
        ])
    }
}
