import Addresses
import Batch
import Fetching
import Foundation
import Scraping
import Testing

/// Requests to a scripted server, sent by the binary's own transport.
struct FetcherTests {
    private static func fetcher(_ change: (inout FetchOptions) -> Void = { _ in }) -> Fetcher {
        var options = FetchOptions()
        options.ignoresRobots = true
        change(&options)
        return impatientFetcher(options)
    }

    @Test func redirectsAreFollowedAndRecordedOneByOne() throws {
        try withServer { target, _ in
            switch target {
            case "/a": [.redirect("b?x=1")]
            case "/b?x=1": [.redirect("/c#part", "301 Moved Permanently")]
            default: [.page("<h1>end</h1>")]
            }
        } _: { server in
            let result = try Self.fetcher().fetch(server.url("/a"))
            #expect(result.failure == nil)
            #expect(result.exchanges.map(\.url) == ["/a", "/b?x=1", "/c"].map { server.url($0) })
            #expect(result.exchanges.compactMap { $0.head?.status } == [302, 301, 200])
            #expect(server.targets == ["/a", "/b?x=1", "/c"])
            guard case .page(let page, _) = result.page(PageFacts()) else {
                Issue.record("no page")
                return
            }
            #expect(page.url == server.url("/c"))
            #expect(page.encoding?.name == "utf-8" || page.encoding?.name == "UTF-8")
            #expect(page.clock == result.exchanges.last?.date)
            #expect(page.bytes == Array("<h1>end</h1>".utf8))
        }
    }

    @Test func bodiesAreKeptAsTheyCome() throws {
        let answer =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n"
            + "5;x=y\r\nhello\r\n3\r\n wo\r\n0\r\n\r\n"
        try withServer { _, _ in
            [.text(answer), .close]
        } _: { server in
            let result = try Self.fetcher().fetch(server.url())
            #expect(result.exchanges.last?.response == Array(answer.utf8))
            guard case .page(let page, _) = result.page(PageFacts()) else {
                Issue.record("no page")
                return
            }
            #expect(page.bytes == Array("hello wo".utf8))
        }
    }

