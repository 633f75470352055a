import Testing

@Suite struct HasTests {
    private let page = """
        <div id=a><p id=b><i id=c class=x></i></p><p id=d></p></div>
        <div id=e><div id=f><p id=g class=x></p></div><span id=h></span></div>
        """

    @Test func below() throws {
        try expect(
            page,
            [
                Row("div:has(p)", "a e f"), Row("div:has(i)", "a"), Row("div:has(> p)", "a f"),
                Row("div:has(>i)", ""),
                Row(":has(.x)", "<html> <body> a b e f"), Row("div:has(p i)", "a"),
                Row("div:has(div p)", "e"),
                Row("div:has(> div > p)", "e"), Row("div:has(p, span)", "a e f"),
                Row("div:not(:has(i))", "e f"),
                Row("div:has(.nothing)", ""), Row("div:has(*)", "a e f"), Row("p:has(*)", "b"),
            ]
        )
    }

    @Test func laterSiblings() throws {
        try expect(
            page,
            [
                Row("p:has(+ p)", "b"), Row("div:has(+ span)", "f"), Row("div:has(~ div)", "a"),
                Row("div:has(+ div .x)", "a"),
                Row("div:has(~ div > span)", "a"), Row("div:has(~ div + div)", ""), Row("#b:has(~ p)", "b"),
                Row("i:has(~ *)", ""),
            ]
        )
    }

    @Test func whatIsInItStartsAtTheElement() throws {
        // A selector within :has() is relative as a whole, but a selector within :is() is not.
        try expect(
            page,
            [
                Row("#f:has(div p)", ""), Row("#f:has(:is(div p))", "f"), Row("#f:has(:is(#e p))", "f"),
                Row("#b:has(div i)", ""),
            ]
        )
    }

    @Test func itMayBeNested() throws {
        try expect(
            page,
            [
                Row("div:has(p:has(i))", "a"), Row("body:has(div:has(> p:has(> .x)))", "<body>"),
                Row("div:has(:not(:has(*)))", "a e f"),
                Row("div:has(div:has(p)):has(span)", "e"), Row("div:has(+ div:has(> div:has(p.x)))", "a"),
            ]
        )
    }

    @Test func itDoesNotForgive() {
        expectRefused([
            ":has()", ":has(p,)", ":has(,p)", ":has(>)", ":has(> > p)", ":has(:nothing)", ":has(p >)",
            ":has('p')", ":has(::before)",
        ])
    }
}
