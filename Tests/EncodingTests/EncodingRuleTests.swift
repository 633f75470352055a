import Testing

@testable import Encoding

/// The rules in the description of `DecodedText`, one after the other.
@Suite struct EncodingRuleTests {
    private static let utf8Text = "naïve – “Grüße”"
    private static let japanese = "\u{95}\u{5C}\u{8E}\u{A6}"

    private func expect(
        _ text: DecodedText,
        _ string: String,
        _ encoding: String,
        _ source: DecodedText.Source,
        _ notes: [DecodingNote] = [],
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(text.string == string, sourceLocation: location)
        #expect(text.encoding.name == encoding, sourceLocation: location)
        #expect(text.source == source, sourceLocation: location)
        #expect(text.notes == notes, sourceLocation: location)
        #expect(text.isClean(.html), sourceLocation: location)
    }

    // MARK: Order

    @Test func theCallerWins() {
        let page = bytes("<meta charset=utf-8>\n\u{CF}\u{F0}")
        let text = DecodedText.decode(page, given: Encoding(label: "cp1251"), hint: .utf8, format: .html)
        expect(text, "<meta charset=utf-8>\nПр", "windows-1251", .given)
    }

    @Test func theCallerWinsOverAByteOrderMark() {
        let page = bytes("\u{EF}\u{BB}\u{BF}a")
        let text = DecodedText.decode(page, given: .windows1252, format: .html)
        expect(text, "ï»¿a", "windows-1252", .given, [.byteOrderMarkIgnored(.utf8)])
        expect(.decode(page, given: .utf8, format: .html), "a", "UTF-8", .given)
    }

    @Test func theMarkSaysTheOrderOfGivenUTF16() {
        let page = bytes("\u{FE}\u{FF}\0a")
        expect(.decode(page, given: .utf16LE, format: .plain), "a", "UTF-16BE", .given)
        expect(.decode(bytes("\0a"), given: .utf16BE, format: .plain), "a", "UTF-16BE", .given)
    }

    @Test func aByteOrderMarkWinsOverHintAndDeclaration() {
        let page = bytes("\u{EF}\u{BB}\u{BF}\n<meta charset=windows-1251>") + Array("Ж".utf8)
        let text = DecodedText.decode(page, hint: .windows1252, format: .html)
        let note = DecodingNote.declarationIgnored(label: "windows-1251", line: 2, used: .utf8)
        expect(text, "\n<meta charset=windows-1251>Ж", "UTF-8", .byteOrderMark, [note])
        expect(.decode(bytes("\u{FF}\u{FE}a\0"), format: .html), "a", "UTF-16LE", .byteOrderMark)
        expect(.decode(bytes("\u{FE}\u{FF}\0a"), format: .xml), "a", "UTF-16BE", .byteOrderMark)
        expect(.decode(bytes("\u{EF}\u{BB}\u{BF}"), format: .plain), "", "UTF-8", .byteOrderMark)
    }

    @Test func theHintWinsOverTheDeclaration() {
        let page = bytes("<meta charset=windows-1252>\u{CF}")
        let text = DecodedText.decode(page, hint: Encoding(label: "cp1251"), format: .html)
        expect(text, "<meta charset=windows-1252>П", "windows-1251", .transportHint)
    }

    @Test func theDeclarationWinsOverTheBytes() {
        let page = bytes("\n\r\n\r<meta charset=koi8-r>\u{F0}\u{D2}")
        expect(.decode(page, format: .html), "\n\r\n\r<meta charset=koi8-r>Пр", "KOI8-R", .declared(line: 4))
    }

    @Test func undeclaredUTF8IsUTF8() {
        let text = DecodedText.decode(Array("a\n\(Self.utf8Text)".utf8), format: .html)
        let note = DecodingNote.undeclared(used: .utf8, firstLine: 2)
        expect(text, "a\n\(Self.utf8Text)", "UTF-8", .validUTF8, [note])
        expect(.decode(bytes("a"), format: .html), "a", "UTF-8", .validUTF8)
        expect(.decode([], format: .html), "", "UTF-8", .validUTF8)
    }

    @Test(arguments: ["caf\u{E9}", "caf\u{E9} \u{96}", "\u{E2}\u{82}", "\u{E9}\u{E9}\u{C3}\u{A9}"])
    func whatElseIsUndeclaredIsWindows1252(input: String) {
        let text = DecodedText.decode(bytes(input), format: .plain)
        let note = DecodingNote.undeclared(used: .windows1252, firstLine: 1)
        expect(text, Encoding.windows1252.text(bytes(input)), "windows-1252", .fallback, [note])
    }

    // MARK: Formats

