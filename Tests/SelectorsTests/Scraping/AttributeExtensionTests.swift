import Testing

@testable import Selectors

@Suite struct AttributeExtensionTests {
    private let page = """
        <a id=a href='#cite_note-1'></a><a id=b href='/wiki/Wikipedia:X'></a><a id=c href='/wiki/wikipedia'></a><a id=d href='x.PNG'></a>
        <a id=e href='https://x.org/y'></a><a id=f></a>
        """

    @Test func someValuesNeedNoQuotes() throws {
        try expect(
            page,
            [
                Row("a[href^=#cite_note]", "a"), Row("a[href^=/wiki/Wikipedia]", "b c"),
                Row("a[href$=.png]", "d"), Row("a[href^=https://x.org]", "e"),
                Row("a[href^=/]", "b c"), Row("a[href^=/wiki/Wikipedia s]", "b"),
                Row("a[href*=/wiki/W i]", "b c"), Row("a[href=#cite_note-1 ]", "a"),
            ]
        )
    }

    @Test func theyAreComparedWithoutCaseAsTheOnlyLibraryWithThemDoes() throws {
        #expect(try SelectorList("[href^=/wiki]") != SelectorList("[href^='/wiki']"))
        try expect(page, [Row("a[href^='/wiki/Wikipedia']", "b"), Row("a[href^=/WIKI/]", "b c")])
    }

    @Test func valuesCanBeRefused() throws {
        try expect(
            page,
            [
                Row("a[href!='x.PNG']", "a b c e f"), Row("a[href!='x.png' i]", "a b c e f"),
                Row("a[id!=a]", "b c d e f"), Row("p[href!=x]", ""),
            ]
        )
    }

    @Test func namesCanBeginOrBeAny() throws {
        try expect(
            "<p id=a data-x=1 data-y=2></p><p id=b data-z></p><p></p><p title=x></p>",
            [
                Row("p[^data-]", "a b"), Row("[^DATA-x]", "a"), Row("p[^data-=x]", ""),
                Row("[^data-='2']", "a"), Row("p[*]", "a b <p>"), Row("p:not([*])", "<p>"),
                Row("[*=x]", "<p>"),
            ]
        )
        expectRefused(["[^]", "[^ a]", "[^1]"])
    }
}
