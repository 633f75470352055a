import Foundation
import Testing

/// Crawls that are cases: saved with their requests, repeated by `scrape test`, and compared.
struct CrawlCaseTests {
    static let rules = """
        { "match": ["BASE/*"], "inputs": { "kind": { "default": "trees" }, "key": { "secret": "PLANTS_KEY" } },
          "session": { "headers": { "X-Key": "{key}" } },
          "requests": {
            "list": { "post": "BASE/list", "json": { "kind": "{kind}", "page": "{page}" }, "records": [],
              "next": { "take": { "page": { "first": 1, "last": 2 } } }, "follow": { "plant": "li > a::attr(href)" } },
            "plant": { "match": "BASE/plant/*", "records": ["Plant"] } },
          "records": { "Plant": { "unique": "name", "fields": { "name": { "select": "h1", "required": true } } } } }
        """

    static func answers(_ target: String, _ request: String) -> [ServerStep] {
        switch target {
        case "/list":
            [
                .page(
                    request.contains(#""page":1"#)
                        ? "<li><a href=/plant/oak>o</a><li><a href=/plant/elm>e</a>"
                        : "<li><a href=/plant/ash>a</a>"
                )
            ]
        case "/robots.txt": [.page("", status: "404 Not Found")]
        default: [.page("<h1>\(target.dropFirst("/plant/".count))</h1>")]
        }
    }

    static func write(_ text: String, _ path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Calls a closure with a folder that contains the rules, and a function that crawls with them.
    static func withSite(
        _ rules: String = rules,
        _ answers: @escaping ScriptedServer.Script = answers,
        _ body: (_ folder: String, _ base: String, _ crawl: ([String]) throws -> Run) throws -> Void
    ) throws {
        try withServer(answers) { server in
            try withTemporaryFolder { folder in
                let base = String(server.url("/").dropLast())
                try write(rules.replacing("BASE", with: base), "\(folder)/Rules/plants.json")
                try body(folder, base) { arguments in
                    try Run(
                        ["crawl", "plants", "--allow-private", "--delay", "0"] + arguments,
                        in: folder,
                        environment: ["PLANTS_KEY": "very-secret-word"]
                    )
                }
            }
        }
    }

    @Test func aRunIsSavedAndRepeated() throws {
        try Self.withSite { folder, base, crawl in
            let home = "\(folder)/Corpus/plants/all"
            let saved = try crawl([
                "--save", "all", "--input", "kind=herbs", "--clock", "2026-05-28T18:00:00Z",
            ])
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(
                saved.errors.contains("saved Corpus/plants/all: 5 requests, 3 records\n"),
                "\(saved.errors)"
            )
            let requests = """
                {"method":"POST","url":"BASE/list","headers":{"Content-Type":"application/json","X-Key":"SECRET-KEY"},"body":{"kind":"herbs","page":1}}
                {"method":"GET","url":"BASE/plant/oak","headers":{"X-Key":"SECRET-KEY"}}
                {"method":"GET","url":"BASE/plant/elm","headers":{"X-Key":"SECRET-KEY"}}
                {"method":"POST","url":"BASE/list","headers":{"Content-Type":"application/json","X-Key":"SECRET-KEY"},"body":{"kind":"herbs","page":2}}
                {"method":"GET","url":"BASE/plant/ash","headers":{"X-Key":"SECRET-KEY"}}

                """
            #expect(try Self.read("\(home)/requests.jsonl") == requests.replacing("BASE", with: base))
            let facts = try Self.read("\(home)/case.json")
            #expect(facts.contains(#""saved": "2026-05-28T18:00:00Z""#), "\(facts)")
            #expect(facts.contains(#""key": "SECRET-KEY""#), "\(facts)")
            #expect(try Self.read("\(home)/golden.json").contains("\"elm\""))
            for file in try FileManager.default.contentsOfDirectory(atPath: home) {
                let bytes = try Data(contentsOf: URL(filePath: "\(home)/\(file)"))
                #expect(bytes.range(of: Data("very-secret-word".utf8)) == nil, "\(file)")
            }
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
            let again = try crawl(["--save", "all"])
            #expect(again.status == 2)
            #expect(again.errors.contains("Corpus/plants/all already exists (--save)"))
        }
    }

    @Test func otherRequestsAreDifferences() throws {
        try Self.withSite { folder, base, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let path = "\(folder)/Rules/plants.json"
            let rules = try Self.read(path)
            let changed = rules.replacing(#""kind": "{kind}", "#, with: #""sort": "{kind}", "#)
            try Self.write(changed, path)
            let test = try Run(["test"], in: folder)
            #expect(test.status == 1)
            let expected = """
                FAILED plants/all
                    request 1 · body.sort
                      expected nothing
                      found    "trees"
                    request 1 · body.kind
                      expected "trees"
                      found    nothing
                    request 4 · body.sort
                      expected nothing
                      found    "trees"
                    request 4 · body.kind
                      expected "trees"
                      found    nothing
                0 passed, 1 failed

                """
            #expect(test.output == expected, "\(test.output)")
            // First one part is accepted, then the rest.
            let part = try Run(["test", "--accept", "plants/all.request.body.sort"], in: folder)
            #expect(part.output.contains("1 of 1 golden files written"), "\(part.output)\(part.errors)")
            let rest = try Run(["test"], in: folder)
            #expect(rest.output.contains("body.kind") && !rest.output.contains("body.sort"), "\(rest.output)")
            #expect(try Run(["test", "--update"], in: folder).status == 0)
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
            // An additional request is not a record, and a missing one is noticed.
            try Self.write(rules.replacing(#", "last": 2"#, with: #", "last": 1"#), path)
            let shorter = try Run(["test"], in: folder)
            #expect(
                shorter.output.contains(
                    "request 5\n      expected {\"@type\":\"request\",\"method\":\"GET\",\"url\":\"\(base)/plant/ash\""
                ),
                "\(shorter.output)"
            )
            try Self.write(
                rules.replacing("{ \"post\": \"\(base)/list\"", with: "{ \"post\": \"\(base)/lists\""),
                path
            )
            let other = try Run(["test"], in: folder)
            #expect(
                other.output.contains(
                    "request 1 · url\n      expected \"\(base)/list\"\n      found    \"\(base)/lists\""
                ),
                "\(other.output)"
            )
            #expect(other.output.contains("the nearest in it is \(base)/list"), "\(other.output)")
            // The cause is shown once, and its consequences as numbers.
            #expect(
                other.output.contains(
                    "further differences may follow from this: requests are not made: 1, records are missing: 3; --format json prints all"
                ),
                "\(other.output)"
            )
            #expect(other.output.split(separator: "\n").count < 30, "\(other.output)")
        }
    }

    @Test func theArchiveOfAnEarlierRunBecomesACase() throws {
        try Self.withSite { folder, _, crawl in
            #expect(try crawl(["--archive", "run.warc", "--limit", "2"]).status == 0)
            let saved = try Run(
                ["crawl", "plants", "--replay", "run.warc", "--limit", "2", "--save", "other/short", "-q"],
                in: folder
            )
            #expect(saved.status == 0, "\(saved.errors)")
            let facts = try Self.read("\(folder)/Corpus/other/short/case.json")
            #expect(facts.contains(#""rules": "plants""#) && facts.contains(#""limit": 2"#), "\(facts)")
            #expect(try Run(["test", "other/short"], in: folder).output == "1 passed, 0 failed\n")
            #expect(
                try Self.read("\(folder)/Corpus/other/short/golden.json").contains(
                    "a limit has ended the run: 2 requests are left"
                )
            )
        }
    }

    @Test func missingAndWrongFilesAreReported() throws {
        try Self.withSite { folder, _, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let home = "\(folder)/Corpus/plants/all"
            let requests = try Self.read("\(home)/requests.jsonl")
            try FileManager.default.removeItem(atPath: "\(home)/requests.jsonl")
            #expect(
                try Run(["test"], in: folder).output.contains(
                    "requests.jsonl is missing; scrape test --update plants/all writes it"
                )
            )
            #expect(try Run(["test", "--update"], in: folder).output.contains("wrote   plants/all"))
            #expect(try Self.read("\(home)/requests.jsonl") == requests)
            try Self.write(requests + "[]\n", "\(home)/requests.jsonl")
            #expect(
                try Run(["test"], in: folder).output.contains(
                    "requests.jsonl:6:1: error: expected an object with a request"
                )
            )
            try Self.write(requests, "\(home)/requests.jsonl")
            try Self.write("x", "\(home)/page.html")
            #expect(
                try Run(["test"], in: folder).output.contains(
                    "expected a page or a crawl, found page.html and an archive"
                )
            )
            try FileManager.default.removeItem(atPath: "\(home)/page.html")
            let facts = try Self.read("\(home)/case.json")
            try Self.write(
                facts.replacing("\"inputs\"", with: "\"limit\": 0, \"inputs\""),
                "\(home)/case.json"
            )
            #expect(try Run(["test"], in: folder).output.contains("expected a number of requests, found 0"))
            try Self.write(facts.replacing("\"kind\"", with: "\"kinds\""), "\(home)/case.json")
            #expect(try Run(["test"], in: folder).output.contains("the rules have no input \"kinds\""))
        }
    }

    /// The commands that read a corpus read the pages of its crawls too, or report that they do not.
    @Test func otherCommandsKnowCrawls() throws {
        try Self.withSite { folder, base, crawl in
            #expect(try crawl(["--save", "all"]).status == 0)
            let path = "\(folder)/Rules/plants.json"
            let rules = try Self.read(path)
            let corpus = ["--corpus", "Corpus"]
            let check = try Run(["check", "plants"] + corpus, in: folder)
            #expect(check.errors == "")
            // Rules that match nothing are noticed in records and in links to follow.
            for (old, new, selector) in [
                ("\"fields\": { ", "\"fields\": { \"kind\": \"h4\", ", "h4"),
                ("li > a::", "dt > a::", "dt > a::attr(href)"),
                ("{ \"page\": { \"first\": 1, \"last\": 2 } }", "{ \"page\": \"i.next\" }", "i.next"),
            ] {
                try Self.write(rules.replacing(old, with: new), path)
                let unused = try Run(["check", "plants"] + corpus, in: folder)
                #expect(unused.errors.contains("`\(selector)` matches nothing"), "\(unused.errors)")
            }
            try Self.write(rules, path)

            try Self.write(rules.replacing("\"h1\"", with: "\"title, h1\""), "\(folder)/Rules/same.json")
            let same = try Run(["diff", "plants", "same"] + corpus, in: folder)
            #expect(
                same.output.hasSuffix("no difference in 3 pages and the requests of 1 crawl\n"),
                "\(same.output)"
            )
            try Self.write(rules.replacing("\"name\"", with: "\"named\""), "\(folder)/Rules/other.json")
            let other = try Run(["diff", "plants", "other"] + corpus, in: folder)
            #expect(other.status == 1)
            for plant in ["oak", "elm", "ash"] {
                #expect(other.output.contains("plants/all \(base)/plant/\(plant)\n"), "\(other.output)")
            }
            // Pages of the list yield no records.
            #expect(!other.output.contains("\(base)/list"), "\(other.output)")

            let expect = try Run(["expect", "plants", "--dry-run"], in: folder)
            #expect(
                expect.output.contains("plants.json: unchanged, 3 cases"),
                "\(expect.output)\(expect.errors)"
            )
            // Rules that no page of a crawl uses are reported, and others are not.
            for (bound, isMet) in [("1..40", true), ("30..40", false)] {
                try Self.write(
                    rules.replacing(
                        "\"unique\": \"name\",",
                        with: "\"unique\": \"name\", \"expect\": { \"length\": { \"name\": \"\(bound)\" } },"
                    ),
                    path
                )
                let test = try Run(["test"], in: folder)
                #expect(test.errors.contains("no case meets this expectation") != isMet, "\(test.errors)")
            }
            try Self.write(rules, path)

            let stress = try Run(["test", "--stress"], in: folder)
            #expect(stress.output.contains("mutations of 3 pages"), "\(stress.output)\(stress.errors)")
            #expect(stress.output.contains("Plant.name"), "\(stress.output)")
            #expect(
                stress.errors.contains("2 pages of crawls have no records and only lead to others"),
                "\(stress.errors)"
            )

        }
    }

    /// The crawls of the corpus, repeated from their archives.
    @Test func theShippedRulesCrawl() throws {
        let checkout = URL(filePath: "\(#filePath)").deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let test = try Run(["test", "--filter", "*/crawl-*"], in: checkout)
        #expect(test.output == "13 passed, 0 failed\n", "\(test.output)\(test.errors)")
    }

    /// Rules for any site: requests go only to the host that an input names.
    @Test func anInputNamesTheSite() throws {
        let rules = """
            { "match": "{origin}/*", "inputs": { "site": { "type": "url" } },
              "values": { "origin": { "select": "site", "apply": [{ "match": "^https?://[^/]+" }] } },
              "requests": { "list": { "when": "site", "get": "{site}", "records": [], "follow": { "page": "a::attr(href)" } },
                "page": { "match": "{origin}/p/*" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        try Self.withSite(rules) { target, _ in
            switch target {
            case "/": [.page("<a href=/p/1>1</a><a href=/q/2>2</a><a href=https://other.example/p/3>3</a>")]
            case "/p/1": [.page("<h1>one</h1>")]
            default: [.page("", status: "404 Not Found")]
            }
        } _: { folder, base, crawl in
            let run = try crawl(["--input", "site=\(base)/", "--save", "any"])
            #expect(run.output == "{\"@type\":\"T\",\"t\":\"one\"}\n", "\(run.errors)")
            #expect(
                run.errors.contains("2 links to \"page\" lead to addresses that no \"match\" covers"),
                "\(run.errors)"
            )
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
            let none = try crawl([])
            #expect(none.status == 1)
            #expect(none.errors.contains("there is nothing to request"), "\(none.errors)")
            // Such rules are not selected by an address.
            try Self.write("<h1>x</h1>", "\(folder)/page.html")
            let page = try Run(["page.html", "--url", "\(base)/p/1"], in: folder)
            #expect(page.status == 2, "\(page.output)")
        }
    }

    /// A single page is read as in a crawl: with the kind that its address belongs to.
    @Test func aPageIsReadAsItsKind() throws {
        let rules = """
            { "match": "BASE/*", "requests": {
                "list": { "get": "BASE/list", "records": { "Entry": { "each": "li", "fields": { "t": "a" } } }, "follow": { "page": "a::attr(href)" } },
                "page": { "match": "BASE/p/*", "records": ["T"] },
                "data": { "match": "BASE/p/*.json", "source": "json", "records": { "D": { "fields": { "d": "d" } } } } ,
                "start": { "get": "BASE/", "records": [], "follow": { "list": {}, "data": ".data::attr(href)" } } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        try Self.withSite(rules) { folder, base, _ in
            try Self.write("<h1>x</h1><li><a>e</a>", "\(folder)/page.html")
            try Self.write("{\"d\": 1}", "\(folder)/page.json")
            for (path, file, record) in [
                ("/p/1", "page.html", #"{"@type":"T","t":"x"}"#),
                ("/list?x=1", "page.html", #"{"@type":"Entry","t":"e"}"#),
                ("/p/2.json", "page.json", #"{"@type":"D","d":1}"#),
                // If no kind has the address, or its pages only lead to others, all rules read it.
                ("/else", "page.html", #"{"@type":"T","t":"x"}"#),
                ("/", "page.html", #"{"@type":"T","t":"x"}"#),
            ] {
                let run = try Run(["-r", "plants", file, "--url", base + path, "-f", "jsonl"], in: folder)
                #expect(run.output == record + "\n", "\(path): \(run.errors)")
                #expect(run.status == 0)
            }
        }
    }

    /// A failed login is a result like any other.
    @Test func aFailedLoginIsACase() throws {
        let rules = """
            { "match": "BASE/*", "session": { "login": { "get": "BASE/in", "submit": { "form": "form" },
                "refuse": { "select": ".wrong", "because": "the card is unknown" } } },
              "requests": { "me": { "get": "BASE/me" } }, "records": { "T": { "fields": { "t": "h1" } } } }
            """
        try Self.withSite(rules) { target, _ in
            switch target {
            case "/in": [.page("<form method=post action=/do><input type=hidden name=t value=7></form>")]
            case "/do": [.page("<p class=wrong>no</p>")]
            default: [.page("", status: "404 Not Found")]
            }
        } _: { folder, base, crawl in
            _ = try crawl(["--save", "refused"])
            let golden = try Self.read("\(folder)/Corpus/plants/refused/golden.json")
            #expect(golden.contains("error: the login has failed"), "\(golden)")
            let requests = try Self.read("\(folder)/Corpus/plants/refused/requests.jsonl")
            #expect(requests.contains(#""body":"t=7""#), "\(requests)")
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
        }
    }
}
