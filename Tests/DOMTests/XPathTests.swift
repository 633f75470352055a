import Testing

@testable import DOM

@Suite struct XPathTests {
    private static let page = """
        <!DOCTYPE html><title>Plants</title>
        <ul id=all><li class=tree>Oak <b>40 m</b><li class=herb>Mint<!-- fresh --></ul>
        """

    @Test(arguments: [
        ("//li", ["Oak 40 m", "Mint"]),
        ("//li[2]", ["Mint"]),
        ("//li[@class='tree']/b", ["40 m"]),
        ("//li/@class", ["tree", "herb"]),
        ("//li/text()", ["Oak ", "Mint"]),
        ("//comment()", [" fresh "]),
        ("//li[2]/comment() | //b", ["40 m", " fresh "]),
        ("count(//li)", ["2"]), ("1 = 1", ["true"]), ("string(//b)", ["40 m"]), ("//p", []),
        ("namespace::xml", ["http://www.w3.org/XML/1998/namespace"]),
    ])
    func values(_ expression: String, _ expected: [String]) throws {
        let page = Document(html: Self.page)
        let root = try #require(page.root)
        #expect(try root.xpathValues(expression) == expected)
        if !expression.hasPrefix("namespace") { #expect(try page.xpathValues(expression) == expected) }
    }

    /// Only elements; from an element, an expression is relative to it.
    @Test(arguments: [
        ("//li", ["li", "li"]), ("li", ["li", "li"]), ("..", ["body"]), (".", ["ul"]),
        ("//b | //title", ["title", "b"]), ("//li/@class", []), ("//text()", []), ("ul", []),
    ])
    func elements(_ expression: String, _ expected: [String]) throws {
        let page = Document(html: Self.page)
        let list = try #require(page.xpath("//ul").first)
        #expect(try list.xpath(expression).map(\.name) == expected)
    }

    @Test(arguments: [
        ("//li[", 5, "this is not an expression of XPath 1.0\n  //li[\n       ^"),
        ("][", nil, "this is not an expression of XPath 1.0\n  ]["),
        ("//x:li", 6, "a prefix has no namespace: give it with `namespaces:`\n  //x:li\n        ^"),
        ("$a", 2, "the expression uses a variable, and none is defined\n  $a\n    ^"),
        ("lower-case(.)", 13, "there is no such function in XPath 1.0\n  lower-case(.)\n               ^"),
        ("count(//li)", nil, "the expression has no elements as its result\n  count(//li)"),
    ])
    func mistakes(_ expression: String, _ offset: Int?, _ message: String) throws {
        let page = Document(html: Self.page)
        let error = #expect(throws: XPathError.self) { try page.xpath(expression) }
        #expect(error?.description == message)
        #expect(error?.offset == offset)
        #expect(error?.expression == expression)
    }

    /// Tabs before the mistake are kept, so that the caret is below it.
    @Test func theCaretIsBelowTheMistake() {
        let error = XPathError(expression: "a\tb[", reason: "wrong", offset: 4)
        #expect(error.description == "wrong\n  a\tb[\n   \t  ^")
    }

    @Test func namespaces() throws {
        let feed = try Document(xml: "<feed xmlns='urn:f'><a>1</a><b xmlns=''>2</b></feed>")
        #expect(try feed.xpathValues("//f:a", namespaces: ["f": "urn:f"]) == ["1"])
        #expect(try feed.xpathValues("//b") == ["2"])
        #expect(try feed.xpathValues("//a") == [])
        // The namespaces of an earlier expression are not known to a later one.
        #expect(throws: XPathError.self) { try feed.xpath("//f:a") }
    }
}
