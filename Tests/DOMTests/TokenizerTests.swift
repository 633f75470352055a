import Foundation
import TestSupport
import Testing

@testable import DOM

/// The tokenizer against the html5lib tests, and against cases that they do not cover.
@Suite struct TokenizerTests {
    @Test(
        .enabled(if: SharedCases.has(TokenizerFile.folder), "\(SharedCases.note(TokenizerFile.folder))"),
        arguments: TokenizerFile.names
    )
    func standard(_ file: String) throws {
        let tests = try TokenizerFile.tests(file)
        #expect(!tests.isEmpty)
        for test in tests where !TokenizerFile.cannotBeUTF8.contains(test.description) {
            let expected = test.expected
            for state in test.states {
                let tokens = TokenReader.tokens(test.text, state: state, lastStartTag: test.lastStartTag)
                #expect(
                    tokens == expected,
                    "\(test.description) in \(state.rawValue): \(test.text.debugDescription)"
                )
            }
        }
    }

    /// Newlines are normalized, and unchanged texts are not copied.
    @Test(arguments: [
        ("a b", "a b", true), ("a & b &c; &x=1", "a & b &c; &x=1", true), ("a < b", "a < b", true),
        ("a\nb", "a\nb", true), ("a\rb", "a\nb", false), ("a\r\nb\r", "a\nb\n", false),
        ("\r\n\r\r\n", "\n\n\n", false), ("a&amp;b", "a&b", false), ("a</>b", "ab", false),
        ("&#13;\r", "\r\n", false),
        ("&nGt;&nGt;&nLt;", "\u{226B}\u{20D2}\u{226B}\u{20D2}\u{226A}\u{20D2}", false),
        ("&notit; &notin; &no", "¬it; ∉ &no", false),
        ("0123456789abcde\r\n", "0123456789abcde\n", false),
        ("0123456789abcdef&lt;0123456789abcdef", "0123456789abcdef<0123456789abcdef", false),
    ])
    func characters(_ page: String, _ text: String, _ isInPlace: Bool) {
        for end in ["", "<p>", "</p>", "<!---->"] {
            let token = TokenReader.all(page + end).first
            #expect(token?.value == .character(text))
            #expect(token?.isInPlace == isInPlace)
        }
    }

    @Test(arguments: [
        ("<a b='c d'>", "c d", true), ("<a b=\"\">", "", true), ("<a b=c>", "c", true),
        ("<a b=c d>", "c", true),
        ("<a b=c\n>", "c", false), ("<a b=c\r\n>", "c", false), ("<a b=c/>", "c/", true),
        ("<a b>", "", false),
        ("<a b=>", "", false), ("<a b='1\r\n2\r3'>", "1\n2\n3", false),
        ("<a b='?x&y=1&amp=2'>", "?x&y=1&amp=2", true),
        ("<a b='?x&amp;y'>", "?x&y", false), ("<a b=&copy>", "©", false), ("<a b='&copyx'>", "&copyx", true),
        ("<a b=\"0123456789abcdef0123456789'\">", "0123456789abcdef0123456789'", true),
        ("<a b='\0'>", "\u{FFFD}", false),
    ])
    func attributes(_ page: String, _ value: String, _ isInPlace: Bool) {
        let tokens = TokenReader.all(page)
        #expect(tokens.count == 1)
        guard case .startTag("a", let attributes, _) = tokens.first?.value else {
            Issue.record("no start tag")
            return
        }
        #expect(attributes["b"] == value)
        #expect(tokens.first?.isInPlace == isInPlace)
    }

    /// A page's line ends are never overwritten.
    @Test func lineEndsStay() {
        let page =
            "<!DOCTYPE\nhtml\nPUBLIC\n'a\n'\n>\r\n<a\nb=c\nd='e'\rf=g\r\n>\nx\r<!--\n-->\n<title>\n</title\n>"
        let reader = TokenReader(page)
        while reader.next() != nil {}
        for (byte, left) in zip(page.utf8, reader.page) where byte == 0x0A || byte == 0x0D {
            #expect(left == byte)
        }
    }

    @Test func offsetsAreThoseOfTheFirstByte() {
        let page = "\u{E9}<p a=b>x &lt; y</p><!--c--></><!DOCTYPE x>a</>b<?d><svg>"
        let parts = ["\u{E9}", "<p a", "x &", "</p", "<!--", "<!DOC", "a</>", "<?", "<svg"]
        let starts = parts.compactMap { page.range(of: $0)?.lowerBound.utf16Offset(in: page) }
        // All but the first are preceded by a character of two bytes.
        #expect(TokenReader.all(page).map(\.offset) == starts.map { $0 == 0 ? 0 : $0 + 1 })
    }

    @Test func cdataSectionsBeginWhereTheyAreAllowed() {
        let page = "<![CDATA[a\0&lt;]]]><![CDATA[]]>b<![cdata[c]]>"
        let allowed = TokenReader(page)
        allowed.tokenizer.allowsCDATA = true
        #expect(allowed.rest == [.character("a\0&lt;]"), .character("b"), .comment("[cdata[c]]")])
        #expect(TokenReader.all("<![CDATA[a]]>").map(\.value) == [.comment("[CDATA[a]]")])
    }

    @Test func onlyWhereNULPassesItIsNoted() {
        for (page, state, hasNUL) in [
            ("a\0b", .data, true), ("a&lt;\0", .data, true), ("a\r", .data, false),
            ("\0]]>", .cdataSection, true),
            ("\0", .rcdata, false), ("\0", .rawtext, false), ("\0", .scriptData, false),
            ("\0", .plaintext, false),
        ] as [(String, TokenizerState, Bool)] {
            let reader = TokenReader(page, state: state)
            _ = reader.next()
            #expect(reader.tokenizer.token.hasNUL == hasNUL)
        }
    }

    /// If attributes have the same name, the first is used, separately for each tag.
    @Test func attributesOfOneName() {
        let names = (0..<3000).map { "data-\($0)" }
        let tag =
            "<x " + (names + names.reversed()).enumerated().map { "\($1)=\($0)" }.joined(separator: " ") + ">"
        let reader = TokenReader(tag + tag + "</x a=b c>")
        for _ in 0..<2 {
            guard case .startTag(_, let attributes, _) = reader.next()?.value else {
                Issue.record("no start tag")
                return
            }
            #expect(attributes.count == names.count)
            for (index, name) in names.enumerated() { #expect(attributes[name] == String(index)) }
        }
        #expect(reader.next()?.value == .endTag("x"))
        let count = reader.tokenizer.attributes.count
        #expect(count == 0)
    }

    /// Every text ends with a zero wherever the page ends.
    @Test func anyPagesEnd() {
        let page = Array(
            "<!DOCTYPE a PUBLIC 'b' \"c\"><p a='b&amp;' c=d e>x&not;&#x41;<!-- - -- --!></p></ x><?y><![CDATA[z]]>"
                .utf8
        )
        for count in 0...page.count {
            for state in TokenizerState.allCases {
                let reader = TokenReader(bytes: Array(page[..<count]), state: state, lastStartTag: "p")
                var steps = 0
                while reader.next() != nil { steps += 1 }
                #expect(steps <= count)
                #expect(reader.tokenizer.token.offset == count)
            }
        }
    }

    /// Text between `&` and `;` that other parsers with the same table interpret.
    @Test(arguments: [
        ("&nGt;", "\u{226B}\u{20D2}"), ("&hellip;&apos;&amp;", "\u{2026}'&"),
        ("&CounterClockwiseContourIntegral;", "\u{2233}"),
        ("&angst;", "\u{C5}"), ("&zwnj;&Aacute;", "\u{200C}\u{C1}"),
        ("&copy &unknown; &Amp; &;", "&copy &unknown; &Amp; &;"),
        ("&#65;&#x42;&#0;", "AB&#0;"),
    ])
    func otherParsersReferences(_ text: String, _ decoded: String) {
        #expect(CharacterReferences.decode(Array(text.utf8)) == Array(decoded.utf8))
    }
}
