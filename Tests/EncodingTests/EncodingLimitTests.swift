import Testing

@testable import Encoding

/// Pages that are read only up to a limit.
@Suite struct EncodingLimitTests {
    @Test(arguments: [
        ("utf-8", "a\u{C3}\u{A9}", 2, "a"), ("utf-8", "a\u{F0}\u{9F}\u{98}\u{80}b", 4, "a"),
        ("utf-8", "a\u{C3}\u{A9}b", 3, "aé"), ("utf-8", "ab", 1, "a"), ("utf-8", "ab", 0, ""),
        ("shift_jis", "a\u{95}\u{5C}b", 2, "a"), ("gb18030", "a\u{81}0\u{81}0", 4, "a"),
        ("euc-jp", "a\u{8F}\u{B0}\u{A1}", 3, "a"), ("windows-1252", "a\u{E9}b", 2, "aé"),
        ("utf-16", "a\0b\0", 3, "a"), ("utf-16", "a\0\u{3D}\u{D8}\u{00}\u{DE}", 4, "a"),
        ("utf-16", "a\0\u{3D}\u{D8}\u{00}\u{DE}", 5, "a"),
        ("iso-2022-jp", "a\u{1B}$BF|", 5, "a"), ("iso-2022-jp", "a\u{1B}$BF|", 3, "a"),
    ])
    func theTextEndsWithAWholeCharacter(label: String, page: String, limit: Int, text: String) {
        let decoded = DecodedText.decode(
            bytes(page),
            given: Encoding(label: label),
            format: .html,
            limit: limit
        )
        #expect(decoded.string == text)
        #expect(decoded.notes == [.cutOff(limit: limit)])
    }

    @Test func aPageWithinTheLimitIsNotCut() {
        let page = Array("<p>é".utf8)
        let text = DecodedText.decode(page, given: .utf8, format: .html, limit: page.count)
        #expect(text.utf8 == page)
        #expect(text.notes.isEmpty)
    }

    @Test func whereThePageIsCutSaysNothingOfItsEncoding() {
        let page = Array("<p>ééé".utf8)
        let text = DecodedText.decode(page, format: .plain, limit: page.count - 1)
        #expect(text.encoding == .utf8)
        #expect(text.string == "<p>éé")
        let only = DecodedText.decode(Array("<p>é".utf8), format: .plain, limit: 4)
        #expect(only.encoding == .utf8)
        #expect(only.string == "<p>")
    }
}
