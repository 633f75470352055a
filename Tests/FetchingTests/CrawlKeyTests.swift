import Addresses
import Batch
import Crawling
import Fetching
import Foundation
import Language
import Politeness
import Scraping
import Testing

/// Keys of `session`, `limits` and `requests` that no other test uses in a run.
struct CrawlKeyTests {
    private static let titles = #""records": { "T": { "fields": { "t": "h1" } } }"#

    /// Crawls with a virtual clock.
    private static func crawl(
        _ text: String,
        _ script: @escaping (String) -> PlayedTransport.Answer
    ) throws -> (records: Int, messages: [String], transport: PlayedTransport) {
        let transport = PlayedTransport { url, _ in script(url) }
        let (fetcher, gate) = transport.fetcher()
        let rules = try Rules(SourceText(name: "site.json", bytes: Array(text.utf8)), registry: Registry())
        let plan = try #require(rules.crawl)
        let clock = "2027-01-15T08:00:00Z"
        let inputs = try CrawlInputs(plan, given: [], clock: clock, isReplay: false) { _ in nil }
        let crawl = Crawl(rules, plan, inputs, fetcher, Crawl.Options(clock: clock))
        crawl.follow(gate)
        var messages: [String] = []
        try crawl.run {
            true
        } receive: { page in
            messages += page.diagnostics.map(\.message)
        }
        return (crawl.summary.records, messages, transport)
    }

