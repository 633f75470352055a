import Fetching
import Testing

@testable import Crawling

/// What a crawl makes of each answer: the pages of lists that are missing, and limits, each at its bound.
struct CrawlAnswerTests {
    private static func page(_ body: String, after time: Double = 0) -> PlayedTransport.Answer {
        .page(body, "Content-Type: text/html", after: time)
    }

    /// The second page of a list, and what is reported about it. The first one has two entries.
    struct SecondPage: CustomTestStringConvertible, Sendable {
        let name: String
        /// The keys of the rules in addition to those of every case.
        var keys = ""
        /// The keys of the list in addition to its address.
        var next = #""next": "a.next::attr(href)""#
        var link = "/2"
        let answer: @Sendable (_ url: String) -> PlayedTransport.Answer?
        let messages: [String]
        var records = 2
        var testDescription: String { name }
    }

    private static let ends = #"the list "l" ends early, after 1 page and 2 entries: "#

    static let secondPages = [
        SecondPage(name: "the last one", answer: { _ in page("<li>c") }, messages: [], records: 3),
        SecondPage(
            name: "gone by its status",
            answer: { _ in .status(404) },
            messages: ["the page is gone (status 404)", ends + "its page 2 is gone"]
        ),
        SecondPage(
            name: "gone for ever",
            answer: { _ in .status(410) },
            messages: ["the page is gone (status 410)", ends + "its page 2 is gone"]
        ),
        SecondPage(
            name: "an error",
            answer: { _ in .status(400) },
            messages: [
                "cannot fetch the page: the host answers with status 400 (bad request)",
                ends + "its page 2 could not be fetched",
            ]
        ),
        SecondPage(
            name: "gone by what it shows",
            keys: #""answers": [{ "when": ".none", "is": "gone" }],"#,
            answer: { _ in page("<p class=none><li>c") },
            messages: ["the page is gone (status 200)", ends + "its page 2 is gone"]
        ),
        SecondPage(
            name: "forbidden by robots.txt",
            link: "/secret",
            answer: { _ in page("<li>c") },
            messages: [
                "the page is left out, since its host's robots.txt forbids it",
                ends + "its page 2 is forbidden by robots.txt",
            ]
        ),
        SecondPage(
            name: "empty by its status",
            keys: #""answers": [{ "status": 404, "is": "empty" }],"#,
            answer: { _ in .status(404) },
            messages: []
        ),
        SecondPage(
            name: "no page",
            answer: { _ in .page("", "Content-Type: text/html") },
            messages: [
                "there is no page at this address: an empty body", ends + "its page 2 could not be read",
            ]
        ),
        SecondPage(
            name: "at the limit of bytes",
            keys: #""limits": { "bytes": 60 },"#,
            answer: { _ in page("<li>c" + String(repeating: " ", count: 55)) },
            messages: [],
            records: 3
        ),
        SecondPage(
            name: "beyond the limit of bytes",
            keys: #""limits": { "bytes": 60 },"#,
            answer: { _ in page("<li>c" + String(repeating: " ", count: 56)) },
            messages: ["cannot read the page: it has more than 60 bytes", ends + "its page 2 is too large"]
        ),
        SecondPage(
            name: "a redirect to the first page",
            answer: { _ in .status(302, "Location: /1") },
            messages: [ends + "its page 2 leads to https://a.example/1, which has been read"]
        ),
        SecondPage(
            name: "the same entries",
            answer: { _ in page("<li>b<li>a") },
            messages: [#"the list "l" ends early, after 1 page and 2 entries: this page has no new entry"#],
            records: 4
        ),
        SecondPage(
            name: "back to the first page",
            answer: { _ in page("<li>c<a class=next href=/1>") },
            messages: [
                #"the list "l" ends early, after 2 pages and 3 entries: the next page is https://a.example/1, which has been read"#
            ],
            records: 3
        ),
        SecondPage(
            name: "a next page elsewhere",
            answer: { _ in page("<li>c<a class=next href=https://b.example/3>") },
            messages: [
                #"the list "l" ends early, after 2 pages and 3 entries: no "match" of the rules covers https://b.example/3"#
            ],
            records: 3
        ),
        // The total: one entry too few, as many, and one too many.
        SecondPage(
            name: "a total that is not reached",
            next: #""next": { "link": "a.next::attr(href)", "total": "b" }"#,
            answer: { _ in page("<b>4</b><li>c") },
            messages: [
                #"the list "l" ends early, after 2 pages and 3 entries: it ends here, and 4 entries are expected"#
            ],
            records: 3
        ),
        SecondPage(
            name: "a total that is reached",
            next: #""next": { "link": "a.next::attr(href)", "total": "b" }"#,
            answer: { _ in page("<b>3</b><li>c<a class=next href=/3>") },
            messages: [],
            records: 3
        ),
        SecondPage(
            name: "a total that is exceeded",
            next: #""next": { "link": "a.next::attr(href)", "total": "b" }"#,
            answer: { _ in page("<b>2</b><li>c<a class=next href=/3>") },
            messages: [],
            records: 3
        ),
        SecondPage(
            name: "an end that is marked, and empty",
            next: #""next": { "link": "a.next::attr(href)", "until": ".end" }"#,
            answer: { _ in page("<p class=end><a class=next href=/3>") },
            messages: []
        ),
        SecondPage(
            name: "an end that is marked, with entries",
            next: #""next": { "link": "a.next::attr(href)", "until": ".end" }"#,
            answer: { _ in page("<p class=end><li>c<a class=next href=/3>") },
            messages: [],
            records: 3
        ),
    ]

    @Test(arguments: secondPages) func secondPagesOfLists(_ example: SecondPage) throws {
        let rules = """
            { "match": "https://a.example/*", \(example.keys) "requests": { "l": { "get": "https://a.example/1", \(example.next) } },
              "records": { "T": { "each": "li", "fields": { "t": "::text" } } } }
            """
        // A request that follows a link is one of a page that may be gone.
        let followed = rules.replacing(
            #""get": "https://a.example/1","#,
            with: #""match": "https://a.example/*","#
        ).replacing(
            #""requests": {"#,
            with:
                #""requests": { "s": { "get": "https://a.example/", "records": [], "follow": { "l": "a::attr(href)" } }, "#
        )
        let crawl = try PlayedCrawl(followed) { url, _ in
            switch url.dropFirst("https://a.example".count) {
            case "/robots.txt": .page("User-agent: *\nDisallow: /secret")
            case "/": Self.page("<a href=/1>")
            case "/1": Self.page("<b>9</b><li>a<li>b<a class=next href=\(example.link)>")
            default: example.answer(url)
            }
        }
        #expect(crawl.messages == example.messages)
        #expect(crawl.records.count == example.records)
    }

    /// The number of requests, and the time, at which a run ends.
    @Test(arguments: [
        (#""pages": 1"#, 1, 2), (#""pages": 2"#, 2, 1), (#""pages": 3"#, 3, 0), (#""pages": 4"#, 3, 0),
        // Each answer takes five seconds; the first one is that of robots.txt.
        (#""time": "9.9 s""#, 1, 2), (#""time": "10 s""#, 2, 1), (#""time": "14.9 s""#, 2, 1),
        (#""time": "15 s""#, 3, 0),
    ])
    func limitsOfARun(_ limit: String, _ requests: Int, _ left: Int) throws {
        let rules = """
            { "match": "https://a.example/*", "limits": { \(limit) }, "requests": { "p": { "for": { "n": [1, 2, 3] }, "get": "https://a.example/{n}" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            url.hasSuffix("robots.txt") ? .status(404, after: 5) : Self.page("<h1>x", after: 5)
        }
        #expect(crawl.requests.count == requests)
        #expect(crawl.summary.left == left)
        #expect(crawl.messages == (left == 0 ? [] : ["a limit has ended the run: \(left) requests are left"]))
    }

    /// The counts of a run with each outcome of a request.
    @Test func summaries() throws {
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "l": { "get": "https://a.example/", "records": [], "follow": { "p": "a::attr(href)" } },
                "p": { "match": "https://a.example/p/*" } }, "records": { "T": { "unique": "t", "fields": { "t": { "select": "h1", "required": true } } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            switch url.dropFirst("https://a.example".count) {
            case "/": Self.page((1...7).map { "<a href=/p/\($0)>" }.joined() + "<a href=/p/1><a href=/q>")
            case "/p/1", "/p/2": Self.page("<h1>same")
            case "/p/3": Self.page("<h2>none")
            case "/p/4": .status(302, "Location: /p/1")
            case "/p/5", "/p/6", "/p/7": .status(302, "Location: /p/in")
            case "/p/in": Self.page("<h1>in")
            default: nil
            }
        }
        let summary = crawl.summary
        #expect(crawl.records == [#"{"t":"same"}"#, #"{"t":"same"}"#, #"{"t":"in"}"#])
        #expect((summary.requests, summary.pages, summary.records) == (8, 5, 3))
        #expect((summary.failures, summary.left, summary.repeated, summary.kept) == (1, 0, 4, 0))
        #expect(
            crawl.messages == [
                "T.t is required: `h1` found nothing", "the page has no records",
                #"a link to "p" leads to an address that no "match" covers, and is not followed: https://a.example/q"#,
                "2 addresses are left out, since they lead by redirects to https://a.example/p/in, which has been read: https://a.example/p/6 …",
                "records of T have the unique values of records on other pages: 1",
            ]
        )
    }

    /// A rule that finds links on some pages only is not reported, and one that finds none is, with the number of pages.
    @Test(arguments: [
        (["<a href=/p/1>", ""], [String]()),
        (["", ""], [#"this rule finds no link on any page of "l" (2 pages)"#, "the crawl has no records"]),
        ([""], [#"this rule finds no link on any page of "l" (1 page)"#, "the crawl has no records"]),
    ])
    func rulesWithoutLinks(_ pages: [String], _ messages: [String]) throws {
        let values = pages.indices.map { "\($0)" }.joined(separator: ", ")
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "l": { "for": { "n": [\(values)] }, "get": "https://a.example/{n}", "records": [], "follow": { "p": "a::attr(href)" } },
                "p": { "match": "https://a.example/p/*" } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            let path = String(url.dropFirst("https://a.example/".count))
            if path.hasPrefix("p/") { return Self.page("<h1>x") }
            return Int(path).map { Self.page("<p>" + pages[$0]) }
        }
        #expect(crawl.messages == messages)
    }

    /// A login whose values every later request needs: it is made again when an answer shows that it has ended, once for each
    /// such answer.
    @Test(arguments: [(1, 4), (2, 2), (3, 2), (4, 1)])
    func loginsThatEnd(_ uses: Int, _ logins: Int) throws {
        let rules = """
            { "match": "https://a.example/*", "answers": [{ "status": 401, "is": "logged-out" }],
              "session": { "login": { "get": "https://a.example/in", "source": "json", "take": { "k": "json > k" } } },
              "requests": { "p": { "for": { "n": [1, 2, 3, 4] }, "get": "https://a.example/{n}", "query": { "k": "{k}" } } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        var key = 0
        var left = 0
        let crawl = try PlayedCrawl(rules) { url, _ in
            if url.hasSuffix("robots.txt") { return nil }
            if url.hasSuffix("/in") {
                key += 1
                left = uses
                return .page("{\"k\": \"key\(key)\"}", "Content-Type: application/json")
            }
            guard url.hasSuffix("?k=key\(key)"), left > 0 else { return .status(401) }
            left -= 1
            return Self.page("<h1>x")
        }
        #expect(crawl.records.count == 4)
        #expect(crawl.messages == [])
        #expect(crawl.requests.count { $0.hasSuffix("/in") } == logins)
    }

    /// A login that never helps is made once for the request, and the run goes on.
    @Test func loginsThatNeverHelp() throws {
        let rules = """
            { "match": "https://a.example/*", "answers": [{ "status": 401, "is": "logged-out" }],
              "session": { "login": { "get": "https://a.example/in" } },
              "requests": { "p": { "for": { "n": [1, 2] }, "get": "https://a.example/{n}" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            url.hasSuffix("/in") ? Self.page("<p>in") : url.hasSuffix("robots.txt") ? nil : .status(401)
        }
        #expect(
            crawl.messages == Array(repeating: "the answer shows that the session is logged out", count: 2)
        )
        #expect(crawl.requests.count { $0.hasSuffix("/in") } == 2)
    }

    /// The steps of a login: what they take, and why they fail.
    @Test(arguments: [
        (#"{ "get": "https://a.example/in", "take": { "k": "b" } }"#, nil),
        (
            #"{ "get": "https://a.example/in", "take": { "k": "i" } }"#,
            #"the login has failed (login 1): "k" has no value"#
        ),
        (#"{ "get": "https://a.example/in", "take": { "k": { "select": "i", "required": false } } }"#, nil),
        (
            #"{ "get": "https://a.example/in", "submit": {} , "take": { "k": "b" } }"#,
            "the login has failed (login 1): its page has no such form"
        ),
        (
            #"{ "get": "https://a.example/form", "submit": {}, "take": { "k": "b" } }"#,
            #"the login has failed (login 1): no "match" of the rules covers https://b.example/x?"#
        ),
        (
            #"{ "get": "https://a.example/none", "take": { "k": "b" } }"#,
            "the login has failed (login 1): cannot fetch the page: the host answers with status 404 (not found)"
        ),
        (
            #"[{ "get": "https://a.example/in", "when": "k" }, { "get": "https://a.example/in", "take": { "k": "b" } }, { "get": "https://a.example/in?{k}" }]"#,
            nil
        ),
    ])
    func stepsOfALogin(_ login: String, _ end: String?) throws {
        let rules = """
            { "match": "https://a.example/*", "session": { "login": \(login) },
              "requests": { "p": { "get": "https://a.example/p", "query": { "k": "{k}" } } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            if url.hasSuffix("/form") { return Self.page("<form action=https://b.example/x>") }
            return url.hasSuffix("robots.txt") || url.hasSuffix("none") ? nil : Self.page("<b>7</b><h1>x")
        }
        #expect(crawl.end == end)
        #expect(crawl.records.count == (end == nil ? 1 : 0))
        if end == nil {
            let value = login.contains("\"i\"") ? "" : "?k=7"
            #expect(crawl.requests.last == "GET https://a.example/p\(value)")
            let ins = crawl.requests.filter { $0.contains("/in") }
            #expect(
                ins
                    == (login.contains("when")
                        ? ["GET https://a.example/in", "GET https://a.example/in?7"]
                        : ["GET https://a.example/in"])
            )
        }
    }

    /// A session without a login is checked: its page shows that it is valid, or the run ends.
    @Test(arguments: [("<a>", nil), ("<b>", "the session is not valid, and the rules have no login")])
    func checksOfASession(_ shown: String, _ end: String?) throws {
        let rules = """
            { "match": "https://a.example/*", "session": { "check": { "get": "https://a.example/me", "select": "a" } },
              "requests": { "p": { "get": "https://a.example/p" } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            url.hasSuffix("robots.txt") ? nil : Self.page("<h1>x</h1>" + shown)
        }
        #expect(crawl.end == end)
        #expect(crawl.records.count == (end == nil ? 1 : 0))
    }
}
