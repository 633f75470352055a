import Foundation
import Testing

/// `scrape new SITE URL --crawl`: rules and a case from the links of a list.
struct NewCrawlTests {
    private static let gone: [ServerStep] = [.page("", status: "404 Not Found")]

    /// A list of three pages with two plants on each.
    private static func plants(
        _ paging: @escaping @Sendable (Int) -> String,
        list: @escaping @Sendable (String) -> Int?
    ) -> @Sendable (String, String) -> [ServerStep] {
        let names = ["oak", "elm", "ash", "yew", "fir", "box"]
        return { target, _ in
            if let page = list(target), (1...3).contains(page) {
                let entries = names[(page * 2 - 2)..<(page * 2)].map {
                    "<li><a href=\"/plant/\($0)\">The \($0)</a></li>"
                }
                return [
                    .page(
                        """
                        <!DOCTYPE html><title>Plants</title><nav><a href="/about">About</a><a href="/help">Help</a></nav>
                        <main><ul class="plants">\(entries.joined())</ul>\(paging(page))</main>
                        """
                    )
                ]
            }
            guard target.hasPrefix("/plant/"), let index = names.firstIndex(of: String(target.dropFirst(7)))
            else { return gone }
            return [
                .page(
                    """
                    <!DOCTYPE html><title>\(names[index])</title><main><h1 class="name">The \(names[index])</h1>
                    <p class="height">\(index * 5 + 10) m</p><p class="text">It grows in woods and by the sea.</p></main>
                    """
                )
            ]
        }
    }

    /// The page of a list for a request target: `/list`, or `/list?page=2`.
    @Sendable private static func byParameter(_ target: String) -> Int? {
        if target == "/list" { return 1 }
        return target.hasPrefix("/list?page=") ? Int(target.dropFirst("/list?page=".count)) : nil
    }

    struct Site: CustomTestStringConvertible, Sendable {
        let name: String
        let answers: @Sendable (_ target: String, _ request: String) -> [ServerStep]
        var start = "/list"
        /// The expected content of the rules.
        let rules: [String]
        /// The requests of the rules, in order.
        let targets: [String]
        /// The expected output.
        var says: [String] = []
        var records = 6
        var testDescription: String { name }
    }

    private static let pages = [
        "/list", "/plant/oak", "/plant/elm", "/list?page=2", "/plant/ash", "/plant/yew", "/list?page=3",
        "/plant/fir", "/plant/box",
    ]

