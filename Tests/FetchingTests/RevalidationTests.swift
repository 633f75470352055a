import Batch
import Fetching
import Foundation
import Scraping
import Testing

/// Requests that ask whether an answer of an archive has changed.
struct RevalidationTests {
    /// A site that changes: /tag has an entity tag, /time a date, /plain neither, /new a different tag each time.
    private static func server(_ version: Counter) -> ScriptedServer.Script {
        { target, request in
            let tag = "\"v1\""
            let time = "Sat, 23 May 2026 08:00:00 GMT"
            let html = "Content-Type: text/html"
            switch target {
            case "/robots.txt": return [.page("", status: "404 Not Found")]
            case "/tag":
                if request.contains("If-None-Match: \(tag)") { return [unchanged("ETag: \(tag)")] }
                return [.page("<h1>tag</h1>", [html, "ETag: \(tag)"])]
            case "/time":
                if request.contains("If-Modified-Since: \(time)") { return [unchanged("X: y")] }
                return [.page("<h1>time</h1>", [html, "Last-Modified: \(time)"])]
            case "/new": return [.page("<h1>new \(version.next())</h1>", [html, "ETag: W/\"\(UUID())\""])]
            default: return [.page("<h1>plain</h1>" + String(repeating: " ", count: 600), [html])]
            }
        }
    }

    private static func unchanged(_ field: String) -> ServerStep {
        .text("HTTP/1.1 304 Not Modified\r\n\(field)\r\nContent-Length: 0\r\n\r\n")
    }

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

    private static let rules =
        #"{ "records": { "T": { "fields": { "t": { "select": "h1", "required": true } } } } }"#

    @Test(arguments: ["a.warc", "a.warc.gz"])
    func onlyWhatHasChangedIsGot(_ name: String) throws {
        let version = Counter()
        try withServer(Self.server(version)) { server in
            try withTemporaryFolder { folder in
                try Self.rules.write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
                let pages = ["/tag", "/time", "/plain", "/new"].map { server.url($0) }
                let read = ["--rules", "r.json", "-f", "jsonl", "--delay", "0"] + pages
                let archived = read + ["--archive", name]
                let first = try Run(archived, in: folder)
                #expect(first.status == 0, "\(first.errors)")
                var last = first
                for round in 1...2 {
                    let next = try Run(archived + ["--revalidate"], in: folder)
                    #expect(next.status == 0, "\(next.errors)")
                    // If the page is unchanged, the stored answer is used.
                    #expect(next.output == first.output.replacing("new 0", with: "new \(round)"))
                    let profiles = try Self.records("\(folder)/\(name)").filter { $0.type == "revisit" }
                    let unchanged = profiles.filter {
                        $0["warc-profile"]?.hasSuffix("server-not-modified") == true
                    }
                    #expect(Set(unchanged.compactMap(\.url).suffix(2)) == Set(pages.prefix(2)))
                    #expect(unchanged.count == 2 * round)
                    #expect(unchanged.allSatisfy { $0["warc-refers-to-target-uri"] == $0.url })
                    // If the bytes are the same again, they refer to the first ones.
                    #expect(profiles.filter { $0.url == pages[2] }.count == round)
                    last = next
                }
                let conditional = server.requests.filter { $0.contains("If-None-Match: W/") }
                #expect(conditional.count == 2)
                #expect(server.requests.allSatisfy { !$0.contains("/plain") || !$0.contains("\r\nIf-") })
                // A replay repeats the last run.
                server.stop()
                let replay = try Run(read + ["--replay", name], in: folder)
                #expect(replay.output == last.output)
                #expect(replay.status == 0, "\(replay.errors)")
                // As an input, the archive has each page once, and each version of a page that has changed, which is reported.
                let whole = try Run(["--rules", "r.json", "-f", "jsonl", name], in: folder)
                let titles = ["new 0", "new 1", "new 2", "plain", "tag", "time"]
                let lines = titles.map { #"{"@type":"T","t":"\#($0)"}"# }
                #expect(
                    whole.output.split(separator: "\n").sorted() == lines.map { $0[...] },
                    "\(whole.errors)"
                )
                let message =
                    "the archive has an earlier answer for this address, and both are read (2 times)"
                #expect(whole.errors.contains(message), "\(whole.errors)")
            }
        }
    }

