import DOM
import Testing

@testable import Crawling

/// The addresses in texts that hosts send as sitemaps.
struct SitemapAddressTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        var sitemaps: [String] = []
        /// The addresses, each with the time of its last change.
        var pages: [String] = []
        var problem: String?
        var testDescription: String { text }

        init(_ text: String, sitemaps: [String] = [], pages: [String] = [], problem: String? = nil) {
            (self.text, self.sitemaps, self.pages, self.problem) = (text, sitemaps, pages, problem)
        }
    }

    static let cases = [
        Case(
            "<urlset><url><loc> https://a.example/1\n</loc><lastmod>2027-01-02</lastmod></url><url><loc>https://a.example/2</loc></url></urlset>",
            pages: ["https://a.example/1 1798977600", "https://a.example/2 -"]
        ),
        Case(
            "<urlset><url><lastmod>2027-01-02T03:04:05Z</lastmod><loc>1</loc></url><url><loc>2</loc><lastmod>2027-01</lastmod></url><url><priority>1</priority><loc>3</loc><loc>4</loc></url></urlset>",
            pages: ["1 1798859045", "2 -", "3 -", "4 -"]
        ),
        Case(
            "<sitemapindex><sitemap><loc>1</loc></sitemap><sitemap><loc>2</loc></sitemap></sitemapindex>",
            sitemaps: ["1", "2"]
        ),
        Case(
            "<s:urlset xmlns:s='urn:s'><s:url><s:loc>1</s:loc></s:url></s:urlset >\n<!-- end -->",
            pages: ["1 -"]
        ),
        // Meaningless characters before the text and within it.
        Case("\u{FEFF}<urlset><url><loc>1</loc></url></urlset>", pages: ["1 -"]),
        Case(" \r\n<urlset><url><loc>1</loc></url></urlset>", pages: ["1 -"]),
        Case("<urlset>\u{0}<url><loc>1</loc></url>\u{0}</urlset>", pages: ["1 -"]),
        // Complete, but empty.
        Case("<urlset/>"), Case("<urlset></urlset>"), Case("", problem: "it is empty"),
        Case(" \n", problem: "it is empty"), Case("\u{FEFF} ", problem: "it is empty"),
        // Truncated: what is complete is kept.
        Case(
            "<urlset><url><loc>1</loc></url><url><loc>2",
            pages: ["1 -"],
            problem: "it ends before its <urlset> is closed"
        ),
        Case(
            "<urlset><url><loc>1</loc></url><",
            pages: ["1 -"],
            problem: "it ends before its <urlset> is closed"
        ),
        Case(
            "<urlset><url><loc>1</loc></url></urlset",
            pages: ["1 -"],
            problem: "it ends before its <urlset> is closed"
        ),
        Case("<urlset><url><loc>1", problem: "it ends before its <urlset> is closed"),
        Case(
            "<urlset><url><priority>1</priority></url>",
            problem: "it ends before its <urlset> is closed"
        ),
        Case(
            "<sitemapindex><sitemap><loc>1</loc></sitemap><sitemap><loc>2",
            sitemaps: ["1"],
            problem: "it ends before its <sitemapindex> is closed"
        ),
        // Lines.
        Case(
            "\u{FEFF}https://a.example/1\r\nhttp://a.example/2\r https://a.example/3 \n \n\n",
            pages: ["https://a.example/1 -", "http://a.example/2 -", "https://a.example/3 -"]
        ),
        Case(
            "https://a.example/1\nftp://a.example/2\nhttps://a.example/3",
            pages: ["https://a.example/1 -"],
            problem: "it is neither XML nor a list of addresses"
        ),
        Case("<html></html>", problem: "expected a sitemap (urlset or sitemapindex), found <html>"),
        Case("<", problem: "it is not XML"),
    ]

    @Test(arguments: cases) func addresses(_ example: Case) {
        let found = SitemapAddresses.read(Array(example.text.utf8), limits: Limits())
        #expect(found.sitemaps == example.sitemaps)
        #expect(found.pages.map { "\($0.url) \($0.change.map(String.init) ?? "-")" } == example.pages)
        #expect(found.problem == example.problem)
    }

    @Test func sitemapsOfRobots() {
        let text = """
            User-agent: *\r
            Sitemap:https://a.example/1\r
              SITEMAP :  https://a.example/no
            SiteMap:  https://a.example/2  \r
            No sitemap: https://a.example/no

            """
        #expect(
            SitemapAddresses.ofRobots(Array(text.utf8)) == ["https://a.example/1", "https://a.example/2"]
        )
    }
}
