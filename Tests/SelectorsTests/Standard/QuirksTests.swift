import Testing

@Suite struct QuirksTests {
    private let body = "<p id=A class=Foo></p><p id=b class='x foo'></p>"

    @Test func classesAndIDsHaveNoCase() throws {
        let page = "<html><body>\(body)</body></html>"
        try expect(
            page,
            [
                Row(".foo", "A b"), Row(".FOO", "A b"), Row("#a", "A"), Row("#B", "b"), Row("p.fOO#a", "A"),
                Row("[class=foo]", ""), Row("[id=a]", ""),
                Row(":is(.FOO)", "A b"), Row(".foo.FOO", "A b"), Row("body .X", "b"),
            ],
            isWhole: true
        )
    }

    @Test func otherwiseTheyDo() throws {
        try expect(body, [Row(".foo", "b"), Row("#a", ""), Row(".Foo", "A")])
    }
}
