import Fetching
import Language
import Politeness
import Records
import Scraping
import Testing

@testable import Crawling

/// Queues that exceed the limit for memory: the rest is in a database, without any effect on the result.
struct CrawlQueueTests {
    private static func crawl(
        _ text: String,
        _ waiting: Int,
        known: Int = .max,
        _ site: (String) -> String?
    ) throws -> (
        [String], [String]
    ) {
        try withoutActuallyEscaping(site) { site in
            let transport = PlayedTransport { url, _ in
                guard let body = site(url) else { return .status(404) }
                return .page(
                    body,
                    "Content-Type: text/\(body.hasPrefix("<?xml") ? "xml" : "html"); charset=utf-8"
                )
            }
            var limits = SchedulerLimits()
            limits.delay = .zero
            let (fetcher, gate) = transport.fetcher(limits)
            let rules = try Rules(
                SourceText(name: "site.json", bytes: Array(text.utf8)),
                registry: Registry()
            )
            let plan = try #require(rules.crawl)
            let clock = "2027-01-15T08:00:00Z"
            let inputs = try CrawlInputs(plan, given: [], clock: clock, isReplay: false) { _ in nil }
            var options = Crawl.Options(clock: clock)
            options.waitingRequests = waiting
            options.knownRequests = known
            let crawl = Crawl(rules, plan, inputs, fetcher, options)
            crawl.follow(gate)
            var records: [String] = []
            try crawl.run {
                true
            } receive: { page in
                records += page.records.map { JSONWriter.compact($0.value) }
                records += page.diagnostics.map(\.message)
            }
            return (records, transport.log.map { String($0.split(separator: " ")[1]) })
        }
    }

    /// Lists of three pages with five entries, each with its own values.
    @Test func listsAndValues() throws {
        let rules = """
            { "match": ["https://a.example/*", "https://b.example/*"], "requests": {
                "kinds": { "get": "https://a.example/", "records": [],
                  "follow": { "list": { "each": "li", "select": "a::attr(href)", "take": { "tags": { "select": "b", "type": ["string"] }, "n": { "select": "i", "type": "integer" } } } } },
                "list": { "match": "*/list/*", "records": [], "headers": { "X-N": "{n}" }, "next": "a.next::attr(href)", "follow": { "page": "li a::attr(href)" } },
                "page": { "match": "*/p/*", "records": ["P"] } },
              "records": { "P": { "fields": { "t": "h1", "tags": { "in": "request", "select": "tags", "type": ["string"] }, "n": { "in": "request", "select": "n", "type": "integer" } } } } }
            """
        func site(_ url: String) -> String? {
            if url.hasSuffix("/robots.txt") { return nil }
            if url == "https://a.example/" {
                return (1...7).map {
                    "<li><a href='https://\($0 % 2 == 0 ? "a" : "b").example/list/\($0)/1'>x</a><b>t\($0)</b><b>ü</b><i>\($0)</i>"
                }.joined()
            }
            let parts = url.split(separator: "/").map(String.init)
            guard parts.contains("list"), let page = parts.last.flatMap({ Int($0) }) else {
                return "<h1>\(url)</h1>"
            }
            let list = parts[parts.count - 2]
            let entries = (1...5).map { "<li><a href=/p/\(list)-\(page)-\($0)>x</a></li>" }.joined()
            return entries + (page < 3 ? "<a class=next href=/list/\(list)/\(page + 1)>n</a>" : "")
        }
        let whole = try Self.crawl(rules, .max, site)
        #expect(whole.0.filter { !$0.hasPrefix("{") } == [])
        #expect(whole.0.count == 7 * 3 * 5)
        #expect(whole.0.last?.contains(#""t":"https://b.example/p/7-3-5","tags":["t7","ü"],"n":7"#) == true)
        for waiting in [2, 3, 7, 30] {
            let run = try Self.crawl(rules, waiting, site)
            #expect(run.0 == whole.0, "\(waiting)")
            #expect(Set(run.1) == Set(whole.1), "\(waiting)")
            #expect(run.1.count == whole.1.count, "\(waiting)")
        }
        for known in [1, 2, 5, 104, 105] {
            let run = try Self.crawl(rules, 3, known: known, site)
            #expect(run.0 == whole.0, "\(known)")
            #expect(run.1.sorted() == whole.1.sorted(), "\(known)")
        }
    }

