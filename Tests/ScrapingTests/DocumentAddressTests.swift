import Scraping
import Testing

/// The base address of a page's links.
@Suite struct DocumentAddressTests {
    @Test(
        arguments: [
            ("", "https://x.example/a/b", "https://x.example/a/c"),
            ("<base href=/d/>", "https://x.example/a/b", "https://x.example/d/c"),
            ("<base href='https://y.example'>", "https://x.example/a/b", "https://y.example/c"),
            (
                "<base target=t><base href=/d/><base href=/e/>", "https://x.example/a/b",
                "https://x.example/d/c"
            ),
            ("<base href=''><base href=/e/>", "https://x.example/a/b", "https://x.example/a/c"),
            ("<base href='javascript:f()'>", "https://x.example/a/b", "https://x.example/a/c"),
            ("<base href='data:,x'><base href=/e/>", "https://x.example/a/b", "https://x.example/a/c"),
            ("<base href='https://:80/'>", "https://x.example/a/b", "https://x.example/a/c"),
            ("<base href='\n /d/ '>", "HTTPS://X.example:443", "https://x.example/d/c"),
            ("<base href=/d/>", nil, nil),
            ("<base href='https://y.example/d/'>", nil, "https://y.example/d/c"),
            ("<link rel=canonical href='https://y.example/e/f'>", nil, "https://y.example/e/c"),
            (
                "<link rel=canonical href='/e/f'><base href='https://y.example/d/'>", nil,
                "https://y.example/d/c"
            ),
            ("<link rel=canonical href='/e/f'>", nil, nil),
            ("<svg><base href=/d/></svg>", "https://x.example/a/b", "https://x.example/a/c"),
            ("<svg><base href=/d/></svg><base href=/e/>", "https://x.example/a/b", "https://x.example/e/c"),
            ("<svg><link rel=canonical href='https://y.example/e/'></svg>", nil, nil),
            // An address without slashes after its scheme is relative to a page with that scheme.
            ("<base href='http:foo/'>", "http://x.example/a/b", "http://x.example/a/foo/c"),
            ("<base href='http:foo/'>", nil, "http://foo/c"),
        ] as [(String, String?, String?)]
    )
    func base(head: String, url: String?, link: String?) throws {
        let document = Document(html: "\(head)<a href=c>c</a>", url: url)
        #expect(document.first("a")?.address(of: "href") == link)
    }

    /// The base is looked for once, and again after a change of the page.
    @Test func changesOfTheBase() throws {
        let document = Document(html: "<base href=/d/><a href=c>c</a>", url: "https://x.example/a")
        let link = try #require(document.first("a"))
        for _ in 0..<2 { #expect(link.address(of: "href") == "https://x.example/d/c") }
        document.first("base")?.remove()
        for _ in 0..<2 { #expect(link.address(of: "href") == "https://x.example/c") }
    }

    @Test func aQueryIsWrittenInThePagesEncoding() throws {
        let page = Array("<meta charset=windows-1252><a href='?q=".utf8) + [0xFC] + Array("#é'>c</a>".utf8)
        let document = Document(html: page, url: "https://x.example/a")
        // The fragment's two bytes are two characters of windows-1252.
        #expect(
            document.first("a")?.address(of: "href") == "https://x.example/a?q=%FC#%C3%83%C2%A9"
        )
    }
}
