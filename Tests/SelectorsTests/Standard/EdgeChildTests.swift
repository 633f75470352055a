import Testing

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
