import Testing

/// Where a list whose entries are followed ends: which ends are right, and what is reported about the others.
struct CrawlListEndTests {
    /// The second of four pages of a list, each with an entry and a link to the next one.
    struct SecondPage: CustomTestStringConvertible, Sendable {
        let name: String
        /// How the list continues.
        var next = #""a.next::attr(href)""#
        /// The keys of the rules in addition to those of every case.
        var keys = ""
        var page = "<html><li><a href=/i/2>x</a></li><a class=next href=/l/3>next</a></html>"
        /// The target of a redirect in place of a page.
        var redirect: String?
        /// The messages, each with its severity.
        var messages: [String] = []
        var records = 1
        var testDescription: String { name }

        /// The end of the first page's address, and the query of the list.
        var first: String {
            if next.contains("first") { return #"{n}""# }
            return next.contains("take") ? #"1", "query": { "n": "{n}" }"# : #"1""#
        }
    }

    private static let counted = #"{ "take": { "n": { "first": 1 } } }"#
    private static let place = #"the list "l" may end early, after 1 page and 1 entry"#
    private static let noEntry = "this page has no entry, "
    private static let mayEnd = "warning: \(place): \(noEntry)"
    private static let cut = "the page has no </html>: it looks cut off"

    static let secondPages = [
        SecondPage(name: "a page like the others", records: 4),
        SecondPage(
            name: "the last page",
            page: "<html><li><a href=/i/2>x</a></li></html>",
            records: 2
        ),
        // Cut off: what is lost decides.
        SecondPage(
            name: "a page that is cut off after its next link",
            page: "<html><li><a href=/i/2>x</a></li><a class=next href=/l/3>next</a>",
            messages: ["warning: \(cut)"],
            records: 4
        ),
        SecondPage(
            name: "a page that is cut off before its next link",
            page: "<html><li><a href=/i/2>x</a></li>",
            messages: [#"error: \#(cut), and the list "l" may end early, after 2 pages and 2 entries"#],
            records: 2
        ),
        SecondPage(
            name: "a page that is cut off before its entries",
            page: "<html><title>list",
            messages: ["error: the page ends within an element title: it looks cut off, and \(place)"]
        ),
        SecondPage(
            name: "a page that is cut off with an end that is marked",
            next: #"{ "link": "a.next::attr(href)", "until": ".end" }"#,
            page: "<html><p class=end><li><a href=/i/2>x</a></li>",
            messages: ["warning: \(cut)"],
            records: 2
        ),
        SecondPage(
            name: "a page of a counted list that is cut off before its entries",
            next: counted,
            page: "<html><p>",
            messages: ["error: \(cut), and \(place)"]
        ),
        SecondPage(
            name: "rules for a site whose pages look cut off",
            keys: #""complete": false,"#,
            page: "<html><li><a href=/i/2>x</a></li>",
            records: 2
        ),
        // Without entries.
        SecondPage(
            name: "another page",
            page: "<html><h1>Please log in</h1></html>",
            messages: [mayEnd + "and the page before leads to it"]
        ),
        SecondPage(
            name: "a next link, but no entry",
            page: "<html><p><a class=more href=/i/2>x</a></p><a class=next href=/l/3>next</a></html>",
            messages: [mayEnd + "and leads to a next page"]
        ),
        SecondPage(
            name: "a cursor, but no entry",
            next: #"{ "take": { "n": { "select": "a.next", "required": false } } }"#,
            page: "<html><a class=next href=/l/3>3</a></html>",
            messages: [mayEnd + "and leads to a next page"]
        ),
        SecondPage(
            name: "no cursor and no entry",
            next: #"{ "take": { "n": { "select": "a.next", "required": false } } }"#,
            page: "<html></html>"
        ),
        SecondPage(name: "the end of a counted list", next: counted, page: "<html></html>"),
        SecondPage(
            name: "the end of a counted list that does not match its declaration",
            next: #"{ "take": { "n": { "first": 1 } }, "until": ".end" }"#,
            page: "<html><h1>Please log in</h1></html>",
            messages: [mayEnd + #"and "until" does not match on it"#]
        ),
        SecondPage(
            name: "the end of a counted list that matches its declaration",
            next: #"{ "take": { "n": { "first": 1 } }, "until": ".end" }"#,
            page: "<html><h1 class=end></h1></html>"
        ),
        SecondPage(
            name: "a page that an answer declares empty",
            keys: #""answers": [{ "when": ".none", "is": "empty" }],"#,
            page: "<html><p class=none><a class=next href=/l/3>next</a></html>"
        ),
        SecondPage(
            name: "a total that is not reached",
            next: #"{ "link": "a.next::attr(href)", "total": "b" }"#,
            page: "<html><b>4</b></html>",
            messages: [
                #"error: the list "l" ends early, after 1 page and 1 entry: it ends here, and 4 entries are expected"#
            ]
        ),
        // Redirects.
        SecondPage(
            name: "a redirect within the kind's addresses",
            redirect: "/l/9",
            records: 2
        ),
        SecondPage(
            name: "a redirect to an address that the kind does not cover",
            redirect: "/home",
            messages: [
                #"warning: the page has moved to https://a.example/home, which the "match" of "l" does not cover"#
            ],
            records: 2
        ),
    ]

    @Test(arguments: secondPages) func secondPagesOfLists(_ example: SecondPage) throws {
        let rules = """
            { "match": "https://a.example/*", \(example.keys) "requests": {
                "l": { "get": "https://a.example/l/\(example.first), "match": "https://a.example/l/*", "records": [],
                  "next": \(example.next), "follow": { "i": "li > a::attr(href)" } },
                "i": { "match": "https://a.example/i/*" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            func page(_ body: String) -> PlayedTransport.Answer { .page(body, "Content-Type: text/html") }
            let path = url.dropFirst("https://a.example".count)
            switch path {
            case "/robots.txt": return nil
            case "/l/2", "/l/1?n=2":
                return example.redirect.map { .status(302, "Location: \($0)") } ?? page(example.page)
            case "/l/9", "/home": return page("<html><li><a href=/i/9>x</a></li></html>")
            default: break
            }
            if path.hasPrefix("/i/") { return page("<html><h1>\(path)</h1></html>") }
            let number = Int(path.dropFirst(3).prefix(1)) ?? 0
            let next = number < 4 ? "<a class=next href=/l/\(number + 1)>\(number + 1)</a>" : ""
            return page("<html><b>4</b><li><a href=/i/\(number)>x</a></li>\(next)</html>")
        }
        #expect(crawl.severeMessages == example.messages)
        #expect(crawl.records.count == example.records)
    }

    /// The first page of a list whose entries are followed, with a value.
    @Test(arguments: [
        (
            "<p><a class=next href=/l>n</a>",
            [#"warning: the list "l" may end early: \#(noEntry)and leads to a next page"#]
        ),
        ("<p>", []),
        (
            "<li><a class=next href=/l>n</a>",
            [#"error: "k" has no value, and the requests that the page leads to need it"#]
        ),
    ])
    func firstPagesOfLists(_ page: String, _ messages: [String]) throws {
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "l": { "get": "https://a.example/", "match": "https://a.example/l", "records": [], "next": "a.next::attr(href)",
                  "follow": { "i": { "each": "li", "select": "a::attr(href)", "take": { "k": "b" } } } },
                "i": { "match": "https://a.example/i/*", "query": { "k": "{k}" } } },
              "records": { "T": { "fields": { "t": "h1" }, "expect": { "count": "0.." } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            url.hasSuffix("robots.txt") ? nil : .page(page, "Content-Type: text/html")
        }
        #expect(
            crawl.severeMessages.filter { !$0.contains("on any page") && !$0.contains("no records") }
                == messages
        )
    }

    /// A page without a list that is cut off before the links that are followed.
    @Test(arguments: [
        ("<html><a href=/i/1>x</a>", "warning: \(cut)"),
        ("<html>", "error: \(cut), and it has no entry to follow"),
    ])
    func aPageThatIsCutOff(_ page: String, _ message: String) throws {
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "s": { "get": "https://a.example/", "records": [], "follow": { "i": "a::attr(href)" } },
                "i": { "match": "https://a.example/i/*" } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            if url.hasSuffix("robots.txt") { return nil }
            return .page(url.hasSuffix("/") ? page : "<html><h1>x</h1></html>", "Content-Type: text/html")
        }
        #expect(crawl.severeMessages.first == message)
    }

    /// Entries without an address are reported whether or not values are taken from them.
    @Test(arguments: [
        ("", ["warning: 2 of 3 elements for follow i yielded no field"]),
        (#", "take": { "tag": "b" }"#, ["warning: 2 of 3 elements for follow i yielded no address"]),
    ])
    func entriesWithoutAnAddress(_ take: String, _ messages: [String]) throws {
        let field = take.isEmpty ? "" : #", "tag": { "in": "request", "select": "tag" }"#
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "s": { "get": "https://a.example/", "records": [],
                  "follow": { "i": { "each": "li", "select": "a::attr(href)"\(take) } } },
                "i": { "match": "https://a.example/i/*" } }, "records": { "T": { "fields": { "t": "h1"\(field) } } } }
            """
        let list = "<li><b>1</b><a href=/i/1>x</a><li><b>2</b><a data-href=/i/2>x</a><li><b>3</b><a>x</a>"
        let crawl = try PlayedCrawl(rules) { url, _ in
            if url.hasSuffix("robots.txt") { return nil }
            return .page(url.hasSuffix("/") ? list : "<h1>x</h1>", "Content-Type: text/html")
        }
        #expect(crawl.severeMessages == messages)
        #expect(crawl.records.count == 1)
    }
}
