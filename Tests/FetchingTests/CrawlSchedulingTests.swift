import Crawling
import Fetching
import Language
import Politeness
import Records
import Scraping
import Testing

@testable import scrape

/// Crawls of several hosts with a virtual clock: the times of their requests, which do not affect the records.
struct CrawlSchedulingTests {
    private static let rules = """
        { "match": ["https://a.example/*", "https://b.example/*", "https://c.example/*"],
          "requests": { "list": { "get": "https://a.example/", "records": [], "follow": { "page": "a::attr(href)" } },
            "page": { "match": "*://*/p/*", "records": ["P"] } },
          "records": { "P": { "fields": { "t": "h1" } } } }
        """

    private static let paths = ["a", "b", "c"].flatMap { host in
        (1...4).map { "https://\(host).example/p/\($0)" }
    }

    private struct Result {
        var records: [String] = []
        let log: [(time: Int, url: String)]
        let lines: [String]
        let waitingBytes: Int
    }

    /// Crawls the three hosts. Answers of `a` take two seconds.
    private static func crawl(
        concurrency: Int = 16,
        pages: Int? = nil,
        waitingBytes: Int = 64 << 20,
        rules text: String = rules,
        _ answer: @escaping (_ url: String, _ count: Int) -> PlayedTransport.Answer? = { _, _ in nil }
    ) throws -> Result {
        let links = paths.map { "<a href=\($0)>x</a>" }.joined()
        let transport = PlayedTransport { url, count in
            if let own = answer(url, count) { return own }
            if url.hasSuffix("/robots.txt") { return .status(404) }
            let type = "Content-Type: text/html"
            if url == "https://a.example/" { return .page(links, type) }
            return .page("<h1>\(url)</h1>", type, after: url.contains("a.example") ? 2 : 0)
        }
        let (fetcher, gate) = transport.fetcher { $0.concurrency = concurrency }
        let rules = try Rules(SourceText(name: "site.json", bytes: Array(text.utf8)), registry: Registry())
        let plan = try #require(rules.crawl)
        let clock = "2027-01-15T08:00:00Z"
        let inputs = try CrawlInputs(plan, given: [], clock: clock, isReplay: false) { _ in nil }
        var options = Crawl.Options(clock: clock)
        options.pages = pages
        options.waitingBytes = waitingBytes
        let crawl = Crawl(rules, plan, inputs, fetcher, options)
        crawl.follow(gate)
        var lines: [String] = []
        let progress = CrawlProgress(width: 200, now: fetcher.clock.now) { lines.append($0) }
        var most = 0
        crawl.onWait = {
            most = max(most, fetcher.waitingBytes)
            progress.advance(crawl.summary, waiting: crawl.waiting) {
                crawl.askedHosts.map { origin in
                    CrawlProgress.Host(
                        name: String(origin.dropFirst("https://".count)),
                        waiting: gate.waiting(of: origin, at: fetcher.clock.now())
                    )
                }
            }
        }
        var records: [String] = []
        try crawl.run {
            true
        } receive: { page in
            records += page.records.compactMap { $0["t"]?.string }
            #expect(page.diagnostics.filter { $0.severity == .error } == [])
        }
        crawl.onWait = {}
        let log = transport.log.map { line in
            let parts = line.split(separator: " ")
            return (time: Int(parts[0]) ?? 0, url: String(parts[1]))
        }
        return Result(records: records, log: log, lines: lines, waitingBytes: most)
    }

