import Batch
import Fetching
import Foundation
import Scraping
import Testing

/// Archives written by `scrape fetch`, and runs that are repeated from them.
struct ArchiveTests {
    private static let rules = """
        { "records": { "Plant": { "fields": { "name": { "select": "h1", "required": true },
            "link": { "select": "a::attr(href)", "type": "url" } } } } }
        """

    private static func records(_ path: String) throws -> [ArchivedRecord] {
        var reader = try ArchiveRecords(path, limits: Limits())
        var records: [ArchivedRecord] = []
        while let found = reader.next() {
            switch found {
            case .record(let record): records.append(record)
            case .damaged(let message): Issue.record("\(message)")
            }
        }
        return records
    }

    @Test func anArchiveHasAllRecords() throws {
        let body = String(repeating: "<p>plant</p>", count: 100)
        try withServer { target, _ in
            switch target {
            case "/robots.txt": [.page("", status: "404 Not Found")]
            case "/old": [.redirect("/a")]
            default: [.page(body)]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                for name in ["pages.warc", "pages.warc.gz", "pages.warc.zst"] {
                    let arguments = [
                        "fetch", "--delay", "0", "-o", name, server.url("/old"), server.url("/b"),
                    ]
                    let run = try Run(arguments, in: folder)
                    #expect(run.status == 0, "\(run.errors)")
                    let records = try Self.records("\(folder)/\(name)")
                    let types = [
                        "warcinfo", "request", "response", "request", "response", "request", "response",
                        "request", "revisit",
                    ]
                    // The same body twice: the second one refers to the first.
                    #expect(records.map(\.type).sorted() == types.sorted())
                    let revisit = try #require(records.first { $0.type == "revisit" })
                    #expect(revisit["warc-refers-to-target-uri"] != revisit.url)
                    let replay = try Run(["fetch", "--replay", name, server.url("/b")], in: folder)
                    #expect(replay.output == body)
                    // As an input, the archive contains both pages.
                    let rules = #"{ "records": { "P": { "fields": { "text": "p" } } } }"#
                    try Data(rules.utf8).write(to: URL(filePath: folder).appending(path: "p.json"))
                    let pages = try Run(
                        ["--rules", "p.json", "-f", "jsonl", "--with-page", name],
                        in: folder
                    )
                    for path in ["/a", "/b"] { #expect(pages.output.contains(server.url(path) + "\"")) }
                }
            }
        }
    }

    @Test func aRunIsRepeatedFromItsArchive() throws {
        try withServer { target, _ in
            switch target {
            case "/robots.txt": [.page("", status: "404 Not Found")]
            case "/old": [.redirect("/list/")]
            case "/list/": [.page("<h1>Oak</h1><a href='../oak'>more</a>")]
            case "/bad": [.page("<p>no name</p>")]
            default: [.page("gone", status: "404 Not Found")]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                try Data(Self.rules.utf8).write(to: URL(filePath: folder).appending(path: "r.json"))
                let pages = ["/old", "/bad", "/missing"].map { server.url($0) }
                let base = ["--rules", "r.json", "--delay", "0", "-f", "jsonl"] + pages
                let first = try Run(base + ["--archive", "run.warc.gz"], in: folder)
                #expect(first.status == 3)
                #expect(first.output.contains(server.url("/oak")))
                #expect(first.errors.contains("status 404 (not found)"))
                server.stop()
                let again = try Run(base + ["--replay", "run.warc.gz"], in: folder)
                #expect(again.output == first.output)
                #expect(again.errors == first.errors)
                #expect(again.status == first.status)
                let other = try Run(
                    ["--rules", "r.json", "--replay", "run.warc.gz", server.url("/lost")],
                    in: folder
                )
                #expect(other.status == 3)
                #expect(other.errors.contains("the nearest in it is \(server.url("/"))"))
            }
        }
    }

    @Test func secretsAreNotStored() throws {
        let secret = "s3cr&t/wörd+"
        let percent = "s3cr%26t%2Fw%C3%B6rd%2B"
        let base64 = Data(("user:" + secret).utf8).base64EncodedString()
        let echo =
            "plain \(secret) percent \(percent) lower \(percent.lowercased()) "
            + "html s3cr&amp;t/wörd+ json s3cr&t\\/wörd+ base64 \(base64) end"
        try withServer { _, _ in
            [.page(echo, ["Content-Type: text/html; charset=utf-8", "Set-Cookie: id=COOKIEVALUE; Path=/"])]
        } _: { server in
            try withTemporaryFolder { folder in
                let run = try Run(
                    [
                        "fetch", "-o", "x.warc", "--header", "Authorization: Bearer \(secret)",
                        "--header", "Cookie: sid=\(secret)", server.url(),
                    ],
                    in: folder
                )
                #expect(run.status == 0, "\(run.errors)")
                #expect(server.requests.first?.contains("Bearer \(secret)") == true)
                let text = String(
                    decoding: try Data(contentsOf: URL(filePath: "\(folder)/x.warc")),
                    as: UTF8.self
                )
                let forms = [secret, percent, percent.lowercased(), "s3cr&amp;t", "s3cr&t\\/", "COOKIEVALUE"]
                for form in forms + [String(base64.dropFirst(8).dropLast(4))] {
                    #expect(!text.contains(form), "\(form)")
                }
                #expect(text.contains("Authorization: SECRET-AUTHORIZATION"))
                #expect(text.contains("Set-Cookie: id=SECRET-COOKIE; Path=/"))
                #expect(text.contains("Scrape-Masked: true"))
            }
        }
    }

    /// Compressed content is not compressed again in an archive: its bytes are in the file. Content that is only
    /// labelled as compressed is compressed.
    @Test func packedAnswersAreStored() throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA7MpsCvIScwrsdEvsLMhgg0Ah9bRBzAAAAA="))
        let plain = Data("a long text a long text a long text a long text a long text".utf8)
        try withServer { target, _ in
            let (coding, body) = target == "/packed" ? ("gzip", packed) : ("identity", plain)
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            let fields = ["HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)"]
            return [.send(Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
        } _: { server in
            try withTemporaryFolder { folder in
                for (path, isStored) in [("/packed", true), ("/plain", false)] {
                    let arguments = ["fetch", "-o", "x\(isStored).warc.gz", server.url(path)]
                    #expect(try Run(arguments, in: folder).status == 0)
                    let file = try Data(contentsOf: URL(filePath: "\(folder)/x\(isStored).warc.gz"))
                    #expect((file.firstRange(of: isStored ? packed : plain) != nil) == isStored)
                    let replay = try Run(
                        ["fetch", "--replay", "x\(isStored).warc.gz", server.url(path)],
                        in: folder
                    )
                    let text =
                        isStored
                        ? String(repeating: "<p>plant</p>", count: 4) : String(decoding: plain, as: UTF8.self)
                    #expect(replay.output == text)
                }
            }
        }
    }

    /// An archive that was truncated at any byte is continued without losing an answer.
    @Test(arguments: ["x.warc.gz", "x.warc.zst", "x.warc"]) func aCutArchiveIsContinued(_ name: String) throws
    {
        try withServer { target, _ in
            [.page("<h1>\(target)</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let path = "\(folder)/\(name)"
                let pages = (0..<3).map { server.url("/\($0)") }
                let base = ["fetch", "--delay", "0", "-o", name]
                #expect(try Run(base + pages, in: folder).status == 0)
                let whole = try Data(contentsOf: URL(filePath: path))
                #expect(try Run(base + pages, in: folder).status == 2)
                for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 12)) {
                    try whole.prefix(length).write(to: URL(filePath: path))
                    let before = server.targets.count
                    #expect(try Run(base + ["--resume"] + pages, in: folder).status == 0)
                    let records = try Self.records(path)
                    let answered = records.filter { $0.type == "response" }.compactMap(\.url)
                    #expect(answered.sorted() == pages + [server.url("/robots.txt")], "cut at \(length)")
                    #expect(server.targets.count - before <= 4)
                }
                let before = server.targets.count
                #expect(try Run(base + ["--resume"] + pages, in: folder).status == 0)
                #expect(server.targets.count == before)
            }
        }
    }

    @Test func aFolderGetsAFileForEachPage() throws {
        try withServer { target, _ in
            [.page("<h1>\(target)</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let arguments = [
                    "fetch", "--delay", "0", "-o", "pages/", server.url("/a/b"), server.url("/c"),
                ]
                #expect(try Run(arguments, in: folder).status == 0)
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/pages").sorted()
                let host = "127.0.0.1-\(server.port)"
                #expect(names == ["\(host)-a-b.html", "\(host)-c.html", "archive.warc.gz"])
                // Each page is read once: from the folder its file, and from the archive its answer, without robots.txt.
                let rules = #"{ "records": { "T": { "fields": { "t": "h1" } } } }"#
                try rules.write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
                let lines = ["/a/b", "/c"].map { #"{"@type":"T","t":"\#($0)"}"# + "\n" }.joined()
                for operand in ["pages", "pages/archive.warc.gz"] {
                    let run = try Run(["--rules", "r.json", "-f", "jsonl", operand], in: folder)
                    #expect(run.output == lines)
                    #expect(run.status == 0, "\(run.errors)")
                }
            }
        }
    }

    /// Of the attempts of a request, only the last one is a page, whether it is whole or not.
    @Test(arguments: [3, 4]) func theLastAttemptIsAPage(_ attempts: Int) throws {
        let count = Counter()
        try withServer { target, _ in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            let number = count.next()
            let body = "<h1>\(number)</h1>"
            if number + 1 >= attempts { return [.page(body)] }
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n"
            return [.text(head + body), .close]
        } _: { server in
            try withTemporaryFolder { folder in
                let fetch = ["fetch", "--delay", "0", "--retries", "2", "-o", "a.warc", server.url("/x")]
                #expect(try Run(fetch, in: folder).status == (attempts > 3 ? 3 : 0))
                let rules = #"{ "records": { "T": { "fields": { "t": "h1" } } } }"#
                try rules.write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
                let run = try Run(["--rules", "r.json", "-f", "jsonl", "a.warc"], in: folder)
                #expect(run.output == #"{"@type":"T","t":"2"}"# + "\n", "\(run.errors)")
                #expect(run.errors.contains("truncated") == (attempts > 3), "\(run.errors)")
                #expect(run.errors.contains("left out 2: an answer whose request was repeated"))
            }
        }
    }

    @Test func aProgramCanBeTheTransport() throws {
        let example = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
            path: "Examples/transport.py"
        )
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
        try withTemporaryFolder { folder in
            let base = ["fetch", "--transport", example.path]
            let run = try Run(base + ["http://plants.example/old"], in: folder)
            #expect(run.output == "<h1>Oak</h1>", "\(run.errors)")
            let other = try Run(base + ["http://other.example/"], in: folder)
            #expect(other.status == 3)
            #expect(other.errors.contains("its host is not found: not in the table"))
        }
    }
}