    static let sites: [Site] = [
        Site(
            name: "a link with rel=next",
            answers: plants(
                { $0 < 3 ? "<a rel=next href='/list?page=\($0 + 1)'>on</a>" : "" },
                list: byParameter
            ),
            rules: [#""next": "a[rel~=next]::attr(href)""#, #""plant": ".plants > li > a::attr(href)""#],
            targets: pages,
            says: ["by the link with rel=next", "It links to 2 pages like BASE/plant/*."]
        ),
        Site(
            name: "a link of the head",
            answers: plants(
                { $0 < 3 ? "<link rel=next href='/list?page=\($0 + 1)'>" : "" },
                list: byParameter
            ),
            rules: [#""next": "link[rel~=next]::attr(href)""#],
            targets: pages
        ),
        Site(
            name: "the word Next",
            answers: plants(
                { page in
                    let back = page > 1 ? "<a href='/list?page=\(page - 1)'>Previous</a>" : ""
                    return "<p>\(back)\(page < 3 ? "<a href='/list?page=\(page + 1)'>Next</a>" : "")</p>"
                },
                list: byParameter
            ),
            rules: [#""next": "a:matches(\"^Next$\")::attr(href)""#],
            targets: pages
        ),
        Site(
            name: "an arrow with a class of its own",
            answers: plants(
                {
                    $0 < 3
                        ? "<div class=paging><a class=next-page href='/list?page=\($0 + 1)'>›</a></div>" : ""
                },
                list: byParameter
            ),
            rules: [#""next": "a.next-page::attr(href)""#],
            targets: pages
        ),
        Site(
            name: "numbered pages with a mark on the current one",
            answers: plants(
                { page in
                    let cells = (1...3).map {
                        $0 == page
                            ? "<li class=current>\($0)</li>" : "<li><a href='/list?page=\($0)'>\($0)</a></li>"
                    }
                    return "<ul class=pagination>\(cells.joined())</ul>"
                },
                list: byParameter
            ),
            rules: [#""next": ".pagination > .current + li a::attr(href)""#],
            targets: pages
        ),
        Site(
            name: "numbered pages with a plain current one",
            answers: plants(
                { page in
                    let cells = (1...3).map {
                        $0 == page ? "<span>\($0)</span>" : "<a href='/list/page/\($0)'>\($0)</a>"
                    }
                    return "<div class=pages>\(cells.joined(separator: " "))</div>"
                },
                list: { $0 == "/list" ? 1 : $0.hasPrefix("/list/page/") ? Int($0.dropFirst(11)) : nil }
            ),
            rules: [#""next": ".pages > span + a::attr(href)""#],
            targets: pages.map { $0.replacing("?page=", with: "/page/") }
        ),
        Site(
            name: "numbered pages without a mark",
            answers: plants(
                { _ in
                    "<div class=pages><a href='/list'>1</a> <a href='/list?page=2'>2</a> <a href='/list?page=3'>3</a></div>"
                },
                list: byParameter
            ),
            rules: [#""list": ".pages a::attr(href)""#],
            targets: [
                "/list", "/plant/oak", "/plant/elm", "/list?page=2", "/plant/ash", "/plant/yew",
                "/list?page=3", "/plant/fir", "/plant/box",
            ]
        ),
        Site(
            name: "a page parameter without a sign",
            answers: plants(
                { page in
                    [page - 1, page + 1].filter { (1...3).contains($0) }.map {
                        "<p><a href='/list?page=\($0)'>Plants from \($0 * 2 - 1)</a></p>"
                    }.joined()
                },
                list: byParameter
            ),
            // Page 2 links to the first one with another address.
            rules: [##""list": "a[href*=\"page=\"]:not([href$=\"page=1\"])::attr(href)""##],
            targets: pages
        ),
        Site(
            name: "details without paging",
            answers: plants({ _ in "" }, list: { $0 == "/list" ? 1 : nil }),
            rules: [#""plant": ".plants > li > a::attr(href)""#],
            targets: ["/list", "/plant/oak", "/plant/elm"],
            says: ["It links to 2 pages like BASE/plant/*."],
            records: 2
        ),
        Site(
            name: "a next page that leads back",
            answers: plants(
                { _ in "<a href='/more'>Next</a>" },
                list: { ["/list": 1, "/more": 2][$0] }
            ),
            rules: [#""follow""#],
            targets: ["/list", "/plant/oak", "/plant/elm"],
            says: [
                "The next page seems to be BASE/more, but it has no link to a next page: add \"next\" by hand."
            ],
            records: 2
        ),
        Site(
            name: "paging without details",
            answers: { target, _ in
                guard let page = byParameter(target), page < 4 else { return gone }
                let rows = (1...4).map {
                    "<div class=plant><b class=name>Plant \(page)-\($0)</b><i class=price>$\($0).50</i></div>"
                }
                let next = page < 3 ? "<a rel=next href='/list?page=\(page + 1)'>Next</a>" : ""
                return [.page("<!DOCTYPE html><title>Plants</title><main>\(rows.joined())</main>\(next)")]
            },
            rules: [#""next": "a[rel~=next]::attr(href)""#, #""each": ".plant""#],
            targets: ["/list", "/list?page=2", "/list?page=3"],
            records: 12
        ),
        Site(
            name: "a single page",
            answers: { target, _ in
                target == "/list"
                    ? [
                        .page(
                            "<!DOCTYPE html><title>A plant</title><meta name=description content=Tall><nav><a href=/a>A</a></nav><h1>Oak</h1>"
                        )
                    ] : gone
            },
            rules: [#""page": { "get": "BASE/list", "records": ["Page"] }"#],
            targets: ["/list"],
            says: [
                "No next page and no pages of entries were found: the rules request this page only."
            ],
            records: 1
        ),
    ]

    @Test(arguments: sites)
    func site(_ site: Site) throws {
        try withServer(site.answers) { server in
            try withTemporaryFolder { folder in
                let base = String(server.url("/").dropLast())
                let new = try Run(
                    ["new", "plants", base + site.start, "--crawl", "--allow-private", "--delay", "0"],
                    in: folder,
                    environment: ["SCRAPE_CONTACT": "test@example.org"]
                )
                #expect(new.status == 0, "\(new.errors)")
                #expect(new.errors == "")
                for text in site.says {
                    #expect(new.output.contains(text.replacing("BASE", with: base)), "\(new.output)")
                }
                let rules = try String(contentsOfFile: "\(folder)/Rules/plants.json", encoding: .utf8)
                for text in site.rules {
                    #expect(rules.contains(text.replacing("BASE", with: base)), "\(rules)")
                }
                // No page is requested twice.
                let asked = server.targets
                #expect(Set(asked).count == asked.count, "\(asked)")
                #expect(try Run(["test", "plants"], in: folder).output == "1 passed, 0 failed\n")
                // The printed commands work.
                let commands = new.output.split(separator: "\n").filter { $0.hasPrefix("  scrape ") }
                #expect(commands.count == 4)
                for command in commands {
                    let arguments = command.split(separator: " ").dropFirst().map(String.init)
                    let isCrawl = arguments[0] == "crawl"
                    let before = server.targets.count
                    let run = try Run(
                        arguments + (isCrawl ? ["--delay", "0", "-q"] : []),
                        in: folder,
                        environment: ["SCRAPE_CONTACT": "test@example.org"]
                    )
                    #expect(run.status == 0, "\(command): \(run.errors)\(run.output)")
                    #expect(run.errors == "", "\(command)")
                    guard isCrawl, !arguments.contains("--dry-run") else { continue }
                    let targets = server.targets[before...].filter { $0 != "/robots.txt" }
                    #expect(targets == site.targets)
                    let lines = try String(contentsOfFile: "\(folder)/plants.jsonl", encoding: .utf8)
                    #expect(lines.split(separator: "\n").count == site.records, "\(lines)")
                }
                #expect(try Run(["fmt", "--check", "plants"], in: folder).status == 0, "\(rules)")
            }
        }
    }

    @Test func mistakesLeaveNothing() throws {
        try withServer({ _, _ in Self.gone }) { server in
            try withTemporaryFolder { folder in
                let url = server.url("/list")
                for (arguments, status, message) in [
                    (
                        ["page.html", "--crawl"], 2,
                        "--crawl needs the address of a list, found \"page.html\""
                    ),
                    ([url, url, "--crawl"], 2, "--crawl takes the address of one list, found 2"),
                    (
                        [url, "--crawl", "--archive", "a.warc"], 2,
                        "--crawl cannot be combined with --archive"
                    ),
                    ([url, "--limit", "3"], 2, "--limit is the number of requests of --crawl"),
                    ([url, "--crawl", "--allow-private"], 3, "404"),
                ] {
                    let run = try Run(["new", "plants"] + arguments, in: folder)
                    #expect(run.status == Int32(status), "\(arguments): \(run.errors)")
                    #expect(run.errors.contains(message), "\(arguments): \(run.errors)")
                    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
                }
            }
        }
    }

    /// An address that a page of a private network leads to needs no permission if it has the page's origin.
    @Test func pagesOfTheGivenOriginNeedNoPermission() throws {
        let answer = Self.plants({ _ in "" }, list: { $0 == "/list" ? 1 : nil })
        try withServer(answer) { server in
            try withTemporaryFolder { folder in
                let run = try Run(
                    ["new", "plants", server.url("/list"), "--crawl", "--delay", "0"],
                    in: folder
                )
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.errors == "")
                #expect(server.targets.contains("/plant/oak"))
            }
        }
    }

    @Test func aListWhosePagesCannotBeGotIsAnError() throws {
        let answer = Self.plants({ _ in "" }, list: { $0 == "/list" ? 1 : nil })
        try withServer { target, request in
            target.hasPrefix("/plant/") ? Self.gone : answer(target, request)
        } _: { server in
            try withTemporaryFolder { folder in
                let run = try Run(
                    ["new", "plants", server.url("/list"), "--crawl", "--allow-private", "--delay", "0"],
                    in: folder
                )
                #expect(run.status == 3)
                #expect(
                    run.errors.contains("none of the pages that the list links to could be fetched"),
                    "\(run.errors)"
                )
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }
    }
}
