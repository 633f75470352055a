import Testing

@Suite struct RootTests {
    @Test func onlyTheRootElement() throws {
        try expect(
            "<p id=a></p>",
            [
                Row(":root", "<html>"), Row("html:root", "<html>"), Row("body:root", ""),
                Row(":root > body > p", "a"), Row("* :root", ""), Row(":ROOT p", "a"),
            ]
        )
    }
}

@Suite struct EmptyTests {
    @Test func commentsDoNotCount() throws {
        try expect(
            "<p id=a></p><p id=b> </p><p id=c><!-- c --></p><p id=d><b id=e></b></p><p id=f>x</p>",
            [Row("p:empty", "a c"), Row("body :empty", "a c e"), Row("p:not(:empty)", "b d f")]
        )
    }
}

@Suite struct ScopeTests {
    private let page = "<div id=a><p id=b><i id=c></i></p><p id=d></p></div><p id=e></p>"

    @Test func withoutAnElementItIsTheRoot() throws {
        try expect(
            page,
            [
                Row(":scope", "<html>"), Row(":scope > body > p", "e"), Row("&", "<html>"),
                Row("& > body > div", "a"), Row(":scope :scope", ""),
            ]
        )
    }

    @Test func itIsWhereSelectingStarts() throws {
        try expect(
            page,
            [
                Row(":scope", ""), Row(":scope > p", "b d"), Row(":scope i", "c"), Row("p", "b d"),
                Row("body p", "b d"), Row("div p", "b d"),
                Row("& > p", "b d"), Row("p:not(:scope > p)", ""), Row(":is(:scope > p) i", "c"),
                Row(":scope + p", ""), Row("#e", ""),
            ],
            scope: "a"
        )
    }

    @Test func itMayBeIncluded() throws {
        try expect(
            page,
            [Row(":scope", "a"), Row("div", "a"), Row("*", "a b c d"), Row("& p", "b d")],
            scope: "a",
            includingScope: true
        )
        try expect(page, [Row("p, i", "b c"), Row("div > p", "b")], scope: "b", includingScope: true)
    }

    @Test func whatWasFoundForOneScopeIsForgottenForTheNext() throws {
        let items = (0..<60).map { "<div id=d\($0)><b id=b\($0)><i id=i\($0)></i></b></div>" }.joined()
        let page = "<section>\(items)</section>"
        try expect(
            page,
            [Row("section:has(:scope) i", "i7"), Row(":scope i", "i7"), Row(":not(:scope i)", "b7")],
            scope: "d7"
        )
        try expect(
            page,
            [Row("section:has(:scope) i", "i8"), Row(":scope i", "i8"), Row(":first", "b8")],
            scope: "d8"
        )
    }
}
