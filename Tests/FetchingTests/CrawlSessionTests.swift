import Foundation
import Platform
import Synchronization
import Testing

/// Crawls of sites that use cookies and tokens: crawls that are killed and continued, and crawls that outlast their
/// login.
struct CrawlSessionTests {
    private static let rules = """
        { "match": "BASE/*",
          "session": { "login": { "get": "BASE/token", "source": "json", "take": { "token": "json > token" } } },
          "requests": {
            "list": { "get": "BASE/list", "query": { "page": "{page}" }, "headers": { "Authorization": "Bearer {token}" },
              "records": [], "next": { "take": { "page": { "first": 1, "last": 2 } } },
              "follow": { "plant": "li > a::attr(href)" } },
            "plant": { "match": "BASE/plant/*", "headers": { "Authorization": "Bearer {token}" } } },
          "records": { "Plant": { "fields": { "name": { "select": "h1", "required": true } } } } }
        """

    /// A site whose first page sets a cookie that all others need, and which accepts only the token of the last login.
    ///
    /// - Parameter uses: how many requests a token is good for.
    private final class Site: Sendable {
        private struct State {
            var token = 0
            var cookie = 0
            var left = 0
        }

        private let state = Mutex(State())
        private let uses: Int

        init(uses: Int = .max) { self.uses = uses }

        func answer(_ target: String, _ request: String) -> ServerStep {
            if target == "/robots.txt" { return .page("", status: "404 Not Found") }
            return state.withLock { state in
                if target == "/token" {
                    state.token += 1
                    state.left = uses
                    return .page(
                        "{\"token\": \"tok-\(state.token)-abcdefgh\"}",
                        ["Content-Type: application/json"]
                    )
                }
                guard request.contains("Authorization: Bearer tok-\(state.token)-abcdefgh\r\n"),
                    state.left > 0
                else {
                    return .page("no", status: "401 Unauthorized")
                }
                state.left -= 1
                if target == "/list?page=1" {
                    state.cookie += 1
                    let links = (1...3).map { "<li><a href=/plant/\($0)>x</a>" }.joined()
                    return .page(
                        links,
                        ["Content-Type: text/html", "Set-Cookie: sid=s\(state.cookie); Path=/"]
                    )
                }
                guard request.contains("Cookie: sid=s\(state.cookie)\r\n") else {
                    return .page("<p>Please enable cookies")
                }
                if target == "/list?page=2" {
                    return .page((4...6).map { "<li><a href=/plant/\($0)>x</a>" }.joined())
                }
                return .page("<h1>plant \(target.split(separator: "/").last ?? "")</h1>")
            }
        }
    }

    private static let expected = (1...6).map { "{\"@type\":\"Plant\",\"name\":\"plant \($0)\"}\n" }.joined()

    private static func write(_ rules: String, _ server: ScriptedServer, _ folder: String) throws {
        try rules.replacing("BASE", with: server.url("/").dropLast()).write(
            toFile: "\(folder)/site.json",
            atomically: true,
            encoding: .utf8
        )
    }

