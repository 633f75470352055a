import Addresses
import Politeness
import Testing

@testable import Fetching

/// Limits of requests, secrets and the transport, each at its bound.
struct FetchBoundTests {
    private static func gate(_ change: (inout SchedulerLimits) -> Void = { _ in }) -> PoliteGate {
        var limits = SchedulerLimits()
        change(&limits)
        return PoliteGate(agent: "scrape", limits)
    }

    private static func request(_ path: String) throws -> FetchRequest {
        FetchRequest(try WebAddress("http://a.example\(path)"))
    }

    @Test(arguments: [
        ("A", "\u{20}", true), ("A", "\u{1F}", false), ("A", "\u{7E}", true), ("A", "\u{7F}", false),
        ("A", "x\ty", true), ("A", "x\ny", false), ("A", "x\ry", false), ("A", "ü", true), ("A", "", true),
        ("", "x", false), ("0/", "x", false), ("0:", "x", false), ("9@", "x", false), ("Z[", "x", false),
        ("a`", "x", true), ("z{", "x", false), ("~|!", "x", true), ("a b", "x", false), ("AZaz09", "x", true),
    ])
    func headerFields(_ name: String, _ value: String, _ isValid: Bool) {
        #expect((HeaderField(name, value) != nil) == isValid)
        if isValid { #expect(HeaderField("\(name):  \(value)")?.name == name) }
    }

    @Test(arguments: [
        ("Cookie", true), ("COOKIE", true), ("Cookies", false), ("X-Cookie", false), ("X-API-Key", true),
        ("APIKEY", true), ("X-Api", false), ("AUTHORIZATION", true), ("X-Session-Id", true), ("Zoken", false),
        ("TOKEN", true), ("Accept", false),
    ])
    func secretFields(_ name: String, _ isSecret: Bool) {
        #expect(HeaderField(name, "x")?.isSecret == isSecret)
    }

    /// Values that do not occur by chance: sixteen bytes, or eight with a digit and a letter.
    @Test(arguments: [
        ("abcdefghijklmnop", true), ("abcdefghijklmno", false), ("abcdefg1", true), ("abcdef1", false),
        ("abcdefgh", false), ("12345678", false), ("1234567A", true), ("1234567Z", true), ("1234567a", true),
        ("1234567z", true), ("1234567@", false), ("1234567[", false), ("1234567`", false),
        ("1234567{", false), ("abcdefg0", true), ("abcdefg9", true), ("abcdefg/", false),
        ("abcdefg:", false),
    ])
    func tokens(_ value: String, _ isToken: Bool) {
        #expect(Secrets.isToken(value) == isToken)
    }

    /// Secrets, a text, and the text without them.
    @Test(arguments: [
        (["abc"], "abc", "abc"), (["abcd"], "abcd", "SECRET-N"),
        (["abcd"], "xabcdabcdx", "xSECRET-NSECRET-Nx"),
        (["abcd", "abcdef"], "abcdef abcde", "SECRET-N SECRET-Ne"),
        (["abcdef", "abcd"], "abcdef abcde", "SECRET-N SECRET-Ne"), (["abcd"], "abc", "abc"),
        // In base64, within other bytes: from five bytes upwards.
        (["abcde"], "YWJjZGV4eXo=", "SECRET-NV4eXo="), (["abcd"], "YWJjZHh5eg==", "YWJjZHh5eg=="),
        (["abcd"], "YWJjZA==", "SECRET-N"), (["abcd"], "YWJjZA", "SECRET-N"),
        // In the encodings of addresses, pages and scripts.
        (["a/+b"], "a%2F%2Bb a%2f%2bb", "SECRET-N SECRET-N"), (["a b+"], "a+b%2B", "SECRET-N"),
        (["a<b&"], "a&lt;b&amp;", "SECRET-N"), (["f\u{FC}rx"], "f\\u00fcrx f\\u00FCrx", "SECRET-N SECRET-N"),
        (["a\"b\\"], "a\\\"b\\\\", "SECRET-N"), (["abcd"], "61626364", "SECRET-N"),
    ])
    func secretsInTexts(_ values: [String], _ text: String, _ masked: String) {
        var secrets = Secrets()
        for value in values { secrets.add("n", value) }
        #expect(secrets.isEmpty == values.allSatisfy { !Secrets.canReplace($0) })
        #expect(secrets.masked(text) == masked)
        #expect(secrets.masked(Array(text.utf8)).isChanged == (text != masked))
    }

    /// A byte of an old Western encoding has one code up to U+00FF.
    @Test func secretsInWesternPages() {
        let cases: [(String, [UInt8], Bool)] = [
            ("abc\u{FF}", [0x61, 0x62, 0x63, 0xFF], true), ("abc\u{80}", [0x61, 0x62, 0x63, 0x80], true),
            ("abc\u{100}", [0x61, 0x62, 0x63, 0x00], false),
        ]
        for (value, bytes, isMasked) in cases {
            var secrets = Secrets()
            secrets.add("n", value)
            #expect(secrets.masked(bytes).isChanged == isMasked, "\(value)")
        }
    }

    /// A host is given up once it has failed as often as it may, and not earlier.
    @Test func failuresOfAHost() throws {
        let gate = Self.gate {
            $0.failures = 3
            $0.retries = 9
        }
        let request = try Self.request("/")
        var time = 0.0
        for number in 1...3 {
            #expect(gate.permission(for: request, at: time) == .now, "\(number)")
            #expect(gate.permission(for: request, at: time) == .busy)
            var exchange = Exchange(url: request.address.href, date: "2027-01-15T08:00:00Z")
            exchange.failure = FetchFailure(.cut)
            #expect(gate.finished(request, exchange, tries: 0, at: time) == (number < 3))
            time += 100_000
        }
        guard case .never(let reason) = gate.permission(for: request, at: time) else {
            Issue.record("the host is asked again")
            return
        }
        #expect(reason == "http://a.example has failed 3 times in a row, and is not asked again")
    }

    /// How often a request is repeated.
    @Test(arguments: [(0, 2, true), (1, 2, true), (2, 2, false), (0, 0, false)])
    func repetitions(_ tries: Int, _ retries: Int, _ isRepeated: Bool) throws {
        let gate = Self.gate { $0.retries = retries }
        for method in ["GET", "POST"] {
            var request = try Self.request("/")
            request.method = method
            #expect(gate.permission(for: request, at: 0) == .now || method == "POST")
            var exchange = Exchange(url: request.address.href, date: "2027-01-15T08:00:00Z")
            exchange.failure = FetchFailure(.cut)
            #expect(gate.finished(request, exchange, tries: tries, at: 1) == (isRepeated && method == "GET"))
        }
    }

    /// A robots.txt that the host cannot give forbids everything; one that it does not have forbids nothing.
    @Test(arguments: [
        (200, ""), (404, ""), (499, ""), (500, "unreachable"), (599, "unreachable"), (nil, "unreachable"),
    ])
    func statusOfRobots(_ status: Int?, _ result: String) throws {
        let gate = Self.gate()
        gate.received(robots: status, [], from: "http://a.example", at: 0)
        switch gate.robots(for: try Self.request("/x"), at: 1) {
        case .allowed: #expect(result == "")
        case .forbidden(let failure):
            #expect(result == "unreachable")
            #expect(failure.message.contains("its robots.txt cannot be fetched"))
        case .unknown: Issue.record("it is known")
        }
    }

    /// A robots.txt is valid for its whole age.
    @Test(arguments: [(86_400.0, true), (86_400.5, false)])
    func ageOfRobots(_ time: Double, _ isKnown: Bool) throws {
        let gate = Self.gate()
        gate.received(robots: 200, [], from: "http://a.example", at: 0)
        if case .unknown(let address) = gate.robots(for: try Self.request("/x"), at: time) {
            #expect(!isKnown)
            #expect(address.href == "http://a.example/robots.txt")
        } else {
            #expect(isKnown)
        }
    }

    /// Only a successful status has a page.
    @Test(arguments: [(199, false), (200, true), (299, true), (300, false), (404, false)])
    func statusOfAPage(_ status: Int, _ hasPage: Bool) {
        var exchange = Exchange(url: "http://a.example/", date: "2027-01-15T08:00:00Z")
        exchange.response = Array("HTTP/1.1 \(status) X\r\nContent-Type: text/html\r\n\r\nx".utf8)
        var result = FetchResult(asked: "http://a.example/")
        result.exchanges = [exchange]
        #expect((result.problem == nil) == hasPage)
    }

    /// As many redirects as are permitted, and one more.
    @Test(arguments: [(0, 0, true), (1, 0, false), (2, 2, true), (3, 2, false)])
    func numberOfRedirects(_ redirects: Int, _ limit: Int, _ isFetched: Bool) throws {
        let transport = PlayedTransport { url, _ in
            guard let number = url.split(separator: "/").last.flatMap({ Int($0) }) else {
                return .status(404)
            }
            return number < redirects ? .status(302, "Location: /\(number + 1)") : .page()
        }
        let fetcher = transport.fetcher { $0.limits.redirects = limit }.0
        let result = try fetcher.fetch(try Self.request("/0"))
        #expect((result.failure == nil) == isFetched)
        #expect(result.exchanges.count == min(redirects, limit) + 1)
    }

    /// A redirect of a form: 307 and 308 send it again, others request a page, without the type of what is not sent. Another site
    /// gets neither.
    @Test(arguments: [
        (301, "/b", "GET", ["X-Key"], ""), (302, "/b", "GET", ["X-Key"], ""),
        (303, "/b", "GET", ["X-Key"], ""),
        (307, "/b", "POST", ["X-Key", "Content-Type"], "a=1"),
        (308, "/b", "POST", ["X-Key", "Content-Type"], "a=1"),
        (307, "http://b.example/b", "GET", [], ""),
    ])
    func requestAfterARedirect(
        _ status: Int,
        _ target: String,
        _ method: String,
        _ fields: [String],
        _ body: String
    ) throws {
        let transport = PlayedTransport { url, _ in
            url.hasSuffix("/a")
                ? .status(status, "Location: \(target)") : url.hasSuffix("/b") ? .page() : .status(404)
        }
        var request = try Self.request("/a")
        request.method = "POST"
        request.headers = [HeaderField("X-Key", "k"), HeaderField("Content-Type", "text/x")].compactMap(
            \.self
        )
        request.body = Array("a=1".utf8)
        #expect(try transport.fetcher().0.fetch(request).failure == nil)
        let sent = try #require(transport.requests.last)
        #expect(sent.url.hasSuffix("/b"))
        #expect(sent.method == method)
        #expect(sent.headers.map(\.name).filter { ["X-Key", "Content-Type"].contains($0) } == fields)
        #expect(sent.body == Array(body.utf8))
    }

    // MARK: - The transport

    private static func record(_ id: Int, _ block: String, _ fields: String = "") -> [UInt8] {
        Array(
            "WARC/1.1\r\nWARC-Type: Response\r\nScrape-Request: \(id)\r\n\(fields)Content-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
                .utf8
        )
    }

    /// Records in chunks of each size: the content is the same.
    @Test(arguments: [1, 2, 3, 5, 64, 1000]) func recordsInChunks(_ size: Int) throws {
        let texts = ["", "a", "two\r\n\r\nlines", String(repeating: "x", count: 300)]
        let bytes = texts.enumerated().flatMap { Self.record($0, $1, "WARC-Date: d\($0)\r\nno field\r\n") }
        var reader = TransportReader()
        var found: [String] = []
        var place = 0
        while place < bytes.count {
            reader.add(bytes[place..<min(place + size, bytes.count)])
            place += size
            while let record = try reader.next(limit: 300) {
                found.append(String(decoding: record.block, as: UTF8.self))
                #expect(record.type == "response")
                #expect(record.id == found.count - 1)
                #expect(record.fields[.date] == "d\(found.count - 1)")
            }

        }
        #expect(found == texts)
        #expect(reader.isEmpty)
    }

    /// More bytes than there is room for at first.
    @Test func manyRecords() throws {
        var reader = TransportReader()
        let text = String(repeating: "0123456789", count: 30_000)
        for round in 0..<4 {
            let bytes = Self.record(round, text)
            reader.add(bytes[...99])
            #expect(try reader.next(limit: 300_000) == nil)
            reader.add(bytes[100...])
            let record = try #require(try reader.next(limit: 300_000))
            #expect(record.id == round)
            #expect(record.block.elementsEqual(text.utf8))
        }
        #expect(reader.isEmpty)
    }

    /// What is not a record, with the message.
    @Test(arguments: [
        ("WARC/1.1\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n", "a record lacks WARC-Type or Scrape-Request"),
        ("WARC/1.1\r\nScrape-Request: 1\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n", "a record lacks"),
        ("WARC/1.1\r\n\r\n", "a record has no length"),
        ("WARC/1.1\r\nContent-Length: -1\r\n\r\n", "a record has no length"),
        ("WARC/1.1\r\nContent-Length: 11\r\n\r\n", "a record has 11 bytes"),
        ("WARC/1.1\r\nContent-Length: 10\r\n\r\n", nil), ("WARC/1.1\r\nContent-Length: 0\r\n\r\n", nil),
        ("WARC/2.0", #"it wrote "WARC/2.0" in place of a record"#), ("WARC/1", nil), ("x", #"it wrote "x""#),
    ])
    func brokenRecords(_ text: String, _ message: String?) {
        var reader = TransportReader()
        reader.add(Array(text.utf8)[...])
        do {
            #expect(try reader.next(limit: 10) == nil)
            #expect(message == nil)
        } catch {
            #expect(error.message.contains(message ?? "nothing"), "\(error.message)")
        }
    }

    @Test(arguments: [(1 << 16, true), (1 << 16 + 1, false)]) func longestHeader(_ count: Int, _ isRead: Bool)
    {
        var reader = TransportReader()
        let start = Array("WARC/1.1\r\nX: ".utf8)
        reader.add((start + [UInt8](repeating: 0x61, count: count - start.count))[...])
        do {
            #expect(try reader.next(limit: 10) == nil)
            #expect(isRead)
        } catch {
            #expect(!isRead)
            #expect(error.message.contains("the header of a record does not end"))
        }
    }
}
