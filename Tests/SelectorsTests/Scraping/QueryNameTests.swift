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
