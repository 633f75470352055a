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

    /// A jar with the cookies from some headers, and the cookies that it sends.
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

    @Test func suffixes() {
        let list = PublicSuffixes(Array("// c\ncom\n*.ck\n!www.ck\nco.uk // x\n".utf8))
        for name in ["com", "local", "co.uk", "a.ck"] { #expect(list.contains(name)) }
        for name in ["a.com", "www.ck", "b.a.ck", "a.co.uk", "uk.com"] { #expect(!list.contains(name)) }
    }
}
