import Foundation
import Testing

/// Rules that are repaired and learned by cases that hold crawls.
struct CrawlRepairTests {
    private static let usual = ["--delay", "0", "--allow-private"]

    private static let rules = """
        { "match": ["BASE/*"],
          "requests": {
            "list": { "get": "BASE/list", "records": { "Entry": { "each": "ul.plants > li", "fields": { "title": "a" } } },
              "next": "a.more::attr(href)", "follow": { "plant": "ul.plants > li > a::attr(href)" } },
            "plant": { "match": "BASE/plant/*", "records": ["Plant"] } },
          "records": { "Plant": { "unique": "name",
            "fields": { "name": { "select": "h1", "required": true }, "height": { "select": ".height", "required": true } } } } }
        """

    private static let plants = [
        ("oak", "English oak", "Forty metres tall"), ("elm", "Wych elm", "Thirty metres tall"),
        ("ash", "Common ash", "Thirty-five metres tall"), ("fir", "Silver fir", "Fifty metres tall"),
    ]

    /// A page of the list, or of a plant, in one of the site's layouts.
    private static func page(_ target: String, _ layout: String) -> String {
        if layout == "empty", target.hasPrefix("/plant/") { return "<h1>Soon</h1><p>We are back soon.</p>" }
        if let plant = plants.first(where: { target == "/plant/\($0.0)" }) {
            return layout == "first"
                ? "<title>\(plant.1)</title><h1>\(plant.1)</h1><p class=height>\(plant.2)</p>"
                : "<title>\(plant.1)</title><h2 class=title>\(plant.1)</h2><dl><dt>Height<dd class=size>\(plant.2)</dl>"
        }
        let isFirst = target == "/list"
        let entries = isFirst ? plants.prefix(3) : plants.suffix(1)
        func all(_ text: (String, String) -> String) -> String {
            entries.map { text($0.0, $0.1) }.joined()
        }
        let next = "<a class=more href='/list?page=2'>Next</a>"
        switch layout {
        case "first", "empty":
            return "<ul class=plants>" + all { "<li><a href=/plant/\($0)>\($1)</a></li>" } + "</ul>"
                + (isFirst ? next : "")
        case "renamed":
            return "<ul class=herbs>" + all { "<li><a href=/plant/\($0)>\($1)</a></li>" } + "</ul>"
                + (isFirst ? next.replacing("more", with: "onward") : "")
        default:
            return "<nav><a href=/help>Help</a> <a href=/about>About</a></nav><div class=grid>"
                + all { "<article class=card><h3><a href=/plant/\($0)>\($1)</a></h3><p>Fine</p></article>" }
                + "</div>" + (isFirst ? next.replacing(" class=more", with: "") : "")
        }
    }

    private static func withCrawl(
        _ body: (_ folder: String, _ base: String, _ site: Layouts) throws -> Void
    ) throws {
        let site = Layouts()
        try CrawlCaseTests.withSite(rules) { target, _ in
            target == "/robots.txt"
                ? [.page("", status: "404 Not Found")] : [.page(page(target, site.current))]
        } _: { folder, base, crawl in
            #expect(try crawl(["--save", "all", "--clock", "2026-05-28T18:00:00Z"]).status == 0)
            try body(folder, base, site)
        }
    }

