import Foundation
import Testing

/// The reports of a crawl about its results: no records, and pages that several addresses lead to.
struct CrawlOutcomeTests {
    private static func crawl(
        _ rules: String,
        _ arguments: [String] = [],
        _ answer: @escaping @Sendable (_ target: String) -> ServerStep?
    ) throws -> (run: Run, targets: [String]) {
        var result: (Run, [String])?
        try withServer { target, _ in
            [answer(target) ?? .page("", status: "404 Not Found")]
        } _: { server in
            try withTemporaryFolder { folder in
                try rules.replacing("BASE", with: server.url("/").dropLast()).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let common = ["crawl", "site.json", "-q"]
                let run = try Run(
                    common + ["--allow-private", "--delay", "0", "--archive", "a.warc"] + arguments,
                    in: folder
                )
                let replay = try Run(common + ["--replay", "a.warc"] + arguments, in: folder)
                #expect(replay.output == run.output)
                #expect(replay.status == run.status, "\(replay.errors)")
                result = (run, server.targets)
            }
        }
        return try #require(result)
    }

    private static let list = """
        { "match": "BASE/*", "requests": {
            "list": { "get": "BASE/", "records": [], "follow": { "page": "li a::attr(href)" } },
            "page": { "match": "BASE/p/*" } }, "records": { "T": { "fields": { "t": "h1" } } } }
        """

    @Test func aCrawlWithoutRecordsIsAnError() throws {
        let (run, _) = try Self.crawl(Self.list) { $0 == "/" ? .page("<p><a href=/p/1>x</a>") : nil }
        #expect(run.status == 1)
        #expect(run.errors.contains("error: the crawl has no records"), "\(run.errors)")
        #expect(run.errors.contains("the pages of \"page\" must have some"), "\(run.errors)")
    }

