import Addresses
import Batch
import Fetching
import Politeness
import Scraping
import Testing

/// The order and the times of requests, with a virtual clock.
struct SchedulingTests {
    private static let noRobots = PlayedTransport.Answer.status(404)

    private static func isRobots(_ url: String) -> Bool { url.hasSuffix("/robots.txt") }

    /// Fetches addresses; returns the causes of failures by address.
    @discardableResult
    private static func fetch(_ fetcher: Fetcher, _ urls: [String]) throws -> [String: FetchFailure] {
        var failures: [String: FetchFailure] = [:]
        var results = 0
        try fetcher.fetch(urls) { _, result in
            results += 1
            failures[result.asked] = result.failure
        }
        #expect(results == urls.count)
        return failures
    }

    @Test func hostsTakeTurnsAndPause() throws {
        let transport = PlayedTransport { url, _ in
            switch url {
            case "http://a.example/robots.txt": .status(404, after: 0.1)
            case "http://b.example/robots.txt": .page("user-agent: *\ncrawl-delay: 3", after: 0.1)
            // A slow answer makes a longer pause.
            case "http://a.example/1": .page(after: 4)
            default: .page()
            }
        }
        let urls = ["http://a.example/1", "http://a.example/2", "http://b.example/1", "http://a.example/3"]
        try Self.fetch(transport.fetcher().0, urls)
        #expect(
            transport.log == [
                "0 http://a.example/robots.txt", "0 http://b.example/robots.txt",
                "1100 http://a.example/1", "3100 http://b.example/1",
                // The average of 0.1 s and 4 s, weighted 3 to 1, is 1.075 s; after that it is shorter.
                "6175 http://a.example/2", "7175 http://a.example/3",
            ]
        )
    }

    @Test func whatRobotsForbidIsNotAskedFor() throws {
        let transport = PlayedTransport { url, _ in
            switch url {
            case "http://a.example/robots.txt": .page("user-agent: *\ndisallow: /x")
            case "http://b.example/robots.txt": .status(503)
            case "http://c.example/robots.txt": .failure(.tls)
            default: .page()
            }
        }
        var limits = SchedulerLimits()
        limits.retries = 0
        let hosts = ["a", "b", "c"]
        let urls = hosts.flatMap { ["http://\($0).example/x", "http://\($0).example/y"] }
        let failures = try Self.fetch(transport.fetcher(limits).0, urls)
        #expect(
            failures == [
                "http://a.example/x": FetchFailure(.robots, "robots.txt forbids it in line 2"),
                "http://b.example/x": FetchFailure(
                    .disallowed,
                    "its robots.txt cannot be fetched, which forbids everything"
                ),
                "http://b.example/y": FetchFailure(
                    .disallowed,
                    "its robots.txt cannot be fetched, which forbids everything"
                ),
                // The reason why robots.txt cannot be fetched is the reason why the page cannot.
                "http://c.example/x": FetchFailure(.tls), "http://c.example/y": FetchFailure(.tls),
            ]
        )
        #expect(transport.log.filter { !$0.hasSuffix("robots.txt") } == ["1000 http://a.example/y"])
    }

    @Test func robotsOfTheGivenAddressesCanBeIgnored() throws {
        let transport = PlayedTransport { url, _ in
            if Self.isRobots(url) { return .page("user-agent: *\ndisallow: /") }
            return url == "http://a.example/x" ? .status(302, "Location: http://b.example/") : .page()
        }
        let fetcher = transport.fetcher { $0.ignoresRobots = true }.0
        let failures = try Self.fetch(fetcher, ["http://a.example/x"])
        // The targets of redirects are still subject to robots.txt.
        #expect(failures["http://a.example/x"]?.cause == .robots)
        #expect(transport.log == ["0 http://a.example/x", "0 http://b.example/robots.txt"])
    }

    @Test(arguments: [
        ("Retry-After: 60", [0, 1000, 61_000]),
        // A date according to the virtual clock, which begins at 08:00:00 on 15 January 2027.
        ("Retry-After: Fri, 15 Jan 2027 08:02:00 GMT", [0, 1000, 120_000]),
        ("Retry-After: Friday, 15-Jan-27 08:02:00 GMT", [0, 1000, 120_000]),
        ("Retry-After: Fri Jan 15 08:02:00 2027", [0, 1000, 120_000]),
    ])
    func retryAfterIsKept(_ field: String, _ times: [Int]) throws {
        for status in [429, 503] {
            let transport = PlayedTransport { url, count in
                Self.isRobots(url) ? Self.noRobots : count == 0 ? .status(status, field) : .page()
            }
            let failures = try Self.fetch(transport.fetcher().0, ["http://a.example/1"])
            #expect(failures.isEmpty)
            let begin = transport.log.compactMap { Int($0.prefix { $0 != " " }) }
            #expect(begin == times, "\(field)")
        }
    }

    @Test func failuresAreRepeatedLaterEachTime() throws {
        var limits = SchedulerLimits()
        limits.retries = 3
        let transport = PlayedTransport { url, _ in Self.isRobots(url) ? Self.noRobots : .failure(.cut) }
        let (fetcher, gate) = transport.fetcher(limits)
        var pauses: [Int] = []
        gate.onRepetition = { _, _, gap in pauses.append(gap.milliseconds) }
        let failures = try Self.fetch(fetcher, ["http://a.example/1"])
        #expect(failures["http://a.example/1"]?.cause == .cut)
        #expect(transport.log.count == 1 + 4)
        for (pause, range) in zip(pauses, [1000...2000, 2000...4000, 4000...8000]) {
            #expect(range.contains(pause))
        }
        #expect(pauses.count == 3)
    }

    /// A request that may change something at the site is made once; so is one that fails permanently.
    @Test func whatMayNotBeRepeatedIsNot() throws {
        for (method, cause, count) in [
            ("POST", FetchFailure.Cause.cut, 1), ("GET", .tooLarge, 1), ("GET", .cut, 6),
        ] {
            let transport = PlayedTransport { url, _ in Self.isRobots(url) ? Self.noRobots : .failure(cause) }
            var request = FetchRequest(try WebAddress("http://a.example/"))
            request.method = method
            let result = try transport.fetcher().0.fetch(request)
            #expect(result.failure?.cause == cause)
            #expect(transport.log.count == 1 + count)
        }
    }

    /// A name that is not found is tried again once, unless the host has answered before.
    @Test func aHostThatHasNeverAnsweredIsAskedTwice() throws {
        for cause in [FetchFailure.Cause.dns, .connect] {
            let unknown = PlayedTransport { _, _ in .failure(cause) }
            let failures = try Self.fetch(
                unknown.fetcher().0,
                ["http://a.example/1", "http://a.example/2"]
            )
            #expect(failures.values.allSatisfy { $0.cause == cause } && failures.count == 2)
            #expect(unknown.log.count == 2)
            let known = PlayedTransport { url, _ in Self.isRobots(url) ? Self.noRobots : .failure(cause) }
            try Self.fetch(known.fetcher().0, ["http://a.example/1"])
            #expect(known.log.count == 1 + 6)
        }
    }

    @Test func aHostThatKeepsFailingIsLeftAlone() throws {
        var limits = SchedulerLimits()
        limits.failures = 3
        limits.retries = 1
        let transport = PlayedTransport { url, _ in
            url.contains("b.example") || Self.isRobots(url) ? Self.noRobots : .failure(.timeout)
        }
        let urls = (1...4).map { "http://a.example/\($0)" } + ["http://b.example/"]
        let failures = try Self.fetch(transport.fetcher(limits).0, urls)
        #expect(transport.log.count { $0.contains("a.example") } == 1 + 3)
        #expect(transport.log.count { $0.contains("b.example") } == 2)
        #expect(failures["http://a.example/2"]?.cause == .timeout)
        for number in 3...4 {
            let failure = failures["http://a.example/\(number)"]
            #expect(failure?.detail == "http://a.example has failed 3 times in a row, and is not asked again")
        }
    }

    @Test func robotsAreAskedForAgainAfterADay() throws {
        let transport = PlayedTransport { url, _ in Self.isRobots(url) ? Self.noRobots : .page() }
        let fetcher = transport.fetcher().0
        try Self.fetch(fetcher, ["http://a.example/1"])
        transport.pass(86_399)
        try Self.fetch(fetcher, ["http://a.example/2"])
        transport.pass(1)
        try Self.fetch(fetcher, ["http://a.example/3"])
        let targets = transport.log.map { $0.split(separator: "/").last.map(String.init) }
        #expect(targets == ["robots.txt", "1", "2", "robots.txt", "3"])
    }

    @Test func onlySomeHostsAreAskedAtOneTime() throws {
        let transport = PlayedTransport { _, _ in .page(after: 1) }
        let fetcher = transport.fetcher {
            $0.concurrency = 2
            $0.ignoresRobots = true
        }
        .0
        try Self.fetch(fetcher, ["a", "b", "c", "d", "e"].map { "http://\($0).example/" })
        let begin = transport.log.compactMap { Int($0.prefix { $0 != " " }) }
        #expect(begin == [0, 0, 1000, 1000, 2000])
    }

    /// If a robots.txt redirects to another host, its content applies to the original host.
    @Test func robotsFollowRedirects() throws {
        let transport = PlayedTransport { url, _ in
            switch url {
            case "http://a.example/robots.txt": .status(301, "Location: http://b.example/rules")
            case "http://b.example/rules": .page("user-agent: *\ndisallow: /x")
            default: .page()
            }
        }
        let failures = try Self.fetch(transport.fetcher().0, ["http://a.example/x", "http://a.example/y"])
        #expect(failures.keys.sorted() == ["http://a.example/x"])
        #expect(
            transport.log == [
                "0 http://a.example/robots.txt", "0 http://b.example/rules", "1000 http://a.example/y",
            ]
        )
    }

    /// The proof contains the time at which each request was allowed, and the reason.
    @Test func everyRequestHasAProof() throws {
        let transport = PlayedTransport { url, count in
            if Self.isRobots(url) { return .page("user-agent: *\ndisallow: /\nallow: /1") }
            return count == 0 ? .status(503, "Retry-After: 7") : .page()
        }
        let (fetcher, gate) = transport.fetcher()
        var proofs: [PoliteGate.Proof] = []
        gate.onProof = { _, proof, _ in proofs.append(proof) }
        try Self.fetch(fetcher, ["http://a.example/1"])
        let begin = Instant(seconds: 1_800_000_000)
        let waits: [HostPace.Wait] = [
            .first, .pause(Gap.seconds(1), after: begin),
            .retryAfter(Gap.seconds(7), after: begin + Gap.seconds(1)),
        ]
        #expect(proofs.map(\.wait) == waits)
        #expect(proofs.map(\.robotsLine) == [nil, 3, 3])
        let times = [
            Instant(milliseconds: .min), begin + Gap.seconds(1), begin + Gap.seconds(8),
        ]
        #expect(proofs.map(\.allowedAt) == times)
    }

    /// If a transport cannot be started, every address fails, and none is delayed.
    @Test func aTransportThatDoesNotStartIsReported() throws {
        var limits = SchedulerLimits()
        limits.delay = .zero
        let gate = PoliteGate(agent: "scrape", limits)
        let program = TransportProgram(path: "/nowhere/at/all")
        let fetcher = Fetcher(FetchOptions(), program: program, gate: gate)
        let failures = try Self.fetch(fetcher, (0..<3).map { "http://a.example/\($0)" })
        #expect(failures.count == 3 && failures.values.allSatisfy { $0.cause == .transport })
    }
}
