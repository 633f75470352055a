import Testing

@testable import Encoding

/// A page that is already UTF-8 text is not copied.
@Suite struct EncodingIdentityTests {
    private func address(_ bytes: [UInt8]) -> UnsafeRawPointer? {
        bytes.withUnsafeBytes { $0.baseAddress }
    }

    @Test(arguments: ["<p>ASCII\r\n", "<meta charset=utf-8>é\r\0中\u{1F600}", "é"])
    func utf8OfHTMLIsNotCopied(page: String) {
        let page = Array(page.utf8)
        let text = DecodedText.decode(page, format: .html)
        #expect(text.utf8 == page)
        #expect(address(text.utf8) == address(page))
        #expect(text.sourceOffsets.areSame)
    }

    @Test func ofAllElseItIsNotCopiedWithoutCRAndNUL() {
        let page = Array("{\"é\": 1}\n".utf8)
        #expect(address(DecodedText.decode(page, format: .plain).utf8) == address(page))
        #expect(DecodedText.decode(page + [0x0D], format: .plain).utf8 == page + [0x0A])
    }

    @Test(arguments: ["utf-8", "windows-1252", "shift_jis", "utf-16"])
    func lineEndsAndNULsOfHTMLStay(label: String) {
        let text = "a\r\nb\rc\n\0d\r"
        let page = label == "utf-16" ? Array(text.utf8).flatMap { [$0, 0] } : Array(text.utf8)
        let decoded = DecodedText.decode(page, given: Encoding(label: label), format: .html)
        #expect(decoded.utf8 == Array(text.utf8))
        #expect(decoded.notes == [.nul(count: 1, firstLine: 4)])
    }
}
