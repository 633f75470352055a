import Testing

@testable import Selectors

@Suite struct NamespaceTests {
    @Test func prefixesMustBeDeclared() {
        expectRefused(["a|b", "a|*", "[a|b]", "[a|b=c]", "|", "*|", "a|", "a||b", "a || b", "[|]", "[*|]"])
    }

    @Test func elementsOfHTMLAreInItsNamespace() throws {
        try expect(
            "<p id=a title=x></p>",
            [
                Row("*|p", "a"), Row("|p", ""), Row("body |*", ""), Row("[|title]", "a"),
                Row("[*|title=x]", "a"),
                Row(":not(|p):is(p)", "a"), Row("p[|id]", "a"),
            ]
        )
    }

    @Test func thePagesOwnPrefixesCanBeAllowed() throws {
        for selector in ["dc|title", "dc|*", "[xlink|href]", "a|b > [c|d=e]"] {
            let list = try SelectorList(selector, prefixes: .page)
            expectLaw(list, prefixes: .page)
        }
    }
}
