import Foundation
import Synchronization
import Testing

/// Crawls with the archive of an earlier run, of kinds with every value of `refresh`.
struct CrawlRefreshTests {
    private static let rules = """
        { "match": "BASE/*", "requests": {
            "map": { "sitemaps": "BASE/", "records": [], "follow": { "always": {}, "changed": {}, "day": {}, "never": {} } },
            "always": { "match": "BASE/always/*" }, "changed": { "match": "BASE/changed/*", "refresh": "changed" },
            "day": { "match": "BASE/day/*", "refresh": "1 day" }, "never": { "match": "BASE/never/*", "refresh": "never" } },
          "records": { "T": { "fields": { "t": "h1" } } } }
        """

    /// The pages of the site with the `lastmod` of the sitemap.
    private static let pages = [
        ("always/1", "2001-01-01"), ("changed/old", "2001-01-01"),
        ("changed/time", "2001-01-01T08:00:00+02:00"),
        ("changed/new", "2999-01-01"), ("changed/none", nil), ("changed/month", "2001-01"), ("day/1", nil),
        ("never/1", "2999-01-01"), ("never/moved", nil),
    ]

    /// A site whose pages contain how often they have been requested.
    private final class Site: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func answer(_ target: String, _ request: String) -> ServerStep {
            let host = request.split(separator: "Host: ").last?.prefix { !$0.isNewline } ?? ""
            switch target {
            case "/robots.txt": return .page("Sitemap: http://\(host)/s.xml")
            case "/s.xml":
                let entries = CrawlRefreshTests.pages.map { page, change in
                    "<url><loc>http://\(host)/\(page)</loc>\(change.map { "<lastmod>\($0)</lastmod>" } ?? "")</url>"
                }
                return .page("<urlset>\(entries.joined())</urlset>", ["Content-Type: text/xml"])
            case "/never/moved": return .redirect("/never/target")
            default:
                let count = counts.withLock { counts in
                    counts[target, default: 0] += 1
                    return counts[target, default: 0]
                }
                return .page("<h1>\(target) \(count)</h1>")
            }
        }
    }

    /// Gives the answers of an archive a date in 2015.
    private static func age(_ path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .isoLatin1)
        let aged = text.replacing(/(WARC-(?:Refers-To-)?Date: )\d{4}/) { "\($0.output.1)2015" }
        try aged.write(toFile: path, atomically: true, encoding: .isoLatin1)
    }

    @Test func earlierAnswersAreUsedAsTheRulesSay() throws {
        let site = Site()
        try withServer {
            [site.answer($0, $1)]
        } _: { server in
            try withTemporaryFolder { folder in
                try Self.rules.replacing("BASE", with: server.url("/").dropLast()).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                /// The pages that a run requests, after the site's robots.txt and sitemap.
                func requested(_ options: [String], kept: Int) throws -> [String] {
                    let before = server.targets.count
                    let base = ["crawl", "site.json", "--allow-private", "--delay", "0"]
                    let run = try Run(base + options, in: folder)
                    #expect(run.status == 0, "\(run.errors)")
                    #expect(run.output.split(separator: "\n").count == Self.pages.count, "\(run.output)")
                    #expect(
                        run.errors.contains(", \(kept) from the archive") == (kept > 0),
                        "\(run.errors)"
                    )
                    let replay = try Run(["crawl", "site.json", "--replay", options[1]], in: folder)
                    #expect(replay.output == run.output, "\(replay.errors)")
                    #expect(
                        replay.errors.split(separator: "\n").last == run.errors.split(separator: "\n").last
                    )
                    return server.targets.dropFirst(before).filter { $0 != "/robots.txt" && $0 != "/s.xml" }
                }
                let everything = Self.pages.map { "/\($0.0)" } + ["/never/target"]
                #expect(try requested(["--archive", "a.warc"], kept: 0) == everything)
                let again = ["--archive", "a.warc", "--revalidate"]
                let changed = [
                    "/always/1", "/changed/new", "/changed/none", "/changed/month", "/never/moved",
                ]
                #expect(try requested(again, kept: 5) == changed)
                #expect(try requested(again, kept: 5) == changed)
                try Self.age("\(folder)/a.warc")
                #expect(
                    try requested(again, kept: 4) == changed.dropLast() + ["/day/1", "/never/moved"]
                )
                #expect(try requested(again, kept: 5) == changed)
                // Without the archive, everything is new.
                #expect(try requested(["--archive", "b.warc"], kept: 0) == everything)
            }
        }
    }
}
