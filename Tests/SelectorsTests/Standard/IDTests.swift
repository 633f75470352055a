import Testing

@Suite struct IDTests {
    @Test func idsAreComparedExactly() throws {
        try expect(
            "<p id=a></p><p id=A></p><p id=a-b></p><p id='a b'></p><p id=台北></p>",
            [
                Row("#a", "a"), Row("#A", "A"), Row("#a-b", "a-b"), Row("p#a", "a"), Row("#a#a", "a"),
                Row("#a#A", ""),
                Row("#a\\20 b", "a b"), Row("#台北", "台北"), Row("div#a", ""), Row("#b", ""),
            ]
        )
    }

    @Test func severalElementsMayHaveOne() throws {
        try expect("<p id=a></p><div><p id=a></p></div>", [Row("#a", "a a"), Row("div #a", "a")])
    }

    @Test func anIDMustBeAnIdentifier() {
        expectRefused(["#", "#1", "#-", "# a", "#.a", "#1a", "p#1 + p"])
    }
}
