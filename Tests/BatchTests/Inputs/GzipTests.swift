import Scraping
import Testing

@testable import Batch

@Suite struct GzipTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `Plain files, compressed files and files of several members are one stream of bytes`() throws {
        let cases: [(String, [UInt8], [UInt8])] = [
            ("empty", [], []),
            ("one byte", [0x1F], [0x1F]),
            ("plain", Array("plain".utf8), Array("plain".utf8)),
            ("long", Packed.long, Packed.long),
            ("packed", try Packed.gzip("one"), Array("one".utf8)),
            ("packed nothing", try Packed.gzip(""), []),
            (
                "members", try Packed.gzip("one ") + Packed.gzip("") + Packed.gzip("two"),
                Array("one two".utf8)
            ),
            ("zeros", try Packed.gzip("one") + [0, 0, 0, 0], Array("one".utf8)),
            ("zeros between", try Packed.gzip("one") + [0, 0] + Packed.gzip(" two"), Array("one two".utf8)),
            (
                "long packed", try Packed.gzip(Packed.long) + Packed.gzip(Packed.long),
                Packed.long + Packed.long
            ),
        ]
        for (name, written, expected) in cases {
            try expectWhole(expected, of: written, name, in: folder)
            let page = try SavedPage.read(try folder.write("page \(name)", written), PageFacts())
            #expect(page.bytes == expected, "\(name)")
        }
    }

    @Test func `Damage is an error with its place`() throws {
        let packed = try Packed.gzip("some text that is packed")
        var sum = packed
        sum[sum.count - 6] ^= 1
        let cases: [(String, [UInt8], String, String)] = [
            (
                "cut", Array(packed.dropLast(3)), "some text that is packed",
                "the compressed data ends early, at byte 39"
            ),
            (
                "sum", sum, "some text that is packed",
                "the compressed data is damaged at byte 42 (incorrect data check)"
            ),
            (
                "head", [0x1F, 0x8B, 9] + packed, "",
                "the compressed data is damaged at byte 3 (unknown compression method)"
            ),
            (
                "rest", packed + Array("plain".utf8), "some text that is packed",
                "the data at byte \(packed.count) is not compressed with gzip like all before it"
            ),
            (
                "rest after zeros", packed + [0, 0, 1, 2], "some text that is packed",
                "the data at byte \(packed.count + 2) is not compressed with gzip like all before it"
            ),
        ]
        for (name, written, expected, message) in cases {
            let (bytes, failure) = content(try ByteStream(try folder.write(name, written)))
            #expect(String(decoding: bytes, as: UTF8.self) == expected, "\(name)")
            let digits: (String) -> String = { $0.filter { !$0.isNumber } }
            #expect(failure.map(digits) == digits(message), "\(name)")
            let path = try folder.write("page \(name)", written)
            let error = #expect(throws: Diagnostic.self) { try SavedPage.read(path, PageFacts()) }
            #expect(error.map { digits($0.message) } == digits("cannot read the page: " + message), "\(name)")
            // Data is read up to the damage, as from a pipe.
            guard case .stream(let stream) = SavedPage.open(path, PageFacts()) else {
                Issue.record("\(name) is not read on demand")
                continue
            }
            var text: [UInt8] = []
            while let part = stream.read() { text += part }
            #expect(String(decoding: text, as: UTF8.self) == expected, "\(name)")
            #expect(
                stream.failure().map { digits($0.message) } == error.map { digits($0.message) },
                "\(name)"
            )
        }
    }

    /// The first byte of a member may be the last one that has been read: zeros before it are skipped.
    @Test(arguments: 11...20) func `Members are found wherever the chunks of a file end`(_ power: Int) throws
    {
        let (one, two) = (try Packed.gzip("one "), try Packed.gzip("two"))
        for end in [(1 << power) - 1, (1 << power) - 2, 1 << power] {
            let zeros = [UInt8](repeating: 0, count: end - one.count)
            let (bytes, failure) = content(try ByteStream(try folder.write("\(end)", one + zeros + two)))
            #expect(String(decoding: bytes, as: UTF8.self) == "one two")
            #expect(failure == nil)
        }
    }

    /// After damage the stream continues with the next member, also if only its first four bytes are left.
    @Test(
        arguments: [
            ([0x1F, 0x8B, 8, 0], true), ([0x1F, 0x8B, 8], false), ([0x1F, 0x8B, 8, 0x20], false),
            ([0x1F, 0x8B, 9, 0], false), ([], false),
        ] as [([UInt8], Bool)]
    )
    func `A member of four bytes is found after damage`(_ rest: [UInt8], _ isFound: Bool) throws {
        var damaged = try Packed.gzip("some text that is packed")
        damaged[damaged.count - 6] ^= 1
        for count in [0, 1, 5] {
            let stream = try ByteStream(
                try folder.write("\(count)", damaged + [UInt8](repeating: 0x61, count: count) + rest)
            )
            #expect(content(stream).failure?.contains("incorrect data check") == true)
            #expect(stream.recover() == isFound)
            if isFound { #expect(content(stream).failure?.contains("ends early") == true) }
        }
    }

    @Test(arguments: [0, 1, 7, 100, 262_143, 262_144, 262_145])
    func `Bytes that are put back are read again`(_ count: Int) throws {
        for written in [Packed.long, try Packed.gzip(Packed.long)] {
            let stream = try ByteStream(try folder.write("long\(written.count)-\(count)", written))
            var first: [UInt8] = []
            _ = stream.append(300_000, to: &first)
            stream.unread(first.suffix(count))
            #expect(stream.position == 300_000 - count)
            let (rest, _) = content(stream)
            let isSame = areSame(Array(first.dropLast(count)) + rest, Packed.long)
            #expect(isSame)
        }
    }

    @Test func `Lines are split wherever the chunks of a file end`() throws {
        let lines = (0..<3_000).map { index in [UInt8](repeating: 0x61, count: index * 37 % 1_000) }
        let text = Array(lines.joined(separator: [0x0A]))
        for (name, written) in [("plain", text), ("packed", try Packed.gzip(text))] {
            let stream = try ByteStream(try folder.write(name, written))
            let wrong = lines.filter {
                stream.line(limit: 998) != ($0.count > 998 ? .tooLong(999) : .line($0))
            }
            #expect(wrong.count == 0, "\(name)")
            #expect(stream.line(limit: 998) == nil)
        }
    }
}
