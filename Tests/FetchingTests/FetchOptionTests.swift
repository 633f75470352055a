import Foundation
import Testing

/// Options of the commands that fetch addresses.
struct FetchOptionTests {
    private static func page(_ target: String, _ request: String) -> [ServerStep] {
        target == "/robots.txt" ? [.page("", status: "404 Not Found")] : [.page("<h1>x</h1>")]
    }

    /// Requests go to the proxy, which receives whole addresses; so does the name of a host that only it knows.
    @Test func aProxy() throws {
        try withServer { target, _ in
            target.hasSuffix("/robots.txt")
                ? [.page("", status: "404 Not Found")] : [.page("<h1>\(target)</h1>")]
        } _: { proxy in
            try withTemporaryFolder { folder in
                let run = try Run(
                    ["fetch", "--delay", "0", "--proxy", proxy.url(""), "http://plants.invalid/oak"],
                    in: folder
                )
                #expect(run.output == "<h1>http://plants.invalid/oak</h1>", "\(run.errors)")
                #expect(proxy.targets == ["http://plants.invalid/robots.txt", "http://plants.invalid/oak"])
            }
        }
        try withTemporaryFolder { folder in
            let none = try Run(
                ["fetch", "--retries", "0", "--proxy", "http://127.0.0.1:1", "http://plants.invalid/"],
                in: folder
            )
            #expect(none.status == 3)
            #expect(none.errors.contains("cannot fetch the page: "), "\(none.errors)")
        }
    }

    /// The program's own name with the contact, or the one that the user gives.
    @Test(
        arguments: [([], "mailto:test@example.org"), (["--user-agent", "plants/1.0"], "plants/1.0")]
            as [([String], String)]
    )
    func agents(_ options: [String], _ expected: String) throws {
        try withServer(Self.page) { server in
            try withTemporaryFolder { folder in
                let run = try Run(["fetch", "--delay", "0", server.url("/a")] + options, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                for request in server.requests {
                    let line = request.split(separator: "\r\n").first { $0.hasPrefix("User-Agent: ") } ?? ""
                    #expect(line.contains(expected), "\(request)")
                    #expect(options.isEmpty || line == "User-Agent: \(expected)")
                }
            }
        }
    }

    /// A site that sets a cookie, and redirects until it gets it; it goes into the archive without its value.
    @Test func aCookieThatARedirectSets() throws {
        try withServer { target, request in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            if request.contains("Cookie: visit=4fQ81zTk") { return [.page("<h1>oak</h1>")] }
            return [.page("", status: "302 Found", ["Location: /a", "Set-Cookie: visit=4fQ81zTk; Path=/"])]
        } _: { server in
            try withTemporaryFolder { folder in
                let run = try Run(["fetch", "--delay", "0", server.url("/a"), "-o", "a.warc"], in: folder)
                #expect(run.status == 0, "\(run.errors)")
                #expect(server.targets == ["/robots.txt", "/a", "/a"])
                let archive = String(
                    decoding: try Data(contentsOf: URL(filePath: "\(folder)/a.warc")),
                    as: UTF8.self
                )
                #expect(archive.contains("<h1>oak</h1>") && !archive.contains("4fQ81zTk"))
            }
        }
    }

    /// A crawl, and several addresses, without a contact give a warning; one address, an agent or a contact gives none.
    @Test func aMissingContact() throws {
        try withServer(Self.page) { server in
            try withTemporaryFolder { folder in
                let rules =
                    #"{ "match": "BASE/*", "requests": { "p": { "get": "BASE/p" } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
                try rules.replacing("BASE", with: server.url("/").dropLast())
                    .write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
                let crawl = ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"]
                let two = ["fetch", "--delay", "0", server.url("/1"), server.url("/2"), "-o", "pages/"]
                let one = ["fetch", "--delay", "0", server.url("/1")]
                for (arguments, contact, isWarned) in [
                    (crawl, "", true), (crawl, "mailto:a@b.example", false),
                    (crawl + ["--user-agent", "x"], "", false), (two, "", true), (one, "", false),
                ] {
                    let words = [
                        "env", contact.isEmpty ? "-uSCRAPE_CONTACT" : "SCRAPE_CONTACT=\(contact)",
                        scrapeProgram,
                    ]
                    let command = (words + arguments).map { "'\($0)'" }.joined(separator: " ")
                    let process = Process()
                    let errors = Pipe()
                    process.executableURL = URL(filePath: "/bin/sh")
                    process.arguments = ["-c", command]
                    process.currentDirectoryURL = URL(filePath: folder)
                    process.standardOutput = FileHandle.nullDevice
                    process.standardError = errors
                    try process.run()
                    let text = String(
                        decoding: try errors.fileHandleForReading.readToEnd() ?? Data(),
                        as: UTF8.self
                    )
                    process.waitUntilExit()
                    #expect(process.terminationStatus == 0, "\(text)")
                    #expect(
                        text.contains("requests name no contact: set SCRAPE_CONTACT") == isWarned,
                        "\(arguments) \(text)"
                    )
                }
            }
        }
    }

