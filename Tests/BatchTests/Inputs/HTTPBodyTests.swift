import Testing

@testable import Batch

private let text = Array("<p>some text, some text, some text</p>".utf8)

/// The text of a body with its warning, or the reason why it cannot be decoded.
private func body(
    _ bytes: [UInt8],
    _ header: [String],
    isTruncated: Bool = false,
    limit: Int = 1_000
) -> String {
    let head = (["HTTP/1.1 200 OK"] + header + ["", ""]).joined(separator: "\r\n")
    guard let response = HTTPResponse(Array(head.utf8) + bytes) else { return "no response" }
    do throws(HTTPBody.Failure) {
        let body = try HTTPBody(response, limit: limit, isTruncated: isTruncated)
        return String(decoding: body.bytes, as: UTF8.self) + (body.warning.map { " (\($0))" } ?? "")
    } catch {
        return "failed: \(error.message)"
    }
}

@Suite struct HTTPBodyTests {
    private static let plain = String(decoding: text, as: UTF8.self)

    /// A body is compared with its declared length, whatever its size.
    @Test(arguments: [
        ("4", "<p>a"), ("3", "<p>a"), ("5", "<p>a (the page looks cut off: the record has 4 of the 5 bytes"),
        (
            "99999999999999999999",
            "<p>a (the page looks cut off: the record has 4 of the 99999999999999999999 bytes"
        ),
        ("x", "<p>a"), ("", "<p>a"), ("-5", "<p>a"), ("4, 4", "<p>a"),
        ("6, 6", "<p>a (the page looks cut off: the record has 4 of the 6 bytes"),
        ("4\r\nContent-Length: 7", "<p>a (the page looks cut off: the record has 4 of the 7 bytes"),
    ])
    func `A body is shorter than its declared length`(_ length: String, _ start: String) {
        let found = body(Array("<p>a".utf8), ["Content-Length: \(length)"])
        #expect(start.hasSuffix("bytes") ? found.hasPrefix(start) : found == start)
    }

    @Test(arguments: [
        ("chunked", Archive.chunked(text, by: 7), plain),
        ("one chunk", Archive.chunked(text, by: 100), plain),
        ("extension", Array("3;a=b\r\nabc\r\n0\r\nTrailer: x\r\n\r\n".utf8), "abc"),
        ("upper case, zeros", Array("00A \r\n0123456789\r\n0\r\n\r\n".utf8), "0123456789"),
        ("many zeros", Array("0000000000000003\r\nabc\r\n0000000000000000\r\n\r\n".utf8), "abc"),
        ("bare line feeds", Array("3\nabc\n0\n\n".utf8), "abc"),
        ("chunked no more", text, plain),
        ("like chunks", Array("abc\r\ndef\r\n".utf8), "abc\r\ndef\r\n"),
        ("no end", Array("3\r\nabc\r\n".utf8), "abc (the page's last chunks are missing)"),
        (
            "cut in the first, before markup", Array("1f\r\n <p>a".utf8),
            " <p>a (the page's last chunks are missing)"
        ),
        ("cut", Array("3\r\nabc\r\n9\r\nab".utf8), "abcab (the page's last chunks are missing)"),
        ("too great", Array("ffffffffffffffff\r\nab".utf8), "ffffffffffffffff\r\nab"),
        ("cut in the first", Array("9\r\nab".utf8), "9\r\nab"),
        ("no size", Array("3\r\nabc\r\nxyz\r\n".utf8), "abc (the page's last chunks are missing)"),
        ("no line end", Array("3\r\nabcX\r\n0\r\n\r\n".utf8), "3\r\nabcX\r\n0\r\n\r\n"),
        (
            "no line end later", Array("1\r\na\r\n3\r\nabcX\r\n".utf8),
            "aabc (the page's last chunks are missing)"
        ),
        ("empty", Array("0\r\n\r\n".utf8), ""),
    ])
    func `Chunks are joined`(_ name: String, _ bytes: [UInt8], _ expected: String) {
        #expect(body(bytes, ["Transfer-Encoding: Chunked"]) == expected)
    }

