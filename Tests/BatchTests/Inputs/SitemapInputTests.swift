import Glibc
import Addresses
import DOM
import Scraping
import Testing

@testable import Batch

@Suite struct SitemapInputTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func read(_ name: String = "sitemap.xml", root: String? = nil) throws -> [String] {
        let path = folder.path + "/" + name
        var inputs = try Inputs([path], InputOptions(kind: .sitemap, root: root))
        let all = inputs.all().map { String($0.replacing(folder.path, with: "")) }
        #expect(try Inputs([path], InputOptions(kind: .sitemap, root: root)).size.pages == all.count)
        return all
    }

    private static func sitemap(_ addresses: String...) -> String {
        "<urlset>" + addresses.map { "<url><loc>\($0)</loc></url>" }.joined() + "</urlset>"
    }

    @Test(arguments: [
        (
            "<urlset xmlns='x'>\n <url><loc>\n http://a/x </loc><lastmod>y</lastmod></url></urlset>",
            ["http://a/x"]
        ),
        (
            "\u{FEFF}<?xml version='1.0'?><!-- <loc>n</loc> --><urlset><url><loc>a&amp;b&#38;c&#x26;&lt;</loc></url>",
            ["a&b&c&<"]
        ),
        (
            "<urlset><url><loc>&gt;&quot;&apos;&#X41;&nbsp;&;&#;&#x;&amp</loc></url></urlset>",
            [">\"'&#X41;&nbsp;&;&#;&#x;&amp"]
        ),
        // A reference has at most twelve characters.
        (
            "<urlset><url><loc>&#00000000065;&#000000000065;&#x0000000041;&#x00000000041;</loc></url></urlset>",
            ["A&#000000000065;A&#x00000000041;"]
        ),
        (
            "<urlset><url><loc>&#xD800;&#1114111;&#1114112;</loc></url></urlset>",
            ["&#xD800;\u{10FFFF}&#1114112;"]
        ),
        ("<urlset><url><loc><![CDATA[a&b]]>c<![CDATA[d>]]></loc></url></urlset>", ["a&bcd>"]),
        (
            "<s:urlset><s:url><s:loc>a</s:loc><image:loc>b</image:loc></s:url><s:url><s:loc a='b'>c</s:loc></s:url>",
            ["a", "c"]
        ),
        (
            "<urlset><url><loc>a</loc><image:image><image:loc>b</image:loc></image:image></url></urlset>",
            ["a"]
        ),
        ("<urlset><!----><!-- > --><url><loc>a</loc></url><!-- -- ><loc>x</loc>--></urlset>", ["a"]),
        ("<urlset><loc/><url><loc></loc></url></urlset>", [""]),
        ("http://a/1\r\n\nhttp://a/2", ["http://a/1", "http://a/2"]),
        ("<html><loc>a</loc></html>", ["! expected a sitemap (urlset or sitemapindex), found <html>"]),
        ("<sitemapindex><sitemap><loc>a</loc></sitemap></sitemapindex>", ["> a"]),
        ("<urlset><url><loc>a", ["! an address is too long or not closed"]),
        ("", []),
        ("<", []),
    ])
    func `Addresses are read`(_ text: String, _ expected: [String]) throws {
        var reader = SitemapReader(try ByteStream(try folder.write("s.xml", text)))
        var read: [String] = []
        while let entry = reader.next() {
            switch entry {
            case .page(let address): read.append(address)
            case .sitemap(let address): read.append("> \(address)")
            case .invalid(let message): read.append("! \(message)")
            }
        }
        #expect(read == expected)
    }

    @Test(arguments: [
        ("http://a.com/", "a.com/index.html"), ("http://a.com", "index.html"),
        ("http://A.com/x/", "a.com/x/index.htm"),
        ("http://a.com/x", "a.com/x"), ("http://a.com/x", "a.com/x.html"), ("http://a.com/x", "x/index.html"),
        ("http://a.com/x/", "a.com/x.html"), ("https://u@a.com:8080/x#y", "a.com:8080/x.htm"),
        ("http://a.com:8080/x", "a.com+8080/x"), ("http://a.com:8080/x", "a.com/x"),
        ("http://a.com/x?a=1&b=2", "a.com/x?a=1&b=2"), ("http://a.com/x?a=1", "x?a=1.html"),
        ("http://a.com/x?a=1", "a.com/x@a=1"), ("http://a.com/?a=/b", "a.com/index.html?a=%2Fb"),
        ("http://a.com/%C3%A9%20x", "a.com/é x"), ("http://a.com/%C3%A9", "a.com/%C3%A9.html"),
        ("http://a.com/é x", "a.com/%C3%A9%20x"), ("http://a.com//x///y", "a.com/x/y"), ("/x", "x.html"),
    ])
    func `A page is found where a mirror has saved it`(_ address: String, _ file: String) throws {
        try folder.write("crawl/" + file, "found")
        try folder.write("sitemap.xml", Self.sitemap(address.replacing("&", with: "&amp;")))
        #expect(try read(root: folder.path + "/crawl") == ["\(WebAddress.normalized(address)) - - found"])
    }

    @Test(arguments: [
        "http://a.com/../secret", "http://a.com/x/../../secret", "http://a.com/%2e%2e/secret", "../secret",
        "/../secret",
        "http://../secret", "http://%2e%2e/secret", "http://u@%2E./secret", "http://a.com/..%2fsecret",
        "http://a.com/%2e%2e%2fsecret", "x", "http:///x",
    ])
    func `No address leads out of the folder`(_ address: String) throws {
        try folder.write("secret", "secret")
        try folder.write("secret.html", "secret")
        try folder.write("crawl/sitemap.xml", Self.sitemap(address))
        #expect(try read("crawl/sitemap.xml") == ["failed: \(address) is not the address of a saved page"])
    }

    @Test(arguments: ["page", "sitemap"]) func `No link leads out of the folder`(_ kind: String) throws {
        try folder.write("secret", "secret")
        try folder.write("crawl/own", "own")
        symlink("own", folder.path + "/crawl/inner")
        symlink("../secret", folder.path + "/crawl/x")
        let sitemap =
            kind == "page"
            ? Self.sitemap("http://a.com/x", "http://a.com/inner")
            : "<sitemapindex><sitemap><loc>http://a.com/x</loc></sitemap></sitemapindex>"
        try folder.write("crawl/sitemap.xml", sitemap)
        let help = "[copy the file, or name a folder above both with --root]"
        let place = "/crawl/x is a link out of /crawl/"
        #expect(
            try read("crawl/sitemap.xml")
                == ["failed: the \(kind) http://a.com/x is not read: \(place) \(help)"]
                + (kind == "page" ? ["http://a.com/inner - - own"] : [])
        )
    }

    @Test func `A page that is not saved is an error, and another query is another page`() throws {
        try folder.write("a.com/x", "x")
        try folder.write("sitemap.xml", Self.sitemap("http://a.com/x?p=2", "http://a.com/x"))
        let help = "[the pages must be below /, in a folder with the host's name or not]"
        #expect(
            try read() == [
                "failed: the page http://a.com/x?p=2 is not saved: there is no /a.com/x?p=2 \(help)",
                "http://a.com/x - - x",
            ]
        )
    }

    @Test func `Sitemaps are read in their turn, once each`() throws {
        let index = ["a.xml", "none.xml", "b.xml.gz", "sitemap.xml", "a.xml"].map {
            "<sitemap><loc>http://a.com/\($0)</loc></sitemap>"
        }
        try folder.write("sitemap.xml", "<sitemapindex>" + index.joined() + "</sitemapindex>")
        try folder.write("a.xml", Self.sitemap("http://a.com/1"))
        try folder.write("b.xml.gz", Packed.gzip(Self.sitemap("http://a.com/2")))
        try folder.write("1.html", "1")
        try folder.write("2.html", "2")
        #expect(
            try read() == [
                "http://a.com/1 - - 1",
                "failed: the sitemap http://a.com/none.xml is not saved: there is no /a.com/none.xml "
                    + "[the pages must be below /, in a folder with the host's name or not]",
                "http://a.com/2 - - 2", "left out: a sitemap that has been read already",
                "left out: a sitemap that has been read already",
            ]
        )
    }

    @Test func `Fifty thousand addresses are read one by one`() throws {
        let urls = (0..<50_000).map { "<url><loc>http://a.com/\($0)</loc></url>\n" }
        try folder.write("sitemap.xml", "<urlset>" + urls.joined() + "</urlset>")
        var inputs = try Inputs([folder.path + "/sitemap.xml"], InputOptions(kind: .sitemap))
        #expect(inputs.names().count == 50_000)
    }
}
