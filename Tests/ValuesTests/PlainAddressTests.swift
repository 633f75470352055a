import Testing

@testable import Scraping
import Values

/// Addresses that are put together by bytes, against those that Foundation makes.
@Suite struct PlainAddressTests {
    private static let parts = [
        "a", "b", "index.html", "/", "//", "?", "#", ".", "..", "%20", "%zz", "%4A", "%4a", ":", ";", "=",
        "&", "x=1",
        "http:", "https:", "http://", "https://", "ex.com", "EX.com", "www.example.org", ":80", ":8080", "@",
        "~u",
        "'", "(1)", "!", "*", "+", ",", "$", "mailto:", "javascript:", "-", "_", " ", "ä", "[", "]", "|", "1",
        "/a/",
        "/b", "c/", "",
    ]

    private static let bases = [
        "https://www.example.org/a/b/c.html", "https://www.example.org/", "https://www.example.org",
        "http://ex.com:8080/x?q=/1/2#f/g", "https://ex.com/a/b/", "http://ex.com/a//b/c?x",
        "https://ex.com?x",
        "https://ex.com/%20a/b%20/c", "https://u@ex.com/a", "https://ex.com:443/", "http://ex.com/a;b/c=d:e",
        "http://ex.com/a/b?x#", "http://ex.com/a/b?#x", "http://ex.com/a/b?", "http://1.2.3.4/x",
    ]

    @Test func theyAreWhatFoundationMakes() throws {
        var random = Numbers()
        var plain = 0
        for round in 0..<20_000 {
            let base =
                round % 3 == 0
                ? random.pick(Self.bases)
                : random.pick(["http://ex.com", "https://w.org"]) + random.text(Self.parts, upTo: 5)
            let address = random.text(Self.parts, upTo: 6)
            guard let resolved = PlainAddress(base)?.resolve(address) else { continue }
            plain += 1
            #expect(resolved == (try Addresses.resolve(address, against: base)), "\(address) on \(base)")
        }
        #expect(plain > 1_000)
    }

    /// Without an address to resolve against, what is reported is what Foundation would have led to.
    @Test func withoutABaseTheyAreWhatFoundationMakes() throws {
        var random = Numbers()
        var kinds: [PlainAddress.Kind?: Int] = [:]
        for _ in 0..<20_000 {
            let address = random.text(Self.parts, upTo: 6)
            kinds[PlainAddress.kind(of: address), default: 0] += 1
            func outcome(_ resolve: () throws(StepError) -> String) -> String {
                do { return try resolve() } catch { return "\(error)" }
            }
            let plain = outcome { () throws(StepError) in try PageContext().resolve(address) }
            #expect(plain == outcome { () throws(StepError) in try Addresses.resolve(address, against: nil) })
        }
        #expect(kinds.values.allSatisfy { $0 > 50 } && kinds.count == 3)
    }

    @Test(arguments: [
        ("/x", "https://ex.com/x"), ("x", "https://ex.com/a/x"), ("?x", "https://ex.com/a/b?x"),
        ("#x", "https://ex.com/a/b?q#x"), ("//w.org/x", "https://w.org/x"), ("http://w.org", "http://w.org"),
        ("../x", nil), ("/a/./x", nil), ("ä", nil), ("a b", nil), ("mailto:x", nil), ("a%2", nil), ("", nil),
    ])
    func whatIsNotPlainIsLeftToFoundation(_ address: String, _ resolved: String?) throws {
        #expect(PlainAddress("https://ex.com/a/b?q#f")?.resolve(address) == resolved)
    }

    /// Numbers that look random and are the same at each run.
    private struct Numbers {
        private var state: UInt64 = 42

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

        mutating func text(_ parts: [String], upTo count: Int) -> String {
            (0...below(count)).map { _ in pick(parts) }.joined()
        }
    }
}
