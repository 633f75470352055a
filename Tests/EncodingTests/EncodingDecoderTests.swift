import Testing

@testable import Encoding

@Suite struct EncodingDecoderTests {
    @Test(arguments: [
        ("windows-1252", "caf\u{E9} \u{96} \u{93}x\u{94} \u{80}", "café – “x” €"),
        ("windows-1252", "\u{81}\u{8D}\u{8F}\u{90}\u{9D}", "\u{81}\u{8D}\u{8F}\u{90}\u{9D}"),
        ("windows-1251", "\u{CF}\u{F0}\u{E8}\u{E2}\u{E5}\u{F2} \u{98}", "Привет \u{98}"),
        ("koi8-r", "\u{F0}\u{D2}\u{C9}\u{D7}\u{C5}\u{D4}", "Привет"),
        ("koi8-u", "\u{AE}\u{BE}\u{A4}", "ўЎє"),
        ("iso-8859-2", "\u{BE}lu\u{BB}", "žluť"),
        ("iso-8859-6", "\u{C7}\u{A1}", "ا\u{FFFD}"),
        ("iso-8859-7", "\u{E1}\u{AE}", "α\u{FFFD}"),
        ("iso-8859-8-i", "\u{F9}\u{A1}", "ש\u{FFFD}"),
        ("iso-8859-15", "\u{A4}", "€"),
        ("windows-1253", "\u{E1}\u{AA}\u{D2}\u{FF}\u{88}", "α\u{FFFD}\u{FFFD}\u{FFFD}\u{88}"),
        ("windows-1255", "\u{E0}\u{CA}\u{D9}\u{FF}\u{CC}\u{F9}", "א\u{05BA}\u{FFFD}\u{FFFD}\u{05BC}ש"),
        ("windows-1257", "\u{E0}\u{A1}\u{A5}", "ą\u{FFFD}\u{FFFD}"),
        ("windows-1258", "a\u{EC}\u{D2}", "a\u{301}\u{309}"),
        ("windows-874", "\u{A1}\u{80}\u{DB}\u{FC}\u{91}\u{81}", "ก€\u{FFFD}\u{FFFD}‘\u{81}"),
        ("macintosh", "\u{8E}\u{DB}\u{C6}\u{F0}", "é€∆\u{F8FF}"),
        ("x-mac-cyrillic", "\u{80}\u{A2}\u{FF}", "АҐ€"),
        ("ibm866", "\u{80}\u{E0}", "Ар"),
        ("x-user-defined", "a\u{80}\u{FF}", "a\u{F780}\u{F7FF}"),
    ])
    func singleBytes(label: String, input: String, text: String) throws {
        #expect(
            try #require(Encoding(label: label)).text(bytes(input)).unicodeScalars.elementsEqual(
                text.unicodeScalars
            )
        )
    }

    @Test(arguments: [
        // Shift_JIS: a backslash as the second byte, half-width letters, additions by NEC and IBM, user-defined
        // characters.
        ("shift_jis", "\u{95}\u{5C}\u{8E}\u{A6} \u{83}\u{5C}", "表示 ソ"),
        ("shift_jis", "\u{B1}\u{80}\u{5C}\u{7E}", "ｱ\u{80}\\~"),
        ("shift_jis", "\u{87}\u{40}\u{FA}\u{55}\u{81}\u{60}", "①￤～"),
        ("shift_jis", "\u{F0}\u{40}\u{F9}\u{FC}", "\u{E000}\u{E757}"),
        ("shift_jis", "\u{81}<b>\u{A0}\u{FD}\u{82}", "\u{FFFD}<b>\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("shift_jis", "\u{81}\u{AD}\u{81}\u{FD}x", "\u{FFFD}\u{FFFD}x"),
        ("euc-jp", "\u{C6}\u{FC}\u{CB}\u{DC}\u{8E}\u{B1}\u{8F}\u{B0}\u{A1}\u{AD}\u{A1}", "日本ｱ丂①"),
        ("euc-jp", "\u{8F}\u{A2}\u{AF}\u{8F}\u{A2}\u{C3}\u{A1}\u{C1}", "˘¦～"),
        (
            "euc-jp", "\u{8F}\u{B0}<\u{8F}<\u{8E}<\u{C6}<\u{80}\u{FF}",
            "\u{FFFD}<\u{FFFD}<\u{FFFD}<\u{FFFD}<\u{FFFD}\u{FFFD}"
        ),
        ("euc-jp", "\u{8F}\u{B0}", "\u{FFFD}"),
        ("iso-2022-jp", "a\u{1B}$BF|K\\\u{1B}(J\\~\u{1B}(I1\u{1B}(Bb", "a日本¥‾ｱb"),
        (
            "iso-2022-jp", "\u{1B}x\u{1B}$Bz\u{1B}(B\u{1B}(B\u{0E}\u{80}",
            "\u{FFFD}x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        ),
        ("iso-2022-jp", "\u{1B}(", "\u{FFFD}("),
        ("iso-2022-jp", "\u{1B}$BF", "\u{FFFD}"),
        ("gb2312", "\u{D6}\u{D0}\u{CE}\u{C4}", "中文"),
        ("gbk", "\u{80}\u{81}\u{40}\u{A3}\u{A0}\u{A2}\u{E3}", "€丂\u{3000}€"),
        (
            "gb18030", "\u{81}\u{30}\u{81}\u{30}\u{81}\u{36}\u{A5}\u{31}\u{90}\u{30}\u{81}\u{30}",
            "\u{80}\u{200F}\u{10000}"
        ),
        ("gb18030", "\u{81}\u{35}\u{F4}\u{37}\u{A8}\u{BC}\u{82}\u{35}\u{90}\u{37}", "\u{E7C7}ḿ龴"),
        ("gb18030", "\u{FE}\u{59}\u{FE}\u{51}\u{A6}\u{D9}", "龴\u{E816}︐"),
        ("gb18030", "\u{81}0<\u{81}0\u{81}<\u{FF}\u{81}", "\u{FFFD}0<\u{FFFD}0\u{FFFD}<\u{FFFD}\u{FFFD}"),
        ("gb18030", "\u{FE}\u{39}\u{FE}\u{39}x\u{84}\u{31}\u{A4}\u{37}", "\u{FFFD}x\u{FFFD}"),
        ("gb18030", "\u{81}0\u{81}", "\u{FFFD}"),
        ("big5", "\u{A4}\u{A4}\u{A4}\u{E5}\u{88}\u{62}\u{87}\u{40}\u{A1}\u{45}", "中文Ê\u{304}䏰‧"),
        ("big5", "\u{8E}\u{69}\u{F9}\u{D6}", "箸碁"),
        ("big5", "\u{88}\u{62}\u{88}\u{64}\u{88}\u{A3}\u{88}\u{A5}", "Ê\u{304}Ê\u{30C}ê\u{304}ê\u{30C}"),
        ("big5", "\u{88}\u{63}\u{88}\u{65}\u{88}\u{A4}\u{88}\u{A6}", "ẾỀếề"),
        ("big5", "\u{A4}\u{40}\u{A4}\u{7E}\u{A4}\u{A1}\u{A4}\u{FE}", "\u{4E00}\u{624D}\u{4E11}\u{4E19}"),
        (
            "big5", "\u{A4}\u{3F}\u{A4}\u{7F}\u{A4}\u{A0}x\u{A4}\u{FF}x",
            "\u{FFFD}?\u{FFFD}\u{7F}\u{FFFD}x\u{FFFD}x"
        ),
        ("big5", "\u{81}\u{40}x\u{FE}\u{FE}x\u{A4}", "\u{FFFD}@x\u{79D4}x\u{FFFD}"),
        ("big5", "\u{A4}<\u{80}\u{FF}\u{A4}\u{80}x", "\u{FFFD}<\u{FFFD}\u{FFFD}\u{FFFD}x"),
        ("euc-kr", "\u{C7}\u{D1}\u{B1}\u{DB}\u{8C}\u{63}", "한글똠"),
        ("euc-kr", "\u{C7}<\u{80}\u{FF}\u{C9}\u{A1}x\u{B0}", "\u{FFFD}<\u{FFFD}\u{FFFD}\u{FFFD}x\u{FFFD}"),
        ("replacement", "<p>text", "\u{FFFD}"),
        ("replacement", "", ""),
    ])
    func severalBytes(label: String, input: String, text: String) throws {
        let decoded = try #require(Encoding(label: label)).text(bytes(input))
        #expect(decoded.unicodeScalars.map(\.value) == text.unicodeScalars.map(\.value))
    }

    @Test(arguments: [
        ("aé中\u{1F600}", "aé中\u{1F600}"),
        ("\u{80}\u{BF}", nil), ("\u{C0}\u{AF}", nil), ("\u{E0}\u{80}\u{AF}", nil),
        ("\u{ED}\u{A0}\u{80}", nil),
        ("\u{F0}\u{8F}\u{BF}\u{BF}", nil), ("\u{F4}\u{90}\u{80}\u{80}", nil),
        ("\u{F8}\u{88}\u{80}\u{80}\u{80}", nil),
        ("\u{E2}\u{82} x", "\u{FFFD} x"), ("\u{F0}\u{9F}\u{98}", "\u{FFFD}"),
        ("\u{F0}\u{9F}\u{98}x", "\u{FFFD}x"),
        ("\u{F0}\u{9F}\u{C3}\u{A9}", "\u{FFFD}é"), ("\u{C3}", "\u{FFFD}"),
        ("\u{E2}\u{C3}", "\u{FFFD}\u{FFFD}"),
        ("\u{FF}\u{FE}", nil),
    ])
    func utf8(input: String, text: String?) {
        let isText = input.unicodeScalars.contains { $0.value > 0xFF }
        let input = isText ? Array(input.utf8) : bytes(input)
        // By default, every byte is an error of its own.
        let expected = text ?? String(repeating: "\u{FFFD}", count: input.count)
        #expect(Encoding.utf8.text(input) == expected)
        #expect(Encoding.utf8.text(input) == String(decoding: input, as: UTF8.self))
    }

    @Test(arguments: [
        ("", ""), ("a\0", "a"), ("\u{3D}\u{D8}\u{00}\u{DE}", "\u{1F600}"),
        ("\u{3D}\u{D8}a\0", "\u{FFFD}a"), ("\u{00}\u{DE}a\0", "\u{FFFD}a"),
        ("\u{3D}\u{D8}\u{3D}\u{D8}\u{00}\u{DE}", "\u{FFFD}\u{1F600}"),
        ("\u{3D}\u{D8}", "\u{FFFD}"), ("\u{3D}\u{D8}a", "\u{FFFD}"), ("a\0b", "a\u{FFFD}"),
        ("\r\0\n\0\r\0a\0", "\n\na"),
        ("\0\0", "\u{FFFD}"),
    ])
    func utf16(input: String, text: String) {
        let input = bytes(input)
        #expect(Encoding.utf16LE.text(input) == text)
        var swapped = input
        for index in stride(from: 0, to: input.count - 1, by: 2) { swapped.swapAt(index, index + 1) }
        if input.count.isMultiple(of: 2) { #expect(Encoding.utf16BE.text(swapped) == text) }
    }

    @Test(arguments: Encoding.ID.allCases.filter { $0 != .replacement && $0 != .utf16LE && $0 != .utf16BE })
    func linesAndNULsAreNormalized(id: Encoding.ID) {
        let text = Encoding(id).text(Array("a\r\nb\rc\nd\r\r\n\0\r\0\n\r".utf8))
        #expect(text == "a\nb\nc\nd\n\n\u{FFFD}\n\u{FFFD}\n\n")
    }

    /// Pairs of runs and special bytes at every distance, so that they are on every side of a step of eight bytes.
    @Test func runsOfAnyLengthStayWhole() {
        for length in 0..<40 {
            let run = String(repeating: "x", count: length)
            for special in ["é", "\u{FFFD}", "\n", "\u{1F600}"] {
                let text = run + special + run + special
                #expect(Encoding.utf8.text(Array(text.utf8)) == text)
            }
            #expect(
                Encoding.windows1252.text(bytes(run + "\r\n" + run + "\u{E9}\0")) == run + "\n" + run
                    + "é\u{FFFD}"
            )
        }
    }

    @Test(arguments: Encoding.ID.allCases)
    func theSystemHasATableForEachEncoding(id: Encoding.ID) {
        #expect(Encoding(id).isAvailable)
    }

    @Test func aMissingConverterIsNoTrap() {
        if SystemConverter(from: "NO-SUCH-ENCODING") != nil { Issue.record("there is such a converter") }
        #expect(!SingleByteTable(SingleByteEncoding(systemName: "NO-SUCH-ENCODING")).isAvailable)
        let index = EncodingIndex(systemName: "NO-SUCH-ENCODING", count: 10) { UInt32($0) }
        #expect(!index.isAvailable)
        #expect(index.scalar(at: 5) == 0)
        #expect(index.scalar(at: -1) == 0)
    }
}