    /// `scrape new URL` keeps the page's address and the time at which it was fetched, with which the case is read again.
    @Test func aNewSiteKnowsItsAddress() throws {
        try withServer { target, _ in
            switch target {
            case "/robots.txt": [.page("", status: "404 Not Found")]
            case "/old": [.redirect("/oak")]
            default:
                [
                    .page(
                        "<!doctype html><title>Oak</title><h1>Oak</h1><p class=price>12.50 EUR</p><p class=height>40 m</p>"
                    )
                ]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                let run = try Run(["new", "plants", "--delay", "0", server.url("/old")], in: folder)
                #expect(run.status == 0, "\(run.output)\(run.errors)")
                let cases = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Corpus/plants")
                #expect(cases.count == 1)
                let facts = try String(
                    contentsOfFile: "\(folder)/Corpus/plants/\(cases.first ?? "")/case.json",
                    encoding: .utf8
                )
                #expect(facts.contains("\"url\": \"\(server.url("/oak"))\""), "\(facts)")
                #expect(facts.contains(#/"saved": "20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"/#), "\(facts)")
                #expect(try Run(["test"], in: folder).status == 0)
            }
        }
    }

    /// `scrape refresh` keeps the new page as a case, and the answers in an archive.
    @Test func aRefreshIsKept() throws {
        try withServer { target, _ in
            target == "/robots.txt" ? [.page("", status: "404 Not Found")] : [.page("<h1>Silver fir</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                func write(_ text: String, _ path: String) throws {
                    let url = URL(filePath: folder).appending(path: path)
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(),
                        withIntermediateDirectories: true
                    )
                    try Data(text.utf8).write(to: url)
                }
                try write(#"{ "records": { "Plant": { "fields": { "name": "h1" } } } }"#, "Rules/plants.json")
                try write("<h1>English oak</h1>", "Corpus/plants/oak/page.html")
                try write("{\"url\": \"\(server.url("/oak"))\"}", "Corpus/plants/oak/case.json")
                #expect(try Run(["test", "--update"], in: folder).status == 0)
                let run = try Run(
                    ["refresh", "--delay", "0", "--allow-private", "--save", "--archive", "new.warc.gz"],
                    in: folder
                )
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output.contains("plants/oak: other values"), "\(run.output)")
                let cases = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Corpus/plants")
                    .sorted()
                #expect(cases.count == 2)
                let new = try #require(cases.first { $0 != "oak" })
                let facts = try String(
                    contentsOfFile: "\(folder)/Corpus/plants/\(new)/case.json",
                    encoding: .utf8
                )
                #expect(
                    facts.contains("\"url\": \"\(server.url("/oak"))\"") && facts.contains("\"saved\""),
                    "\(facts)"
                )
                #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
                // The archive has the answers, so that it can be refreshed without the network.
                let before = server.targets.count
                let again = try Run(["refresh", "plants/oak", "--replay", "new.warc.gz"], in: folder)
                #expect(again.output.contains("plants/oak: other values"), "\(again.output)\(again.errors)")
                #expect(server.targets.count == before)
            }
        }
    }
}