    /// A dry run shows the steps of the login, with the variables of secrets, which need not be set.
    @Test func aDryRunShowsTheLogin() throws {
        let rules = """
            { "match": "https://library.example/*", "inputs": { "card": { "default": "12'3" }, "pin": { "secret": "LIBRARY_PIN" } },
              "session": {
                "login": { "get": "https://library.example/signin",
                  "submit": { "form": "form#signin", "fill": { "barcode": "{card}", "pin": "x{pin}", "token": "script" } } },
                "check": { "get": "https://library.example/account", "select": "a" } },
              "requests": { "books": { "for": { "n": { "first": 1, "last": 2 } }, "get": "https://library.example/books/{n}" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        try withTemporaryFolder { folder in
            try rules.write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
            let dry = try Run(["crawl", "site.json", "--dry-run"], in: folder)
            let expected = """
                # login 1
                curl 'https://library.example/signin'
                # then its form form#signin, with all its controls barcode='12'\\''3' pin='x'"$LIBRARY_PIN"'' token='script'
                # check
                curl 'https://library.example/account'
                # the first requests
                curl 'https://library.example/books/1'
                curl 'https://library.example/books/2'

                """
            #expect(dry.output == expected, "\(dry.errors)")
            #expect(dry.status == 0)
        }
    }

    /// If it is killed at each of its requests in turn, a continued run logs in again, receives its cookies again, and
    /// has the records of an uninterrupted one.
    @Test(arguments: 2...10)
    func killedRunsLogInAgain(_ moment: Int) throws {
        let victim = Victim()
        let site = Site()
        try withServer { target, request in
            if victim.strike() { return [.hold] }
            return [site.answer(target, request)]
        } _: { server in
            try withTemporaryFolder { folder in
                try Self.write(Self.rules, server, folder)
                let arguments = [
                    "crawl", "site.json", "--allow-private", "--delay", "0", "-q", "--archive", "a.warc.gz",
                ]
                victim.arm(at: moment)
                #expect(try victim.run(arguments, in: folder) == .signal(SIGKILL))
                victim.arm(at: .max)
                let before = server.requests.count
                let run = try Run(arguments + ["--resume"], in: folder)
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output == Self.expected, "\(run.errors)")
                #expect(!server.requests.contains { $0.contains("SECRET-") })
                // Pages whose answers had no secrets are requested once.
                let plants = server.targets.filter { $0.hasPrefix("/plant/") }
                #expect(plants.count <= 7, "\(server.targets[before...])")
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                #expect(replay.output == Self.expected, "\(replay.errors)")
                let second = try Run(arguments + ["--resume"], in: folder)
                #expect(second.output == Self.expected, "\(second.errors)")
            }
        }
    }

    /// Requests that wait while a login ends are made with the token of the next one.
    @Test(arguments: [1, 2, 4])
    func waitingRequestsHaveTheNewToken(_ uses: Int) throws {
        let site = Site(uses: uses)
        try withServer { target, request in
            [site.answer(target, request)]
        } _: { server in
            try withTemporaryFolder { folder in
                let answers = "\"answers\": [{ \"status\": 401, \"is\": \"logged-out\" }], \"records\": {"
                try Self.write(Self.rules.replacing("\"records\": {", with: answers), server, folder)
                let arguments = [
                    "crawl", "site.json", "--allow-private", "--delay", "0", "-q", "--archive", "a.warc.gz",
                ]
                let run = try Run(arguments, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output == Self.expected)
                // One login for each number of requests that a token is good for: eight pages.
                #expect(server.targets.count { $0 == "/token" } == (8 + uses - 1) / uses, "\(server.targets)")
                let replay = try Run(["crawl", "site.json", "-q", "--replay", "a.warc.gz"], in: folder)
                #expect(replay.output == Self.expected, "\(replay.errors)")
            }
        }
    }

    /// A file of cookies that cannot be read is refused with the line that is wrong.
    @Test func aFileThatIsNotOne() throws {
        try withTemporaryFolder { folder in
            let rules =
                #"{ "match": "http://a.example/*", "requests": { "p": { "get": "http://a.example/" } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
            try rules.write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
            let good = "a.example\tFALSE\t/\tFALSE\t0\ta\tb"
            for (line, columns) in [("a.example\tFALSE\t/", 3), (good.replacing("\t0\t", with: "\tx\t"), 7)] {
                let text = "# Netscape HTTP Cookie File\n\n#HttpOnly_\(good)\r\n\(line)\n"
                try text.write(toFile: "\(folder)/s.txt", atomically: true, encoding: .utf8)
                let run = try Run(["crawl", "site.json", "--session", "s.txt"], in: folder)
                #expect(
                    run.errors.hasPrefix(
                        "s.txt:4: error: expected a cookie in seven columns separated by tabs, found \(columns)"
                    ),
                    "\(run.errors)"
                )
                #expect(run.status == 3)
            }
        }
    }

    /// A run that is killed leaves its cookies in the file of `--session`.
    @Test func aKilledRunKeepsItsSession() throws {
        let victim = Victim()
        try withServer { target, request in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            if victim.strike() { return [.hold] }
            if target == "/" {
                return [
                    .page(
                        "<a href=/p>p</a>",
                        ["Content-Type: text/html", "Set-Cookie: sid=s1; Max-Age=900; Path=/"]
                    )
                ]
            }
            return [.page("<h1>\(request.contains("Cookie: sid=s1") ? "yes" : "no")</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*", "requests": { "list": { "get": "BASE/", "records": [], "follow": { "page": "a::attr(href)" } },
                        "page": { "match": "BASE/p" } }, "records": { "T": { "fields": { "t": "h1" } } } }
                    """
                try Self.write(rules, server, folder)
                let arguments = [
                    "crawl", "site.json", "--allow-private", "--delay", "0", "-q", "--session", "s.txt",
                ]
                victim.arm(at: 2)
                let killed = try victim.run(arguments + ["--archive", "a.warc"], in: folder)
                #expect(killed == .signal(SIGKILL))
                victim.arm(at: .max)
                let before = server.targets.count
                let run = try Run(arguments + ["--archive", "a.warc", "--resume"], in: folder)
                #expect(run.output == "{\"@type\":\"T\",\"t\":\"yes\"}\n", "\(run.errors)")
                #expect(Array(server.targets[before...]) == ["/p"])
            }
        }
    }

    /// A header field of the session has the value that the login takes, in all later requests; the next login does not
    /// send it.
    @Test(arguments: [Int.max, 3])
    func headersOfTheSessionHaveWhatTheLoginTakes(_ uses: Int) throws {
        let site = Site(uses: uses)
        try withServer { target, request in
            if target == "/token", request.contains("Authorization") {
                return [.page("no", status: "401 Unauthorized")]
            }
            return [site.answer(target, request)]
        } _: { server in
            try withTemporaryFolder { folder in
                let header = "\"headers\": { \"Authorization\": \"Bearer {token}\" }"
                let rules = Self.rules.replacing(header + ",", with: "").replacing(", " + header, with: "")
                    .replacing("\"session\": {", with: "\"session\": { \(header),")
                    .replacing(
                        "\"records\": {",
                        with: "\"answers\": [{ \"status\": 401, \"is\": \"logged-out\" }], \"records\": {"
                    )
                try Self.write(rules, server, folder)
                let run = try Run(
                    ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"],
                    in: folder
                )
                #expect(run.output == Self.expected, "\(run.errors)")
            }
        }
    }

    /// The page that a login leads to is requested once: it serves the login's check, and the first request of the rules.
    @Test func theLastPageOfALoginIsRequestedOnce() throws {
        let requests = Counter()
        try withServer { target, request in
            switch target {
            case "/in" where request.hasPrefix("POST"):
                [
                    .page(
                        "",
                        status: "303 See Other",
                        ["Location: /account", "Set-Cookie: sid=s1-abcdefgh; Path=/"]
                    )
                ]
            case "/in": [.page("<form method=post><input name=code></form>")]
            case "/account" where request.contains("sid=s1-abcdefgh"):
                [.page("<a href=/out>log out</a><h1>\(requests.next())</h1><li><a href=/p>p</a>")]
            case "/p": [.page("<h1>page</h1><a href=/account>back</a>")]
            default: [.page("", status: "404 Not Found")]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*",
                      "session": { "login": { "get": "BASE/in", "submit": { "fill": { "code": "7" } } },
                        "check": { "get": "BASE/account", "select": "a[href='/out']" } },
                      "requests": { "account": { "get": "BASE/account", "follow": { "page": "li a::attr(href)" } },
                        "page": { "match": "BASE/p" } }, "records": { "T": { "fields": { "t": "h1" } } } }
                    """
                try Self.write(rules, server, folder)
                let arguments = ["crawl", "site.json", "-q"]
                let live = ["--allow-private", "--delay", "0", "--archive", "a.warc", "--session", "s.txt"]
                let expected = ["0", "page"].map { "{\"@type\":\"T\",\"t\":\"\($0)\"}\n" }.joined()
                let run = try Run(arguments + live, in: folder)
                #expect(run.output == expected, "\(run.errors)")
                #expect(server.targets == ["/robots.txt", "/in", "/in", "/account", "/p"])
                let replay = try Run(arguments + ["--replay", "a.warc"], in: folder)
                #expect(replay.output == expected, "\(replay.errors)")
                // The page of a successful check serves the first request as well.
                let before = server.targets.count
                let second = live.map { $0 == "a.warc" ? "b.warc" : $0 }
                let next = try Run(arguments + second, in: folder)
                #expect(next.output == expected.replacing("\"0\"", with: "\"1\""), "\(next.errors)")
                #expect(server.targets[before...] == ["/robots.txt", "/account", "/p"])
            }
        }
    }

    /// A missing secret that the login needs is reported before any request.
    @Test func aMissingSecretIsReportedFirst() throws {
        try withServer { _, _ in
            [.page("<form><input name=pin></form>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*", "inputs": { "pin": { "secret": "TEST_PIN" } },
                      "session": { "login": { "get": "BASE/in", "submit": { "fill": { "pin": "{pin}" } } } },
                      "requests": { "list": { "get": "BASE/" } }, "records": { "T": { "fields": { "t": "h1" } } } }
                    """
                try Self.write(rules, server, folder)
                let run = try Run(
                    ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"],
                    in: folder
                )
                #expect(run.status == 2)
                #expect(
                    run.errors.contains(
                        "the environment variable TEST_PIN is not set, and the login needs the input \"pin\""
                    ),
                    "\(run.errors)"
                )
                #expect(server.targets == [])
            }
        }
    }
}
