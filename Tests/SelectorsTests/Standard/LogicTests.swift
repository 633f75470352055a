import Testing

@testable import Selectors

@Suite struct IsTests {
    private let page = "<div id=a><p id=b class=x></p><i id=c></i></div><p id=d></p>"

    @Test func oneOfSeveral() throws {
        try expect(
            page,
            [
                Row(":is(p, i)", "b c d"), Row("div :is(p, i)", "b c"), Row(":is(div p)", "b"),
                Row(":is(p):is(.x)", "b"),
                Row(":is(div, section) > :is(.x, i)", "b c"), Row(":is(:is(p), i)", "b c d"),
                Row(":is(*) > p.x", "b"),
                Row(":where(p, i)", "b c d"), Row(":where(div > p, #c)", "b c"), Row("p:is(:not(.x))", "d"),
                Row(":is(div, p) + p", "d"), Row(":IS(p)", "b d"), Row(":-webkit-any(p, i)", "b c d"),
            ]
        )
    }

    @Test func itForgives() throws {
        try expect(
            page,
            [
                Row(":is()", ""), Row(":is(p, :nothing)", "b d"), Row(":is(p, , i)", "b c d"),
                Row(":is(!!, i)", "c"),
                Row(":is(p", "b d"), Row(":where([a=1], i)", "c"), Row(":is(::before, i)", "c"),
                Row(":is(p::text, i)", "c"),
                Row(":is(a{b,c}d, i)", "c"), Row(":is(f(x, y), [z, i], i)", "c"),
                Row(":is(:is(:not(), p))", "b d"),
                Row(":is(> p, i)", "c"),
            ]
        )
    }

    @Test func whatIsLeftOutIsNotInTheDescription() throws {
        #expect(try SelectorList(":is(p, :nothing, i)").description == ":is(p, i)")
        #expect(try SelectorList(":where(1)").description == ":where()")
    }
}

@Suite struct NotTests {
    @Test func noneOfSeveral() throws {
        try expect(
            "<div id=a><p id=b class=x></p><i id=c></i></div><p id=d></p>",
            [
                Row("body :not(p)", "a c"), Row("p:not(.x)", "d"), Row("p:not(.x, #d)", ""),
                Row("p:not(div p)", "d"),
                Row("body :not(:not(p))", "b d"), Row("p:not(.y):not(.z)", "b d"),
                Row(":not(p):not(i) > p.x", "b"),
                Row("p:not(div > *)", "d"), Row("p:not(:is())", "b d"), Row("p:NOT([class])", "d"),
                Row("body :not(* > *)", ""), Row("p:not(:hover)", "b d"),
            ]
        )
    }

    @Test func itDoesNotForgive() {
        expectRefused([
            ":not()", ":not( )", ":not(p,)", ":not(,p)", ":not(:nothing)", ":not(> p)", ":not(::before)",
            ":not",
        ])
    }
}
