import Testing

@testable import Selectors

@Suite struct EscapeTests {
    @Test func escapesAreForCharacters() throws {
        try expect(
            "<p id='a:b' class='1x'></p><p id='\u{FFFD}' class='a\u{FFFD}'></p><p id='é' class='x y'></p><p id='\u{1F511}' class='-'></p>",
            [
                Row("#a\\:b", "a:b"), Row("#a\\3a b", "a:b"), Row("#a\\00003ab", "a:b"), Row(".\\31x", "a:b"),
                Row(".\\31 x", "a:b"),
                Row("#\\0", "\u{FFFD}"), Row("#\\d800", "\u{FFFD}"), Row("#\\110000", "\u{FFFD}"),
                Row(".a\\", "\u{FFFD}"), Row("#\u{0}", "\u{FFFD}"),
                Row("#\\e9", "é"), Row("#é", "é"), Row("#\\1f511", "\u{1F511}"), Row(".\\-", "\u{1F511}"),
                Row("[class=\"x\\\n y\"]", "é"),
                Row("[class='x\\20y']", "é"), Row("#\\61\r\n\\:b", "a:b"), Row("p#\\61\t\\:b", "a:b"),
            ]
        )
    }

    @Test func composedCharactersAreNotTheSameAsDecomposedOnes() throws {
        try expect(
            "<p id='\u{E9}'></p><p id='e\u{301}'></p>",
            [Row("#\u{E9}", "\u{E9}"), Row("#e\u{301}", "e\u{301}")]
        )
        #expect(try SelectorList("#\u{E9}") != SelectorList("#e\u{301}"))
    }

    @Test func namesAreWrittenSoThatTheyCanBeRead() throws {
        for name in [
            "a", "-a", "--", "-1", "1", "a b", "a.b", "\u{1}", "\u{7F}", "é", "a\\b", "\"", "-", "台",
            "a\u{0}b", "_", "\u{80}", "\u{9F}a",
        ] {
            let text = "#" + CSSText.identifier(name.replacing("\u{0}", with: "\u{FFFD}"))
            expectLaw(try SelectorList(text))
        }
        for value in ["", "\"", "'", "\\", "\n", "\u{1}a", "é", "a b"] {
            expectLaw(try SelectorList("[a=\(CSSText.string(value))]"))
        }
    }

    @Test func whatIsNotClosedIsRefusedOrClosedByTheEnd() throws {
        try expect(
            "<p id=a class=x title=y></p>",
            [
                Row("[title", "a"), Row("[title='y", "a"), Row("p:not(.y", "a"), Row("p/* c", "a"),
                Row("[title=y i", "a"),
            ]
        )
        expectRefused(["/*", "[title='y\n']", "p:contains(y", "\\\n"])
    }
}