    @Test func hostsAreAskedSideBySide() throws {
        let one = try Self.crawl(concurrency: 1)
        let several = try Self.crawl()
        #expect(one.records == Self.paths)
        #expect(several.records == Self.paths)
        #expect(Set(one.log.map(\.url)) == Set(several.log.map(\.url)))
        #expect(several.log.count == Set(several.log.map(\.url)).count)
        // Each host has its own pauses.
        for host in ["a", "b", "c"] {
            let times = several.log.filter { $0.url.contains("\(host).example") }.map(\.time)
            for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1000) }
        }
        // The others finish before the slow one.
        let end = several.log.map(\.time).max() ?? 0
        #expect(several.log.last?.url == "https://a.example/p/4")
        let alone = one.log.map(\.time).max() ?? 0
        #expect(end + 9000 < alone, "\(end) \(alone)")
    }

    @Test func aLimitMakesNothingAheadOfItsTurn() throws {
        for pages in [3, 5, 6] {
            let run = try Self.crawl(pages: pages)
            let urls = run.log.map(\.url).filter { !$0.hasSuffix("/robots.txt") }
            #expect(urls == ["https://a.example/"] + Self.paths.prefix(pages - 1))
        }
    }

    @Test func answersThatWaitTakeLittleMemory() throws {
        let run = try Self.crawl(waitingBytes: 1)
        #expect(run.records == Self.paths)
        // Current requests may still be answered: one answer from each host.
        #expect(run.waitingBytes > 0 && run.waitingBytes < 500, "\(run.waitingBytes)")
        #expect(try Self.crawl().waitingBytes > run.waitingBytes)
    }

    @Test func aBusyAnswerAheadOfItsTurnIsAskedForAgain() throws {
        let rules = Self.rules.replacing(
            "\"requests\":",
            with: "\"answers\": [{ \"when\": \".busy\", \"is\": \"busy\", \"after\": 3 }], \"requests\":"
        )
        let run = try Self.crawl(rules: rules) { url, count in
            url.hasSuffix("b.example/p/2") && count == 0
                ? .page("<p class=busy>", "Content-Type: text/html") : nil
        }
        #expect(run.records == Self.paths)
        #expect(run.log.count { $0.url == "https://b.example/p/2" } == 2)
    }

    @Test func progressSaysWhatIsWaitedFor() throws {
        let run = try Self.crawl { url, count in
            switch (url, count) {
            case ("https://b.example/p/1", 0): .status(429, "Retry-After: 8")
            case ("https://c.example/p/1", 0): .status(503)
            default: nil
            }
        }
        #expect(run.records == Self.paths)
        func has(_ pattern: Regex<Substring>) -> Bool { run.lines.contains { $0.contains(pattern) } }
        #expect(run.lines.first == "1 requests, 0 records, 0 queued; a.example is asked")
        #expect(has(#/^3 requests, 1 records, 10 queued; a.example in 1 s \(pause\)/#), "\(run.lines)")
        #expect(has(#/b.example in 7 s \(as requested\)/#), "\(run.lines)")
        #expect(has(#/c.example in \d+ s \(after a failure\)/#), "\(run.lines)")
        #expect(has(#/a.example has not answered for 1 s/#), "\(run.lines)")
    }

    @Test func progressIsDrawnNowAndThen() {
        var time = 0.0
        var lines: [String] = []
        let progress = CrawlProgress(width: 61, now: { time }, draw: { lines.append($0) })
        var summary = CrawlSummary()
        summary.requests = 3
        summary.failures = 1
        let hosts = (1...6).map { CrawlProgress.Host(name: "h\($0)", waiting: nil) }
        for step in [0.0, 0.19, 0.01, 0.1, 0.1] {
            time += step
            progress.advance(summary, waiting: 7) { hosts }
        }
        // At 0, 0.2 and 0.4 seconds, truncated to the terminal's width.
        #expect(lines.count == 3)
        #expect(lines[0] == "3 requests, 0 records, 7 queued, 1 with errors; h1 is asked,".prefix(60))
    }

    /// A line of progress, with each reason to wait and with as many hosts as it names, and one more.
    @Test func progressNamesSomeHosts() {
        typealias Host = CrawlProgress.Host
        let start = "0 requests, 0 records, 0 queued"
        let cases: [([Host], String)] = [
            ([], start), ([Host(name: "a", waiting: .answer(since: 0.9))], "\(start); a is asked"),
            ([Host(name: "a", waiting: .answer(since: 1))], "\(start); a has not answered for 1 s"),
            ([Host(name: "a", waiting: .pause(0.1, .first))], "\(start); a in 1 s"),
            ([Host(name: "a", waiting: .pause(2e6, .first))], "\(start); a in 1000000 s"),
            (
                (1...4).map { Host(name: "h\($0)", waiting: nil) },
                "\(start); h1 is asked, h2 is asked, h3 is asked, h4 is asked"
            ),
            (
                (1...5).map { Host(name: "h\($0)", waiting: nil) },
                "\(start); h1 is asked, h2 is asked, h3 is asked, h4 is asked, 1 more"
            ),
        ]
        for (hosts, text) in cases {
            for width in [0, 20, 21, 22, 1000] {
                var lines: [String] = []
                let progress = CrawlProgress(width: width, now: { 0 }, draw: { lines.append($0) })
                progress.advance(CrawlSummary(), waiting: 0) { hosts }
                #expect(lines == [String(text.prefix(max(20, width - 1)))])
            }
        }
    }
}
