import Testing

@testable import Basics

/// Places in texts, and the lines that messages show.
@Suite struct SourceTextTests {
    /// The bytes of the lines: 0 to 3, 4 to 6, 7, and 8 to 9.
    private static let text = SourceText(name: "f", bytes: Array("ab\r\ncd\n\né".utf8))

    @Test(arguments: [
        (-1, "f:1:1", "ab", "^"), (0, "f:1:1", "ab", "^"), (1, "f:1:2", "ab", " ^"),
        (2, "f:1:3", "ab", "  ^"),
        (3, "f:1:3", "ab", "  ^"), (4, "f:2:1", "cd", "^"), (6, "f:2:3", "cd", "  ^"), (7, "f:3:1", "", "^"),
        (8, "f:4:1", "é", "^"), (10, "f:4:2", "é", " ^"), (11, "f:4:2", "é", " ^"),
    ])
    func offsetsAreInLines(_ offset: Int, _ place: String, _ line: String, _ marker: String) {
        let location = Self.text.location(at: offset)
        #expect(location.description == place)
        #expect(location.excerpt?.text == line)
        #expect(location.excerpt?.marker == marker)
    }

    @Test(arguments: [
        ("", 0, 0, "", "^"), ("\nx", 0, 1, "", "^"), ("\r\n", 0, 1, "", "^"), ("\r", 0, 1, "", "^"),
        ("abcdef", 1, 4, "abcdef", " ^~~"), ("abcdef", 2, 2, "abcdef", "  ^"),
        ("abcdef", 2, 3, "abcdef", "  ^"), ("abcdef", 4, 9, "abcdef", "    ^~"),
        ("\tab\tc", 4, 5, "\tab\tc", "\t  \t^"), ("éöx", 2, 5, "éöx", " ^~"), ("ab\ncd", 1, 5, "ab", " ^"),
    ])
    func rangesAreMarked(_ text: String, _ start: Int, _ end: Int, _ line: String, _ marker: String) {
        let excerpt = SourceText(name: "f", bytes: Array(text.utf8)).location(of: start..<end).excerpt
        #expect(excerpt?.text == line)
        #expect(excerpt?.marker == marker)
    }

    /// A line is shown from its start if the mark is within 120 bytes, otherwise from 60 bytes before it, and up to 180 bytes of it.
    @Test(arguments: [
        (180, 120, 121, 0, 180), (181, 120, 121, 0, 180), (181, 121, 122, 61, 181), (241, 121, 122, 61, 241),
        (242, 121, 122, 61, 241), (242, 121, 242, 61, 241), (300, 299, 300, 239, 300),
    ])
    func longLinesAreShortened(_ length: Int, _ start: Int, _ end: Int, _ first: Int, _ last: Int) {
        let line = (0..<length).map { UInt8(0x61 + $0 % 26) }
        let excerpt = SourceText(name: "f", bytes: line).location(of: start..<end).excerpt
        let text = String(decoding: line[first..<last], as: UTF8.self)
        #expect(excerpt?.text == (first > 0 ? "…" : "") + text + (last < length ? "…" : ""))
        let before = String(repeating: " ", count: start - first + (first > 0 ? 1 : 0))
        #expect(excerpt?.marker == before + "^" + String(repeating: "~", count: min(end, last) - start - 1))
    }

    /// A line is cut between characters.
    @Test func shortenedLinesHaveWholeCharacters() {
        let line = String(repeating: "x", count: 60) + "é" + String(repeating: "y", count: 178) + "ö" + "zz"
        let excerpt = SourceText(name: "f", bytes: Array(line.utf8)).location(at: 121).excerpt
        #expect(excerpt?.text == "…" + String(repeating: "y", count: 178) + "ö…")
        #expect(excerpt?.marker == String(repeating: " ", count: 60) + "^")
    }

    /// Columns of two long lines, asked for in any order.
    @Test func columnsOfLongLinesAreCounted() {
        let line = String(repeating: "aé", count: 10_000)
        let text = SourceText(name: "f", bytes: Array("\(line)\n\(line)".utf8))
        let length = line.utf8.count
        var offsets = [0, 1, 4096, 4097, 4098, 9001, 9001, 5001, length - 2, length, length + 1, length + 2]
        offsets += [length + 4097, length + 9000, length + 4099, 20_001, 2 * length + 1]
        for offset in offsets {
            let start = offset <= length ? 0 : length + 1
            // The offset in the middle of a character is after it.
            let column = (offset - start) / 3 * 2 + min((offset - start) % 3, 2) + 1
            let place = text.location(at: offset).description
            #expect(place == "f:\(start == 0 ? 1 : 2):\(column)")
        }
    }

    @Test func columnsFollowLines() {
        #expect(Location(file: "f").description == "f")
        #expect(Location(file: "f", column: 3).description == "f")
        #expect(Location(file: "f", line: 2).description == "f:2")
        #expect(Location(file: "f", line: 2, column: 3).description == "f:2:3")
    }

    /// Each text has an offset for its end.
    @Test func offsetsAreInTexts() {
        var map = SourceMap()
        #expect(map.text(at: 0) == nil)
        #expect(map.location(of: 0..<1) == Location(file: ""))
        let texts = ["abc", "", "d"].enumerated().map { SourceText(name: "\($0)", bytes: Array($1.utf8)) }
        #expect(texts.map { map.add($0) } == [0, 4, 5])
        #expect(map.names == ["0", "1", "2"])
        let places = [-1, 0, 3, 4, 5, 6, 100].map { map.text(at: $0).map { "\($0.start) \($0.text.name)" } }
        #expect(places == [nil, "0 0", "0 0", "4 1", "5 2", "5 2", "5 2"])
        #expect(
            [2..<3, 3..<4, 4..<5, 5..<6, 6..<7].map { map.location(of: $0).description } == [
                "0:1:3", "0:1:4", "1:1:1", "2:1:1", "2:1:2",
            ]
        )
    }

    /// The hash is that of all bytes in order, wherever a text ends.
    @Test(
        arguments: [
            ([], 0xCBF2_9CE4_8422_2325), ([""], 0xCBF2_9CE4_8422_2325), (["a"], 0xAF63_DC4C_8601_EC8C),
            (["foobar"], 0x8594_4171_F739_67E8), (["foo", "bar"], 0x8594_4171_F739_67E8),
        ] as [([String], UInt64)]
    )
    func fingerprints(_ texts: [String], _ fingerprint: UInt64) {
        var map = SourceMap()
        for text in texts { _ = map.add(SourceText(name: "f", bytes: Array(text.utf8))) }
        #expect(map.fingerprint == fingerprint)
    }
}