    /// Rules that allow it: an answer that is empty, a record type that may be missing, the end of a list, a total of none.
    @Test(arguments: [
        list.replacing(
            "\"records\": [],",
            with: "\"records\": [], \"answers\": [{ \"when\": \".none\", \"is\": \"empty\" }],"
        ),
        list.replacing("} } } }", with: "}, \"expect\": { \"count\": \"0..\" } } } }"),
        list.replacing(
            "\"follow\"",
            with: "\"next\": { \"link\": \"a.next::attr(href)\", \"until\": \".none\" }, \"follow\""
        ),
        list.replacing(
            "\"follow\"",
            with: "\"next\": { \"link\": \"a.next::attr(href)\", \"total\": \"b\" }, \"follow\""
        ),
    ])
    func anEmptyDayIsRight(_ rules: String) throws {
        let (run, _) = try Self.crawl(rules) { $0 == "/" ? .page("<p class=none>none today<b>0</b>") : nil }
        // Only the record types of pages that have been read matter.
        let isOfPages = rules.contains("0..")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errors.contains("this rule finds no link") == true || isOfPages || rules.contains("empty"),
            "\(run.errors)"
        )
    }

    @Test func warningsAreFailuresWhereTheyAreToBe() throws {
        for (arguments, status) in [([], 0), (["--strict"], 1)] as [([String], Int32)] {
            let (run, _) = try Self.crawl(Self.list, arguments) { target in
                switch target {
                case "/": .page("<li><a href=/p/1>x</a><li><a href=/p/2>y</a>")
                case "/p/1": .page("<h1>one</h1>")
                default: nil
                }
            }
            #expect(run.output == "{\"@type\":\"T\",\"t\":\"one\"}\n")
            #expect(run.status == status, "\(run.errors)")
        }
    }

    @Test func aRedirectToAKnownPageGivesNoRecords() throws {
        let (run, targets) = try Self.crawl(Self.list) { target in
            switch target {
            case "/": .page((1...4).map { "<li><a href=/p/\($0)>x</a>" }.joined())
            case "/p/1": .page("<h1>one</h1>")
            case "/p/2": .redirect("/p/1", "301 Moved Permanently")
            case "/p/3": .redirect("/p/4")
            case "/p/4": .page("<h1>four</h1>")
            default: nil
            }
        }
        #expect(run.output == "{\"@type\":\"T\",\"t\":\"one\"}\n{\"@type\":\"T\",\"t\":\"four\"}\n")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.isEmpty, "\(run.errors)")
        // Nothing is requested twice.
        #expect(targets == ["/robots.txt", "/", "/p/1", "/p/2", "/p/3", "/p/4"])
    }

    /// Pages that redirect to each other are not treated as each other's known page.
    @Test func redirectsInACircleAreReported() throws {
        let (run, _) = try Self.crawl(Self.list) { target in
            switch target {
            case "/": .page((1...3).map { "<li><a href=/p/\($0)>x</a>" }.joined())
            case "/p/1": .redirect("/p/2")
            case "/p/2": .redirect("/p/1")
            default: target == "/p/3" ? .page("<h1>three</h1>") : nil
            }
        }
        #expect(run.output == "{\"@type\":\"T\",\"t\":\"three\"}\n")
        #expect(run.status == 1)
        #expect(run.errors.contains("redirect"), "\(run.errors)")
    }

    /// Several addresses redirect to a page to which nothing else leads, such as a page with a login form.
    @Test func manyRedirectsToOnePageAreReported() throws {
        let (run, _) = try Self.crawl(Self.list) { target in
            switch target {
            case "/": .page((1...3).map { "<li><a href=/p/\($0)>x</a>" }.joined())
            case "/in": .page("<h1>log in</h1>")
            default: target.hasPrefix("/p/") ? .redirect("/in") : nil
            }
        }
        #expect(run.output == "{\"@type\":\"T\",\"t\":\"log in\"}\n")
        #expect(
            run.errors.contains("2 addresses are left out, since they lead by redirects to "),
            "\(run.errors)"
        )
    }

    /// Links that no `match` covers are reported once a run for each rule of `follow`, with their number.
    @Test func uncoveredLinksAreReportedOnce() throws {
        let rules = Self.list.replacing(
            "\"follow\"",
            with: "\"next\": \"a.next::attr(href)\", \"follow\""
        )
        let (run, _) = try Self.crawl(rules) { target in
            switch target {
            case "/": .page("<a class=next href=/2>next</a><li><a href=/p/1>x</a><li><a href=/q/1>x</a>")
            case "/2": .page("<li><a href=/p/2>x</a><li><a href=/q/2>x</a>")
            default: target.hasPrefix("/p/") ? .page("<h1>page</h1>") : nil
            }
        }
        #expect(run.status == 0, "\(run.errors)")
        let message = "2 links to \"page\" lead to addresses that no \"match\" covers, and are not followed: "
        #expect(run.errors.split(separator: "\n").count { $0.contains("covers") } == 1, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("/q/1 …"), "\(run.errors)")
    }

    /// A message about a part of a request names it by its keys.
    @Test func messagesNameTheKeysOfRequests() throws {
        let rules = Self.list.replacing(
            "\"follow\"",
            with: "\"next\": { \"link\": \"a.next::attr(href)\", \"total\": \"b\" }, \"follow\""
        )
        let (run, _) = try Self.crawl(rules) { target in
            target == "/" ? .page("<b>many</b><li><a href=/p/1>x</a>") : .page("<h1>page</h1>")
        }
        #expect(run.errors.contains(": next.total"), "\(run.errors)")
        #expect(!run.errors.contains("total.total"), "\(run.errors)")
    }

    /// Pages that a cookie chooses have one address, and are all read.
    @Test func redirectsThatSetACookieAreRead() throws {
        let rules = """
            { "match": "BASE/*", "requests": { "city": { "for": { "c": ["a", "b"] }, "get": "BASE/choose", "query": { "c": "{c}" } } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let (run, _) = try Self.crawl(rules) { target in
            if target.hasPrefix("/choose") {
                return .page("", status: "302 Found", ["Location: /shown", "Set-Cookie: c=1; Path=/"])
            }
            return target == "/shown" ? .page("<h1>city</h1>") : nil
        }
        #expect(
            run.output == String(repeating: "{\"@type\":\"T\",\"t\":\"city\"}\n", count: 2),
            "\(run.errors)"
        )
    }

    /// An archive of a crawl is read as the crawl reads it: no robots.txt, no answers to a login, no pages that only lead to others.
    @Test func archivesOfCrawlsAreReadAsTheCrawlReadsThem() throws {
        try withServer { target, _ in
            switch target {
            case "/robots.txt": [.page("User-agent: *", ["Content-Type: text/plain"])]
            case "/in": [.page("<h1>welcome</h1>")]
            case "/": [.page("<h1>list</h1><li><a href=/p/1>x</a>")]
            default: [.page("<h1>one</h1>")]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                let login = "\"session\": { \"login\": { \"get\": \"BASE/in\" } }, \"requests\": {"
                try Self.list.replacing("\"requests\": {", with: login)
                    .replacing("BASE", with: server.url("/").dropLast())
                    .write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
                let crawl = try Run(
                    ["crawl", "site.json", "-q", "--allow-private", "--delay", "0", "--archive", "a.warc"],
                    in: folder
                )
                #expect(crawl.output == "{\"@type\":\"T\",\"t\":\"one\"}\n", "\(crawl.errors)")
                let read = try Run(["--rules", "site.json", "--format", "jsonl", "-q", "a.warc"], in: folder)
                #expect(read.output == crawl.output)
                #expect(read.status == 0, "\(read.errors)")
                let other = Self.list.replacing("BASE", with: "http://other.example")
                try other.write(toFile: "\(folder)/other.json", atomically: true, encoding: .utf8)
                let none = try Run(
                    ["--rules", "other.json", "--format", "jsonl", "-q", "a.warc"],
                    in: folder
                )
                #expect(none.output == "")
                #expect(
                    none.errors.contains("note: nothing is left of the archive: "),
                    "\(none.errors)"
                )
            }
        }
    }

    /// A record that is on two pages is printed twice, which is reported; with `across` it is one.
    @Test func recordsOfSeveralPagesWithTheSameValuesAreReported() throws {
        let rules = """
            { "match": "BASE/*", "requests": { "list": { "for": { "p": [1, 2] }, "get": "BASE/{p}" } },
              "records": { "T": { "each": "li", "unique": "t", "fields": { "t": "::text" } } } }
            """
        @Sendable func answer(_ target: String) -> ServerStep? {
            target == "/1" ? .page("<li>oak<li>elm") : target == "/2" ? .page("<li>elm<li>ash") : nil
        }
        let (twice, _) = try Self.crawl(rules, [], answer)
        #expect(twice.output.split(separator: "\n").count == 4)
        #expect(twice.status == 0)
        #expect(
            twice.errors.contains("records of T have the unique values of records on other pages: 1"),
            "\(twice.errors)"
        )
        let across = rules.replacing("\"unique\"", with: "\"across\": true, \"unique\"")
        let (once, _) = try Self.crawl(across, [], answer)
        #expect(once.output.split(separator: "\n").count == 3)
        #expect(once.errors == "")
    }

    /// A page that declares the wrong encoding is read with that of the command line.
    @Test func pagesAreReadInTheGivenEncoding() throws {
        let rules = """
            { "match": "BASE/*", "requests": { "page": { "get": "BASE/" } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let body = Array("<meta charset=utf-8><h1>f".utf8) + [0xFC] + Array("r</h1>".utf8)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(body.count)\r\n\r\n"
        let (run, _) = try Self.crawl(rules, ["--encoding", "windows-1252"]) { target in
            target == "/" ? .send(Array(head.utf8) + body) : nil
        }
        #expect(run.output == "{\"@type\":\"T\",\"t\":\"f\u{FC}r\"}\n", "\(run.errors)")
        #expect(run.errors == "")
    }
}