    /// From the report of lost values to rules that crawl the new site, and the old one as before.
    @Test(arguments: [
        ("renamed", "plants is now herbs (98%)", "more is now onward (98%)"),
        ("cards", "the links to BASE/plant/* (98%)", "the link's text (98%)"),
    ])
    func aCrawlIsRepaired(_ layout: String, _ follow: String, _ next: String) throws {
        try Self.withCrawl { folder, base, site in
            site.current = layout
            let lost = try Run(["refresh"] + Self.usual, in: folder)
            #expect(lost.status == 1 && lost.output.contains("no Plant"), "\(lost.output)")
            let dry = try Run(["repair", "plants"] + Self.usual, in: folder)
            #expect(dry.status == 0, "\(dry.output)\(dry.errors)")
            #expect(
                dry.output.contains("list → plant: \(follow.replacing("BASE", with: base))"),
                "\(dry.output)"
            )
            #expect(dry.output.contains("list.next: \(next)"), "\(dry.output)")
            #expect(dry.output.contains("Plant.name: "), "\(dry.output)")
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")

            let repair = try Run(
                ["repair", "plants/all", "--write", "--report", "report.json"] + Self.usual,
                in: folder
            )
            #expect(repair.status == 0, "\(repair.output)\(repair.errors)")
            #expect(repair.output.contains(": 6 requests, 8 records"), "\(repair.output)")
            let report = try CrawlCaseTests.read("\(folder)/report.json")
            #expect(report.contains("\"link\": \"list → plant\""), "\(report)")
            #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
            #expect(try Run(["refresh"] + Self.usual, in: folder).status == 0)
            let again = try Run(["repair", "plants"] + Self.usual, in: folder)
            #expect(again.output.contains("plants/all: 6 pages are read as before\n"), "\(again.output)")
            #expect(!again.output.contains("@@"), "\(again.output)")
        }
    }

    /// Values that are no longer on any page are searched for on a few pages, and the crawl does not become a case.
    @Test func pagesThatLackSomethingAreReported() throws {
        try Self.withCrawl { folder, _, site in
            site.current = "empty"
            let repair = try Run(["repair", "plants", "--write"] + Self.usual, in: folder)
            #expect(repair.status == 1, "\(repair.errors)")
            let tried = repair.output.split(separator: "\n").count { $0.hasPrefix("Plant.height: gone") }
            #expect(tried == 3, "\(repair.output)")
            // The errors in pages are the subject of the repair.
            #expect(!repair.errors.contains("error: "), "\(repair.errors)")
            #expect(
                repair.errors.contains("note: 1 more page of \"plant\" lacks something, and is not tried"),
                "\(repair.errors)"
            )
            #expect(
                repair.output.contains("the new crawl of plants/all is not a case yet"),
                "\(repair.output)"
            )
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
        }
    }

    /// A page of the crawl that is given as a file is repaired by its old one.
    @Test func onePageIsRepaired() throws {
        try Self.withCrawl { folder, base, site in
            try CrawlCaseTests.write(Self.page("/plant/elm", "cards"), "\(folder)/elm.html")
            let page = try Run(["repair", "plants", "elm.html", "--write"], in: folder)
            #expect(page.status == 0, "\(page.output)\(page.errors)")
            #expect(page.output.contains("was \"Wych elm\""), "\(page.output)")
            #expect(page.output.contains("saved Corpus/plants/all-"), "\(page.output)")
            #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")

            // The list's own records and its links, by its links.
            try CrawlCaseTests.write(Self.page("/list", "cards"), "\(folder)/list.html")
            let list = try Run(["repair", "plants/all", "list.html"], in: folder)
            #expect(list.output.contains("Entry.title: "), "\(list.output)\(list.errors)")
            #expect(list.output.contains("list → plant: the links to "), "\(list.output)")

            // What is not known is not guessed.
            let none = Self.page("/list", "cards").replacing("/plant/", with: "/p/")
                .replacing(">Next<", with: ">10<").replacing("page=2", with: "token=x")
            try CrawlCaseTests.write(none, "\(folder)/none.html")
            let unknown = try Run(
                ["repair", "plants/all", "none.html", "--url", "\(base)/list"],
                in: folder
            )
            #expect(unknown.status == 1)
            #expect(
                unknown.output.contains(
                    "list → plant: unknown; its selector matches nothing on the new page, and no link on it is"
                ),
                "\(unknown.output)"
            )
            #expect(unknown.output.contains("list.next: unknown; "), "\(unknown.output)")
            try CrawlCaseTests.write("<p>See you!</p>", "\(folder)/other.html")
            let other = try Run(["repair", "plants", "other.html"], in: folder)
            #expect(other.status == 2)
            #expect(
                other.errors.contains("other.html has no value of any page of plants/all"),
                "\(other.errors)"
            )
        }
    }

    /// A page that is a case of its own is read as before, although it uses the new layout's name for something else.
    @Test func savedPagesAreReadAsBefore() throws {
        try Self.withCrawl { folder, base, _ in
            let yew = "<h1>Yew</h1><p class=size>Large</p><p class=height>Twenty metres tall</p>"
            let golden = #"[{ "@type": "Plant", "name": "Yew", "height": "Twenty metres tall" }]"#
            try CrawlCaseTests.write(yew, "\(folder)/Corpus/plants/yew/page.html")
            try CrawlCaseTests.write(
                #"{ "url": "\#(base)/plant/yew" }"#,
                "\(folder)/Corpus/plants/yew/case.json"
            )
            try CrawlCaseTests.write(golden, "\(folder)/Corpus/plants/yew/golden.json")
            #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
            let elm = Self.page("/plant/elm", "first").replacing("class=height", with: "class=size")
            try CrawlCaseTests.write(elm, "\(folder)/elm.html")
            let repair = try Run(["repair", "plants", "elm.html", "--write"], in: folder)
            #expect(repair.status == 0, "\(repair.output)\(repair.errors)")
            #expect(try Run(["test"], in: folder).output == "3 passed, 0 failed\n")
        }
    }

    /// The expectations for a type that a kind declares are learned from its pages, and confirmed by them.
    @Test func kindsLearnWhatToExpect() throws {
        try Self.withCrawl { folder, _, _ in
            let path = "\(folder)/Rules/plants.json"
            let run = try Run(["expect", "plants"], in: folder)
            #expect(run.output.contains("plants.json: from 6 cases"), "\(run.output)\(run.errors)")
            let rules = try CrawlCaseTests.read(path)
            let expected = #""expect": { "count": "1..", "filled": { "title": "1.." } },"#
            #expect(rules.contains(expected), "\(rules)")
            #expect(try Run(["expect", "--check", "plants"], in: folder).status == 0)
            #expect(try Run(["test"], in: folder).errors == "")
            // No page of the list has as many.
            try CrawlCaseTests.write(rules.replacing(#""count": "1..""#, with: #""count": "40..""#), path)
            let test = try Run(["test"], in: folder)
            #expect(test.errors.contains("no case meets this expectation"), "\(test.errors)")
        }
    }

    /// The pages of a crawl are examples, each with the records that the crawl yields for it.
    @Test func fieldsAreLearnedFromCrawls() throws {
        try Self.withCrawl { folder, _, _ in
            let path = "\(folder)/Rules/plants.json"
            let first = try Run(["learn", "plants", "--record", "Plant", "--mutations", "4"], in: folder)
            #expect(first.status == 0, "\(first.output)\(first.errors)")
            #expect(first.output.contains("name: the element h1; 4 examples"), "\(first.output)")
            #expect(
                first.errors.contains("Plant is learned; of Entry with --record Entry"),
                "\(first.errors)"
            )
            #expect(try CrawlCaseTests.read(path).contains("4 examples"))
            #expect(try Run(["test"], in: folder).output == "1 passed, 0 failed\n")
            // A crawl that differs is named.
            let rules = try CrawlCaseTests.read(path)
            try CrawlCaseTests.write(rules.replacing("\".height\"", with: "\"p.height\""), path)
            try FileManager.default.removeItem(atPath: "\(folder)/Corpus/plants/all/golden.json")
            let other = try Run(["learn", "plants", "--record", "Plant", "--mutations", "4"], in: folder)
            #expect(other.errors.contains("plants/all differs from its golden file"), "\(other.errors)")
        }
    }
}

/// The layout that a site has now.
private final class Layouts: @unchecked Sendable {
    private let lock = NSLock()
    private var name = "first"

    var current: String {
        get { lock.withLock { name } }
        set { lock.withLock { name = newValue } }
    }
}