    /// An interrupted run that revalidates pages continues at the point of interruption.
    @Test func anInterruptedRunIsContinued() throws {
        let version = Counter()
        try withServer(Self.server(version)) { server in
            try withTemporaryFolder { folder in
                let pages = ["/new", "/tag"].map { server.url($0) }
                let base = ["fetch", "--delay", "0", "-o", "a.warc"]
                #expect(try Run(base + pages, in: folder).status == 0)
                #expect(try Run(base + ["--revalidate", pages[0]], in: folder).status == 0)
                let before = server.targets.count
                #expect(try Run(base + ["--revalidate", "--resume"] + pages, in: folder).status == 0)
                // The first page has already been requested again.
                #expect(server.targets.dropFirst(before) == ["/tag"])
                #expect(server.requests.last?.contains("If-None-Match: \"v1\"") == true)
                let replay = try Run(["fetch", "--replay", "a.warc", pages[0]], in: folder)
                #expect(replay.output == "<h1>new 1</h1>")
            }
        }
    }

    /// Conditional header fields that the user sets are sent unchanged, and the answer is passed on.
    @Test func conditionsOfTheUserStay() throws {
        try withServer(Self.server(Counter())) { server in
            try withTemporaryFolder { folder in
                let base = ["fetch", "--delay", "0", "-o", "a.warc", server.url("/tag")]
                #expect(try Run(base, in: folder).status == 0)
                let own = try Run(base + ["--revalidate", "--header", "If-None-Match: \"v1\""], in: folder)
                #expect(own.status == 3)
                #expect(own.errors.contains("status 304"))
            }
        }
    }

    @Test func anArchiveIsNeeded() throws {
        try withTemporaryFolder { folder in
            let run = try Run(["--rules", "r.json", "--revalidate", "http://127.0.0.1:1/"], in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--revalidate needs the archive that answers are added to"))
        }
    }

    /// Archives by other programs: references by record, in brackets, and to missing records.
    @Test func referencesOfOtherProgramsAreFollowed() throws {
        func record(_ fields: [String], _ block: String) -> String {
            "WARC/1.0\r\n" + fields.map { $0 + "\r\n" }.joined()
                + "Content-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
        }
        let http = "Content-Type: application/http; msgtype=response"
        let profile = "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/"
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>one</h1>"
        let archive =
            record(
                [
                    "WARC-Type: response", "WARC-Record-ID: <urn:uuid:1>", "WARC-Date: 2026-05-23T08:00:00Z",
                    "WARC-Target-URI: <http://a.example/1>", "WARC-Payload-Digest: sha1:AAAA", http,
                ],
                page
            )
            + record(
                [
                    "WARC-Type: revisit", "WARC-Record-ID: <urn:uuid:2>", "WARC-Date: 2026-05-24T08:00:00Z",
                    "WARC-Target-URI: http://a.example/2", "WARC-Refers-To: <urn:uuid:1>",
                    profile + "server-not-modified", http,
                ],
                "HTTP/1.1 304 Not Modified\r\n\r\n"
            )
            + record(
                [
                    "WARC-Type: revisit", "WARC-Record-ID: <urn:uuid:3>", "WARC-Date: 2026-05-25T08:00:00Z",
                    "WARC-Target-URI: http://a.example/3", "WARC-Payload-Digest: sha1:AAAA",
                    profile + "identical-payload-digest", http,
                ],
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
            )
            + record(
                [
                    "WARC-Type: revisit", "WARC-Record-ID: <urn:uuid:4>", "WARC-Date: 2026-05-26T08:00:00Z",
                    "WARC-Target-URI: http://a.example/4", "WARC-Refers-To: <urn:uuid:9>",
                    profile + "server-not-modified", http,
                ],
                "HTTP/1.1 304 Not Modified\r\n\r\n"
            )
        try withTemporaryFolder { folder in
            try archive.write(toFile: "\(folder)/a.warc", atomically: true, encoding: .utf8)
            try Self.rules.write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
            let run = try Run(["--rules", "r.json", "-f", "jsonl", "--with-page", "a.warc"], in: folder)
            #expect(
                run.output.components(separatedBy: "\"one\"").count == 1 + 3,
                "\(run.output)\(run.errors)"
            )
            for number in 1...3 { #expect(run.output.contains("http://a.example/\(number)\"")) }
            for number in 1...3 {
                let url = "http://a.example/\(number)"
                let replay = try Run(["fetch", "--replay", "a.warc", url], in: folder)
                #expect(replay.output == "<h1>one</h1>", "\(replay.errors)")
            }
            let lost = try Run(["fetch", "--replay", "a.warc", "http://a.example/4"], in: folder)
            #expect(
                lost.errors.contains("the record of http://a.example/4 refers to another that is missing")
            )
        }
    }
}
