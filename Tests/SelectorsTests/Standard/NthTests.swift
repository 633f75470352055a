import Testing

@testable import Selectors

@Suite struct NthTests {
    private let page = """
        <ul><li id=a></li><li id=b></li><li id=c></li><li id=d></li><li id=e></li><li id=f></li><li id=g></li></ul>
        """

    @Test func formulas() throws {
        try expect(
            page,
            [
                Row("li:nth-child(1)", "a"), Row("li:nth-child(7)", "g"), Row("li:nth-child(8)", ""),
                Row("li:nth-child(0)", ""),
                Row("li:nth-child(-1)", ""), Row("li:nth-child(+3)", "c"),
                Row("li:nth-child(odd)", "a c e g"),
                Row("li:nth-child(EVEN)", "b d f"), Row("li:nth-child(2n)", "b d f"),
                Row("li:nth-child(2n+1)", "a c e g"),
                Row("li:nth-child( 2n + 1 )", "a c e g"), Row("li:nth-child(3n-1)", "b e"),
                Row("li:nth-child(3N- 1)", "b e"),
                Row("li:nth-child(n)", "a b c d e f g"), Row("li:nth-child(+n)", "a b c d e f g"),
                Row("li:nth-child(-n+2)", "a b"),
                Row("li:nth-child(n+6)", "f g"), Row("li:nth-child(-2n+5)", "a c e"),
                Row("li:nth-child(0n+4)", "d"),
                Row("li:nth-child(-n)", ""), Row("li:nth-child(4n + 3)", "c g"),
                Row("li:nth-child(5n+5)", "e"),
                Row("li:nth-child(99999999999999)", ""), Row("li:nth-child(n+99999999999999)", ""),
                Row("li:nth-child(-99999999999999n+99999999999999)", ""),
                Row("li:nth-child(2n/**/+/**/1)", "a c e g"),
                Row("li:nth-child(n-99999999999)", "a b c d e f g"), Row("li:nth-child(-n-1)", ""),
            ]
        )
    }

    @Test func fromTheEnd() throws {
        try expect(
            page,
            [
                Row("li:nth-last-child(1)", "g"), Row("li:nth-last-child(2)", "f"),
                Row("li:nth-last-child(odd)", "a c e g"),
                Row("li:nth-last-child(3n)", "b e"), Row("li:nth-last-child(-n+3)", "e f g"),
                Row("li:nth-last-child(n+6)", "a b"),
            ]
        )
    }

    @Test func ofType() throws {
        try expect(
            "<div><p id=a></p><b id=b></b><p id=c></p><b id=d></b><p id=e></p><i id=f></i></div>",
            [
                Row("div > :nth-of-type(1)", "a b f"), Row("p:nth-of-type(2)", "c"),
                Row("div > :nth-of-type(2n)", "c d"),
                Row("p:nth-last-of-type(1)", "e"), Row("div > :nth-last-of-type(2)", "b c"),
                Row("p:nth-of-type(n+2)", "c e"),
                Row("p:nth-child(3)", "c"), Row("p:nth-last-child(2)", "e"), Row("p:nth-of-type(odd)", "a e"),
            ]
        )
    }

    @Test func ofSelectors() throws {
        try expect(
            "<div><p id=a></p><p id=b class=x></p><b id=c class=x></b><p id=d class=x></p><p id=e></p><p id=f class=x></p></div>",
            [
                Row(":nth-child(1 of .x)", "b"), Row(":nth-child(2 of .x)", "c"),
                Row("p:nth-child(2 of .x)", ""),
                Row("p:nth-child(even of .x)", "f"), Row(":nth-child(odd of .x)", "b d"),
                Row(":nth-last-child(1 of .x)", "f"),
                Row(":nth-last-child(-n+2 of p.x)", "d f"), Row(":nth-child(2 of p, b)", "b"),
                Row(":nth-child(2 of div > .x)", "c"), Row(":nth-child(n+3 of .x)", "d f"),
                Row("p:nth-child(1 of :nth-child(2))", "b"),
            ]
        )
    }

    @Test func manySiblings() throws {
        // Enough elements to exceed the budget for counting without a memo table.
        let items = (1...400).map { "<li id=\"i\($0)\" class=\"\($0 % 2 == 0 ? "x" : "y")\"></li>" }.joined()
        try expect(
            "<ul>\(items)</ul>",
            [
                Row("li:nth-child(390n)", "i390"), Row("li:nth-last-child(390n+1)", "i10 i400"),
                Row("li:nth-of-type(399n+1)", "i1 i400"),
                Row("li:nth-last-of-type(399n+1)", "i1 i400"), Row("li:nth-child(150n of .x)", "i300"),
                Row("li:nth-last-child(150n of .x)", "i102"), Row("li:nth-child(150n+1 of li.y)", "i1 i301"),
            ]
        )
    }

    @Test func whatIsNoFormulaIsRefused() {
        expectRefused(
            [
                "", "a", "n+", "2n+", "- 1n", "+ n", "2 n", "2+1", "2n+-0", "n-", "1.5", "2n 1", "--n", "n n",
                "odd even", "2nx", "+odd",
                "1 of", "of p", "2of p", "n of ", "1%", "1e",
            ].map { ":nth-child(\($0))" } + [
                ":nth-child", ":nth-of-type(1 of p)", ":nth-child(1 of p,)", ":nth-child(1 of ::text)",
            ]
        )
    }

    @Test(arguments: [
        ("odd", "2n+1"), ("even", "2n"), ("-n+3", "-1n+3"), ("0n+4", "4"), ("3n+0", "3n"), ("n-2", "1n-2"),
    ])
    func descriptions(_ text: String, _ normal: String) throws {
        #expect(try SelectorList(":nth-child(\(text))").description == ":nth-child(\(normal))")
    }
}

@Suite struct EdgeChildTests {
    private let page = """
        <div id=a>text<!-- c --><p id=b></p>text<b id=c></b><p id=d></p><!-- c -->text</div><div id=e><i id=f></i></div>
        """

    @Test func firstAndLast() throws {
        try expect(
            page,
            [
                Row("div > :first-child", "b f"), Row("div > :last-child", "d f"),
                Row("div > :only-child", "f"),
                Row("div:first-child", "a"), Row("div:last-child", "e"),
                Row("html:only-child", "<html>"),
            ]
        )
    }

    @Test func theRootIsTheOnlyChildOfTheDocument() throws {
        try expect(
            "<p id=a></p>",
            [
                Row("html:first-child", "<html>"), Row("html:only-of-type", "<html>"),
                Row(":only-child", "<html> <title> a"),
            ]
        )
    }

    @Test func ofType() throws {
        try expect(
            page,
            [
                Row("div > :first-of-type", "b c f"), Row("div > :last-of-type", "c d f"),
                Row("div > :only-of-type", "c f"),
                Row("p:first-of-type", "b"), Row("p:last-of-type", "d"), Row("div:only-of-type", ""),
            ]
        )
    }

    @Test func theyTakeNoArgument() {
        expectRefused([":first-child()", ":last-child(n)", ":only-of-type(p)"])
    }
}
