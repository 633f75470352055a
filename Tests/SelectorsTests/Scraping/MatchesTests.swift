import Testing

@Suite struct MatchesTests {
    private let page =
        "<p id=a>The <i id=b>Rain</i></p><p id=c>99  bottles</p><div id=d>x<p id=e>y</p></div><p id=f> </p><p id=g></p>"

    @Test func patternsAreFoundAnywhere() throws {
        try expect(
            page,
            [
                Row("p:matches(\\d+ bottles)", "c"), Row("p:matches((?i)the rain)", "a"),
                Row("p:matches(the)", ""), Row("p:matches(^The Rain$)", "a"),
                Row("p:matches(\"\\d{2}\")", "c"), Row("p:matches('[()]')", ""),
                Row("p:matches([0-9)])", "c"), Row("div:matches(^x y$)", "d"),
                Row("p:matchesOwn(^The$)", "a"), Row("p:matchesOwn(Rain)", ""),
                Row("p:matchesWholeText(99  b)", "c"), Row("p:matchesWholeText(^\\s+$)", "f"),
                Row("p:matchesWholeOwnText(^$)", "g"), Row("p:matches(^$)", "f g"),
                Row("p:not(:matches(.))", "f g"), Row("p:matches(Rain|bottles)", "a c"),
            ]
        )
    }

    @Test func wrongPatternsAreRefused() {
        expectRefused([
            ":matches()", ":matches((?=a))", ":matches(a**)", ":matches([a)", ":matches(\\1)",
            ":matches('(')", ":matches(*)",
        ])
    }
}
