import TestSupport
import Testing

@testable import Encoding

/// The offsets of a text's characters in the file.
@Suite struct EncodingOffsetTests {
    /// Markers in a page, each after text that has more or fewer bytes in UTF-8, and between others.
    private func expectMarkers(
        in page: [UInt8],
        _ encoding: String,
        format: DecodedText.Format = .html,
        width: [UInt8] = [],
        _ location: SourceLocation = #_sourceLocation
    ) {
        let text = DecodedText.decode(page, given: Encoding(label: encoding), format: format)
        var found = 0
        let wide = width.isEmpty ? Array("@7".utf8) : Array("@7".utf8).flatMap { [$0] + width }
        let sources = starts(of: wide, in: page)
        for offset in starts(of: Array("@7".utf8), in: text.utf8) {
            guard found < sources.count else { break }
            #expect(text.sourceOffsets.offset(offset) == sources[found], sourceLocation: location)
            found += 1
        }
        #expect(found > 100, sourceLocation: location)
        #expect(text.sourceOffsets.offset(text.utf8.count) == page.count, sourceLocation: location)
    }

    private func starts(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard bytes.count >= part.count else { return [] }
        return (0...(bytes.count - part.count)).filter {
            bytes[$0] == part[0] && bytes[$0...].starts(with: part)
        }
    }

    @Test(arguments: [
        ("shift_jis", "\u{95}\u{5C}\u{8E}\u{A6}\u{B1}<p>\u{FF}@7"),
        ("gb18030", "\u{D6}\u{D0}\u{81}0\u{81}0\u{90}0\u{81}0 text\u{81}0\u{81}<b>@7\u{80}"),
        ("gbk", "\u{D6}\u{D0}\u{CE}\u{C4}\r\n@7"),
        ("windows-1252", "caf\u{E9} \u{80}\u{99} long run of ASCII\r\n@7\0"),
        ("koi8-r", "\u{F0}\u{D2}\u{C9}@7"),
        ("euc-kr", "\u{C7}\u{D1}\u{B1}\u{DB}\u{C7}<i>@7"),
        ("euc-jp", "\u{8F}\u{B0}\u{A1}\u{8E}\u{B1}\u{C6}\u{FC} @7"),
        ("big5", "\u{88}\u{62}\u{A4}\u{A4}@7"),
        ("iso-2022-jp", "\u{1B}$BF|K\\\u{1B}(J\\\u{1B}(B@7"),
        ("utf-8", "\u{C3}\u{A9}\u{FF}\u{E2}\u{82}x\u{C3}\u{A9}@7\r\n"),
    ])
    func offsetsOfLegacyPages(label: String, pattern: String) {
        let part = bytes(pattern)
        for count in [150, Sample.count(800, of: 3_000)] {
            let page = Array((0..<count).map { _ in part }.joined())
            expectMarkers(in: page, label)
            expectMarkers(in: page, label, format: .plain)
        }
    }

    @Test(arguments: ["utf-16le", "utf-16be"])
    func offsetsOfUTF16(label: String) {
        let units = Array(String(repeating: "aé中\u{1F600}\r\n @7", count: 2000).utf16)
        let isLittle = label == "utf-16le"
        let page = units.flatMap { unit in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
        let text = DecodedText.decode(mark + page, format: .html)
        for (index, offset) in starts(of: Array("@7".utf8), in: text.utf8).enumerated() {
            #expect(text.sourceOffsets.offset(offset) == 2 + index * 20 + 16)
        }
    }

    @Test func aByteOrderMarkComesBeforeTheText() {
        let page: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("<p>é".utf8)
        let text = DecodedText.decode(page, format: .html)
        #expect(text.utf8 == Array("<p>é".utf8))
        #expect(text.sourceOffsets.offset(3) == 6)
        #expect(!text.sourceOffsets.areSame)
    }

    @Test func linesThatWereNormalizedKeepTheirPlaces() {
        let page = Array("a\r\nbc\r\n\r\nd\re".utf8)
        let text = DecodedText.decode(page, format: .plain)
        #expect(text.string == "a\nbc\n\nd\ne")
        let offsets = text.utf8.indices.map { text.sourceOffsets.offset($0) }
        #expect(offsets == [0, 1, 3, 4, 5, 7, 9, 10, 11])
    }

    @Test func offsetsBeyondTheTextAreNoTrap() {
        let text = DecodedText.decode(bytes("\u{E9}x"), given: .windows1252, format: .html)
        #expect(text.sourceOffsets.offset(99) == 2)
        #expect(text.sourceOffsets.offset(-1) == 0)
    }
}
