import Testing

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
