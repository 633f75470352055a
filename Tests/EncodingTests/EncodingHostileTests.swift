import TestSupport
import Testing

@testable import Encoding

/// Pages that are malformed, by accident or on purpose.
@Suite struct EncodingHostileTests {
    private func wrap(_ body: String) -> [UInt8] {
        bytes(
            "<!doctype html><html><head><meta charset=utf-8></head><body>" + body + "<p>HIT</p></body></html>"
        )
    }

    @Test func invalidUTF8IsReplaced() {
        let bad =
            "\u{80}\u{BF} \u{C0}\u{AF} \u{E0}\u{80}\u{AF} \u{ED}\u{A0}\u{80} \u{F8}\u{88}\u{80}\u{80}\u{80} \u{FF}\u{FE} \u{E2}\u{82} x"
        let text = DecodedText.decode(wrap(bad), format: .html)
        #expect(text.encoding == .utf8)
        #expect(text.string == String(decoding: wrap(bad), as: UTF8.self))
        #expect(text.notes == [.replaced(count: 18, firstLine: 1)])
        #expect(text.string.contains(" x<p>HIT</p>"))
    }

    @Test func theEndMayCutACharacterOff() {
        let text = DecodedText.decode(wrap("") + [0xF0, 0x9F, 0x98], format: .html)
        #expect(text.string.hasSuffix("</html>\u{FFFD}"))
    }

    @Test func utf16WithoutMarkIsNoTrap() {
        let page = bytes("<!doctype html><p>HIT</p>").flatMap { [UInt8(0), $0] }
        let text = DecodedText.decode(page, format: .html)
        #expect(text.utf8 == page)
        #expect(text.notes == [.nul(count: page.count / 2, firstLine: 1)])
        #expect(DecodedText.decode(page, hint: .utf16BE, format: .html).string == "<!doctype html><p>HIT</p>")
    }

    @Test func utf7IsNeverDecoded() {
        let page = bytes("<!doctype html><meta charset=\"utf-7\"><p id=hit>+ADw-script+AD4-x</p>")
        #expect(DecodedText.decode(page, format: .html).string == String(decoding: page, as: UTF8.self))
    }

    @Test func aLeadByteSwallowsNoMarkup() throws {
        for label in ["shift_jis", "gbk", "gb18030", "big5", "euc-jp", "euc-kr"] {
            let encoding = try #require(Encoding(label: label))
            for lead in UInt8(0x80)...0xFF {
                for markup in ["<p>", "\"x", "\n", " a"] {
                    let text = encoding.text([lead] + Array(markup.utf8))
                    #expect(text.hasSuffix(markup), "\(label) \(lead)")
                }
            }
        }
    }

    @Test func everySequenceLeavesWhatFollows() {
        var state: UInt64 = 88172645463325252
        let encodings = Encoding.ID.allCases.filter { $0 != .replacement && $0 != .iso2022JP }.map(
            Encoding.init
        )
        for round in 0..<4000 {
            let noise = (0..<(round % 9)).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return UInt8(truncatingIfNeeded: state >> 24)
            }
            let encoding = encodings[round % encodings.count]
            let isWide = encoding.isUTF16
            // A pair that the noise leaves incomplete affects at most four bytes.
            let end = isWide ? bytes("\0\0\0\0E\0N\0D\0") : Array("    END".utf8)
            let padded = isWide && !noise.count.isMultiple(of: 2) ? noise + [0] : noise
            guard encoding != .utf16BE else { continue }
            let text = DecodedText.decode(padded + end, given: encoding, format: .plain)
            #expect(text.isClean(.plain))
            #expect(text.string.hasSuffix("END"), "\(encoding) \(noise)")
        }
    }

    @Test(
        arguments: DecodedText.Format.all,
        [nil, "utf-8", "utf-16", "gbk", "iso-2022-jp", "euc-jp", "windows-1257"]
    )
    func noiseIsNoTrap(format: DecodedText.Format, label: String?) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for length in [0, 1, 2, 3, 4, 5, 7, 64, 1023, 1025, Sample.count(5_000, of: 65_536)] {
            let noise = (0..<length).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return UInt8(truncatingIfNeeded: state >> 24)
            }
            let encoding = label.flatMap { Encoding(label: $0) }
            #expect(DecodedText.decode(noise, format: format).isClean(format))
            #expect(DecodedText.decode(noise, given: encoding, format: format).isClean(format))
            #expect(DecodedText.decode(noise, hint: encoding, format: format).isClean(format))
        }
    }

    private func repeated(_ part: [UInt8], toAtLeast count: Int) -> [UInt8] {
        var all = part
        while all.count < count { all += all }
        return all
    }

    /// Quadratic behaviour would take minutes here.
    @Test(arguments: [
        "<", "<!--", "<!-", "<a ", "<a b='", "<a b=\"c", "<script>", "</script", "<meta ", "<meta charset=x>",
        "&", "\r", "\0",
        "\u{80}", "\u{E2}\u{82}", "\u{F0}\u{9F}\u{98}", "\u{C3}\u{A9}", "\u{81}0\u{81}", "\u{8F}\u{A1}",
        "\u{1B}$B", "-->",
        "<meta http-equiv=content-type content='charset charset'>", "<?xml ", "a\r\n",
    ])
    func longPagesTakeOnePass(pattern: String) {
        let part = bytes(pattern)
        let page = repeated(part, toAtLeast: Sample.count(100_000, of: 1_000_000))
        for encoding in [nil, .gb18030, .eucJP, .iso2022JP] as [Encoding.ID?] {
            let text = DecodedText.decode(page, given: encoding.map(Encoding.init), format: .html)
            #expect(text.utf8.count >= page.count / 4)
        }
    }

    @Test(arguments: [("a", "UTF-8"), ("Ä", "UTF-8"), ("für ", "windows-1252")])
    func longTexts(word: String, name: String) {
        let part = name == "UTF-8" ? Array(word.utf8) : bytes(word)
        let page = repeated(part, toAtLeast: Sample.count(300_000, of: 10_000_000))
        let text = DecodedText.decode(page, format: .html)
        #expect(text.encoding.name == name)
        #expect(text.utf8.count == page.count / part.count * word.utf8.count)
    }
}

extension DecodedText.Format {
    static let all: [DecodedText.Format] = [.html, .htmlFragment, .xml, .plain]
}
