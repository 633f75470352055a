import Testing

@Suite struct RelativeTests {
    private let page =
        "<div id=a><p id=b><i id=c></i></p><i id=d></i></div><p id=e><i id=f></i></p><div id=g><p id=h></p></div><p id=i></p>"

    @Test func fromAnElement() throws {
        try expect(
            page,
            [
                Row("> p", "b"), Row("> i", "d"), Row("> p > i", "c"), Row("> p i", "c"), Row("> *", "b d"),
                Row("> p + i", "d"), Row("> p, i", "b c d"),
                Row("+ p", "e"), Row("+ div", ""), Row("~ p", "e i"), Row("+ p > i", "f"),
                Row("~ div p", "h"), Row("~ * i", "f"), Row("~ p, > p", "b e i"),
                Row("~ div + p", "i"), Row("+ p ~ p", "i"), Row("> nothing", ""),
            ],
            scope: "a"
        )
    }

    @Test func fromTheDocument() throws {
        try expect(
            page,
            [
                Row("> *", "<html>"), Row("> html > body > p", "e i"), Row("> p", ""), Row("+ p", ""),
                Row("~ p, > p, #a", "a"),
            ]
        )
    }

    @Test func theyCanBeAskedOfOneElement() throws {
        try expect(page, [Row("> p", "b"), Row("*", "a b c d")], scope: "a", includingScope: true)
    }
}
