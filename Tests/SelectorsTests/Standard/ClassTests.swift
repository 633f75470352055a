import Testing

@Suite struct ClassTests {
    private let page = """
        <p id=a class=x></p><p id=b class='x y'></p><p id=c class=' y\t\nz '></p><p id=d class=X></p>
        <p id=e class=xy></p><p id=f class></p><p id=g class='x x'></p>
        """

    @Test func oneOfTheWordsIsEnough() throws {
        try expect(
            page,
            [
                Row(".x", "a b g"), Row(".y", "b c"), Row(".z", "c"), Row(".x.y", "b"), Row(".x.x", "a b g"),
                Row("p.X", "d"), Row(".xy", "e"), Row("div.x", ""), Row(".nothing", ""),
                Row(".x.nothing", ""),
            ]
        )
    }

    @Test func aClassMustBeAnIdentifier() {
        expectRefused([".", ".1", ". x", "..x", ".x..y", ".#x", "./**/x", ".-"])
    }

    @Test func longAttributesAreReadOnce() throws {
        let filler = String(repeating: "filler ", count: 2000)
        try expect(
            "<div id=a class='\(filler)last'><b id=b><i id=c></i></b></div><div id=d class='\(filler)'><i id=e></i></div>",
            [
                Row(".last i", "c"), Row(".last", "a"), Row("div.filler i", "c e"), Row(".first i", ""),
                Row(".last > b", "b"),
            ]
        )
    }
}
