import Testing

@Suite struct LanguageTests {
    private let page = """
        <div id=a lang=en><p id=b></p><p id=c lang=en-GB></p><p id=d lang=''></p></div>
        <div id=e lang=de-Latn-DE-1996><p id=f lang=DE></p></div><p id=g></p><p id=h lang=english></p>
        """

    @Test func identifiersAreTheBeginning() throws {
        try expect(
            page,
            [
                Row(":lang(en)", "a b c"), Row(":lang(EN)", "a b c"), Row(":lang(en-gb)", "c"),
                Row(":lang(de)", "e f"), Row(":lang(de-DE)", ""),
                Row(":lang(en, de)", "a b c e f"), Row("p:lang(fr)", ""), Row(":lang(english)", "h"),
                Row(":lang(en-)", ""), Row(":lang(\\*-GB)", ""),
            ]
        )
    }

    @Test func quotedRangesMayLeavePartsOut() throws {
        try expect(
            page,
            [
                Row(":lang('en')", "a b c"), Row(":lang('*-GB')", "c"), Row(":lang('de-DE')", "e"),
                Row(":lang('de-*-DE')", "e"),
                Row(":lang('de-1996')", "e"), Row(":lang('*-1996-DE')", ""), Row(":lang('*')", "a b c e f h"),
                Row("p:lang('')", "d g"),
            ]
        )
    }

    @Test func singleLettersAreNotPassedOver() throws {
        try expect(
            "<p id=a lang=fr-x-foo></p>",
            [Row(":lang('fr-foo')", ""), Row(":lang('fr-x-foo')", "a"), Row(":lang('*-x-foo')", "a")]
        )
    }

    @Test func aMetaElementSpeaksForThePage() throws {
        try expect(
            "<!DOCTYPE html><html><head><meta http-equiv=Content-Language content=' en-US '></head><body><p id=a></p><p id=b lang=de></p></body></html>",
            [Row("p:lang(en)", "a"), Row("p:lang('*-US')", "a"), Row("p:lang(de)", "b")],
            isWhole: true
        )
    }

    @Test func whatIsNoLanguageIsRefused() {
        expectRefused([":lang()", ":lang", ":lang(4)", ":lang(en US)", ":lang(en,)", ":lang(*)"])
    }
}
