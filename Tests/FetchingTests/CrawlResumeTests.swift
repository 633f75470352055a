import Foundation
import Testing

/// Crawls that are killed at any moment and continued.
struct CrawlResumeTests {
    private static let rules = """
        { "match": "BASE/*",
          "requests": {
            "list": { "get": "BASE/list", "query": { "page": "{page}" }, "records": [],
              "next": { "take": { "page": { "first": 1, "last": 3 } } }, "follow": { "plant": "li > a::attr(href)" } },
            "plant": { "match": "BASE/plant/*" } },
          "records": { "Plant": { "fields": { "name": { "select": "h1", "required": true } } } } }
        """

    /// Three pages of a list with three entries each, one of which is on two of them.
    private static func answer(_ target: String) -> ServerStep {
        if target.hasPrefix("/list"), let page = target.last.flatMap({ Int(String($0)) }) {
            let links = (0..<3).map { "<li><a href=/plant/\(page * 2 + $0)>x</a>" }
            return .page(links.joined())
        }
        if target == "/robots.txt" { return .page("", status: "404 Not Found") }
        return .page("<h1>plant \(target.split(separator: "/").last ?? "")</h1>")
    }

    /// If it is killed at each of its requests in turn, before or after the answer, a continued run makes each request
    /// once and has the records of an uninterrupted one.
    @Test(arguments: [
        (1, false), (2, true), (3, false), (4, true), (5, false), (7, true), (9, false), (11, true),
    ])
    func killedRunsAreContinued(_ moment: Int, _ answersFirst: Bool) throws {
        let victim = Victim()
        try withServer { target, _ in
            let answer = Self.answer(target)
            if answersFirst { return [answer, .call { _ = victim.strike() }] }
            return victim.strike() ? [.hold] : [answer]
        } _: { server in
            try withTemporaryFolder { folder in
                let base = server.url("/").dropLast()
                try Self.rules.replacing("BASE", with: base).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let arguments = ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"]
                let whole = try Run(arguments, in: folder)
                #expect(whole.status == 0, "\(whole.errors)")
                let expected = server.targets.sorted()
                #expect(Set(expected).count == expected.count)
                let before = server.requests.count
                victim.arm(at: moment)
                let archive = ["--archive", "a.warc.gz"]
                #expect(try victim.run(arguments + archive, in: folder) == .signal(SIGKILL))
                victim.arm(at: .max)
                let run = try Run(arguments + archive + ["--resume"], in: folder)
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output == whole.output)
                // Only requests without an answer in the archive are repeated.
                let targets = Array(server.targets[before...])
                let again = targets.count - Set(targets).count
                #expect(again <= 1, "\(targets)")
                #expect(Set(targets) == Set(expected))
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                #expect(replay.output == whole.output, "\(replay.errors)")
            }
        }
    }

    /// A run that is killed while it writes leaves a damaged end, which a continued one removes.
    @Test func aDamagedEndIsCutOff() throws {
        try withServer { target, _ in
            [Self.answer(target)]
        } _: { server in
            try withTemporaryFolder { folder in
                let base = server.url("/").dropLast()
                try Self.rules.replacing("BASE", with: base).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let arguments = ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"]
                let archive = ["--archive", "a.warc.gz"]
                let whole = try Run(arguments + archive, in: folder)
                let path = URL(filePath: "\(folder)/a.warc.gz")
                let bytes = try Data(contentsOf: path)
                for part in stride(from: 1, through: bytes.count, by: bytes.count / 7) {
                    try bytes.prefix(part).write(to: path)
                    let run = try Run(arguments + archive + ["--resume"], in: folder)
                    #expect(run.output == whole.output, "\(part) bytes: \(run.errors)")
                    let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                    #expect(replay.output == whole.output, "\(part) bytes: \(replay.errors)")
                }
            }
        }
    }
}
