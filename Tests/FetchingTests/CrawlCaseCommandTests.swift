import Foundation
import Testing

/// Commands that work with the pages of a corpus, with cases that hold crawls.
struct CrawlCaseCommandTests {
    private static let usual = ["--delay", "0", "--allow-private"]
    private static let key = ["PLANTS_KEY": "very-secret-word"]

    /// `scrape diff` reads pages as their kinds, each of several pages of one address, and compares requests.
    @Test func requestsAndKindsAreCompared() throws {
        let rules = """
            { "match": ["BASE/*"],
              "requests": {
                "list": { "post": "BASE/list", "json": { "page": "{page}" },
                  "records": { "Entry": { "each": "li", "fields": { "t": "a" } } },
                  "next": { "take": { "page": { "first": 1, "last": 2 } } }, "follow": { "plant": "li > a::attr(href)" } },
                "plant": { "match": "BASE/plant/*", "records": ["Plant"] } },
              "records": { "Plant": { "fields": { "name": "h1" } } } }
            """
        try CrawlCaseTests.withSite(rules) { folder, base, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let own = try CrawlCaseTests.read("\(folder)/Rules/plants.json")
            for (old, new, expected) in [
                ("\"t\": \"a\"", "\"t\": \"a\"", "no difference in 5 pages and the requests of 1 crawl\n"),
                ("\"t\": \"a\"", "\"text\": \"a\"", "2 of 5 pages differ, 6 differences\n"),
                (
                    "\"last\": 2", "\"last\": 1",
                    "0 of 5 pages differ, the requests of 1 crawl, 2 differences\n"
                ),
            ] {
                try CrawlCaseTests.write(own.replacing(old, with: new), "\(folder)/Rules/other.json")
                let run = try Run(["diff", "plants", "other"], in: folder)
                #expect(run.output.hasSuffix(expected), "\(run.output)\(run.errors)")
                #expect(run.status == (old == new ? 0 : 1))
                let json = try Run(["diff", "plants", "other", "--format", "json"], in: folder)
                #expect(json.output.contains("\"crawl\": \"plants/all\""), "\(json.output)")
            }
            let other = try Run(["diff", "plants", "other"], in: folder)
            #expect(
                other.output.contains(
                    "request 5\n      old {\"@type\":\"request\",\"method\":\"GET\",\"url\":\"\(base)/plant/ash\"}"
                ),
                "\(other.output)"
            )
            // Rules without requests read no page of a crawl, and that is reported.
            let plain = #"{ "records": { "Plant": { "fields": { "name": "h1" } } } }"#
            try CrawlCaseTests.write(plain, "\(folder)/Rules/plants.json")
            try CrawlCaseTests.write(plain, "\(folder)/Rules/other.json")
            let none = try Run(["diff", "plants", "other"], in: folder)
            let note = "note: 1 crawl is left out: neither rules file has \"requests\"\n"
            #expect(none.errors.contains(note) && none.status == 2, "\(none.errors)")
            let check = try Run(["check", "plants", "--corpus", "Corpus"], in: folder)
            #expect(
                check.errors.contains("1 crawl is left out: Rules/plants.json has no \"requests\""),
                "\(check.errors)"
            )
        }
    }

    /// As many pages of a crawl as are listed, and one more.
    @Test(arguments: [12, 13]) func explainListsPages(_ count: Int) throws {
        let rules = """
            { "match": "BASE/*", "requests": { "p": { "for": { "n": { "first": 1, "last": \(count) } }, "get": "BASE/{n}" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        try CrawlCaseTests.withSite(rules) { target, _ in
            target == "/robots.txt" ? [.page("", status: "404 Not Found")] : [.page("<h1>x</h1>")]
        } _: { folder, base, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let explain = try Run(["explain", "plants/all"], in: folder)
            #expect(explain.status == 2)
            #expect(explain.errors.contains("has \(count) pages with records"), "\(explain.errors)")
            #expect(explain.errors.contains("\(base)/12\n") && !explain.errors.contains("\(base)/13"))
            #expect(explain.errors.contains("…") == (count > 12), "\(explain.errors)")
        }
    }

    /// Commands that show pages, or reduce them.
    @Test func pagesOfCrawlsAreShownAndKept() throws {
        try CrawlCaseTests.withSite { folder, base, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let report = try Run(["report"], in: folder)
            #expect(report.status == 0, "\(report.errors)")
            for plant in ["oak", "elm", "ash"] {
                #expect(report.output.contains("plants/all \(base)/plant/\(plant)"))
            }
            let minimise = try Run(["minimise", "plants"], in: folder)
            #expect(minimise.status == 2)
            #expect(
                minimise.errors.contains("plants/all is a crawl, and only saved pages are reduced"),
                "\(minimise.errors)"
            )
            // A page of the crawl was the elm's page.
            try CrawlCaseTests.write("<h2>elm</h2>", "\(folder)/new.html")
            let explain = try Run(
                ["explain", "-r", "plants", "new.html", "--url", "\(base)/plant/elm"],
                in: folder
            )
            #expect(explain.output.contains("the golden value of "), "\(explain.output)")
            #expect(explain.output.contains("scrape repair plants/all new.html"), "\(explain.output)")
            // A page of the crawl is explained with the values of its request.
            let several = try Run(["explain", "plants/all"], in: folder)
            #expect(several.status == 2)
            #expect(
                several.errors.contains("the crawl plants/all has 3 pages with records"),
                "\(several.errors)"
            )
            #expect(several.errors.contains("\n  \(base)/plant/elm"), "\(several.errors)")
            let own = try Run(["explain", "Corpus/plants/all", "--url", "\(base)/plant/elm"], in: folder)
            #expect(own.status == 0 && own.output.contains("\"elm\""), "\(own.output)\(own.errors)")
            let none = try Run(["explain", "plants/all", "--url", "\(base)/plant/fir"], in: folder)
            #expect(
                none.status == 2 && none.errors.contains("has no page \(base)/plant/fir"),
                "\(none.errors)"
            )
            // Each page of a crawl is a page of a baseline.
            try CrawlCaseTests.write("<h1>elm</h1>", "\(folder)/elm.html")
            let run = try Run(
                [
                    "-r", "plants", "elm.html", "--url", "\(base)/plant/elm", "--summary", "s.json",
                    "--expect", "Corpus", "-f", "jsonl", "-o", "out.jsonl",
                ],
                in: folder
            )
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    /// A crawl is made again with its inputs: its records are the same, have other values, or are lost.
    @Test func aCrawlIsRefreshed() throws {
        let site = ChangingSite()
        try CrawlCaseTests.withSite(CrawlCaseTests.rules, site.answers) { folder, _, crawl in
            let saved = try crawl([
                "--save", "all", "--input", "kind=herbs", "--clock", "2026-05-28T18:00:00Z",
            ])
            #expect(saved.status == 0, "\(saved.errors)")
            func refresh(_ options: String...) throws -> Run {
                try Run(["refresh"] + options + Self.usual, in: folder, environment: Self.key)
            }
            let same = try refresh("plants/all", "--save")
            #expect(same.output == "plants/all: same records\n" && same.status == 0, "\(same.errors)")

            site.change(to: .another)
            let other = try refresh("plants", "--save")
            #expect(other.status == 0, "\(other.errors)")
            #expect(other.output.hasPrefix("plants/all: other values\n"), "\(other.output)")
            let lines = other.output.split(separator: "\n")
            let last = try #require(lines.last)
            #expect(
                last.hasPrefix("saved ./Corpus/plants/all-") || last.hasPrefix("saved Corpus/plants/all-")
            )
            #expect(last.hasSuffix(": 5 requests, 3 records"), "\(last)")
            #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
            // The inputs are those of the case, and secrets stay out of it.
            let corpus = "\(folder)/Corpus/plants"
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: corpus).first { $0 != "all" }
            )
            let requests = try CrawlCaseTests.read("\(corpus)/\(name)/requests.jsonl")
            #expect(requests.contains(#""kind":"herbs""#) && requests.contains("SECRET-KEY"), "\(requests)")
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(corpus)/\(name)") {
                let bytes = try Data(contentsOf: URL(filePath: "\(corpus)/\(name)/\(file)"))
                #expect(bytes.range(of: Data("very-secret-word".utf8)) == nil, "\(file)")
            }

            site.change(to: .redesigned)
            let lost = try refresh("plants/all")
            #expect(lost.status == 1, "\(lost.errors)")
            #expect(lost.output.hasPrefix("plants/all: lost: "), "\(lost.output)")
            #expect(lost.output.contains("Plant.name is required"), "\(lost.output)")
            #expect(
                lost.output.hasSuffix("scrape repair plants/all proposes rules that read the new pages\n")
            )

            site.change(to: .withoutLinks)
            let ended = try refresh("plants/all")
            #expect(ended.status == 1)
            #expect(
                ended.output.contains("this rule finds no link on any page of \"list\""),
                "\(ended.output)"
            )
            #expect(ended.output.contains("no Plant"), "\(ended.output)")
            let left = try Run(["refresh", "plants/all"] + Self.usual, in: folder)
            #expect(left.status == 3, "\(left.output)")
            #expect(left.errors.contains("\"key\" has no value"), "\(left.errors)")
            #expect(left.errors.contains("no page of the crawl can be fetched"), "\(left.errors)")
        }
    }

    /// An archive may answer in place of the network, and becomes the new case.
    @Test func aCrawlIsRefreshedFromAnArchive() throws {
        let site = ChangingSite()
        try CrawlCaseTests.withSite(CrawlCaseTests.rules, site.answers) { folder, _, crawl in
            #expect(try crawl(["--save", "all", "--clock", "2026-05-28T18:00:00Z"]).status == 0)
            site.change(to: .another)
            #expect(try crawl(["--archive", "new.warc.gz", "--clock", "2026-06-01T18:00:00Z"]).status == 0)
            let refresh = try Run(["refresh", "--replay", "new.warc.gz", "--save"], in: folder)
            #expect(
                refresh.output.hasPrefix("plants/all: other values\n"),
                "\(refresh.output)\(refresh.errors)"
            )
            #expect(refresh.output.contains("Corpus/plants/all-2026-06-01: 5 requests, 3 records"))
            #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
        }
    }
}

/// The answers of a site that changes.
final class ChangingSite: @unchecked Sendable {
    enum State { case first, another, redesigned, withoutLinks }

    private let lock = NSLock()
    private var state = State.first

    func change(to state: State) { lock.withLock { self.state = state } }

    func answers(_ target: String, _ request: String) -> [ServerStep] {
        switch (lock.withLock { state }, target.hasPrefix("/plant/"), target) {
        case (.another, true, _): [.page("<h1>\(target.dropFirst("/plant/".count)) tree</h1>")]
        case (.redesigned, true, _): [.page("<h2 class=name>\(target.dropFirst("/plant/".count))</h2>")]
        case (.withoutLinks, _, "/list"): [.page("<p>nothing</p>")]
        default: CrawlCaseTests.answers(target, request)
        }
    }
}
