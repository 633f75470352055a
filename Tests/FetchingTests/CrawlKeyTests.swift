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
        given: [(name: String, text: String)] = [],
        _ script: @escaping (String) -> PlayedTransport.Answer
    ) throws -> (records: Int, messages: [String], transport: PlayedTransport) {
        let transport = PlayedTransport { url, _ in script(url) }
        let (fetcher, gate) = transport.fetcher()
        let rules = try Rules(SourceText(name: "site.json", bytes: Array(text.utf8)), registry: Registry())
        let plan = try #require(rules.crawl)
        let clock = "2027-01-15T08:00:00Z"
        let inputs = try CrawlInputs(plan, given: given, clock: clock, isReplay: false) { _ in nil }
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

    /// Rules with the requests that they make: method, address and body.
    struct Case: CustomTestStringConvertible {
        let name: String
        let rules: String
        var given: [(name: String, text: String)] = []
        var pages: [String: String] = [:]
        let requests: [String]
        var messages: [String] = []
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "the keys of a table, braces, and a method",
            rules: """
                "tables": { "studios": { "7": "North", "9": "South" } },
                "requests": { "p": { "for": { "s": { "keys-of": "studios" } }, "method": "PUT", "url": "https://a.example/{s}", "body": "{{{s}}} of {{x}}" } }
                """,
            requests: ["PUT /7 {7} of {x}", "PUT /9 {9} of {x}"]
        ),
        Case(
            name: "inputs of each type, and a day that is moved",
            rules: """
                "inputs": { "b": { "type": "boolean" }, "d": { "type": "decimal" }, "day": { "type": "date" }, "u": { "type": "url" }, "l": { "type": ["integer"] } },
                "values": { "end": { "select": "day", "apply": [{ "date": { "plus": 2, "as": "dd.MM.yyyy" } }] } },
                "requests": { "p": { "post": "https://a.example/p", "json": { "b": "{b}", "d": "{d}", "end": "{end}", "u": "{u}", "l": "{l}" } } }
                """,
            given: [
                ("b", "yes"), ("d", "1.50"), ("day", "2027-02-27"), ("u", "https://b.example/?x"),
                ("l", "3,5"),
            ],
            requests: [
                #"POST /p {"b":true,"d":1.50,"end":"01.03.2027","u":"https://b.example/?x","l":[3,5]}"#
            ]
        ),
        Case(
            name: "a parameter that the next page leaves out",
            rules: """
                "requests": { "p": { "get": "https://a.example/p", "query": { "first": "yes", "n": "{n}" }, "next": { "take": { "n": { "first": 1, "last": 3 } }, "query": { "first": null } } } }
                """,
            pages: ["/p?first=yes&n=1": "<h1>1", "/p?n=2": "<h1>2", "/p?n=3": "<h1>3"],
            requests: ["GET /p?first=yes&n=1", "GET /p?n=2", "GET /p?n=3"]
        ),
        Case(
            name: "values of entries that may be missing, conditions, and several rules for one kind",
            rules: """
                "requests": {
                    "l": { "get": "https://a.example/l", "records": [], "follow": { "p": [
                        { "each": "li", "when": "b", "select": "a::attr(href)", "take": { "n": { "select": "i", "default": "0" }, "m": { "select": "u", "required": false } } },
                        { "select": "h2 > a::attr(href)" } ] } },
                    "p": { "match": "https://a.example/p/*", "headers": { "X-N": "{n}" }, "query": { "n": "{n}", "m": "{m}" } } }
                """,
            pages: [
                "/l":
                    "<li><b></b><a href=/p/1>x</a><li><a href=/p/2>x</a><li><b></b><a href=/p/3>x</a><i>5</i><u>6</u>"
            ],
            requests: ["GET /l", "GET /p/1?n=0", "GET /p/3?n=5&m=6"]
        ),
        Case(
            name: "lists that other pages lead to, with parameters",
            rules: """
                "requests": {
                    "l": { "get": "https://a.example/l", "records": [], "follow": { "c": "a::attr(href)" } },
                    "c": { "match": "https://a.example/c/*", "query": { "sort": "name", "n": "{n}" },
                      "next": { "take": { "n": { "first": 1, "last": 3 } }, "query": { "n": "{n}" } } } }
                """,
            pages: [
                "/l": "<a href='/c/1?sort=price'>x</a><a href=/c/2>x</a>", "/c/1?sort=price&n=1": "<h1>1",
                "/c/1?sort=price&n=2": "<h1>2", "/c/1?sort=price&n=3": "<h1>3", "/c/2?sort=name&n=1": "",
            ],
            requests: [
                "GET /l", "GET /c/1?sort=price&n=1", "GET /c/1?sort=price&n=2", "GET /c/1?sort=price&n=3",
                "GET /c/2?sort=name&n=1",
            ],
            messages: ["there is no page at this address: an empty body"]
        ),
        Case(
            name: "an answer that is gone by what it shows",
            rules: """
                "answers": [{ "when": "p.gone", "is": "gone" }],
                "requests": { "p": { "for": { "n": [1, 2] }, "get": "https://a.example/{n}" } }
                """,
            pages: ["/1": "<p class=gone>x", "/2": "<h1>x"],
            requests: ["GET /1", "GET /2"],
            messages: ["the page is gone (status 200)"]
        ),
    ]

    @Test(arguments: cases) func requestsOfKeys(_ example: Case) throws {
        let run = try Self.crawl(
            "{ \"match\": \"https://a.example/*\", \(example.rules), \(Self.titles) }",
            given: example.given
        ) { url in
            let path = String(url.dropFirst("https://a.example".count))
            if path == "/robots.txt" { return .status(404) }
            return .page(example.pages[path] ?? "<h1>x</h1>", "Content-Type: text/html")
        }
        let requests = run.transport.requests.filter { !$0.url.hasSuffix("robots.txt") }.map { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return "\(request.method) \(request.url.dropFirst("https://a.example".count))"
                + (body.isEmpty ? "" : " " + body)
        }
        #expect(requests == example.requests)
        #expect(run.messages == example.messages)
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

    /// Steps to kinds with an address of their own, which need values of the entries, or only an entry.
    @Test(
        arguments: [
            (#"{ "each": "a", "take": { "n": "::attr(href)" } }"#, [1, 3, 7])
        ],
        [0, 1, 2]
    )
    func limitsOfSteps(_ step: (follow: String, pages: [Int]), _ depth: Int) throws {
        let run = try Self.crawl(
            #"{ "match": "https://a.example/*", "limits": { "depth": \#(depth) }, "requests": { "p": { "get": "https://a.example/p", "follow": { "q": \#(step.follow) } }, "q": { "get": "https://a.example/q", "query": { "n": "{n}" }, "follow": { "q": \#(step.follow) } } }, \#(Self.titles) }"#
        ) { url in
            if url.hasSuffix("robots.txt") { return .status(404) }
            let number = url.split(separator: "=").last.flatMap { Int($0) } ?? 0
            return .page(
                "<h1>x</h1><a href=\(number * 2 + 1)></a><a href=\(number * 2 + 2)></a>",
                "Content-Type: text/html"
            )
        }
        #expect(run.records == step.pages[depth], "\(run.messages)")
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

    /// The pause in the rules, and one host after the other.
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
                // While a page of this host is awaited, no request is sent to the other host.
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
