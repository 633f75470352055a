import Foundation
import Testing

/// Whole sites, simulated by a scripted server and crawled with their rules.
struct CrawlTests {
    /// Crawls a site. `BASE` in the rules is the server's origin.
    private static func crawl(
        _ rules: String,
        _ arguments: [String] = [],
        in folder: String,
        _ server: ScriptedServer
    ) throws -> Run {
        let text = rules.replacing(
            "BASE",
            with: server.url("").dropLast(server.url("").hasSuffix("/") ? 1 : 0)
        )
        try text.write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
        let base = ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"]
        return try Run(base + arguments, in: folder)
    }

    private static let plants = """
        { "match": ["BASE/*"],
          "requests": {
            "list": { "get": "BASE/list", "query": { "kind": "{kind}" }, "records": [],
              "next": "a[rel=next]::attr(href)", "follow": { "plant": "li > a::attr(href)" } },
            "plant": { "match": "BASE/plant/*", "records": ["Plant"] } },
          "inputs": { "kind": { "type": { "enum": ["trees", "herbs"] }, "default": "trees" } },
          "records": { "Plant": { "fields": { "name": { "select": "h1", "required": true } } } } }
        """

    private static func plantServer(_ target: String, _ request: String) -> [ServerStep] {
        switch target {
        case "/list?kind=trees":
            [
                .page(
                    "<ul><li><a href=/plant/oak>o</a><li><a href=/plant/elm>e</a></ul><a rel=next href='/list?kind=trees&page=2'>"
                )
            ]
        case "/list?kind=trees&page=2":
            [.page("<ul><li><a href=/plant/ash>a</a><li><a href=/plant/oak#x>o</a></ul>")]
        case "/robots.txt": [.page("", status: "404 Not Found")]
        default: [.page("<h1>\(target.split(separator: "/").last ?? "")</h1>")]
        }
    }

