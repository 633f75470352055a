import Addresses
import Foundation
import TestSupport
import Testing

@testable import Politeness

/// The cookies that are stored and sent.
@Suite struct CookieTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let now: String
        let received: [String]
        let receivedAt: String
        let sentTo: String
        let cookie: String?
        let disabled: Bool?
        let optional: Bool?

        enum CodingKeys: String, CodingKey {
            case name, now, received, cookie, disabled, optional
            case receivedAt = "received-at"
            case sentTo = "sent-to"
        }

        var testDescription: String { name }
    }

    private static let cases = SharedCases.objects("cookies/cookies.jsonl", as: Case.self)

    @Test(.enabled(if: SharedCases.has("cookies"), "\(SharedCases.note("cookies"))"), arguments: cases)
    func sentHeader(_ test: Case) throws {
        if test.disabled != nil || test.optional != nil { return }
        let now = Int(try Date.ISO8601FormatStyle().parse(test.now).timeIntervalSince1970)
        var jar = CookieJar(PublicSuffixes(Array("org\ncom\nco.uk".utf8)))
        let origin = try WebAddress(test.receivedAt)
        for header in test.received { jar.receive(header, from: origin, now: now) }
        #expect(jar.header(for: try WebAddress(test.sentTo, base: origin), now: now) == test.cookie)
    }

    struct DateCase: Decodable {
        let name: String
        let date: String
        let expected: String?
    }

    @Test(.enabled(if: SharedCases.has("cookies"), "\(SharedCases.note("cookies"))")) func dates() {
        let cases = SharedCases.objects("cookies/dates.jsonl", as: DateCase.self)
        #expect(cases.count == 42)
        for test in cases {
            let expected = test.expected.flatMap { CookieDate.seconds($0.utf8) }
            #expect((expected == nil) == (test.expected == nil))
            #expect(CookieDate.seconds(test.date.utf8) == expected, "\(test.name) \(test.date)")
        }
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("29 Feb 2024 23:59:59", 1_709_251_199), ("29 Feb 2023 23:59:59", nil),
            ("31 Apr 2024 00:00:00", nil),
            ("1 Jan 2024 24:00:00", nil), ("1 Jan 2024 00:60:00", nil), ("1 Jan 1600 00:00:00", nil),
            ("1 Jan 69 00:00:00", 3_124_224_000), ("1 Jan 70 00:00:00", 0), ("", nil),
        ] as [(String, Int?)]
    ) func instants(_ text: String, _ seconds: Int?) {
        #expect(CookieDate.seconds(text.utf8) == seconds)
    }

    private static func many(_ count: Int, of text: String = "x") -> String {
        String(repeating: text, count: count)
    }

    /// A jar with the cookies of some headers, and what it sends.
    @Test(
        arguments: [
            ("https://a.example/x/y", ["a=1; Secure"], "http://a.example/x/z", nil),
            ("https://a.example/x/y", ["a=1; Secure"], "https://a.example/x/z", "a=1"),
            ("http://a.example/", ["a=1; Secure"], "https://a.example/", nil),
            ("https://a.example/", ["__Host-a=1; Secure; Path=/"], "https://a.example/x", "__Host-a=1"),
            ("https://a.example/", ["__Host-a=1; Secure"], "https://a.example/x", nil),
            (
                "https://a.example/", ["__Host-a=1; Secure; Path=/; Domain=a.example"], "https://a.example/x",
                nil
            ),
            ("https://a.example/", ["__Secure-a=1"], "https://a.example/x", nil),
            ("https://a.example/", ["a=1; Domain=b.example"], "https://b.example/", nil),
            ("https://a.x.example/", ["a=1; Domain=.x.example"], "https://b.x.example/", "a=1"),
            ("https://a.x.example/", ["a=1"], "https://b.x.example/", nil),
            ("https://a.co.uk/", ["a=1; Domain=co.uk"], "https://b.co.uk/", nil),
            ("https://a.example/", ["a=1; Domain=example"], "https://b.example/", nil),
            ("https://a.example/", ["a=1; Max-Age=0"], "https://a.example/", nil),
            ("https://a.example/", ["a=1", "a=2; Max-Age=-1"], "https://a.example/", nil),
            ("https://a.example/", ["a=1", "a=2"], "https://a.example/", "a=2"),
            (
                "https://a.example/", ["a=1; Max-Age=99; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
                "https://a.example/", "a=1"
            ),
            ("https://a.example/p/q", ["a=1", "b=2; Path=/"], "https://a.example/p/z", "a=1; b=2"),
            ("https://a.example/p/q", ["a=1; Path=/p"], "https://a.example/px", nil),
            ("https://a.example/", ["a=\u{1}"], "https://a.example/", nil),
            ("http://127.0.0.1/", ["a=1; Domain=0.0.1"], "http://127.0.0.1/", nil),
            ("http://127.0.0.1/", ["a=1; Domain=127.0.0.1"], "http://127.0.0.1/", "a=1"),
            // Control characters except the tab, and characters around names and values.
            ("https://a.example/", ["a=1\t2"], "https://a.example/", "a=1\t2"),
            ("https://a.example/", ["a=\u{8}"], "https://a.example/", nil),
            ("https://a.example/", ["a=\u{A}"], "https://a.example/", nil),
            ("https://a.example/", ["a=\u{1F}"], "https://a.example/", nil),
            ("https://a.example/", ["a=\u{7F}"], "https://a.example/", nil),
            ("https://a.example/", ["\t a \t=\t 1 2 \t; Path=/"], "https://a.example/", "a=1 2"),
            ("https://a.example/", ["a"], "https://a.example/", nil),
            ("https://a.example/", ["=a"], "https://a.example/", nil),
            ("https://a.example/", ["a="], "https://a.example/", "a="),
            ("https://a.example/", ["a=b=c"], "https://a.example/", "a=b=c"),
            // Limits of lengths: 4096 bytes for name and value, 1024 for an attribute.
            ("https://a.example/", ["ab=" + many(4_094)], "https://a.example/", "ab=" + many(4_094)),
            ("https://a.example/", ["ab=" + many(4_095)], "https://a.example/", nil),
            (
                "https://a.example/" + many(1_023) + "/b", ["a=1; Path=/" + many(1_023)],
                "https://a.example/" + many(1_023), "a=1"
            ),
            ("https://a.example/", ["a=1; Path=/" + many(1_024)], "https://a.example/", "a=1"),
            ("https://a.example/", ["a=1; Max-Age=0" + many(1_023, of: "0")], "https://a.example/", nil),
            ("https://a.example/", ["a=1; Max-Age=0" + many(1_024, of: "0")], "https://a.example/", "a=1"),
            // Expiry: the age takes precedence over the date, whichever comes first, and anything but a number is
            // ignored.
            ("https://a.example/", ["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "https://a.example/", nil),
            (
                "https://a.example/", ["a=1; Expires=Thu, 01 Jan 1970 00:16:40 GMT"], "https://a.example/",
                nil
            ),
            (
                "https://a.example/", ["a=1; Expires=Thu, 01 Jan 1970 00:16:41 GMT"], "https://a.example/",
                "a=1"
            ),
            ("https://a.example/", ["a=1; Expires=never"], "https://a.example/", "a=1"),
            (
                "https://a.example/", ["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=99"],
                "https://a.example/", "a=1"
            ),
            ("https://a.example/", ["a=1; Max-Age"], "https://a.example/", "a=1"),
            ("https://a.example/", ["a=1; Max-Age=-"], "https://a.example/", "a=1"),
            ("https://a.example/", ["a=1; Max-Age=0x"], "https://a.example/", "a=1"),
            ("https://a.example/", ["a=1; Max-Age=9; Max-Age=0"], "https://a.example/", nil),
            // Paths and domains; if there are several, the last one applies.
            ("https://a.example/p/q", ["a=1; Path=x"], "https://a.example/p/z", "a=1"),
            ("https://a.example/p/q", ["a=1; Path=/q; Path=x"], "https://a.example/p/z", "a=1"),
            ("https://a.example/p/q", ["a=1; Path=/p/"], "https://a.example/p", nil),
            ("https://a.example/p/q", ["a=1; Path=/p/"], "https://a.example/p/", "a=1"),
            ("https://a.example/p/q", ["a=1; Path=/p"], "https://a.example/p", "a=1"),
            ("https://a.example/p", ["a=1"], "https://a.example/", "a=1"),
            ("https://a.x.example/", ["a=1; Domain="], "https://a.x.example/", "a=1"),
            ("https://a.x.example/", ["a=1; Domain="], "https://b.a.x.example/", nil),
            ("https://a.x.example/", ["a=1; Domain=X.EXAMPLE"], "https://b.x.example/", "a=1"),
            ("https://a.x.example/", ["a=1; Domain=x.example"], "https://bx.example/", nil),
            ("https://co.uk/", ["a=1; Domain=co.uk"], "https://co.uk/", "a=1"),
            ("https://co.uk/", ["a=1; Domain=co.uk"], "https://b.co.uk/", nil),
            (
                "https://a.example/", ["__Host-a=1; Secure; Path=/; Domain="], "https://a.example/",
                "__Host-a=1"
            ),
            ("https://a.example/", ["__Host-a=1; Secure; Path=/x"], "https://a.example/x", nil),
            ("https://a.example/", ["__SECURE-a=1; Secure"], "https://a.example/x", "__SECURE-a=1"),
            // Longer paths first, then older cookies; a replaced one keeps its place.
            (
                "https://a.example/p/q", ["a=1; Path=/", "b=2", "c=3"], "https://a.example/p/z",
                "b=2; c=3; a=1"
            ),
            ("https://a.example/", ["a=1", "b=2", "a=3"], "https://a.example/", "a=3; b=2"),
        ] as [(String, [String], String, String?)]
    )
    func jars(_ origin: String, _ headers: [String], _ target: String, _ sent: String?) throws {
        var jar = CookieJar(PublicSuffixes(Array("// a list\ncom\nco.uk\n".utf8)))
        for header in headers { jar.receive(header, from: try WebAddress(origin), now: 1000) }
        #expect(jar.header(for: try WebAddress(target), now: 1000) == sent)
    }

    @Test func anInsecurePageReplacesNoSecureCookie() throws {
        var jar = CookieJar(PublicSuffixes([]))
        jar.receive("a=1; Secure", from: try WebAddress("https://a.example/"), now: 0)
        jar.receive("a=2", from: try WebAddress("http://a.example/"), now: 0)
        #expect(jar.header(for: try WebAddress("https://a.example/"), now: 0) == "a=1")
    }

    /// A cookie of a secure page is not replaced by cookies of an insecure page at or below its path, in the same
    /// domain or one that contains it.
    @Test(
        arguments: [
            ("a=1; Secure; Path=/p", "a=2; Path=/p", false),
            ("a=1; Secure; Path=/p", "a=2; Path=/p/q", false),
            ("a=1; Secure; Path=/p", "a=2; Path=/", true), ("a=1; Secure; Path=/p", "b=2; Path=/p", true),
            ("a=1; Secure; Path=/p", "a=2; Path=/p; Domain=x.example", false),
            ("a=1; Secure; Path=/p; Domain=x.example", "a=2; Path=/p", false),
            ("a=1; Path=/p", "a=2; Path=/p", true),
        ] as [(String, String, Bool)]
    ) func insecureCookies(_ secure: String, _ insecure: String, _ isKept: Bool) throws {
        var jar = CookieJar(PublicSuffixes([]))
        jar.receive(secure, from: try WebAddress("https://a.x.example/"), now: 0)
        jar.receive(insecure, from: try WebAddress("http://a.x.example/"), now: 0)
        #expect(jar.cookies.contains { $0.value == "2" } == isKept)
    }

    @Test func attributesAreThoseOfTheHeader() throws {
        var jar = CookieJar(PublicSuffixes([]))
        let address = try WebAddress("https://a.example/p/q")
        jar.receive(
            "a=1; secure; HTTPONLY; Max-Age=99999999999999999999; Domain=.A.example",
            from: address,
            now: 5
        )
        jar.receive("b=2; Max-Age=3", from: address, now: 5)
        jar.receive("c=3", from: address, now: 5)
        #expect(jar.cookies.map(\.isSecure) == [true, false, false])
        #expect(jar.cookies.map(\.isHTTPOnly) == [true, false, false])
        #expect(jar.cookies.map(\.isHostOnly) == [false, true, true])
        #expect(jar.cookies.map(\.expiry) == [5 + 400 * 86_400, 8, nil])
        #expect(jar.cookies.map(\.domain) == ["a.example", "a.example", "a.example"])
        #expect(jar.cookies.map(\.path) == ["/p", "/p", "/p"])
    }

    @Test func cookiesEndAtTheirSecond() throws {
        var jar = CookieJar(PublicSuffixes([]))
        let address = try WebAddress("https://a.example/")
        jar.receive("a=1; Max-Age=10", from: address, now: 100)
        #expect(jar.header(for: address, now: 109) == "a=1")
        #expect(jar.header(for: address, now: 110) == nil)
    }

    @Test func aJarIsBounded() throws {
        var jar = CookieJar(PublicSuffixes([]))
        for host in 0..<18 {
            let address = try WebAddress("https://h\(host).example/")
            for number in 0..<200 { jar.receive("c\(number)=1", from: address, now: 0) }
            #expect(jar.cookies.count { $0.domain == "h\(host).example" } == 180)
        }
        #expect(jar.cookies.count == 3_000)
    }

    /// Expired cookies are removed first, and no more cookies than necessary.
    @Test func cookiesThatAreOverGiveWayFirst() throws {
        var jar = CookieJar(PublicSuffixes([]))
        for number in 0..<2_999 {
            jar.receive("c\(number)=1", from: try WebAddress("https://h\(number / 100).example/"), now: 0)
        }
        let address = try WebAddress("https://last.example/")
        jar.receive("e=1; Max-Age=5", from: address, now: 0)
        #expect(jar.cookies.count == 3_000)
        jar.receive("f=1", from: address, now: 5)
        #expect(jar.cookies.count == 3_000 && jar.cookies.first?.name == "c0")
        #expect(!jar.cookies.contains { $0.name == "e" })
        jar.receive("g=1", from: address, now: 5)
        #expect(jar.cookies.count == 3_000 && jar.cookies.first?.name == "c1")
    }

    @Test func aCookieThatIsOverIsNotKept() throws {
        let address = try WebAddress("https://a.example/")
        for (header, isKept) in [
            ("a=1; Expires=Thu, 01 Jan 1970 00:16:40 GMT", false), ("a=1; Max-Age=1", true),
        ] {
            var jar = CookieJar(PublicSuffixes([]))
            jar.receive(header, from: address, now: 1000)
            #expect(jar.cookies.isEmpty == !isKept)
        }
    }

    @Test func suffixes() {
        let list = PublicSuffixes(Array("// c\ncom\n*.ck\n!www.ck\nco.uk // x\n".utf8))
        for name in ["com", "local", "co.uk", "a.ck"] { #expect(list.contains(name)) }
        for name in ["a.com", "www.ck", "b.a.ck", "a.co.uk", "uk.com"] { #expect(!list.contains(name)) }
    }
}
