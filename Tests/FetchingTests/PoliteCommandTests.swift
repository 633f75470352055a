import Foundation
import Testing

/// Commands that fetch addresses follow the same rules.
struct PoliteCommandTests {
    private static func server(_ target: String, _ request: String) -> [ServerStep] {
        switch target {
        case "/robots.txt": [.page("User-agent: *\nDisallow: /private\nAllow: /")]
        default: [.page("<h1>\(target)</h1>")]
        }
    }

    private static let rules =
        #"{ "records": { "T": { "fields": { "t": { "select": "h1", "required": true } } } } }"#

    /// Commands that take an address in place of a page.
    static let commands: [[String]] = [
        ["fetch"], ["--rules", "r.json"], ["select", "h1"], ["tree"],
        ["explain", "--rules", "r.json"], ["check", "r.json", "--page"],
        ["report", "-o", "r.html", "--rules", "r.json"],
    ]

    @Test(arguments: commands)
    func robotsAreAskedByEveryCommand(_ command: [String]) throws {
        try withServer(Self.server) { server in
            try withTemporaryFolder { folder in
                try Self.rules.write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
                func run(_ path: String, _ options: [String] = []) throws -> Run {
                    try Run(command + [server.url(path)] + ["--delay", "0"] + options, in: folder)
                }
                let allowed = try run("/open", ["--proof"])
                #expect(allowed.status == 0, "\(allowed.errors)")
                #expect(server.targets == ["/robots.txt", "/open"])
                #expect(allowed.errors.contains("GET \(server.url("/robots.txt")): the host's first request"))
                #expect(
                    allowed.errors.contains(
                        "GET \(server.url("/open")): 0 s after the last answer, allowed by line 3 of robots.txt"
                    )
                )
                let forbidden = try run("/private")
                #expect(forbidden.status == 3, "\(forbidden.errors)")
                #expect(
                    forbidden.errors.contains("the host does not allow it: robots.txt forbids it in line 2")
                )
                #expect(server.targets.suffix(1) == ["/robots.txt"])
                let ignoring = try run("/private", ["--ignore-robots"])
                #expect(ignoring.status == 0, "\(ignoring.errors)")
                #expect(server.targets.suffix(2) == ["/robots.txt", "/private"])
            }
        }
    }

    /// `scrape robots` prints what is allowed; the worst of the results decides its status.
    @Test func robotsOfAddresses() throws {
        try withServer(Self.server) { server in
            try withServer { _, _ in
                [.page("busy", status: "503 Service Unavailable", ["Retry-After: 0"])]
            } _: { broken in
                let (open, hidden) = (server.url("/open"), server.url("/private/a?b"))
                let (allowed, forbidden) = ("allowed (line 3): \(open)\n", "forbidden (line 2): \(hidden)\n")
                func robots(_ addresses: String...) throws -> Run {
                    try Run(
                        ["robots"] + addresses + ["--delay", "0"],
                        in: FileManager.default.temporaryDirectory.path
                    )
                }
                let good = try robots(open)
                #expect((good.status, good.output, good.errors) == (0, allowed, ""))
                #expect(try robots(open, hidden).output == allowed + forbidden)
                #expect(try robots(hidden, open).status == 1)
                for addresses in [[broken.url("/x"), open], [hidden, broken.url("/x")]] {
                    let run = try robots(addresses[0], addresses[1])
                    #expect(run.status == 3, "\(run.output)")
                    #expect(run.errors.contains("robots.txt cannot be fetched: "), "\(run.errors)")
                    #expect(run.output.contains("forbidden: \(broken.url("/x"))\n"), "\(run.output)")
                }
            }
        }
    }

    @Test func failingRequestsAreRepeated() throws {
        let count = Counter()
        try withServer { target, _ in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            return count.next() == 0
                ? [.page("busy", status: "503 Service Unavailable", ["Retry-After: 0"])]
                : [.page("<h1>x</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let url = server.url("/a")
                let none = try Run(["fetch", "--delay", "0", "--retries", "0", url], in: folder)
                #expect(none.status == 3)
                #expect(none.errors.contains("status 503 (unavailable)"))
                count.reset()
                let run = try Run(["fetch", "--delay", "0", "-o", "a.warc", url], in: folder)
                #expect(run.status == 0, "\(run.errors)")
                // The archive has both answers, and a replay uses the last one.
                let replay = try Run(["fetch", "--replay", "a.warc", url], in: folder)
                #expect(replay.output == "<h1>x</h1>", "\(replay.errors)")
            }
        }
    }

    /// Only addresses on the command line may lead to a private network without permission.
    @Test func addressesOfListsAndCasesAreNotTrusted() throws {
        try withServer(Self.server) { server in
            try withTemporaryFolder { folder in
                try server.url("/a").write(toFile: "\(folder)/list", atomically: true, encoding: .utf8)
                let list = ["fetch", "--delay", "0", "-o", "a.warc", "--list", "list"]
                let refused = try Run(list, in: folder)
                #expect(refused.status == 3)
                #expect(refused.errors.contains("the address belongs to this machine or to a private"))
                #expect(refused.errors.contains("--allow-private permits it"))
                #expect(server.targets.isEmpty)
                let permitted = try Run(list + ["--resume", "--allow-private"], in: folder)
                #expect(permitted.status == 0, "\(permitted.errors)")
                #expect(server.targets == ["/robots.txt", "/a"])
                // A case with the page's address.
                let path = "\(folder)/Corpus/r/one"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try "<h1>/a</h1>".write(toFile: "\(path)/page.html", atomically: true, encoding: .utf8)
                try #"{"url": "\#(server.url("/a"))"}"#.write(
                    toFile: "\(path)/case.json",
                    atomically: true,
                    encoding: .utf8
                )
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/Rules",
                    withIntermediateDirectories: true
                )
                try Self.rules.write(toFile: "\(folder)/Rules/r.json", atomically: true, encoding: .utf8)
                let refresh = ["refresh", "--corpus", "Corpus", "--delay", "0"]
                let untrusted = try Run(refresh, in: folder)
                #expect(untrusted.status == 3, "\(untrusted.errors)")
                #expect(untrusted.errors.contains("--allow-private permits it"))
                let trusted = try Run(refresh + ["--allow-private"], in: folder)
                #expect(trusted.status == 0, "\(trusted.errors)")
                #expect(trusted.output.contains("r/one: same records"), "\(trusted.output)")
            }
        }
    }
}
