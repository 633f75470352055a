import Batch
import Foundation
import Testing

/// Sitemaps as sites serve them: compressed, truncated, and files that are not sitemaps.
struct CrawlSitemapTests {
    private static func bytes(_ body: [UInt8], _ type: String?) -> ServerStep {
        let fields = (type.map { "Content-Type: \($0)\r\n" } ?? "") + "Content-Length: \(body.count)\r\n\r\n"
        return .send(Array("HTTP/1.1 200 OK\r\n\(fields)".utf8) + body)
    }

    private static func packed(_ text: String) throws -> [UInt8] {
        try #require(GzipWriter(level: 6)?.member(Array(text.utf8)))
    }

    private static let rules = """
        { "match": "BASE/p/*", "requests": { "map": { "sitemaps": "BASE/p/", "records": [], "follow": { "page": {} } },
            "page": { "match": "BASE/p/*" } }, "records": { "T": { "fields": { "t": "h1" } } } }
        """

    /// Crawls a site whose robots.txt names a sitemap.
    private static func crawl(
        _ name: String = "s.xml",
        _ sitemaps: @escaping @Sendable (_ target: String, _ base: String) -> ServerStep
    ) throws -> Run {
        var result: Run?
        try withServer { target, request in
            let host = request.split(separator: "Host: ").last?.prefix { !$0.isNewline } ?? ""
            if target == "/robots.txt" { return [.page("Sitemap: http://\(host)/\(name)")] }
            return [
                target.hasPrefix("/p/") ? .page("<h1>\(target)</h1>") : sitemaps(target, "http://\(host)")
            ]
        } _: { server in
            try withTemporaryFolder { folder in
                try rules.replacing("BASE", with: server.url("/").dropLast()).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let arguments = [
                    "crawl", "site.json", "--allow-private", "--delay", "0", "-q", "--archive", "a.warc",
                ]
                let run = try Run(arguments, in: folder)
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc"], in: folder)
                #expect(replay.output == run.output)
                #expect(replay.status == run.status)
                result = run
            }
        }
        return try #require(result)
    }

    @Test(arguments: [
        "application/x-gzip", "application/gzip", "application/octet-stream", "application/xml", "text/xml",
        nil,
    ])
    func packedSitemapsAreRead(_ type: String?) throws {
        let run = try Self.crawl("index.xml.gz") { target, base in
            let text =
                target == "/index.xml.gz"
                ? "<sitemapindex><sitemap><loc>\(base)/m.xml.gz</loc></sitemap></sitemapindex>"
                : "<?xml version='1.0'?>\n<urlset><url><loc>\(base)/p/1</loc></url></urlset>\n<!-- made -->\n"
            return Self.bytes((try? Self.packed(text)) ?? [], type)
        }
        #expect(run.output == "{\"@type\":\"T\",\"t\":\"/p/1\"}\n", "\(run.errors)")
        #expect(run.status == 0, "\(run.errors)")
    }

    /// Files that are not sitemaps: the bytes, the type that they are served as, and the report.
    struct Damage: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: @Sendable (_ base: String) -> [UInt8]
        let message: String
        var records = ""
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ message: String, records: String = "") {
            self.name = name
            bytes = { Array(text.replacing("BASE", with: $0).utf8) }
            self.message = message
            self.records = records
        }

        init(_ name: String, _ message: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = { _ in bytes }
            self.message = message
        }
    }

    static let damages: [Damage] = [
        Damage("a page", "<!doctype html><html><body><p>gone</body></html>", "found <html>"),
        Damage("nothing", "", "it is empty"), Damage("white space", " \n\n", "it is empty"),
        Damage(
            "a picture",
            "it is neither XML nor a list of addresses",
            bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]
        ),
        Damage(
            "XML that ends within an address",
            "<urlset><url><loc>BASE/p/1</loc></url><url><loc>BASE/p/2",
            "it ends before its <urlset> is closed",
            records: "{\"@type\":\"T\",\"t\":\"/p/1\"}\n"
        ),
        Damage("a text", "no sitemap here", "it is neither XML nor a list of addresses"),
        Damage(
            "a sitemap that is not packed to its end",
            "it cannot be unpacked",
            bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B]
        ),
    ]

    @Test(arguments: damages)
    func whatIsNoSitemapIsReported(_ damage: Damage) throws {
        let run = try Self.crawl { _, base in Self.bytes(damage.bytes(base), "application/xml") }
        #expect(run.output == damage.records)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("cannot read the sitemap: "), "\(run.errors)")
        #expect(run.errors.contains(damage.message), "\(run.errors)")
    }

    /// A feed in a packed file is read as a page.
    @Test func packedFeedsAreRead() throws {
        try withServer { target, _ in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            return [Self.bytes((try? Self.packed("<feed><t>one</t></feed>")) ?? [], "application/x-gzip")]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*", "source": "xml", "requests": { "feed": { "get": "BASE/feed.xml.gz" } },
                      "records": { "T": { "fields": { "t": "t" } } } }
                    """
                try rules.replacing("BASE", with: server.url("/").dropLast()).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let run = try Run(
                    ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"],
                    in: folder
                )
                #expect(run.output == "{\"@type\":\"T\",\"t\":\"one\"}\n", "\(run.errors)")
            }
        }
    }
}