    @Test func `A compressed body is decompressed, and one that is not is kept`() throws {
        let gzip = try Packed.pack(text, .gzip)
        let zlib = try Packed.pack(text, .zlib)
        let raw = try Packed.pack(text, .deflate)
        let twice = try Packed.pack(gzip, .gzip)
        let json = Array("{\"text\": \"some text\"}".utf8)
        let cases: [(String, [UInt8], String)] = [
            ("gzip", gzip, Self.plain), ("x-gzip", gzip, Self.plain), ("gzip", text, Self.plain),
            ("deflate", zlib, Self.plain), ("deflate", raw, Self.plain), ("deflate", text, Self.plain),
            ("gzip, gzip", twice, Self.plain), ("identity", text, Self.plain), ("none", text, Self.plain),
            ("br", text, Self.plain), ("br", json, String(decoding: json, as: UTF8.self)),
            ("zstd", text, Self.plain), ("gzip, br, zstd", text, Self.plain),
            ("gzip, gzip, gzip, gzip, gzip", text, Self.plain),
            (
                "compress", [0x1F, 0x9D, 0x90, 1],
                "failed: cannot decompress the page: unknown content encoding compress"
            ),
            (
                "gzip", gzip + Array("garbage".utf8),
                Self.plain + " (7 bytes are left out after the end of the compressed page)"
            ),
            ("gzip", gzip + [1], Self.plain + " (1 byte is left out after the end of the compressed page)"),
            ("gzip", gzip + [0, 0, 0], Self.plain), ("gzip", gzip + gzip, Self.plain + Self.plain),
            (
                "gzip", Array(gzip.dropLast(2)),
                "failed: cannot decompress the page: the compressed data ends early, at byte \(gzip.count - 2)"
            ),
        ]
        for (encoding, bytes, expected) in cases {
            #expect(body(bytes, ["Content-Encoding: \(encoding)"]) == expected, "\(encoding)")
        }
        let both = ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]
        #expect(body(Archive.chunked(gzip, by: 5), both) == Self.plain)
        #expect(body(gzip, both) == Self.plain)
        #expect(body(gzip, ["Transfer-Encoding: gzip, chunked"]) == Self.plain)
    }

    @Test(.enabled(if: Packed.canPack(.brotli) && Packed.canPack(.zstandard), "the system cannot compress"))
    func `Brotli and Zstandard bodies are decompressed`() throws {
        let brotli = try Packed.pack(text, .brotli)
        let zstandard = try Packed.pack(text, .zstandard)
        let mixed = try Packed.pack(Packed.pack(Packed.pack(text, .gzip), .brotli), .zstandard)
        let short = Array("x".utf8)
        let cases: [(String, [UInt8], String)] = [
            ("br", brotli, Self.plain), ("BR", brotli, Self.plain),
            ("zstd", zstandard, Self.plain), ("zstd", zstandard + zstandard, Self.plain + Self.plain),
            ("gzip, br, zstd", mixed, Self.plain), ("br", try Packed.pack(short, .brotli), "x"),
            (
                "br", Array(brotli.dropLast(2)),
                "failed: cannot decompress the page: the compressed data ends early, at byte \(brotli.count - 2)"
            ),
            (
                "zstd", Array(zstandard.dropLast(2)),
                "failed: cannot decompress the page: the compressed data ends early, at byte \(zstandard.count - 2)"
            ),
        ]
        for (encoding, bytes, expected) in cases {
            #expect(body(bytes, ["Content-Encoding: \(encoding)"]) == expected, "\(encoding)")
        }
        #expect(
            body([0, 1, 2], ["Content-Encoding: br"]).hasPrefix("failed: cannot decompress the page")
        )
        let both = ["Transfer-Encoding: chunked", "Content-Encoding: br"]
        #expect(body(Archive.chunked(brotli, by: 5), both) == Self.plain)
        #expect(body(Array(brotli.dropLast(4)), ["Content-Encoding: br"], isTruncated: true).hasPrefix("<p>"))
    }

    @Test func `A body with too many codings is an error`() throws {
        var packed = text
        for _ in 0..<5 { packed = try Packed.pack(packed, .gzip) }
        let list = "Content-Encoding: gzip, gzip, gzip, gzip, gzip"
        #expect(body(packed, [list]) == "failed: the page is compressed 5 times")
    }

    @Test func `A truncated body is decompressed up to its end`() throws {
        let packed = try Packed.pack(text, .gzip)
        let cut = body(Array(packed.dropLast(8)), ["Content-Encoding: gzip"], isTruncated: true)
        #expect(cut == Self.plain)
    }

    @Test(arguments: [("gzip", Compression.gzip), ("deflate", .zlib), ("br", .brotli), ("zstd", .zstandard)])
    func `A body is decompressed up to the limit`(_ name: String, _ compression: Compression) throws {
        guard Packed.canPack(compression) else { return }
        let spaces = [UInt8](repeating: 0x20, count: 1_000_000)
        let bomb = try Packed.pack(spaces, compression)
        #expect(body(bomb, ["Content-Encoding: \(name)"]).utf8.count == 1_001)
        // The limit also applies between two codings.
        let inner = try Packed.pack(Packed.long.prefix(3_000) + [], .gzip)
        let both = body(try Packed.pack(inner, compression), ["Content-Encoding: gzip, \(name)"])
        #expect(both == "failed: the page has more than 1000 bytes before it is fully decompressed")
    }
}