    /// Repeated links, repeated unique values and a list that comes back to its beginning are found in the database too.
    @Test func repetitionsAreFound() throws {
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "list": { "get": "https://a.example/l/1", "records": [], "next": "a.next::attr(href)", "follow": { "page": "li a::attr(href)" } },
                "page": { "match": "*/p/*", "records": ["P"] } },
              "records": { "P": { "unique": "t", "fields": { "t": "h1" } } } }
            """
        func site(_ url: String) -> String? {
            let parts = url.split(separator: "/").map(String.init)
            guard let number = parts.last.flatMap({ Int($0) }) else { return nil }
            if parts.contains("p") { return "<h1>\(number % 10)</h1>" }
            let links = (1...6).map { "<li><a href=/p/\(number * 4 + $0)>x</a></li>" }.joined()
            return links + "<a class=next href=/l/\(number % 5 + 1)>n</a>"
        }
        let whole = try Self.crawl(rules, .max, site)
        #expect(Set(whole.1).count == whole.1.count)
        #expect(whole.1.count == 1 + 5 + 22)
        #expect(whole.0.contains { $0.contains("which has been read") }, "\(whole.0)")
        for known in [1, 3, 10] {
            let run = try Self.crawl(rules, 2, known: known, site)
            #expect(run.0 == whole.0, "\(known)")
            #expect(run.1.sorted() == whole.1.sorted(), "\(known)")
        }
    }

    /// Requests of a `for` with more values than are generated together, in order, with those of its pages between
    /// them.
    @Test func valuesOfLoops() throws {
        let rules = """
            { "match": "https://a.example/*", "requests": {
                "day": { "for": { "n": { "first": 1, "last": 40 }, "k": { "first": "{n}", "times": 11 } }, "get": "https://a.example/{n}/{k}",
                  "follow": { "page": "a::attr(href)" } },
                "page": { "match": "*/p/*" } },
              "records": { "P": { "fields": { "t": "h1" } } } }
            """
        func site(_ url: String) -> String? {
            if url.hasSuffix("/robots.txt") { return nil }
            return "<h1>\(url.dropFirst("https://a.example/".count))</h1>"
                + (url.contains("/p/") || !url.hasSuffix("7") ? "" : "<a href=\(url)/p/>x</a>")
        }
        let whole = try Self.crawl(rules, .max, site)
        var expected: [String] = []
        for n in 1...40 {
            for k in n..<(n + 11) {
                expected += ["\(n)/\(k)"] + (k % 10 == 7 ? ["\(n)/\(k)/p/"] : [])
            }
        }
        #expect(whole.0 == expected.map { "{\"@type\":\"P\",\"t\":\"\($0)\"}" })
        for waiting in [2, 3, 100, 257] {
            #expect(try Self.crawl(rules, waiting, site).0 == whole.0, "\(waiting)")
        }
    }

    /// However many values a `for` has, few of its requests wait in memory.
    @Test(arguments: [(1, 200_000), (1000, 200_000)]) func manyValues(_ outer: Int, _ count: Int) throws {
        let text = """
            { "match": "https://a.example/*", "requests": {
                "day": { "for": { "n": { "first": 1, "last": \(outer) }, "k": { "first": 1, "times": \(count / outer) } }, "get": "https://a.example/{n}/{k}" } },
              "records": { "P": { "fields": { "t": "h1" } } } }
            """
        let transport = PlayedTransport { url, _ in
            url.hasSuffix("/robots.txt") ? .status(404) : .page("<h1>x</h1>")
        }
        var limits = SchedulerLimits()
        limits.delay = .zero
        let (fetcher, _) = transport.fetcher(limits)
        let rules = try Rules(SourceText(name: "site.json", bytes: Array(text.utf8)), registry: Registry())
        let plan = try #require(rules.crawl)
        let clock = "2027-01-15T08:00:00Z"
        let inputs = try CrawlInputs(plan, given: [], clock: clock, isReplay: false) { _ in nil }
        var options = Crawl.Options(clock: clock)
        options.pages = 600
        let crawl = Crawl(rules, plan, inputs, fetcher, options)
        var most = 0
        var messages: [String] = []
        try crawl.run {
            true
        } receive: { page in
            most = max(most, crawl.tasks.count)
            if crawl.summary.requests == 1 { #expect(crawl.waiting == count - 1) }
            messages += page.diagnostics.map(\.message)
        }
        #expect(most <= 512)
        #expect(messages == ["a limit has ended the run: \(count - 600) requests are left"])
        // A dry run has all of them.
        var requests = 0
        try Crawl(rules, plan, inputs, fetcher, options).first { _ in requests += 1 }
        #expect(requests == count)
    }

    @Test(arguments: [
        (
            #"{ "first": 9223372036854775000, "step": 1000, "times": 10 }"#,
            "the numbers of \"n\" are too large"
        ),
        (
            #"{ "first": -9223372036854775000, "last": 9223372036854775000 }"#,
            "\"n\" has more than 1000000 values"
        ),
        (
            #"{ "first": "2026-01-01", "step": 9223372036854775, "times": 10 }"#,
            "the step \"9223372036854775\" is too large"
        ),
        (#"{ "first": 1, "times": 1000001 }"#, "\"n\" has more than 1000000 values"),
        (#"{ "first": 1, "step": 0, "times": 2 }"#, "the step \"0\" is not a whole number"),
    ])
    func impossibleValues(_ values: String, _ message: String) throws {
        let rules = """
            { "match": "https://a.example/*", "requests": { "day": { "for": { "n": \(values) }, "get": "https://a.example/{n}" } },
              "records": { "P": { "fields": { "t": "h1" } } } }
            """
        do {
            let run = try Self.crawl(rules, .max) { _ in nil }
            #expect(run.0.contains { $0.contains(message) }, "\(run.0)")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }

    @Test func sitemapsOfSitemaps() throws {
        let rules = """
            { "match": "https://a.example/p/*", "requests": {
                "map": { "sitemaps": "https://a.example/", "records": [], "follow": { "page": {} } }, "page": { "match": "https://a.example/p/*" } },
              "records": { "P": { "fields": { "t": "h1" } } } }
            """
        func list(_ name: String, _ addresses: [String]) -> String {
            "<?xml version='1.0'?><\(name)>"
                + addresses.map { "<x><loc>https://a.example/\($0)</loc></x>" }.joined()
                + "</\(name)>"
        }
        func site(_ url: String) -> String? {
            switch url.dropFirst("https://a.example/".count) {
            case "robots.txt": "Sitemap: https://a.example/0.xml\nSitemap: https://a.example/3.xml"
            case "0.xml": list("sitemapindex", ["1.xml", "2.xml", "0.xml", "gone.xml"])
            case "1.xml": list("urlset", (1...4).map { "p/1\($0)" })
            case "2.xml": list("urlset", (1...4).map { "p/2\($0)" } + ["p/11", "q/1"])
            case "3.xml": list("urlset", ["p/3"])
            case "gone.xml": nil
            default: "<h1>\(url.suffix(2))</h1>"
            }
        }
        let whole = try Self.crawl(rules, .max, site)
        let expected = (1...4).map { "1\($0)" } + (1...4).map { "2\($0)" }
        #expect(
            whole.0
                == expected.map { "{\"@type\":\"P\",\"t\":\"\($0)\"}" } + [
                    "cannot read the sitemap: status 404", #"{"@type":"P","t":"/3"}"#,
                ]
        )
        for waiting in [2, 3, 5] { #expect(try Self.crawl(rules, waiting, site).0 == whole.0, "\(waiting)") }
    }
}