    @Test func agentAndCookiesOfASession() throws {
        for (cookies, header) in [
            (#"{ "a": "1", "b": "x y" }"#, "a=1; b=x y"), (#""a=1; c=\"2\"""#, "a=1; c=\"2\""),
        ] {
            let run = try Self.crawl(
                #"{ "match": "https://a.example/*", "session": { "agent": "plants/2", "cookies": \#(cookies) }, "requests": { "p": { "get": "https://a.example/p" } }, \#(Self.titles) }"#
            ) { $0.hasSuffix("robots.txt") ? .status(404) : .page("<h1>x</h1>", "Content-Type: text/html") }
            let request = try #require(run.transport.requests.last)
            let fields = request.headers.map { "\($0.name): \($0.value)" }
            #expect(fields.contains("User-Agent: plants/2"), "\(fields)")
            #expect(fields.contains("Cookie: \(header)"), "\(fields)")
        }
    }

    /// Only the kind with the key ignores robots.txt.
    @Test func robotsOfAKind() throws {
        let run = try Self.crawl(
            #"{ "match": "https://a.example/*", "requests": { "p": { "get": "https://a.example/p", "robots": "ignore" }, "q": { "get": "https://a.example/q" } }, \#(Self.titles) }"#
        ) { url in
            url.hasSuffix("robots.txt")
                ? .page("User-agent: *\nDisallow: /") : .page("<h1>x</h1>", "Content-Type: text/html")
        }
        #expect(run.records == 1)
        #expect(
            run.messages.count == 1 && run.messages[0].contains("robots.txt forbids it"),
            "\(run.messages)"
        )
        #expect(
            run.transport.requests.map(\.url).filter { !$0.hasSuffix("robots.txt") } == [
                "https://a.example/p"
            ]
        )
    }

    /// Steps of `follow`, and the time of a run: what is left out is reported.
    @Test(arguments: [
        (#""depth": 0"#, 1...1), (#""depth": 1"#, 3...3), (#""depth": 2"#, 7...7),
        (#""time": "10 s""#, 2...5),
    ])
    func limitsOfARun(_ limit: String, _ pages: ClosedRange<Int>) throws {
        let run = try Self.crawl(
            #"{ "match": "https://a.example/*", "limits": { \#(limit) }, "requests": { "p": { "get": "https://a.example/p", "follow": { "q": "a::attr(href)" } }, "q": { "match": "*/p/*", "follow": { "q": "a::attr(href)" } } }, \#(Self.titles) }"#
        ) { url in
            if url.hasSuffix("robots.txt") { return .status(404) }
            // Each page leads to two others.
            let path = url.hasSuffix("/p") ? "\(url)/" : url
            return .page(
                "<h1>x</h1><a href=\(path)1></a><a href=\(path)2></a>",
                "Content-Type: text/html",
                after: 1.5
            )
        }
        #expect(pages.contains(run.records), "\(run.records)")
        #expect(run.messages.last?.hasPrefix("a limit has ended the run: ") == true, "\(run.messages)")
    }

    private static func run(_ rules: String, _ server: ScriptedServer, _ options: [String] = []) throws -> Run
    {
        var found: Run?
        try withTemporaryFolder { folder in
            let base = String(server.url("/").dropLast())
            try rules.replacing("BASE", with: base).write(
                toFile: "\(folder)/site.json",
                atomically: true,
                encoding: .utf8
            )
            found = try Run(["crawl", "site.json", "--allow-private", "-q"] + options, in: folder)
        }
        return try #require(found)
    }

    /// The length of an answer as it comes, and unpacked.
    @Test(arguments: [false, true]) func bytesOfAnAnswer(_ isPacked: Bool) throws {
        let body = Array(("<h1>x</h1>" + String(repeating: "a", count: 50_000)).utf8)
        let sent = isPacked ? try #require(GzipWriter(level: 9)?.member(body)) : body
        try withServer { target, _ in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            let coding = isPacked ? "Content-Encoding: gzip\r\n" : ""
            let header =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(coding)Content-Length: \(sent.count)\r\n\r\n"
            return [.send(Array(header.utf8) + sent)]
        } _: { server in
            for (limit, status) in [(10_000, 1), (60_000, 0)] as [(Int, Int32)] {
                let run = try Self.run(
                    #"{ "match": "BASE/*", "limits": { "bytes": \#(limit) }, "requests": { "p": { "get": "BASE/p" } }, \#(Self.titles) }"#,
                    server,
                    ["--delay", "0"]
                )
                #expect(run.status == status, "\(limit): \(run.errors)")
                let message = isPacked ? "more than \(limit) bytes" : "the answer is too large: more than"
                #expect(run.errors.contains(message) == (status == 1), "\(run.errors)")
            }
        }
    }

    /// A pause that the rules say, and one host after the other.
    @Test func delayAndConcurrency() throws {
        let orders = Counter()
        try withServer { target, _ in
            _ = orders.next()
            return target == "/robots.txt" ? [.page("", status: "404 Not Found")] : [.page("<h1>b</h1>")]
        } _: { other in
            try withServer { target, _ in
                switch target {
                case "/robots.txt": [.page("", status: "404 Not Found")]
                case "/": [.page("<a href=/p/1></a><a href='\(other.url("/p/2"))'></a>")]
                // While a page of this host is waited for, nothing is asked of the other one.
                default: [.page("<h1>\(orders.next())</h1>")]
                }
            } _: { server in
                let run = try Self.run(
                    #"{ "match": ["BASE/*", "\#(other.url("/"))*"], "limits": { "concurrency": 1, "delay": "20 ms" }, "requests": { "l": { "get": "BASE/", "records": [], "follow": { "p": "a::attr(href)" } }, "p": { "match": "*/p/*" } }, \#(Self.titles) }"#,
                    server,
                    ["--proof"]
                )
                #expect(
                    run.output == "{\"@type\":\"T\",\"t\":\"0\"}\n{\"@type\":\"T\",\"t\":\"b\"}\n",
                    "\(run.errors)"
                )
                let line = run.errors.split(separator: "\n").first { $0.contains("/p/1: ") } ?? ""
                let pause = line.firstMatch(of: #/: ([0-9.]+) s after the last answer/#).flatMap {
                    Double($0.1)
                }
                #expect((pause ?? 0) >= 0.02 && pause != 1, "\(run.errors)")
            }
        }
    }
}
