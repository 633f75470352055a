import DOM
import Scraping
import Testing

@testable import Batch

private let page = "http://a/ - 2024-05-01T10:20:30Z "

@Suite struct WARCInputTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func input(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> WARCInput {
        var facts = PageFacts()
        facts.limits.bytes = limit
        let path = try folder.write("\(try File.names(in: folder.path).count).warc", bytes)
        return WARCInput(try ByteStream(path), facts)
    }

    /// The pages, without the report that several have one address: most records here have the same one.
    private func read(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [String] {
        var input = try input(bytes, limit: limit)
        return input.all().map { $0.replacing(Self.isLater, with: "") }
    }

    private static let isLater =
        " (the archive has an earlier answer for this address, and both are read)"

    private static let records: [[UInt8]] = [
        Archive.record("warcinfo", Array("software: x\r\n".utf8), uri: nil),
        Archive.record("request", Array("GET / HTTP/1.1\r\n\r\n".utf8), contentType: "application/http"),
        Archive.response("one"),
        Archive.record("metadata", []),
        Archive.response("two"),
    ]
    private static let expected = [
        "left out: warcinfo", "left out: request", "\(page)one", "left out: metadata", "\(page)two",
    ]

    @Test func `Records have their order, plain, compressed one by one or as a whole`() throws {
        let plain = Array(Self.records.joined())
        let members = Array(try Self.records.map { try Packed.gzip($0) }.joined())
        // Members that do not end at the end of a record.
        let parts = try Packed.gzip(plain.prefix(100)) + Packed.gzip(plain.dropFirst(100))
        for bytes in [plain, members, try Packed.gzip(plain), parts] {
            #expect(try read(bytes) == Self.expected)
            var input = try input(bytes)
            var places: [Int] = []
            while let page = input.next() {
                places.append(page.place.index)
                #expect(page.name == "\(page.place.file):\(page.place.index)")
                #expect(page.bytesRead <= bytes.count)
            }
            #expect(places == [1, 2, 3, 4, 5])
        }
    }

    /// A continued run notices another time, address or content of a page.
    @Test func theDigestIsOfAllThatAPageIsMadeOf() throws {
        func digest(_ record: String) throws -> UInt64? {
            var input = try input(Array(record.utf8))
            return input.next()?.digest
        }
        let record = String(decoding: Archive.response("one"), as: UTF8.self)
        let same = try digest(record)
        #expect(same != nil)
        #expect(try digest(record) == same)
        for (old, new) in [("10:20:30Z", "10:20:31Z"), ("http://a/", "http://b/"), ("one", "two")] {
            #expect(record.contains(old))
            #expect(try digest(record.replacing(old, with: new)) != same, "\(new)")
        }
    }

    @Test(arguments: [
        ("status", Archive.response([], status: "HTTP/1.1 404 Not Found"), "left out: status 404"),
        ("status of two", Archive.response([0x78], status: "HTTP/2 203"), "\(page)x"),
        ("the last status of success", Archive.response([0x78], status: "HTTP/1.1 299"), "\(page)x"),
        ("the first of redirects", Archive.response([0x78], status: "HTTP/1.1 300"), "left out: status 300"),
        ("redirect", Archive.response([0x78], status: "HTTP/1.0 301"), "left out: status 301"),
        ("type", Archive.response("x", header: ["content-type:  IMAGE/png ; a=b"]), "left out: image/png"),
        ("svg", Archive.response("x", header: ["Content-Type: image/svg+xml"]), "left out: image/svg+xml"),
        (
            "script", Archive.response("x", header: ["Content-Type: text/javascript"]),
            "left out: text/javascript"
        ),
        // Servers invent types; long or unprintable ones are not repeated in messages.
        (
            "eighty letters",
            Archive.response("x", header: ["Content-Type: image/" + String(repeating: "a", count: 74)]),
            "left out: image/" + String(repeating: "a", count: 74)
        ),
        (
            "one more",
            Archive.response("x", header: ["Content-Type: image/" + String(repeating: "a", count: 75)]),
            "left out: an unknown content type"
        ),
        (
            "not ASCII", Archive.response("x", header: ["Content-Type: image/ä"]),
            "left out: an unknown content type"
        ),
        (
            "a delete", Archive.response("x", header: ["Content-Type: image/a\u{7F}"]),
            "left out: an unknown content type"
        ),
        ("json", Archive.response("{}", header: ["Content-Type: application/ld+json"]), "\(page){}"),
        ("feed", Archive.response("<a/>", header: ["Content-Type: application/rss+xml"]), "\(page)<a/>"),
        ("no type", Archive.response("x", header: []), "\(page)x"),
        (
            "no type, binary", Archive.response("x\0\u{1}", header: []),
            "left out: binary content without a type"
        ),
        ("empty", Archive.response(""), "left out: an empty body"),
        (
            "charset", Archive.response("x", header: ["Content-Type: text/html;a=b; Charset=\"latin1\""]),
            "http://a/ windows-1252 2024-05-01T10:20:30Z x"
        ),
        ("no charset", Archive.response("x", header: ["Content-Type: text/html; charset=none"]), "\(page)x"),
        (
            "a mark of UTF-8 against a charset",
            Archive.response("\u{FEFF}x", header: ["Content-Type: text/html; charset=latin1"]),
            "\(page)\u{FEFF}x"
        ),
        (
            "two interim responses",
            Archive.response(
                Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx".utf8),
                header: [],
                status: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>"
            ),
            "\(page)x"
        ),
        ("nothing but hints", Archive.response([], status: "HTTP/1.1 103"), "left out: status 103"),
        (
            "folded", Archive.response("x", header: ["Content-Type:", "\ttext/css", "X"]),
            "left out: text/css"
        ),
        (
            "no response", Archive.record("response", [0x78]),
            "failed: the record is not an HTTP response"
        ),
        (
            "dns", Archive.record("response", [0x78], uri: "dns:a", contentType: "text/dns"), "left out: dns"
        ),
        (
            "other", Archive.record("response", [0x78], contentType: "text/plain"),
            "left out: a response without HTTP"
        ),
        ("resource", Archive.record("resource", [0x78], contentType: "text/html"), "\(page)x"),
        (
            "resource, charset", Archive.record("resource", [0x78], contentType: "text/html; charset=latin1"),
            "http://a/ windows-1252 2024-05-01T10:20:30Z x"
        ),
        (
            "resource, a file",
            Archive.record("resource", [0x78], uri: "file:///a", contentType: "text/html"),
            "file:///a - 2024-05-01T10:20:30Z x"
        ),
        ("resource, no type", Archive.record("resource", [0x78]), "\(page)x"),
        (
            "resource, binary", Archive.record("resource", [0]),
            "left out: binary content without a type"
        ),
        (
            "resource, picture", Archive.record("resource", [0x78], contentType: "image/png"),
            "left out: image/png"
        ),
        (
            "resource, empty", Archive.record("resource", [], contentType: "text/html"),
            "left out: an empty body"
        ),
        (
            "crawler's own",
            Archive.record(
                "resource",
                [0x78],
                uri: "urn:pageinfo:http://a/",
                contentType: "application/json"
            ),
            "left out: a resource that is not on the web"
        ),
        (
            "resource, dns", Archive.record("resource", [0x78], uri: "dns:a", contentType: "text/dns"),
            "left out: a resource that is not on the web"
        ),
        (
            "resource, ftp", Archive.record("resource", [0x78], uri: "ftp://a/", contentType: "text/html"),
            "left out: a resource that is not on the web"
        ),
        ("text", Archive.record("conversion", [0x78], contentType: "text/plain"), "\(page)x"),
        ("robots.txt", Archive.response([0x78], uri: "https://a/robots.txt?x"), "left out: robots.txt"),
        (
            "another robots.txt", Archive.response([0x78], uri: "http://a/robots.txt/"),
            "http://a/robots.txt/ - 2024-05-01T10:20:30Z x"
        ),
        (
            "an answer without another after it",
            Archive.response([0x78], uri: "http://b/", more: ["Scrape-Retried: true"]),
            "http://b/ - 2024-05-01T10:20:30Z x"
        ),
        ("revisit", Archive.record("revisit", [0x78], contentType: "application/http"), "left out: revisit"),
        ("unknown", Archive.record("Made up", [0x78]), "left out: a record of an unknown type"),
        ("old", Archive.response([0x78], uri: "<http://a/>", version: "WARC/0.18"), "\(page)x"),
        ("new", Archive.response([0x78], version: "WARC/1.1"), "\(page)x"),
        (
            "cut", Archive.response([0x78], more: ["WARC-Truncated: length"]),
            "\(page)x (the crawler has truncated the page: it was too long)"
        ),
        (
            "parted", Archive.response([0x78], more: ["WARC-Segment-Number: 1"]),
            "\(page)x (the page continues in another record, which is left out)"
        ),
        (
            "a part", Archive.response([0x78], status: "HTTP/1.1 206 Partial Content"),
            "\(page)x (the answer is only a part of the page: its status is 206)"
        ),
        (
            "a part by its range",
            Archive.response(
                [0x78],
                header: ["Content-Type: text/html", "Content-Range: bytes 0-9/5000"],
                status: "HTTP/1.1 206 Partial Content"
            ),
            "\(page)x (the answer is only a part of the page: its status is 206, "
                + "and its Content-Range is \"bytes 0-9/5000\")"
        ),
        (
            "the whole as a part",
            Archive.response(
                [0x78],
                header: ["Content-Type: text/html", "Content-Range: Bytes 0-0/1"],
                status: "HTTP/1.1 206 Partial Content"
            ),
            "\(page)x"
        ),
        (
            "a part that is truncated",
            Archive.response(
                [0x78],
                status: "HTTP/1.1 206 Partial Content",
                more: ["WARC-Truncated: length"]
            ),
            "\(page)x (the crawler has truncated the page: it was too long)"
        ),
        ("one line end", Archive.response([0x78], end: "\n"), "\(page)x"),
        ("no line end", Archive.response([0x78], end: ""), "\(page)x"),
    ])
    func `A record holds a page, or is left out`(
        _ name: String,
        _ record: [UInt8],
        _ expected: String
    ) throws {
        // The next record is read in any case.
        let next = Archive.response("next")
        #expect(try read(record + next) == [expected, "\(page)next"])
        #expect(try read(Packed.gzip(record) + Packed.gzip(next)) == [expected, "\(page)next"])
        #expect(try read(record) == [expected])
    }

    /// An answer whose request was to be repeated is a page unless a repetition is answered.
    @Test func `Of several attempts the last answer is a page`() throws {
        let retried = ["x", "y"].map { Archive.response(Array($0.utf8), more: ["Scrape-Retried: true"]) }
        let failed = Archive.response([0x78], status: "HTTP/1.1 503 Busy")
        let leftOut = "left out: an answer whose request was repeated"
        #expect(try read(retried[0] + Archive.response("next")) == [leftOut, "\(page)next"])
        #expect(try read(retried[0] + retried[1]).count == 2)
        #expect(try read(retried[0] + retried[1]).first == leftOut)
        #expect(try read(retried[0] + failed) == ["\(page)x", "left out: status 503"])
    }

    @Test(arguments: [
        ("no length", Archive.response([0x78], length: ""), "the record at byte 0 has no length"),
        (
            "no number", Archive.response([0x78], length: "x1"),
            "the record at byte 0 has an invalid length \"x1\""
        ),
        (
            "too great", Archive.response([0x78], length: "99999999999999"),
            "the record at byte 0 has an invalid length \"99999999999999\""
        ),
        (
            "no record", Array("nonsense\r\n\r\n".utf8),
            "expected a record (WARC/1.0) at byte 0 [is it a WARC file?]"
        ),
        (
            "no version", Array("x WARC/1.\nAB\r\n\r\n".utf8),
            "expected a record (WARC/1.0) at byte 0 [is it a WARC file?]"
        ),
        (
            "no version, two line ends", Array("x WARC/1.\r\nAB\r\n\r\n".utf8),
            "expected a record (WARC/1.0) at byte 0 [is it a WARC file?]"
        ),
        (
            "long", Archive.response([0x78], length: "75"),
            "does not end after the 75 bytes that it declares"
        ),
        (
            "short", Archive.response(Array("text that is longer".utf8), length: "50"),
            "does not end after the 50 bytes that it declares"
        ),
        ("beyond", Archive.response([0x78], length: "70000"), "the record at byte 0 declares 70000 bytes"),
        ("cut header", Array(Archive.response([0x78]).prefix(40)) + [0x0A], "does not end"),
        (
            "request", Archive.record("request", [0x78], length: "30"),
            "does not end after the 30 bytes that it declares"
        ),
    ])
    func `Damage is an error, and the records after it are read`(
        _ name: String,
        _ record: [UInt8],
        _ expected: String
    ) throws {
        let next = Archive.response("next") + Archive.response("last")
        for (kind, bytes) in [
            ("plain", record + next), ("one", try Packed.gzip(record + next)),
            ("members", try Packed.gzip(record) + Packed.gzip(next)),
        ] {
            let found = try read(bytes)
            #expect(found.count == 3, "\(kind)")
            #expect(found.suffix(2) == ["\(page)next", "\(page)last"], "\(kind)")
            if kind == "plain" { #expect(found.first?.contains(expected) == true, "\(found)") }
            #expect(found.first?.hasPrefix("failed: ") == true, "\(kind)")
        }
    }

    /// Many records that declare too much are not each read to their declared end; the result is the same.
    @Test func `Wrong lengths are read once more only up to a limit`() throws {
        let wrong = (0..<9).map { Archive.response(Array("page \($0)".utf8), length: "\(1200 + $0)") }
        let good = (0..<9).map { Archive.response("good page \($0)") }
        let bytes = Array(zip(wrong, good).flatMap { $0 + $1 }) + Archive.response("last")
        func found(_ limit: Int) throws -> [String] {
            let path = try folder.write("\(limit).warc", bytes)
            var reader = WARCReader(try ByteStream(path), Limits())
            reader.rereadLimit = limit
            var found: [String] = []
            while let next = reader.next() {
                switch next {
                case .record(let record): found.append("\(record.ordinal): \(record.block.count)")
                case .damaged(let ordinal, let message, _):
                    found.append("\(ordinal): \(message.prefix { $0 != "," })")
                }
            }
            return found
        }
        let all = try found(1 << 26)
        #expect(all.count == 19)
        #expect(all.count { $0.contains("declares") || $0.contains("does not end") } == 9)
        let limited = try found(0)
        #expect(limited.map { $0.prefix { $0 != " " } } == all.map { $0.prefix { $0 != " " } })
        #expect(limited.filter { !$0.contains("record") } == all.filter { !$0.contains("record") })
        #expect(limited.last == all.last)
    }

    @Test(.enabled(if: Packed.canPack(.zstandard), "the system has no Zstandard"))
    func `Archives compressed with Zstandard are read, also after damage`() throws {
        let frames = try Self.records.map { try Packed.pack($0, .zstandard) }
        #expect(try read(Array(frames.joined())) == Self.expected)
        #expect(try read(Packed.pack(Array(Self.records.joined()), .zstandard)) == Self.expected)
        var damaged = frames
        damaged[2][10] ^= 0x55
        let found = try read(Array(damaged.joined()))
        #expect(found.first == Self.expected.first)
        #expect(found.last == Self.expected.last)
        #expect(found.contains { $0.hasPrefix("failed") })
    }

    private static func revisit(_ url: String, _ profile: String, of original: String) -> [UInt8] {
        let isWhole = profile == "server-not-modified"
        let status = isWhole ? "304 Not Modified" : "200 OK\r\nContent-Type: text/html"
        let head = "HTTP/1.1 \(status)\r\n\r\n"
        return Archive.record(
            "revisit",
            Array(head.utf8),
            uri: url,
            contentType: "application/http; msgtype=response",
            more: [
                "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/\(profile)",
                "WARC-Refers-To: \(original)",
            ]
        )
    }

    private static func answer(_ url: String, _ id: String, _ status: String = "200 OK") -> [UInt8] {
        let more = ["WARC-Record-ID: \(id)"]
        return Archive.response(Array(id.utf8), status: "HTTP/1.1 \(status)", uri: url, more: more)
    }

    private static let copy = "left out: revisit of a page that the archive has"

    /// The records of an archive, and its pages: each is given once, and one of several for an address has a warning.
    @Test(arguments: [
        ("two addresses", [answer("http://a/1", "x"), answer("http://a/2", "y")], ["1 x", "2 y"]),
        ("two versions", [answer("http://a/1", "x"), answer("http://a/1", "y")], ["1 x", "1 y !"]),
        (
            "a busy host, and a page",
            [answer("http://a/1", "x", "503 Busy"), answer("http://a/1", "y")],
            ["left out: status 503", "1 y"]
        ),
        (
            "hints before the answers",
            [answer("http://a/1", "x", "103\r\n\r\nHTTP/1.1 200 OK"), answer("http://a/1", "y")],
            ["1 x", "1 y !"]
        ),
        (
            "two answers to other methods",
            [
                Archive.response([0x78], uri: "http://a/1", more: ["Scrape-Method: POST"]),
                Archive.response([0x79], uri: "http://a/1", more: ["Scrape-Method: POST"]),
            ], ["1 x", "1 y"]
        ),
        (
            "an unchanged page, twice",
            [
                answer("http://a/1", "x"), revisit("http://a/1", "server-not-modified", of: "x"),
                revisit("http://a/1", "server-not-modified", of: "x"),
            ], ["1 x", copy, copy]
        ),
        (
            "the same content again",
            [answer("http://a/1", "x"), revisit("http://a/1", "identical-payload-digest", of: "x")],
            ["1 x", copy]
        ),
        (
            "the content of another address, twice",
            [
                answer("http://a/1", "x"), revisit("http://a/2", "identical-payload-digest", of: "x"),
                revisit("http://a/2", "server-not-modified", of: "x"),
            ], ["1 x", "2 x", copy]
        ),
        (
            "the content of another address after its own",
            [
                answer("http://a/1", "x"), answer("http://a/2", "y"),
                revisit("http://a/2", "identical-payload-digest", of: "x"),
            ], ["1 x", "2 y", "2 x !"]
        ),
        (
            "the content of an unsuccessful answer",
            [
                answer("http://a/1", "x", "404 No"),
                revisit("http://a/1", "identical-payload-digest", of: "x"),
            ],
            ["left out: status 404", "1 x"]
        ),
        (
            "the content of robots.txt",
            [answer("http://a/robots.txt", "x"), revisit("http://a/2", "identical-payload-digest", of: "x")],
            ["left out: robots.txt", "2 x"]
        ),
    ])
    func `A page is given once, and several answers of an address are reported`(
        _ name: String,
        _ records: [[UInt8]],
        _ expected: [String]
    ) throws {
        var input = try input(Array(records.joined()))
        let found = input.all().map { text in
            text.replacing("http://a/", with: "").replacing(" - 2024-05-01T10:20:30Z", with: "")
                .replacing(Self.isLater, with: " !")
        }
        #expect(found == expected)
    }

    @Test func `Conversions are pages in an archive without the original pages`() throws {
        let text = Archive.record("conversion", Array("text".utf8), contentType: "text/plain")
        let other = Archive.record("conversion", Array("more".utf8), contentType: "text/plain")
        #expect(try read(text + other) == ["\(page)text", "\(page)more"])
        let answer = Archive.response("one")
        #expect(try read(answer + text) == ["\(page)one", "left out: conversion"])
    }

    @Test func `A length that includes a part of the next record does not lose that record`() throws {
        let answer = Archive.response("some page")
        let length = answer.count - Array("\r\n\r\n".utf8).count - Archive.headLength(of: answer)
        for more in 1...60 {
            let bytes =
                Archive.response(Array("some page".utf8), length: "\(length + more)")
                + Archive.response("next")
                + Archive.response("last")
            let found = try read(bytes)
            let end = found.suffix(2)
            #expect(end == ["\(page)next", "\(page)last"], "\(more) more: \(found)")
        }
    }

    @Test func `An archive whose writer was interrupted anywhere is read on`() throws {
        let answer = Archive.response("some page")
        for end in 1..<answer.count {
            let bytes = answer.prefix(end) + Archive.response("next") + Archive.response("last")
            let found = try read(Array(bytes))
            #expect(found.suffix(2) == ["\(page)next", "\(page)last"], "\(end): \(found)")
            // The first bytes of a record are not an error.
            #expect(found.count == 3 || end < 10, "\(end): \(found)")
        }
    }

    /// Damage in one member may be found in the next, and a pipe cannot be read again.
    @Test func `A damaged member in a pipe is an error, and those after it are read`() throws {
        let members = try Self.records.map { try Packed.gzip($0) }
        for place in 4..<members[2].count - 8 {
            var bytes = members
            bytes[2][place] ^= 0x55
            var input = WARCInput(try folder.pipe(Array(bytes.joined())), PageFacts())
            let found = input.all().map { $0.replacing(Self.isLater, with: "") }
            #expect(found.suffix(2) == Self.expected.suffix(2), "\(place): \(found)")
        }
    }

    @Test func `A damaged member is an error, and those after it are read`() throws {
        let members = try Self.records.map { try Packed.gzip($0) }
        for damaged in members.indices {
            for place in [2, 15, members[damaged].count / 2, members[damaged].count - 6] {
                var bytes = members
                bytes[damaged][place] ^= 0x55
                let found = try read(Array(bytes.joined()))
                guard found.count == 5 || damaged == 0 && place == 2 else {
                    Issue.record("\(damaged) \(place): \(found)")
                    continue
                }
                for (index, text) in found.enumerated() where found.count == 5 {
                    #expect(
                        index == damaged ? text.hasPrefix("failed") : text == Self.expected[index],
                        "\(damaged) \(place)"
                    )
                }
            }
        }
    }

    @Test func `An archive that ends anywhere has its complete records, and an error for the rest`() throws {
        let plain = Array(Self.records[1...2].joined())
        for bytes in [plain, try Packed.gzip(Self.records[1]) + Packed.gzip(Self.records[2])] {
            for end in 1..<bytes.count {
                let found = try read(Array(bytes[..<end]))
                #expect(found.count <= 2)
                for (index, text) in found.enumerated() {
                    #expect(text == Self.expected[index + 1] || text.hasPrefix("failed: "), "\(end)")
                }
                if found.count < 2 { #expect(end <= bytes.count / 2 + 100, "\(end) \(found)") }
            }
        }
    }

    @Test func `A record over the limit is an error and not kept`() throws {
        let large = Archive.response([UInt8](repeating: 0x78, count: 400_000))
        let bytes = large + Archive.response("next")
        let expected = [
            "failed: the record has 400044 bytes, more than 1000 [--max-bytes raises the limit]",
            "\(page)next",
        ]
        #expect(try read(bytes, limit: 1_000) == expected)
        #expect(try read(Packed.gzip(bytes), limit: 1_000) == expected)
    }
}
