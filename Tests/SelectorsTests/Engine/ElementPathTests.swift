import DOM
import Selectors
import Testing

/// Paths of elements: their text, and that they lead back.
@Suite struct ElementPathTests {
    private static func html(_ page: String) throws -> Document { try Document.html(page.utf8) }

    private static func xml(_ page: String) throws -> Document { try Document.xml(page.utf8).document }

    private func elements(of document: Document) throws -> [NodeRef] {
        Matcher(document).select(try SelectorList("*"), from: document.node, includingScope: false).map(
            \.node
        )
    }

    /// A page, and the paths of its elements; the parts of a page need no position.
    @Test(arguments: [
        (
            "<title>x</title><p>y<p>z",
            [
                "html", "html > head", "html > head > title", "html > body", "html > body > p:nth-child(1)",
                "html > body > p:nth-child(2)",
            ]
        ),
        ("<frameset>", ["html", "html > head", "html > frameset:nth-child(2)"]),
    ])
    func pathsOfPages(_ page: String, _ expected: [String]) throws {
        try check(try ElementPathTests.html(page), expected)
    }

    /// Elsewhere the same names are treated like any others.
    @Test(arguments: [
        (
            "<html><body/><p/><body/></html>",
            ["html", "html > body:nth-child(1)", "html > p:nth-child(2)", "html > body:nth-child(3)"]
        ),
        (
            "<html xmlns:a='u'><a:head/><head/><body/></html>",
            ["html", "html > head:nth-child(1)", "html > head:nth-child(2)", "html > body"]
        ),
        ("<mail><head/><body/></mail>", ["mail", "mail > head:nth-child(1)", "mail > body:nth-child(2)"]),
        (
            "<a><html><head/><b/></html></a>",
            ["a", "a > html", "a > html > head:nth-child(1)", "a > html > b:nth-child(2)"]
        ),
    ])
    func pathsOfXML(_ page: String, _ expected: [String]) throws {
        try check(try ElementPathTests.xml(page), expected)
    }

    private func check(_ document: Document, _ expected: [String]) throws {
        var paths = ElementPaths()
        let elements = try elements(of: document)
        #expect(elements.map { document.path(of: $0) } == expected)
        #expect(elements.map { paths.path(of: $0) } == expected)
        for (element, path) in zip(elements, expected) {
            let found = Matcher(document).select(
                try SelectorList(path),
                from: document.node,
                includingScope: false
            )
            #expect(found.map(\.node) == [element])
        }
    }
}
