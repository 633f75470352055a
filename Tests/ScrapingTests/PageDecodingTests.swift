import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// Pages that exceed the maximum length, and the reports about decoding.
@Suite struct PageDecodingTests {
    private static let rules = #"{ "records": { "R": { "each": "p", "fields": { "a": "b" } } } }"#

    private func outcome(_ html: [UInt8], limit: Int = .max) throws -> Outcome {
        let rules = try load(Self.rules)
        var limits = Limits()
        limits.bytes = limit
        return rules.scrape(Page(name: "page.html", bytes: html), limits: limits)
    }

    @Test func thePageIsReadUpToTheLimit() throws {
        let page = Array("<p><b>one</b><p><b>twö</b><p><b>three</b>".utf8)
        let whole = try outcome(page, limit: page.count)
        #expect(whole.records.count == 3)
        let cut = try outcome(page, limit: 22)
        #expect(cut.records.count == 2)
        let message = "the page has more than 22 bytes: what follows them is not read"
        #expect(cut.diagnostics.contains { $0.message == message && $0.severity == .error })
    }

    @Test func nulBytesAreReportedAsTheyAreRead() throws {
        let outcome = try outcome(Array("<p><b>x\0y</b>".utf8))
        #expect(
            outcome.diagnostics.map(\.message) == [
                "1 NUL byte, which browsers drop from text and read as U+FFFD elsewhere"
            ]
        )
        #expect(outcome.records.first?["a"] == "xy")
    }

    @Test func anIgnoredDeclarationIsReported() throws {
        let outcome = try outcome(Array("\u{FEFF}<meta charset=latin1><p><b>é</b>".utf8))
        #expect(
            outcome.diagnostics.map(\.message) == [
                "the page begins with the byte order mark of UTF-8, which applies: its declaration latin1 is ignored"
            ]
        )
    }

    @Test func undeclaredUTF8IsReported() throws {
        let outcome = try outcome(Array("<p><b>é</b>".utf8))
        #expect(
            outcome.diagnostics.map(\.message) == [
                "the page does not declare its encoding: read as UTF-8, which its bytes are"
            ]
        )
    }
}
