import Testing

@testable import Batch

private let text = Array("<p>some text, some text, some text</p>".utf8)

/// A body as it is told: its text, or why there is none.
private func body(_ bytes: [UInt8], _ header: [String], isCut: Bool = false, limit: Int = 1_000) -> String {
    let head = (["HTTP/1.1 200 OK"] + header + ["", ""]).joined(separator: "\r\n")
    guard let answer = HTTPAnswer(Array(head.utf8) + bytes) else { return "no answer" }
    do throws(HTTPBody.Failure) {
        let body = try HTTPBody(answer, limit: limit, isCut: isCut)
        return String(decoding: body.bytes, as: UTF8.self) + (body.note.map { " (\($0))" } ?? "")
    } catch {
        return "failed: \(error.message)"
    }
}

@Suite struct HTTPBodyTests {
    private static let plain = String(decoding: text, as: UTF8.self)

    @Test(arguments: [
        ("chunked", Archive.chunked(text, by: 7), plain),
        ("one chunk", Archive.chunked(text, by: 100), plain),
        ("extension", Array("3;a=b\r\nabc\r\n0\r\nTrailer: x\r\n\r\n".utf8), "abc"),
        ("upper case, zeros", Array("00A \r\n0123456789\r\n0\r\n\r\n".utf8), "0123456789"),
        ("bare line feeds", Array("3\nabc\n0\n\n".utf8), "abc"),
        ("chunked no more", text, plain),
        ("like chunks", Array("abc\r\ndef\r\n".utf8), "abc\r\ndef\r\n"),
        ("no end", Array("3\r\nabc\r\n".utf8), "abc (the page's last chunks are missing)"),
        ("cut", Array("3\r\nabc\r\n9\r\nab".utf8), "abcab (the page's last chunks are missing)"),
        ("too great", Array("ffffffffffffffff\r\nab".utf8), "ffffffffffffffff\r\nab"),
        ("empty", Array("0\r\n\r\n".utf8), ""),
    ])
    func `Chunks are put together`(_ name: String, _ bytes: [UInt8], _ expected: String) {
        #expect(body(bytes, ["Transfer-Encoding: Chunked"]) == expected)
    }

    @Test func `A packed body is unpacked, if it is one`() throws {
        let gzip = try Packed.pack(text, .gzip)
        let zlib = try Packed.pack(text, .zlib)
        let raw = try Packed.pack(text, .raw)
        let twice = try Packed.pack(gzip, .gzip)
        let cases: [(String, [UInt8], String)] = [
            ("gzip", gzip, Self.plain), ("x-gzip", gzip, Self.plain), ("gzip", text, Self.plain),
            ("deflate", zlib, Self.plain), ("deflate", raw, Self.plain), ("deflate", text, Self.plain),
            ("gzip, gzip", twice, Self.plain), ("identity", text, Self.plain), ("br", text, Self.plain),
            ("br", [0, 1, 2], "failed: the page is packed with br, which cannot be unpacked here"),
            (
                "zstd", [0x28, 0xB5, 0x2F, 0xFD, 1],
                "failed: the page is packed with zstd, which cannot be unpacked here"
            ),
            (
                "gzip", Array(gzip.dropLast(2)),
                "failed: the page's body cannot be unpacked: the packed data ends early, at byte \(gzip.count - 2)"
            ),
        ]
        for (encoding, bytes, expected) in cases {
            #expect(body(bytes, ["Content-Encoding: \(encoding)"]) == expected)
        }
        let both = ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]
        #expect(body(Archive.chunked(gzip, by: 5), both) == Self.plain)
        #expect(body(gzip, both) == Self.plain)
        #expect(body(gzip, ["Transfer-Encoding: gzip, chunked"]) == Self.plain)
    }

    @Test func `What a crawler has cut is read as far as it goes`() throws {
        let packed = try Packed.pack(text, .gzip)
        let cut = body(Array(packed.dropLast(8)), ["Content-Encoding: gzip"], isCut: true)
        #expect(cut == Self.plain)
    }

    @Test func `A packed body is unpacked up to the limit`() throws {
        let bomb = try Packed.pack([UInt8](repeating: 0x20, count: 1_000_000), .gzip)
        #expect(body(bomb, ["Content-Encoding: gzip"]).utf8.count == 1_001)
    }
}
