import DOM
import Foundation
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// Article pages, read with rules generated from extractors that others wrote for them.
@Suite struct PostlightTests {
    private static let cases = SharedCases.objects("postlight/dev/cases.jsonl", as: PostlightCase.self)

    @Test(
        .enabled(if: SharedCases.has("postlight"), "\(SharedCases.note("postlight"))"),
        arguments: cases
    )
    func whatIsReachableIsReproduced(_ test: PostlightCase) throws {
        let page = Page(
            name: test.page,
            bytes: try SharedCases.bytes("postlight/dev/\(test.page)"),
            url: test.url
        )
        let outcome = try load(try PostlightRules.text(test)).scrape(page)
        let record = outcome.records.first
        for check in test.checks where check.isReachable {
            let value = record?[check.field]
            #expect(
                PostlightTests.holds(check, value, zone: test.fields[check.field]?.timezone),
                "\(check.field): expected \(check.expected), found \(value.map(JSONWriter.compact) ?? "nothing"); \(outcome.messages)"
            )
        }
    }

    /// Whether a value is the expected one.
    private static func holds(_ check: PostlightCase.Check, _ value: Value?, zone: String?) -> Bool {
        guard let value else { return false }
        switch check.kind {
        case .excerpt:
            // The first words of the value; only their letters are known.
            let text = (value.list ?? [value]).map(\.text).joined()
            return letters(text).hasPrefix(letters(check.expected))
        case .datePrefix: return value.text.hasPrefix(check.expected)
        case .value where check.field == "date_published":
            let instant = instant(value.text, zone)
            return instant != nil && instant == self.instant(check.expected, nil)
        case .value: return WhiteSpace.collapse(value.text) == WhiteSpace.collapse(check.expected)
        }
    }

    private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    /// The instant that a value denotes; a day begins at midnight in the zone.
    private static func instant(_ text: String, _ zone: String?) -> Date? {
        let midnight = Date.ISO8601FormatStyle(timeZone: zone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
        if text.count == 10 { return try? Date(text, strategy: midnight.year().month().day()) }
        let plain = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(text, strategy: plain)) ?? (try? Date(text, strategy: fractional))
            ?? (try? Date(text + "Z", strategy: plain))
    }

    @Test(.enabled(if: SharedCases.has("postlight"), "\(SharedCases.note("postlight"))"))
    func allCasesAreRead() {
        let checks = PostlightTests.cases.flatMap(\.checks)
        #expect(PostlightTests.cases.count >= 60)
        #expect(checks.filter(\.isReachable).count * 100 >= checks.count * 95)
    }

    @Test(arguments: [
        ("a, b", ["a", "b"]), ("a:is(b, c), d", ["a:is(b, c)", "d"]), (#"a[b="x,y"]"#, [#"a[b="x,y"]"#]),
    ])
    func listsArePartedAtTheirCommas(_ css: String, _ parts: [String]) {
        #expect(PostlightRules.alternatives(css) == parts)
    }
}
