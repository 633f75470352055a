import DOM
import Selectors
import Testing

/// Short paths: their text, and that each matches only its element.
@Suite struct ShortPathTests {
    /// A page, and the paths of its elements.
    @Test(arguments: [
        (
            "<title>x</title><p>y<p>z",
            ["html", "head", "title", "body", "body > p:nth-child(1)", "body > p:nth-child(2)"]
        ),
        // An id, a class, an attribute; a name that only one element has.
        (
            "<main id=m><p class='a b'>1<p class='A c'>2<h1 class=x>3</h1><b itemprop=name>4</b><u>5</u></main>",
            [
                "html", "head", "body", "#m", "p.b", "p.c", "h1.x", #"b[itemprop="name"]"#, "u",
            ]
        ),
        // Properties that are not unique on the page may be unique among siblings.
        (
            "<div id=1><i class=k></i><i></i></div><div><i class=k></i><i></i></div>",
            [
                "html", "head", "body", #"#\31 "#, #"#\31  > i.k"#, #"#\31  > i:nth-child(2)"#,
                "body > div:nth-child(2)", "body > div:nth-child(2) > i.k",
                "body > div:nth-child(2) > i:nth-child(2)",
            ]
        ),
        // The same id twice.
        ("<p id=a><p id=a>", ["html", "head", "body", "body > p:nth-child(1)", "body > p:nth-child(2)"]),
    ])
    func pathsOfPages(_ page: String, _ expected: [String]) throws {
        try check(try Document.html(page.utf8), expected)
    }

    @Test func pathsOfXML() throws {
        let document = try Document.xml("<a><b x='1'/><B/><c><b/><c/></c></a>".utf8).document
        try check(
            document,
            ["a", "a > b:nth-child(1)", "a > B:nth-child(2)", "a > c", "a > c > b", "a > c > c"]
        )
    }

    /// Every element of a page with many names, classes and ids.
    @Test func everyPathMatchesItsElementAlone() throws {
        let parts = (0..<300).map { "<div class='c\($0 % 7) d\($0)' id=i\($0 % 200)><p><b>\($0)</b></p>" }
        let document = try Document.html(parts.joined().utf8)
        try check(document, nil)
    }

    private func check(_ document: Document, _ expected: [String]?) throws {
        let matcher = Matcher(document)
        let all = matcher.select(try SelectorList("*"), from: document.node, includingScope: false).map(
            \.node
        )
        var paths = ShortPaths(document)
        let found = all.map { paths.path(of: $0) }
        if let expected { #expect(found == expected) }
        for (element, path) in zip(all, found) {
            let matches = matcher.select(try SelectorList(path), from: document.node, includingScope: false)
            #expect(matches.map(\.node) == [element], "\(path)")
        }
    }
}
