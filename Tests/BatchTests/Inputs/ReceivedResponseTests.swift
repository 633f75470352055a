import Basics
import Testing

@testable import Batch

/// Responses and archives as they were received.
@Suite struct ReceivedResponseTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `A packed file is unpacked up to a limit`() throws {
        let packed = try Packed.gzip("some text")
        func unpacked(_ bytes: [UInt8], _ limit: Int = 100) -> [String?] {
            let found = ReceivedBody.unpacked(bytes, limit: limit)
            return [Self.text(found.bytes), found.problem]
        }
        #expect(unpacked(Array("plain".utf8)) == ["plain", nil])
        #expect(unpacked(packed) == ["some text", nil])
        #expect(unpacked(packed, 9) == ["some text", nil])
        #expect(unpacked(packed, 8) == [nil, "it has more than 8 bytes when it is unpacked"])
        let early = "it cannot be unpacked: the compressed data ends early, at byte \(packed.count - 1)"
        #expect(unpacked(packed.dropLast()) == ["some text", early])
        var damaged = packed
        damaged[packed.count - 6] ^= 1
        let found = unpacked(damaged)
        #expect(found[0] == nil)
        #expect(found[1]?.hasPrefix("it cannot be unpacked: the compressed data is damaged at byte ") == true)
    }

    @Test func `A response with a packed file is that of a page`() throws {
        let packed = try Packed.gzip("some text")
        func unpacked(_ head: String, _ body: [UInt8]) -> String? {
            let response = Array("HTTP/1.1 \(head)\r\n\r\n".utf8) + body
            return Self.text(ReceivedBody.unpacked(response: response, limit: 100))
        }
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome text"
        #expect(unpacked("200 OK", packed) == page)
        #expect(unpacked("404 Not Found", packed) == page.replacing("200", with: "404"))
        #expect(unpacked("200 OK\r\nContent-Type: text/html", packed) == page)
        #expect(unpacked("200 OK\r\nContent-Encoding: gzip", packed) == nil)
        #expect(
            unpacked("200 OK\r\nContent-Encoding: gzip\r\nContent-Type: Application/X-GZIP", packed) == nil
        )
        let twice = try Packed.gzip(packed)
        for type in ["Application/X-GZIP", "application/octet-stream"] {
            #expect(unpacked("200 OK\r\nContent-Encoding: gzip\r\nContent-Type: \(type)", twice) == page)
        }
        #expect(unpacked("200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/html", twice) == nil)
        #expect(unpacked("200 OK", Array("plain".utf8)) == nil)
        #expect(unpacked("200 OK", try Packed.gzip([1, 2, 3])) == nil)
        #expect(ReceivedBody.unpacked(response: packed, limit: 100) == nil)
    }

    @Test func `An archive is whole up to its first damage`() throws {
        let (one, two) = (Archive.response("one"), Archive.response("two"))
        func length(_ bytes: [UInt8]) throws -> Int {
            try ArchiveRecords.wholeLength(of: try folder.write("\(folder.names.count).warc", bytes))
        }
        #expect(try length([]) == 0)
        #expect(try length(one + two) == one.count + two.count)
        #expect(try length(one + two.dropLast(20)) == one.count)
        #expect(try length(Array("WARC".utf8)) == 0)
        #expect(try length(Array("WARC/".utf8)) == 0)
        #expect(try length(Array("<p>x".utf8)) == 0)
        let error = #expect(throws: File.Failure.self) { try length(Array("<p>xy".utf8)) }
        #expect(error?.description == "the file is not a web archive; name another one")
        let (first, second) = (try Packed.gzip(one), try Packed.gzip(two))
        #expect(try length(first + second) == first.count + second.count)
        #expect(try length(first + second.dropLast()) == first.count)
        #expect(try length(Array(first.dropLast())) == 0)
        #expect(try length(first + Array("plain".utf8)) == first.count)
    }

    /// The first and last control characters that are not in texts, and those around them.
    @Test(
        arguments: [
            ([], false), ([0x00], true), ([0x08], true), ([0x09], false), ([0x0D], false), ([0x0E], true),
            ([0x1A], true), ([0x1B], false),
            ([0x1C], true), ([0x1F], true), ([0x20], false), ([0x7F], false),
            ([0xFF, 0xFE, 0x61, 0x00], false),
            ([0xFE, 0xFF, 0x00, 0x61], false), ([0xFF, 0x00], true), ([0xFE, 0xFE, 0x00], true),
        ] as [([UInt8], Bool)]
    )
    func `Bytes are text or not`(_ bytes: [UInt8], _ isBinary: Bool) {
        #expect(MediaType.isBinary(bytes) == isBinary)
    }

    @Test(arguments: [(511, true), (512, false)]) func `The first bytes show whether all are text`(
        _ place: Int,
        _ isBinary: Bool
    ) {
        var bytes = [UInt8](repeating: 0x61, count: 600)
        bytes[place] = 0
        #expect(MediaType.isBinary(bytes) == isBinary)
    }
}
