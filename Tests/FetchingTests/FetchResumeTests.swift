import Foundation
import Testing

/// Lists of addresses whose fetching is killed at any moment and continued.
@Suite(.timeLimit(.minutes(5))) struct FetchResumeTests {
    private static let pages = (0..<6).map { "/plant/\($0)" }

    /// Pages: two redirects lead to one of them, and one does not exist.
    private static func answer(_ target: String) -> ServerStep {
        switch target {
        case "/robots.txt": .page("User-agent: *\nDisallow: /private\n", ["Content-Type: text/plain"])
        case "/plant/2": .redirect("/moved")
        case "/moved": .redirect("/moved/again")
        case "/plant/4": .page("none", status: "404 Not Found")
        default: .page("<h1>\(target)</h1>")
        }
    }

    /// If it is killed at each of its requests in turn, before or after the answer, a continued run only requests pages
    /// that the archive lacks. No process remains, and the archive has every page once.
    @Test(arguments: [
        (1, false), (2, true), (3, false), (4, true), (5, false), (5, true), (6, false), (7, true),
        (8, false), (9, true),
    ])
    func aKilledRunIsContinued(_ moment: Int, _ answersFirst: Bool) throws {
        try continues(.host, moment, answersFirst)
    }

    /// If the process that sends requests is killed, the run ends by itself.
    @Test(arguments: [(1, false), (2, true), (4, false), (5, true), (7, false), (8, true)])
    func aRunWhoseTransportIsKilledIsContinued(_ moment: Int, _ answersFirst: Bool) throws {
        try continues(.transport, moment, answersFirst)
    }

    /// A folder of pages is complete afterwards.
    @Test(arguments: [2, 4, 6, 9]) func aKilledRunIntoAFolderIsContinued(_ moment: Int) throws {
        let victim = Victim()
        try withServer { target, _ in
            [Self.answer(target), .call { _ = victim.strike() }]
        } _: { server in
            try withTemporaryFolder { folder in
                let arguments =
                    ["fetch", "--delay", "0", "--retries", "0"] + Self.pages.map { server.url($0) }
                _ = try Run(arguments + ["-o", "whole/"], in: folder)
                victim.arm(at: moment)
                #expect(try victim.run(arguments + ["-o", "a/"], in: folder) == .signal(SIGKILL))
                victim.arm(at: .max)
                let continued = try Run(arguments + ["-o", "a/", "--resume"], in: folder)
                #expect(continued.status == 1, "\(continued.errors)")
                let (found, expected) = (try pages("\(folder)/a"), try pages("\(folder)/whole"))
                #expect(found.keys.sorted() == expected.keys.sorted())
                #expect(found == expected)
            }
        }
    }

    private func continues(_ part: Victim.Part, _ moment: Int, _ answersFirst: Bool) throws {
        let victim = Victim()
        try withServer { target, _ in
            let answer = Self.answer(target)
            if answersFirst { return [answer, .call { _ = victim.strike() }] }
            return victim.strike() ? [.hold] : [answer]
        } _: { server in
            try withTemporaryFolder { folder in
                let list = Self.pages.map { server.url($0) + "\n" }.joined()
                try list.write(toFile: "\(folder)/list.txt", atomically: true, encoding: .utf8)
                let arguments = [
                    "fetch", "--list", "list.txt", "--allow-private", "--delay", "0", "--retries", "0",
                ]
                let whole = try Run(arguments + ["-o", "whole.warc.gz"], in: folder)
                // One of the pages does not exist.
                #expect(whole.status == 1, "\(whole.errors)")
                let expected = server.targets
                #expect(Set(expected).count == expected.count && expected.count == Self.pages.count + 3)
                victim.arm(at: moment, part)
                let before = server.requests.count
                let end = try victim.run(arguments + ["-o", "a.warc.gz"], in: folder)
                if part == .host { #expect(end == .signal(SIGKILL)) }
                victim.arm(at: .max)
                let continued = try Run(arguments + ["-o", "a.warc.gz", "--resume"], in: folder)
                #expect(continued.status == whole.status, "\(continued.errors)")
                let targets = Array(server.targets[before...])
                // The requests in progress may be repeated, with the redirects that lead to them.
                #expect(Set(targets) == Set(expected), "\(targets)")
                let again = Dictionary(grouping: targets) { $0 }.filter { $0.value.count > 1 }.keys
                #expect(
                    again.count <= 1
                        || again.allSatisfy { ["/plant/2", "/moved", "/moved/again"].contains($0) }
                )
                #expect(targets.count <= expected.count + 3, "\(targets)")
                for archive in ["whole", "a"] {
                    let replayed = try Run(
                        arguments + ["--replay", "\(archive).warc.gz", "-o", "\(archive)/"],
                        in: folder
                    )
                    #expect(replayed.status == whole.status, "\(replayed.errors)")
                }
                #expect(try pages("\(folder)/a") == pages("\(folder)/whole"))
            }
        }
    }

    /// The contents of a folder's pages by their names. A page that was being written has a temporary name.
    private func pages(_ folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".html") || $0.hasSuffix(".bin")
        }
        #expect(names.count >= Self.pages.count - 1)
        return try names.reduce(into: [:]) {
            $0[$1] = try String(contentsOfFile: "\(folder)/\($1)", encoding: .utf8)
        }
    }
}
