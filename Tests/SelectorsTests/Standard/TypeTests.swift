import Testing

@Suite struct TypeTests {
    @Test func namesAreComparedWithoutCase() throws {
        try expect(
            "<div id=a><p id=b></p><P id=c></P></div>",
            [
                Row("p", "b c"), Row("P", "b c"), Row("div", "a"), Row("Di\\76", "a"), Row("span", ""),
                Row("nothing", ""),
            ]
        )
    }

    @Test func anythingIsUniversal() throws {
        try expect(
            "<div id=a><p id=b></p></div>",
            [Row("body *", "a b"), Row("div *", "b"), Row("*|*", "<html> <head> <title> <body> a b")]
        )
        expectRefused(["p*", "**", "p*b"])
    }
}