    /// Answers that fail, with the cause of each.
    static let failing: [(String, FetchFailure.Cause, [ServerStep])] = [
        ("nothing", .cut, [.reset]),
        ("a body cut short", .cut, [.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close]),
        (
            "a chunk cut short", .cut,
            [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"), .close]
        ),
        (
            "endless header", .headerTooLarge,
            [.text("HTTP/1.1 200 OK\r\n"), .sendForever(Array("A: b\r\n".utf8))]
        ),
        (
            "endless body", .tooLarge,
            [.text("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 0x61, count: 4096))]
        ),
        (
            "a body too long", .tooLarge,
            [.page(String(repeating: "a", count: 100_001))]
        ),
        ("silence", .timeout, [.hold]),
        (
            "silence after the header", .timeout,
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"), .hold]
        ),
        (
            "a header that is one endless line", .headerTooLarge,
            [.text("HTTP/1.1 200 OK\r\nA: "), .sendForever([UInt8](repeating: 0x61, count: 4096))]
        ),
        (
            "endless interim answers", .headerTooLarge,
            [.sendForever(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))]
        ),
        (
            "endless chunks of a byte", .tooLarge,
            [
                .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
                .sendForever(Array("1\r\na\r\n".utf8)),
            ]
        ),
        ("another protocol", .notHTTP, [.text("220 mail.example ESMTP\r\n"), .close]),
    ]

    @Test(arguments: failing.indices)
    func failuresHaveACause(_ index: Int) throws {
        let (name, cause, steps) = Self.failing[index]
        try withServer { _, _ in
            steps
        } _: { server in
            let fetcher = Self.fetcher { options in
                options.limits.bytes = 100_000
                options.limits.time = 1
                options.limits.firstByte = 1
            }
            let result = try fetcher.fetch(server.url())
            #expect(result.failure?.cause == cause, "\(name): \(String(describing: result.failure))")
        }
    }

    @Test func aSlowBodyIsAbandoned() throws {
        try withServer { _, _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nab"), .hold]
        } _: { server in
            let fetcher = Self.fetcher { options in
                options.limits.slowBytes = 100
                options.limits.slowTime = 1
            }
            let failure = try fetcher.fetch(server.url()).failure
            #expect(failure?.cause == .slow)
            #expect(failure?.message.hasPrefix("the answer arrives too slowly: ") == true)
        }
    }

    @Test func theLongestBodyIsAccepted() throws {
        let body = String(repeating: "a", count: 100_000)
        try withServer { _, _ in
            [.page(body)]
        } _: { server in
            let result = try Self.fetcher { $0.limits.bytes = 100_000 }.fetch(server.url())
            #expect(result.failure == nil)
            let shorter = try Self.fetcher { $0.limits.bytes = 99_999 }.fetch(server.url())
            #expect(shorter.failure?.cause == .tooLarge)
        }
    }

    @Test func aRedirectLoopEnds() throws {
        try withServer { _, _ in
            [.redirect("/")]
        } _: { server in
            let result = try Self.fetcher { $0.limits.redirects = 3 }.fetch(server.url())
            #expect(result.failure?.cause == .redirectLoop)
            #expect(server.targets.count == 4)
        }
    }

    @Test(arguments: ["ftp://x.example/", "file:///etc/passwd", "javascript:1", "http://"])
    func redirectsLeadToTheWebOnly(_ target: String) throws {
        let transport = PlayedTransport { _, _ in .status(302, "Location: \(target)") }
        let (fetcher, _) = transport.fetcher { $0.ignoresRobots = true }
        let result = try fetcher.fetch("http://a.example/")
        #expect(result.failure?.cause == .redirect)
        #expect(transport.requests.map(\.url) == ["http://a.example/"])
    }

    @Test func redirectsToPrivateAddressesAreRefused() throws {
        try withServer { _, _ in
            [.page("secret")]
        } _: { inner in
            try withServer { _, _ in
                [.redirect(inner.url("/admin"))]
            } _: { server in
                // Another port of this machine is another origin.
                let result = try Self.fetcher().fetch(server.url())
                #expect(result.failure?.cause == .privateAddress)
                #expect(inner.targets.isEmpty)
                let permitted = try Self.fetcher { $0.allowsPrivate = true }.fetch(server.url())
                #expect(permitted.failure == nil)
                #expect(inner.targets == ["/robots.txt", "/admin"])
            }
        }
    }

    /// A robots.txt that is asked for as a page also says what is allowed.
    @Test func theFileThatIsAskedForIsNotRequestedAgain() throws {
        try withServer { target, _ in
            [.page(target == "/robots.txt" ? "User-agent: *\nDisallow: /private\n" : "page")]
        } _: { server in
            let fetcher = Self.fetcher { $0.ignoresRobots = false }
            let file = try fetcher.fetch(server.url("/robots.txt"))
            #expect(file.failure == nil)
            #expect(try fetcher.fetch(server.url("/private")).failure?.cause == .robots)
            #expect(try fetcher.fetch(server.url("/a")).failure == nil)
            #expect(server.targets == ["/robots.txt", "/a"])
        }
    }

    /// A transport whose answers nobody can read ends, and says that it failed.
    @Test func answersThatCannotBeWritten() throws {
        let request = #"{"id": 1, "url": "http://127.0.0.1:9/"}"#
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The input stays open until the transport has ended.
        process.arguments = [
            "-c",
            #"mkfifo "$2" && exec 3<>"$2" && printf '%s\n' "$1" >&3 && timeout 60 "$0" transport <&3 >/dev/full"#,
        ]
        try withTemporaryFolder { folder in
            process.arguments? += [scrapeProgram, request, "\(folder)/pipe"]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 3)
        }
    }

    @Test func headersOfTheUserGoToHisHostOnly() throws {
        try withServer { _, _ in
            [.page("other")]
        } _: { other in
            try withServer { target, _ in
                target == "/" ? [.redirect("/same")] : [.redirect(other.url())]
            } _: { server in
                let fetcher = Self.fetcher { options in
                    options.allowsPrivate = true
                    options.headers = [
                        HeaderField("Authorization", "Bearer 12345"), HeaderField("X-Key", "abcdef"),
                    ].compactMap { $0 }
                }
                let result = try fetcher.fetch(server.url())
                #expect(result.failure == nil)
                #expect(server.requests.count == 2)
                #expect(server.requests.allSatisfy { $0.contains("Bearer 12345") && $0.contains("abcdef") })
                // Its robots.txt does not receive them either.
                #expect(other.targets == ["/robots.txt", "/"])
                #expect(other.requests.allSatisfy { !$0.contains("12345") && !$0.contains("abcdef") })
            }
        }
    }

    @Test(arguments: ["a\r\nB: c", "a\nb", "a\0b", "é\u{7F}"])
    func headersCannotBeInjected(_ value: String) {
        #expect(HeaderField("X", value) == nil)
        #expect(HeaderField("X: y\r\nZ", "a") == nil)
        #expect(HeaderField("X", "a\tb ü") != nil)
    }

    @Test func manyAddressesAreGotOnceEach() throws {
        try withServer { target, _ in
            [.page("page \(target)")]
        } _: { server in
            let addresses = (0..<50).map { server.url("/\($0)") }
            var done: Set<Int> = []
            try Self.fetcher().fetch(addresses) { place, result in
                #expect(result.failure == nil)
                #expect(done.insert(place).inserted)
            }
            #expect(done.count == 50)
            #expect(server.targets == (0..<50).map { "/\($0)" })
        }
    }

    @Test func whatIsNoAddressFails() throws {
        for text in ["x", "ftp://x.example/", "http://"] {
            #expect(try Self.fetcher().fetch(text).failure?.cause == .address)
        }
    }

    @Test func aTransportThatEndsIsReported() throws {
        let fetcher = impatientFetcher(FetchOptions(), TransportProgram(path: "/bin/true"))
        let result = try fetcher.fetch("http://127.0.0.1:1/")
        #expect(result.failure?.cause == .transport)
        let other = impatientFetcher(
            FetchOptions(),
            TransportProgram(path: "/bin/echo", arguments: ["hello"])
        )
        #expect(try other.fetch("http://127.0.0.1:1/").failure?.detail.contains("hello") == true)
    }
}