    @Test func eachFormatHasItsOwnDeclarations() {
        let declaration = "<?xml version=\"1.0\" encoding='koi8-r'?>"
        let meta = "<meta charset=koi8-r>"
        let rest = "\u{F0}"
        #expect(DecodedText.decode(bytes(declaration + rest), format: .xml).encoding.name == "KOI8-R")
        #expect(DecodedText.decode(bytes(declaration + rest), format: .html).encoding.name == "KOI8-R")
        #expect(DecodedText.decode(bytes(declaration + rest), format: .plain).encoding.name == "windows-1252")
        #expect(DecodedText.decode(bytes(meta + rest), format: .xml).encoding.name == "windows-1252")
        #expect(DecodedText.decode(bytes(meta + rest), format: .plain).encoding.name == "windows-1252")
    }

    // MARK: Disbelief

    @Test func utf8WithAFewWrongBytesStaysUTF8() {
        let page = bytes("<meta charset=utf-8>\n") + Array(Self.utf8Text.utf8) + bytes("\n\u{E9} \u{E9}")
        let text = DecodedText.decode(page, format: .html)
        let note = DecodingNote.replaced(count: 2, firstLine: 3)
        let string = "<meta charset=utf-8>\n\(Self.utf8Text)\n\u{FFFD} \u{FFFD}"
        expect(text, string, "UTF-8", .declared(line: 1), [note])
    }

    @Test(arguments: [
        "caf\u{E9} \u{96} \u{93}x\u{94}", "\u{A9} 2024", "caf\u{E9}",
        // By chance "é »" has the form of one character.
        String(repeating: "\u{E9}t\u{E9} ", count: 20) + "\u{E9}\u{A0}\u{BB}",
    ])
    func utf8WithoutAnyIsWindows1252(input: String) {
        let page = bytes("<meta charset='UTF-8 '>" + input)
        let text = DecodedText.decode(page, format: .html)
        let note = DecodingNote.contradicted(label: "UTF-8 ", line: 1, used: .windows1252)
        expect(text, Encoding.windows1252.text(page), "windows-1252", .fallback, [note])
    }

    @Test(arguments: [
        ("\u{F0}\u{9F}\u{98}", 1),  // The end cuts a character off.
        ("a\u{E2}\u{82} b", 1),  // So does a text that was shortened by bytes.
        ("\u{C0}\u{80}", 2),  // Overlong forms and surrogates come from programs that write UTF-8 wrongly.
        ("\u{ED}\u{A0}\u{BD}\u{ED}\u{B8}\u{80} \u{FF}", 7),
    ])
    func brokenUTF8IsStillUTF8(input: String, count: Int) {
        let page = bytes("<meta charset=utf-8>" + input)
        let text = DecodedText.decode(page, format: .html)
        #expect(text.encoding == .utf8)
        #expect(text.notes == [.replaced(count: count, firstLine: 1)])
    }

    @Test(arguments: ["iso-8859-1", "windows-1251", "iso-8859-15", "koi8-r", "x-user-defined"])
    func aSingleByteEncodingIsNotBelievedOfUTF8(label: String) {
        let page = "\n<meta charset=\(label)>\(Self.utf8Text)"
        let text = DecodedText.decode(Array(page.utf8), format: .html)
        let note = DecodingNote.contradicted(label: label, line: 2, used: .utf8)
        expect(text, page, "UTF-8", .validUTF8, [note])
    }

