import Testing

@Suite struct QueryNameTests {
    @Test func controlsByTheirKinds() throws {
        try expect(
            """
            <h1 id=a></h1><h7 id=b></h7><input id=c><input id=d type=text><input id=e type=button><button id=f></button><button id=g type=reset></button>
            <input id=h type=submit><select id=i></select><textarea id=j></textarea><input id=k type=checkbox><input id=l type=radio>
            <input id=m type=password><input id=n type=file><input id=o type=image><input id=p type=reset><input id=q type=search>
            """,
            [
                Row(":header", "a"), Row(":input", "c d e f g h i j k l m n o p q"), Row(":button", "e f g"),
                Row(":submit", "f h"), Row(":reset", "g p"),
                Row(":text", "c d"), Row(":checkbox", "k"), Row(":radio", "l"), Row(":password", "m"),
                Row(":file", "n"), Row(":image", "o"),
            ]
        )
    }

    @Test func parentsAndBlanks() throws {
        try expect(
            "<p id=a></p><p id=b> </p><p id=c>x</p><p id=d><!----></p><p id=e><b id=f></b></p>",
            [Row("p:parent", "b c e"), Row("p:blank", "a b d"), Row("p:not(:parent)", "a d")]
        )
    }

    @Test func childrenCanBeAskedFor() throws {
        try expect(
            "<div id=a><p id=b><i id=c></i></p></div>",
            [Row("div:haschild(p)", "a"), Row("div:haschild(i)", "")]
        )
    }
}

@Suite struct PositionTests {
    private let page =
        "<div id=a><p id=b class=x></p><p id=c></p></div><div id=d><p id=e class=x></p><p id=f></p><p id=g></p></div>"

    @Test func theyPickFromWhatMatchesBeforeThem() throws {
        try expect(
            page,
            [
                Row("p:first", "b"), Row("p:last", "g"), Row("p:even", "b e g"), Row("p:odd", "c f"),
                Row("#d p:first", "e"), Row("div:first p", "b c"),
                Row("div:last p:first", "e"), Row("p.x:last", "e"), Row("p:last.x", ""),
                Row(":first", "<html>"), Row("div > p:first, #f", "b f"),
                Row("#d :not(:first)", "f g"), Row("p:not(.x:first)", "c e f g"),
                Row("p:not(:first, :last)", "c e f"), Row("p:first:not(.x)", ""),
                Row("p:even:odd", "e"), Row("div:not(:first) > p:not(.x):first", "f"), Row("p:FIRST", "b"),
            ]
        )
    }

    @Test func theyCountFromTheScope() throws {
        try expect(
            page,
            [Row("p:first", "e"), Row("p:odd", "f"), Row("> p:last", "g"), Row("div p:first", "e")],
            scope: "d"
        )
    }

    @Test func siblingPositionsAreThoseOfChildren() throws {
        try expect(
            page,
            [
                Row("p:eq(0)", "b e"), Row("p:eq(2)", "g"), Row("p:lt(1)", "b e"), Row("p:lt(0)", ""),
                Row("p:gt(0)", "c f g"), Row("p:eq( 1 )", "c f"),
            ]
        )
        expectRefused([":eq()", ":eq(-1)", ":eq(n)", ":lt", ":gt(1 2)", ":eq(99999999999)"])
    }

    @Test func theyCannotAreEverywhere() {
        expectRefused([
            ":has(p:first)", ":nth-child(1 of p:first)", ":first()", ":host(:first)",
            String(repeating: ":first", count: 17),
        ])
    }
}
