import DOM
import Testing

@testable import Selectors

@Suite struct ExtractorTests {
    @Test(arguments: [
        ("p::text", Extractor.text), ("p::own-text", .ownText), ("p::lines", .lines),
        ("p::attr(href)", .attribute("href")), ("p::html", .html),
        ("p::inner-html", .innerHTML), ("p::name", .name), ("p::TEXT", .text),
        ("p::attr( data-x )", .attribute("data-x")), ("p::attr(\\@type)", .attribute("@type")),
    ])
    func extractors(_ text: String, _ extractor: Extractor) throws {
        let list = try SelectorList(text)
        #expect(list.selectors.map(\.extractor) == [extractor])
        expectLaw(list)
    }

    @Test func eachSelectorHasItsOwn() throws {
        let list = try SelectorList("a::attr(href), b, i::text")
        #expect(list.selectors.map(\.extractor) == [.attribute("href"), nil, .text])
        #expect(list.description == "a::attr(href), b, i::text")
    }

    private let page = "<div id=a><p id=b><i id=c></i></p></div><p id=d></p>"

    @Test func aLoneExtractorSelectsTheScope() throws {
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

    @Test func anExtractorAfterWhiteSpaceSelectsTheElementAndItsDescendants() throws {
        try expect(
            page,
            [
                Row("div ::text", "a b c"), Row("p ::attr(id)", "b c d"), Row("div > ::text", "b"),
                Row("div *::text", "b c"), Row("div p ::name", "b c"),
            ]
        )
        try expect(page, [Row("> ::text", "b"), Row("> p ::text", "b c")], scope: "a")
    }

    @Test func anExtractorIsLast() {
        expectRefused([
            "p::text b", "p::text.x", "p::text::text", "::text > p", "p::attr", "p::attr()", "p::attr(1)",
            "p::attr('x')", "p::text()", "p::txt", ":text::", ":not(p::text)",
            ":has(p::attr(x))", ":has(p::name)", "p::before::text", "p::attr(a b)",
        ])
    }
}

@Suite struct AttributeExtractorTests {
    /// An attribute without a namespace comes first, in whatever order they are.
    @Test(arguments: [
        ("<svg><a xlink:href=v href=u></a></svg>", "a::attr(href)", ["u"]),
        ("<svg><a href=u xlink:href=v></a></svg>", "a::attr(href)", ["u"]),
        ("<svg><a xlink:href=v></a></svg>", "a::attr(href)", ["v"]),
        ("<svg><a xlink:href=v href=u></a></svg>", #"a::attr(xlink\:href)"#, ["v"]),
        ("<svg xml:lang=it lang=es></svg>", "svg::attr(lang)", ["es"]),
        ("<p xml:lang=it lang=es></p>", "p::attr(lang)", ["es"]),
        ("<p xml:lang=it></p>", "p::attr(lang)", []),
    ])
    func values(_ page: String, _ selector: String, _ expected: [String]) throws {
        let document = try Document.html(Array(page.utf8))
        let list = try SelectorList(selector)
        var found: [String] = []
        for match in Matcher(document).select(list, from: document.node, includingScope: false) {
            StringExtractor(match.extractor ?? .text, document)
                .extract(from: match.node, excluding: nil, onOneLine: true) { found.append($0) }
        }
        #expect(found == expected)
    }
}

@Suite struct RelativeTests {
    private let page =
        "<div id=a><p id=b><i id=c></i></p><i id=d></i></div><p id=e><i id=f></i></p><div id=g><p id=h></p></div><p id=i></p>"

    @Test func fromAnElement() throws {
        try expect(
            page,
            [
                Row("> p", "b"), Row("> i", "d"), Row("> p > i", "c"), Row("> p i", "c"), Row("> *", "b d"),
                Row("> p + i", "d"), Row("> p, i", "b c d"),
                Row("+ p", "e"), Row("+ div", ""), Row("~ p", "e i"), Row("+ p > i", "f"),
                Row("~ div p", "h"), Row("~ * i", "f"), Row("~ p, > p", "b e i"),
                Row("~ div + p", "i"), Row("+ p ~ p", "i"), Row("> nothing", ""),
            ],
            scope: "a"
        )
    }

    @Test func fromTheDocument() throws {
        try expect(
            page,
            [
                Row("> *", "<html>"), Row("> html > body > p", "e i"), Row("> p", ""), Row("+ p", ""),
                Row("~ p, > p, #a", "a"),
            ]
        )
    }

    @Test func theyCanBeAskedOfOneElement() throws {
        try expect(page, [Row("> p", "b"), Row("*", "a b c d")], scope: "a", includingScope: true)
    }
}