    @Test func oneWrongByteAmongFiftyCharactersIsUTF8() {
        let good = String(repeating: "é ", count: 50)
        let page = Array("<meta charset=latin1>\(good)".utf8)
        #expect(DecodedText.decode(page + [0xE9, 0x20], format: .html).encoding == .utf8)
        #expect(DecodedText.decode(page + [0xE9, 0x20, 0xE9, 0x20], format: .html).encoding == .windows1252)
        #expect(DecodedText.decode(Array(good.utf8) + [0xE9, 0x20], format: .plain).encoding == .utf8)
        #expect(
            DecodedText.decode(Array(good.utf8) + [0xE9, 0x20, 0xFF], format: .plain).source == .fallback
        )
    }

    @Test(arguments: ["gbk", "shift_jis", "euc-jp", "euc-kr", "big5", "iso-2022-jp", "gb18030"])
    func aMultiByteEncodingIsNotBelievedOfUTF8(label: String) {
        let page = "<meta charset=\(label)>Все счастливые семьи похожи друг на друга"
        let text = DecodedText.decode(Array(page.utf8), format: .html)
        let note = DecodingNote.contradicted(label: label, line: 1, used: .utf8)
        expect(text, page, "UTF-8", .validUTF8, [note])
    }

    @Test func shortTextsAreUTF8WhereTheyCannotBeDecodedOtherwise() {
        // "é–" is not Shift_JIS. "联通" in GBK has UTF-8's form by chance.
        let page = Array("<meta charset=shift_jis>é – ü".utf8)
        #expect(DecodedText.decode(page, format: .html).encoding == .utf8)
        let chance = bytes("<meta charset=gbk>\u{C1}\u{AA}\u{CD}\u{A8}")
        #expect(DecodedText.decode(chance, format: .html).string == "<meta charset=gbk>联通")
        let other = bytes("<meta charset=gbk>\u{C4}\u{A3}\u{D0}\u{A6}")
        #expect(DecodedText.decode(other, format: .html).string == "<meta charset=gbk>模笑")
    }

    @Test func aMultiByteEncodingThatDecodesNothingIsNotBelieved() {
        let page = bytes("<meta charset=euc-kr>caf\u{E9} na\u{EF}ve \u{96}")
        let text = DecodedText.decode(page, format: .html)
        let note = DecodingNote.contradicted(label: "euc-kr", line: 1, used: .windows1252)
        expect(text, "<meta charset=euc-kr>café naïve –", "windows-1252", .fallback, [note])
    }

    @Test func aMultiByteEncodingWithAFewWrongBytesIsKept() {
        let page = bytes("<meta charset=sjis>\(Self.japanese)\n\u{FF}<b>\(Self.japanese)\u{81}</b>")
        let text = DecodedText.decode(page, format: .html)
        let note = DecodingNote.replaced(count: 2, firstLine: 2)
        let string = "<meta charset=sjis>表示\n\u{FFFD}<b>表示\u{FFFD}</b>"
        expect(text, string, "Shift_JIS", .declared(line: 1), [note])
    }

    @Test func aHintIsNotBelievedEither() {
        let page = "<meta charset=utf-8>" + Self.utf8Text
        let text = DecodedText.decode(Array(page.utf8), hint: .windows1252, format: .html)
        let note = DecodingNote.contradicted(label: "windows-1252", line: nil, used: .utf8)
        expect(text, page, "UTF-8", .declared(line: 1), [note])
        let other = bytes("<meta charset=koi8-r>\u{F0}\u{D2}\u{C9}")
        #expect(DecodedText.decode(other, hint: .utf8, format: .html).source == .declared(line: 1))
        #expect(DecodedText.decode(other, hint: .utf8, format: .html).string == "<meta charset=koi8-r>При")
    }

    @Test func utf16IsNotBelievedOfUTF8() {
        let page = "<p>" + Self.utf8Text
        let text = DecodedText.decode(Array(page.utf8), hint: .utf16LE, format: .html)
        let note = DecodingNote.contradicted(label: "UTF-16LE", line: nil, used: .utf8)
        expect(text, page, "UTF-8", .validUTF8, [note])
        #expect(DecodedText.decode(bytes("<\0p\0>\0"), hint: .utf16LE, format: .html).string == "<p>")
        #expect(DecodedText.decode(bytes("<p>"), hint: .utf16LE, format: .html).string == "<p>")
    }

    @Test func whatTheStandardRefusesIsRefused() {
        let page = bytes("<meta charset=iso-2022-kr>\u{1B}$)Ctext")
        let note = DecodingNote.replaced(count: 1, firstLine: 1)
        expect(.decode(page, format: .html), "\u{FFFD}", "replacement", .declared(line: 1), [note])
        #expect(DecodedText.decode(page, given: .utf8, format: .html).string.contains("text"))
    }

    // MARK: Notes

    @Test func anUnknownLabelIsReported() {
        let page = bytes("\n<meta charset=utf-7>\n<meta charset=nonsense>\u{E9}")
        let text = DecodedText.decode(page, format: .html)
        let note = DecodingNote.unknownLabel("utf-7", line: 2, used: .windows1252)
        #expect(text.notes == [note])
        #expect(text.source == .fallback)
        let next = DecodedText.decode(page + bytes("<meta charset=koi8-r>"), format: .html)
        #expect(next.source == .declared(line: 3))
        #expect(next.notes == [.unknownLabel("utf-7", line: 2, used: next.encoding)])
        let long = DecodedText.decode(
            bytes("<meta charset='\(String(repeating: "x", count: 5000))'>"),
            format: .html
        )
        #expect(long.notes.first == .unknownLabel(String(repeating: "x", count: 80), line: 1, used: .utf8))
    }

    @Test func nulBytesAreReported() {
        let page = bytes("a\r\nb\0\0")
        let text = DecodedText.decode(page, format: .plain)
        expect(text, "a\nb\u{FFFD}\u{FFFD}", "UTF-8", .validUTF8, [.replacedNUL(count: 2, firstLine: 2)])
        let html = DecodedText.decode(page, format: .html)
        expect(html, "a\r\nb\0\0", "UTF-8", .validUTF8, [.nul(count: 2, firstLine: 2)])
        let legacy = DecodedText.decode(page + [0xE9], given: .windows1252, format: .html)
        expect(legacy, "a\r\nb\0\0é", "windows-1252", .given, [.nul(count: 2, firstLine: 2)])
    }

    @Test(arguments: [DecodedText.Format.htmlFragment, .xml, .plain])
    func onlyAPageOfHTMLIsExpectedToDeclareUTF8(format: DecodedText.Format) {
        #expect(DecodedText.decode(Array("é".utf8), format: format).notes.isEmpty)
    }
}
