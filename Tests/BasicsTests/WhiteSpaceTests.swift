import Testing

@testable import Basics

@Suite struct WhiteSpaceTests {
    @Test func everyCharacterIsWhatUnicodeSaysItIs() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(Character(scalar)).utf8)
            let length = bytes.withUnsafeBufferPointer { WhiteSpace.length(at: 0, in: $0) }
            if length != (scalar.properties.isWhitespace ? bytes.count : 0) {
                Issue.record("U+\(String(value, radix: 16)) has the length \(length)")
            }
        }
    }

    /// Each byte, alone and at each place among visible ones.
    @Test func whatIsSaidToHaveNoneHasNone() {
        for byte in UInt8(0)...0xFF {
            for count in 1...20 {
                for place in 0..<count {
                    var text = [UInt8](repeating: 0x7A, count: count)
                    text[place] = byte
                    let isAbsent = text.withUnsafeBufferPointer { WhiteSpace.isAbsent(in: $0) }
                    #expect(isAbsent == (0x21...0x7F).contains(byte), "\(byte) at \(place) of \(count)")
                }
            }
        }
        #expect([].withUnsafeBufferPointer { WhiteSpace.isAbsent(in: $0) })
    }

    /// Each byte, alone and at each place among visible ones.
    @Test func plainTextIsASCIIWithSingleSpaces() {
        for byte in UInt8(0)...0xFF {
            for count in 1...20 {
                for place in 0..<count {
                    var text = [UInt8](repeating: 0x7A, count: count)
                    text[place] = byte
                    let isWithin = place > 0 && place < count - 1
                    let expected = (0x21...0x7F).contains(byte) || byte == 0x20 && isWithin
                    let isPlain = text.withUnsafeBufferPointer { WhiteSpace.isPlain($0) }
                    #expect(isPlain == expected, "\(byte) at \(place) of \(count)")
                }
            }
        }
        for (text, expected) in [("a b c", true), ("a  b", false), ("", false), (" ", false)] {
            let isPlain = Array(text.utf8).withUnsafeBufferPointer { WhiteSpace.isPlain($0) }
            #expect(isPlain == expected, "\(text)")
        }
    }

    @Test func aCharacterThatIsCutOffIsNone() {
        for bytes: [UInt8] in [[], [0xC2], [0xE2], [0xE2, 0x80], [0xE3, 0x80], [0xE1, 0x9A]] {
            #expect(bytes.withUnsafeBufferPointer { WhiteSpace.length(at: 0, in: $0) } == 0)
            #expect(WhiteSpace.collapse(bytes) == bytes)
            #expect(WhiteSpace.trim(bytes) == bytes)
        }
    }

    @Test(arguments: [
        ("", "", ""),
        (" \t\n", "", ""),
        ("a", "a", "a"),
        ("  a  b\n\nc ", "a b c", "a  b\n\nc"),
        ("\u{A0}a\u{A0}\u{3000}b\u{2028}", "a b", "a\u{A0}\u{3000}b"),
        ("a\u{200B}b", "a\u{200B}b", "a\u{200B}b"),
        ("\u{85}\u{1680}ä\u{205F}", "ä", "ä"),
        ("â\u{80}", "â\u{80}", "â\u{80}"),
        ("\u{FEFF} 中\u{3000}文 ", "\u{FEFF} 中 文", "\u{FEFF} 中\u{3000}文"),
        ("\u{1F600}\u{2003}\u{2003}\u{E000}", "\u{1F600} \u{E000}", "\u{1F600}\u{2003}\u{2003}\u{E000}"),
    ])
    func textIsCollapsedAndTrimmed(text: String, collapsed: String, trimmed: String) {
        #expect(WhiteSpace.collapse(text) == collapsed)
        #expect(WhiteSpace.trim(text) == trimmed)
    }

    @Test func longRunsTakeOnePass() {
        let text = Array(repeating: UInt8(ascii: " "), count: 5_000_000)
        #expect(WhiteSpace.collapse([0x61] + text + [0x62]) == Array("a b".utf8))
        #expect(WhiteSpace.trim(text + [0x61] + text) == [0x61])
    }
}
