import Drafting
import Language
import Records
import Scraping
import Testing

/// The parts of a list's page that a crawl can follow: its next page, and the pages of its entries.
struct CrawlDraftTests {
    private static let base = "https://site.example"

    private static func draft(_ html: String, at path: String = "/list") throws -> CrawlDraft {
        let text =
            "<!DOCTYPE html><meta charset=utf-8><title>x</title><main><p>A list of plants.</p>\(html)</main>"
        return try CrawlDraft(Page(name: "list.html", bytes: Array(text.utf8), url: base + path))
    }

    @Test(
        arguments: [
            ("<a href=/list?page=2>Next</a>", "/list?page=2"), ("<a href=/older>« Older posts</a>", "/older"),
            ("<a href=/list/page/2/>Nächste Seite ›</a>", "/list/page/2/"),
            ("<a href=/list/2>→</a>", "/list/2"),
            (
                "<a href=/list?p=2><img alt='' src=x></a><a href=/list?p=2 aria-label='Next page'><i></i></a>",
                "/list?p=2"
            ),
            ("<a href=/list?sort=name>More</a>", nil),
            ("<a href=/list?offset=20>More</a>", "/list?offset=20"),
            ("<a href=/other>→</a>", nil), ("<a href=/list-2.html>2</a>", nil),
            ("<ul class=pages><li><b>1</b></li><li><a href=/list?page=2>2</a></li></ul>", "/list?page=2"),
            ("<a href=/list?page=2>Further plants</a>", "/list?page=2"),
            ("<a href=/list/page/2>Further plants</a>", "/list/page/2"),
            ("<a href=/list?page=3>Further plants</a>", nil),
            ("<a href=https://other.example/list?page=2>Next</a>", nil), ("<a href=#next>Next</a>", nil),
            ("<a href=/list>Next</a>", nil), ("<a href='javascript:next()'>Next</a>", nil),
        ] as [(String, String?)]
    )
    func theNextPage(_ html: String, _ next: String?) throws {
        let found = try Self.draft(html)
        #expect(found.nextAddress == next.map { Self.base + $0 })
    }

    @Test(arguments: [
        ("<ul><li><a href=/plant/oak>Oak</a><li><a href=/plant/elm>Elm</a></ul>", 2, "/plant/*"),
        (
            "<p><a href=/item?id=1>One</a><p><a href=/item?id=2>Two</a><p><a href=/item?id=3>Three</a>", 3,
            "/item?id=*"
        ),
        (
            "<h2><a href=/the-oak>The oak</a></h2><h2><a href=/an-elm>An elm</a></h2><h2><a href=/ash>Ash</a></h2>",
            3, "/*"
        ),
        ("<h2><a href=/2024/05/oak.html>Oak</a></h2><h2><a href=/2023/11/elm.html>Elm</a></h2>", 0, ""),
        (
            "<h2><a href=/2024/05/oak.html>Oak</a></h2><h2><a href=/2023/11/elm.html>Elm</a></h2><h2><a href=/2023/10/ash.html>Ash</a></h2>",
            3, "/*/*/*.html"
        ),
        // One page at the root is not a pattern of addresses, nor are two.
        ("<p><a href=/about>About</a> <a href=/help>Help</a></p>", 0, ""),
        // Menus are not, whatever their addresses look like.
        ("<nav><a href=/p/1>a</a><a href=/p/2>b</a><a href=/p/3>c</a></nav>", 0, ""),
        ("<a href=/f/1.pdf>a</a><a href=/f/2.pdf>b</a><a href=/f/3.pdf>c</a>", 0, ""),
        // Pages of entries take precedence over pages that group them.
        (
            """
            <div><h2><a href=/post/1>One</a></h2><p><a href=/tag/a>a</a><a href=/tag/b>b</a><a href=/tag/c>c</a></p></div>
            <div><h2><a href=/post/2>Two</a></h2><p><a href=/tag/d>d</a><a href=/tag/e>e</a><a href=/tag/f>f</a></p></div>
            """, 2, "/post/*"
        ),
        // Page numbers are not entries; entries with numbers are.
        ("<a href=/list?page=2>2</a> <a href=/list?page=3>3</a> <a href=/list?page=4>4</a>", 0, ""),
    ])
    func thePagesOfEntries(_ html: String, _ count: Int, _ shape: String) throws {
        let found = try Self.draft(html)
        #expect(found.detailCount == count, "\(found.findings)")
        if count > 0 {
            #expect(
                found.findings.contains("It links to \(count) pages like \(Self.base)\(shape)."),
                "\(found.findings)"
            )
        }
    }

    /// Rules for a list without records are given the rules for its next page and its entries, and can be loaded.
    @Test func theOutlineIsRules() throws {
        let html =
            "<ul><li><a href=/p/1>Oak</a><li><a href=/p/2>Elm</a></ul><a rel=next href='/list?a={b}&page=2'>n</a>"
        var found = try Self.draft(html, at: "/list?a={b}")
        let second = "<!DOCTYPE html><meta charset=utf-8><title>x</title><ul><li><a href=/p/3>Ash</a></ul>"
        try found.confirm(
            by: Page(name: "2", bytes: Array(second.utf8), url: Self.base + "/list?a={b}&page=2")
        )
        let text = String(decoding: found.outline, as: UTF8.self)
        #expect(text.contains(#""get": "https://site.example/list?a={{b}}""#), "\(text)")
        #expect(text.contains(#""next": "a[rel~=next]::attr(href)""#), "\(text)")
        let rules = try Rules(SourceText(name: "x.json", bytes: found.outline), registry: Registry())
        for path in ["/list?a={b}", "/list?a={b}&page=7", "/p/9"] {
            #expect(rules.crawl?.covering { _ in nil }.covers(Self.base + path) == true, "\(path)")
        }
    }

    /// A second page that is the last one leads back to the first by another address: what goes back is not a next page.
    @Test func whatLeadsBackIsNoNextPage() throws {
        func page(_ numbers: String, _ next: String) -> String {
            "<ul><li><a href=/p/1>Oak</a><li><a href=/p/2>Elm</a></ul><ul class=pagination>\(numbers)</ul>\(next)"
        }
        var found = try Self.draft(
            page(
                "<li class=active><a class=link href='/?page=1'>1</a></li><li><a href='/?page=2'>2</a></li>",
                "<span class=next><a href='/?page=2'>Next</a></span>"
            ),
            at: "/"
        )
        let second = page(
            "<li><a href='/?page=1'>1</a></li><li class=active><a class=link href='/?page=2'>2</a></li><li><a href='/?page=1'>First</a></li>",
            ""
        )
        let html = "<!DOCTYPE html><meta charset=utf-8><title>x</title><main>\(second)</main>"
        try found.confirm(by: Page(name: "2", bytes: Array(html.utf8), url: Self.base + "/?page=2"))
        let text = String(decoding: found.outline, as: UTF8.self)
        #expect(text.contains(#""next": ".next a::attr(href)""#), "\(text)")
    }

    @Test func dataAndPagesWithoutAddress() throws {
        let json = try CrawlDraft(
            Page(name: "x.json", bytes: Array("[{\"a\": 1}]".utf8), url: Self.base + "/x")
        )
        #expect(json.nextAddress == nil)
        #expect(json.findings.contains { $0.contains("The page is not HTML") })
        #expect(throws: Diagnostics.self) { try CrawlDraft(Page(name: "x.html", bytes: Array("<p>".utf8))) }
    }
}