    @Test func aListWithItsDetails() throws {
        try withServer(Self.plantServer) { server in
            try withTemporaryFolder { folder in
                let run = try Self.crawl(Self.plants, ["--archive", "a.warc.gz"], in: folder, server)
                #expect(run.status == 0, "\(run.errors)")
                let names = ["oak", "elm", "ash"]
                let expected = names.map { "{\"@type\":\"Plant\",\"name\":\"\($0)\"}\n" }.joined()
                #expect(run.output == expected)
                let targets = server.requests.compactMap {
                    $0.split(separator: " ").dropFirst().first.map(String.init)
                }
                #expect(
                    targets == [
                        "/robots.txt", "/list?kind=trees", "/plant/oak", "/plant/elm",
                        "/list?kind=trees&page=2",
                        "/plant/ash",
                    ]
                )
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                #expect(replay.output == expected)
                #expect(replay.status == 0, "\(replay.errors)")
                // A continued run repeats no request that has been answered.
                let before = server.requests.count
                let resumed = try Self.crawl(
                    Self.plants,
                    ["--archive", "a.warc.gz", "--resume"],
                    in: folder,
                    server
                )
                #expect(resumed.output == expected)
                #expect(server.requests.count == before)
                let other = try Run(
                    ["crawl", "site.json", "--replay", "a.warc.gz", "--input", "kind=herbs"],
                    in: folder
                )
                #expect(other.status == 2)
                #expect(other.errors.contains("--input kind=herbs is not the archive's, which is trees"))
            }
        }
    }

    /// A site: its rules, its answers, the records, and the reports.
    struct Site: CustomTestStringConvertible, Sendable {
        let name: String
        let rules: String
        let answers: @Sendable (_ target: String, _ request: String) -> [ServerStep]
        let records: [String]
        var status: Int32 = 0
        var errors: [String] = []
        var testDescription: String { name }
    }

    private static func json(_ text: String) -> [ServerStep] {
        [.page(text, ["Content-Type: application/json"])]
    }
    private static let none: [ServerStep] = [.page("", status: "404 Not Found")]
    private static let titles = #""records": { "T": { "fields": { "t": "h1" } } }"#

    static let sites: [Site] = [
        Site(
            name: "a search by POST with a cursor",
            rules: """
                { "match": "BASE/*", "source": "json", "inputs": { "q": { "default": "oak" }, "near": {} },
                  "requests": { "search": { "post": "BASE/search", "json": { "query": "{q}", "near": "{near}", "cursor": "{cursor}" },
                    "next": { "take": { "cursor": "json > next" }, "total": "json > total" } } },
                  "records": { "Job": { "each": "hits > item", "unique": "id", "fields": { "id": { "select": "> id", "type": "integer" } } } } }
                """,
            answers: { target, request in
                if target != "/search" { return none }
                return request.contains(#"{"query":"oak","cursor":"c2"}"#)
                    ? json(#"{"total": 3, "hits": [{"id": 3}]}"#)
                    : json(#"{"total": 3, "next": "c2", "hits": [{"id": 1}, {"id": 2}]}"#)
            },
            records: [#"{"@type":"Job","id":1}"#, #"{"@type":"Job","id":2}"#, #"{"@type":"Job","id":3}"#]
        ),
        Site(
            name: "a list that ends before its total",
            rules: """
                { "match": "BASE/*", "source": "json",
                  "requests": { "all": { "get": "BASE/all", "query": { "offset": "{offset}" },
                    "next": { "take": { "offset": { "first": 0, "step": 1 } }, "total": "json > total" } } },
                  "records": { "J": { "each": "hits > item", "fields": { "id": "> id" }, "expect": { "count": "0.." } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/all?offset=0": json(#"{"total": 3, "hits": [{"id": 1}]}"#)
                case "/all?offset=1": json(#"{"total": 3, "hits": []}"#)
                default: none
                }
            },
            records: [#"{"@type":"J","id":1}"#],
            status: 1,
            errors: ["ends early, after 1 page and 1 entry: it ends here, and 3 entries are expected"]
        ),
        Site(
            name: "a server that repeats its page",
            rules: """
                { "match": "BASE/*", "requests": { "all": { "get": "BASE/all", "query": { "page": "{page}" },
                    "next": { "take": { "page": { "first": 1 } } } } },
                  "records": { "T": { "each": "li", "fields": { "t": "::text" } } } }
                """,
            answers: { target, _ in target.hasPrefix("/all") ? [.page("<li>oak<li>elm")] : none },
            records: [
                #"{"@type":"T","t":"oak"}"#, #"{"@type":"T","t":"elm"}"#, #"{"@type":"T","t":"oak"}"#,
                #"{"@type":"T","t":"elm"}"#,
            ],
            status: 1,
            errors: ["this page has no new entry"]
        ),
        Site(
            name: "a next page that fails",
            rules: """
                { "match": "BASE/*", "limits": { "retries": 1 }, "requests": { "all": { "get": "BASE/1", "next": "a::attr(href)" } },
                  "records": { "T": { "each": "li", "fields": { "t": "::text" } } } }
                """,
            answers: { target, _ in target == "/1" ? [.page("<li>oak</li><a href=/2>")] : none },
            records: [#"{"@type":"T","t":"oak"}"#],
            status: 1,
            errors: ["ends early, after 1 page and 1 entry: its page 2 could not be fetched"]
        ),
        Site(
            name: "a page that is gone and redirects to another kind of pages",
            rules: """
                { "match": "BASE/*", "requests": { "all": { "get": "BASE/all", "records": [], "follow": { "plant": "a::attr(href)" } },
                    "plant": { "match": "BASE/p/*" } },
                  "records": { "T": { "fields": { "t": "h1" } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/all": [.page("<a href=/p/1>1</a><a href=/p/2>2</a>")]
                case "/p/1": [.page("", status: "302 Found", ["Location: /p/oak"])]
                case "/p/2": [.page("", status: "302 Found", ["Location: /home"])]
                case "/p/oak", "/home": [.page("<h1>\(target)</h1>")]
                default: none
                }
            },
            records: [#"{"@type":"T","t":"/p/oak"}"#, #"{"@type":"T","t":"/home"}"#],
            status: 0,
            errors: [#"/home, which the "match" of "plant" does not cover"#]
        ),
        Site(
            name: "answers of the file for a kind with a source of its own",
            rules: """
                { "match": "BASE/*", "answers": [{ "when": "items:empty", "is": "empty" }], "requests": {
                    "start": { "get": "BASE/", "records": [], "follow": { "data": "a::attr(href)" } },
                    "data": { "match": "BASE/d/*", "source": "json" } },
                  "records": { "J": { "each": "items > item", "fields": { "id": { "select": "> id", "type": "integer" } } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/": [.page("<a href=/d/1>1</a><a href=/d/2>2</a>")]
                case "/d/1": json(#"{"items": []}"#)
                case "/d/2": json(#"{"items": [{"id": 2}]}"#)
                default: none
                }
            },
            records: [#"{"@type":"J","id":2}"#]
        ),
        Site(
            name: "a last page that says so, and one that does not",
            rules: """
                { "match": "BASE/*", "source": "json", "requests": {
                    "one": { "get": "BASE/one", "query": { "n": "{n}" }, "next": { "take": { "n": { "first": 1 } }, "until": "json > end" } },
                    "two": { "get": "BASE/two", "query": { "n": "{n}" }, "next": { "take": { "n": { "first": 1 } } } } },
                  "records": { "J": { "each": "items > item", "fields": { "id": "> id" } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/one?n=1": json(#"{"items": [{"id": 1}]}"#)
                case "/one?n=2": json(#"{"items": [], "end": true}"#)
                case "/two?n=1": json(#"{"items": [{"id": 2}]}"#)
                case "/two?n=2": json(#"{"items": []}"#)
                default: none
                }
            },
            records: [#"{"@type":"J","id":1}"#, #"{"@type":"J","id":2}"#],
            status: 1,
            errors: ["/two?n=2: error: the page has no records"]
        ),
        Site(
            name: "what robots.txt forbids",
            rules: #"{ "match": "BASE/*", "requests": { "all": { "get": "BASE/secret" } }, \#(titles) }"#,
            answers: { target, _ in
                target == "/robots.txt" ? [.page("User-agent: *\nDisallow: /secret")] : [.page("<h1>x</h1>")]
            },
            records: [],
            status: 1,
            errors: ["the host does not allow it: robots.txt forbids it in line 2"]
        ),
        Site(
            name: "links that robots.txt forbids",
            rules:
                #"{ "match": "BASE/*", "requests": { "all": { "get": "BASE/", "records": [], "follow": { "page": "a::attr(href)" } }, "page": { "match": "BASE/*" } }, \#(titles) }"#,
            answers: { target, _ in
                switch target {
                case "/robots.txt": [.page("User-agent: *\nDisallow: /private")]
                case "/": [.page("<a href=/private/1></a><a href=/1></a><a href=/private/2></a>")]
                default: [.page("<h1>x</h1>")]
                }
            },
            records: [#"{"@type":"T","t":"x"}"#],
            errors: [
                "private/1: warning: the page is left out, since its host's robots.txt forbids it (2 times)",
                "private/2: note: also here",
            ]
        ),
        Site(
            name: "failures of the same kind",
            rules:
                #"{ "match": "BASE/*", "requests": { "all": { "for": { "n": { "first": 1, "times": 5 } }, "get": "BASE/{n}" } }, \#(titles) }"#,
            answers: { target, _ in
                target == "/3" ? [.page("<h1>x</h1>")] : [.page("", status: "403 Forbidden")]
            },
            records: [#"{"@type":"T","t":"x"}"#],
            status: 1,
            errors: [
                "/1: error: cannot fetch the page: the host answers with status 403 (forbidden) (4 times)",
                "/2: note: also here", "the first places are shown; --all prints all",
            ]
        ),
        Site(
            name: "loops, a gone page, and a link in the header",
            rules: """
                { "match": "BASE/*", "requests": {
                    "day": { "for": { "n": { "first": 1, "last": 2 }, "l": ["a", "b"] }, "get": "BASE/{n}/{l}", "records": [],
                      "follow": { "page": { "select": { "in": "response", "select": "link[rel=item]::attr(href)" } } } },
                    "page": { "match": "BASE/p/*" } }, \(titles) }
                """,
            answers: { target, _ in
                if target == "/robots.txt" || target == "/p/1/b" { return none }
                if target.hasPrefix("/p") { return [.page("<h1>\(target)</h1>")] }
                return [.page("x", ["Content-Type: text/html", "Link: </p\(target)>; rel=\"item\""])]
            },
            records: ["/p/1/a", "/p/2/a", "/p/2/b"].map { "{\"@type\":\"T\",\"t\":\"\($0)\"}" }
        ),
        Site(
            name: "a feed whose entries give values",
            rules: """
                { "match": "BASE/*", "requests": {
                    "feed": { "get": "BASE/feed.xml", "source": "xml", "records": [], "follow": { "article": {
                      "each": "channel > item", "select": "> link", "take": { "tags": { "select": "> category", "type": ["string"] } } } } },
                    "article": { "match": "BASE/a/*" } },
                  "records": { "A": { "fields": { "t": "h1", "tags": { "in": "request", "select": "tags", "type": ["string"] } } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/feed.xml":
                    [
                        .page(
                            "<rss><channel><item><link>/a/1</link><category>x</category><category>y</category></item></channel></rss>",
                            ["Content-Type: text/xml"]
                        )
                    ]
                case "/robots.txt": none
                default: [.page("<h1>one</h1>")]
                }
            },
            records: [#"{"@type":"A","t":"one","tags":["x","y"]}"#]
        ),
        Site(
            name: "sitemaps",
            rules: """
                { "match": "BASE/p/*", "requests": { "map": { "sitemaps": "BASE/p/", "records": [], "follow": { "page": {} } },
                    "page": { "match": "BASE/p/*" } }, \(titles) }
                """,
            answers: { target, request in
                let host = request.split(separator: "Host: ").last?.prefix { !$0.isNewline } ?? ""
                switch target {
                case "/robots.txt": return [.page("Sitemap: http://\(host)/index.xml")]
                case "/index.xml":
                    return [
                        .page(
                            "<sitemapindex><sitemap><loc>http://\(host)/m.xml</loc></sitemap></sitemapindex>"
                        )
                    ]
                case "/m.xml":
                    return [
                        .page(
                            "<urlset><url><loc>http://\(host)/p/1</loc></url><url><loc>http://\(host)/q/2</loc></url></urlset>"
                        )
                    ]
                default: return [.page("<h1>\(target)</h1>")]
                }
            },
            records: [#"{"@type":"T","t":"/p/1"}"#]
        ),
        Site(
            name: "a login with a hidden token and one out of a script",
            rules: """
                { "match": "BASE/*", "inputs": { "card": { "default": "c1" } },
                  "session": { "login": { "get": "BASE/in", "submit": { "form": "form#in", "fill": { "card": "{card}",
                      "st": { "select": "script:contains('stKey')", "apply": [{ "match": "stKey: \\"(.+?)\\"" }] } } },
                      "refuse": { "select": ".wrong", "because": "the login failed" } },
                    "check": { "get": "BASE/me", "select": "a.out" } },
                  "requests": { "me": { "get": "BASE/books" } }, \(titles) }
                """,
            answers: { target, request in
                let isIn = request.contains("Cookie: sid=1")
                switch target {
                case "/in":
                    return [
                        .page(
                            "<script>x = {stKey: \"k9\"}</script><form id=in method=post action=/do><input type=hidden name=csrf value=h7><input name=card></form>"
                        )
                    ]
                case "/do":
                    return request.hasSuffix("csrf=h7&card=c1&st=k9")
                        ? [.page("ok", ["Content-Type: text/html", "Set-Cookie: sid=1; Path=/"])]
                        : [.page("<p class=wrong>no</p>")]
                case "/me": return [.page(isIn ? "<a class=out>" : "no")]
                case "/books": return [.page(isIn ? "<h1>mine</h1>" : "<h1>nobody</h1>")]
                default: return none
                }
            },
            records: [#"{"@type":"T","t":"mine"}"#]
        ),
        Site(
            name: "one record out of two pages, and one without its second page",
            rules: """
                { "match": "BASE/*", "requests": {
                    "list": { "get": "BASE/", "records": { "R": { "each": "li", "unique": "url", "across": true, "fields": {
                        "url": { "select": "a::attr(href)", "type": "url" }, "year": { "select": "i", "type": "integer" } } } },
                      "follow": { "page": "a::attr(href)" } },
                    "page": { "match": "BASE/p/*", "records": { "R": { "unique": "url", "across": true, "fields": {
                        "url": { "in": "request", "select": "::attr(url)", "type": "url" }, "t": "h1" } } } } } }
                """,
            answers: { target, _ in
                switch target {
                case "/": [.page("<li><a href=/p/1>1</a><i>2001</i><li><a href=/p/2>2</a><i>2002</i>")]
                case "/p/1": [.page("<h1>one</h1>")]
                default: none
                }
            },
            records: [
                #"{"@type":"R","url":"BASE/p/1","year":2001,"t":"one"}"#,
                #"{"@type":"R","url":"BASE/p/2","year":2002}"#,
            ]
        ),
        Site(
            name: "an encoding that is not UTF-8, a list, and a name made of a list",
            rules: """
                { "match": "BASE/*", "inputs": { "q": { "default": "яд" }, "k": { "type": ["integer"], "default": [5, 7] } },
                  "session": { "encoding": "windows-1251" },
                  "requests": { "s": { "get": "BASE/s", "query": { "q": "{q}", "k": "{k}", "c{k}": 1 } } }, \(titles) }
                """,
            answers: { target, _ in target == "/robots.txt" ? none : [.page("<h1>\(target)</h1>")] },
            records: [#"{"@type":"T","t":"/s?q=%FF%E4&k=5&k=7&c5=1&c7=1"}"#]
        ),
        Site(
            name: "a busy host and an empty day",
            rules: """
                { "match": "BASE/*", "source": "json", "answers": [{ "when": "error", "is": "busy", "after": 0 }, { "when": "items:empty", "is": "empty" }],
                  "requests": { "d": { "for": { "d": ["1", "2"] }, "get": "BASE/{d}" } },
                  "records": { "J": { "each": "items > item", "fields": { "id": "> id" } } } }
                """,
            answers: { target, _ in
                target == "/2"
                    ? json(#"{"items": []}"#) : target == "/1" ? json(#"{"items": [{"id": 1}]}"#) : none
            },
            records: [#"{"@type":"J","id":1}"#]
        ),
    ]

    @Test(arguments: sites)
    func site(_ site: Site) throws {
        try withServer(site.answers) { server in
            try withTemporaryFolder { folder in
                let run = try Self.crawl(site.rules, ["--archive", "a.warc.gz"], in: folder, server)
                let base = server.url("/").dropLast()
                let expected = site.records.map { $0.replacing("BASE", with: base) + "\n" }.joined()
                #expect(run.output == expected, "\(run.errors)")
                #expect(run.status == site.status, "\(run.errors)")
                for error in site.errors { #expect(run.errors.contains(error), "\(run.errors)") }
                // A replay of the archive has exactly the same output.
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                #expect(replay.output == run.output, "\(replay.errors)")
                #expect(replay.status == run.status, "\(replay.errors)")
            }
        }
    }
}
