import Basics
import Testing

/// Base64, and texts of programs for a terminal.
@Suite struct TextEncodingTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("\u{0}", "AA=="), ("~~~?", "fn5+Pw=="), ("?>?", "Pz4/"),
    ])
    func base64(_ text: String, _ encoded: String) {
        #expect(Base64.text(of: Array(text.utf8)) == encoded)
        #expect(Base64.bytes(encoded.utf8) == Array(text.utf8))
        // Padding may be absent, and white space is skipped.
        #expect(Base64.bytes(encoded.filter { $0 != "=" }.utf8) == Array(text.utf8))
        #expect(Base64.bytes(encoded.map { "\($0)\r\n\t " }.joined().utf8) == Array(text.utf8))
        let other = encoded.replacing("+", with: "-").replacing("/", with: "_")
        #expect(Base64.bytes(other.utf8) == Array(text.utf8))
    }

    @Test(
        arguments: [
            ("Z", "", 1), ("Zg", "f", nil), ("Zm9vY", "foo", 5), ("Zg=", "f", nil), ("Zg==Zg", "", 4),
            ("=", "", nil),
            ("=A", "", 1), ("Zm9v!", "foo", 4), ("Zm9v\u{B}", "foo", 4), ("Zm9v.Zg", "foo", 4),
            ("Zm8=\n", "fo", nil),
        ] as [(String, String, Int?)]
    )
    func invalidBase64(_ text: String, _ bytes: String, _ wrong: Int?) {
        let found = Base64.decoded(text.utf8)
        #expect(String(decoding: found.bytes, as: UTF8.self) == bytes)
        #expect(found.wrong == wrong)
        #expect((Base64.bytes(text.utf8) == nil) == (wrong != nil))
    }

    /// The plugin protocol accepts neither white space nor the other alphabet, and not less padding than necessary.
    @Test(
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zh==", "f"),
            ("Pz4/", "?>?"), ("fn5+Pw==", "~~~?"), ("Zg===", "f"), ("Zm8==", "fo"), ("Zm9v=", "foo"),
            ("Zm9v====", "foo"),
            ("=", nil), ("==", nil), ("====", nil), ("Z", nil), ("Zg", nil), ("Zg=", nil), ("Zm8", nil),
            ("Z===", nil), ("Zm9vZ===", nil), ("Zm9vZg=", nil), ("Zg==Zg==", nil), ("Zg=Z", nil),
            ("=Zg=", nil), ("Pz4_", nil), ("fn5-Pw==", nil), ("Zg==\n", nil), (" Zg==", nil), ("Z g==", nil),
            ("Zm9v\r\n", nil), ("Zg= =", nil), ("Zm9v\u{0}", nil), ("Zm9\u{E9}", nil),
        ] as [(String, String?)]
    )
    func paddedBase64(_ text: String, _ bytes: String?) {
        #expect(Base64.paddedBytes(text.utf8) == bytes.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("a b", "a b"), ("a\tb", "a b"), ("a\nb\r", "ab"), ("a\u{0}\u{1F}\u{7F}b", "ab"),
        ("\u{20}\u{7E}", " ~"),
        ("\u{91}\u{9A}\u{A0}", "\u{A0}"), ("\u{200D}\u{200E}\u{200F}\u{2010}", "\u{200D}\u{2010}"),
        ("\u{2027}\u{2028}\u{202E}\u{202F}", "\u{2027}\u{202F}"),
        ("\u{2065}\u{2066}\u{2069}\u{206A}", "\u{2065}\u{206A}"),
        // Control sequences, up to a byte that ends them.
        ("\u{1B}[1;31ma", "a"), ("\u{1B}[0 ?@a", "a"), ("\u{1B}[~a", "a"), ("\u{1B}[mma", "ma"),
        ("\u{9B}1ma", "a"),
        ("\u{1B}[\u{3F}ma", "a"), ("\u{1B}[1", ""), ("\u{1B}c a", " a"), ("\u{1B}( 0a", "a"),
        ("\u{1B}/Ba", "a"),
        ("\u{1B}0a", "a"), ("\u{1B}", ""),
        // Control strings, up to their terminator.
        ("\u{1B}]0;title\u{7}a", "a"), ("\u{1B}]x\u{1B}\\a", "a"), ("\u{1B}]x\u{1B}y\u{7}a", "a"),
        ("\u{1B}Px\u{9C}a", "a"),
        ("\u{1B}Xx\u{7}a", "a"), ("\u{1B}^x\u{7}a", "a"), ("\u{1B}_x\u{7}a", "a"), ("\u{9D}x\u{7}a", "a"),
        ("\u{90}x\u{7}a", "a"), ("\u{98}x\u{7}a", "a"), ("\u{9E}x\u{7}a", "a"), ("\u{9F}x\u{7}a", "a"),
        ("\u{1B}]x", ""),
        ("\u{1B}]x\u{1B}\u{7}a\u{7}b", "b"), ("\u{9A}xa", "xa"), ("\u{9C}xa", "xa"), ("\u{99}xa", "xa"),
    ])
    func printableText(_ text: String, _ printable: String) {
        #expect(TerminalText.printable(text.utf8) == printable)
    }

    @Test(arguments: [("a\nb", "a b"), ("a\r\nb", "a  b"), ("\n", " "), ("a\u{1B}[1mb", "ab"), ("", "")])
    func lines(_ text: String, _ line: String) {
        #expect(TerminalText.line(text) == line)
        #expect(TerminalText.printable([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }

    /// The first and last control characters and bidirectional overrides, and the characters next to them.
    @Test(
        arguments: [
            ("a\n\t ~\u{A0}", nil), ("\u{0}\u{8}b", "\u{FFFD}\u{FFFD}b"), ("\u{B}\u{1F}", "\u{FFFD}\u{FFFD}"),
            ("\u{7F}", "\u{FFFD}"), ("\u{1B}]0;t\u{7}", "\u{FFFD}]0;t\u{FFFD}"),
            ("a\r\nb\r", "a\r\nb\u{FFFD}"), ("a\rb", "a\u{FFFD}b"), ("a\r\n", nil),
            ("\u{80}", "\u{FFFD}"), ("\u{9F}x", "\u{FFFD}x"), ("\u{A0}", nil),
            ("\u{BF}", nil), ("\u{C0}", nil),
            ("\u{2029}", nil), ("a\u{202A}", "a\u{FFFD}"), ("\u{202E}a", "\u{FFFD}a"), ("\u{202F}", nil),
            ("\u{2065}", nil),
            ("\u{2066}\u{2069}", "\u{FFFD}\u{FFFD}"), ("\u{206A}", nil), ("\u{20AA}", nil), ("\u{10AA}", nil),
            ("\u{3066}", nil),
            ("\u{80}\u{80}é\u{80}", "\u{FFFD}\u{FFFD}é\u{FFFD}"), ("", nil), ("\u{2126}", nil),
            // The sequences that are kept, and others.
            ("\u{1B}[1ma\u{1B}[0m", nil), ("\u{1B}[2m", "\u{FFFD}[2m"), ("\u{1B}[1", "\u{FFFD}[1"),
            ("\u{1B}\u{1B}[1m", "\u{FFFD}\u{1B}[1m"),
        ] as [(String, String?)]
    )
    func controls(_ text: String, _ changed: String?) {
        let kept = ["\u{1B}[1m", "\u{1B}[0m"]
        let bytes = TerminalText.withoutControls(text.utf8, keeping: kept)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == changed)
        #expect(TerminalText.withoutControls(text, keeping: kept) == changed ?? text)
        #expect(!TerminalText.withoutControls(text).contains("\u{1B}"))
    }

    /// A character that is cut off is not a control character.
    @Test(arguments: [[0xC2], [0xE2], [0xE2, 0x80], [0x61, 0xE2, 0x81]] as [[UInt8]])
    func incompleteCharacters(_ bytes: [UInt8]) {
        #expect(TerminalText.withoutControls(bytes) == nil)
    }
}
