import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// The limits of a page: the content up to a limit yields records, and an error names the limit.
@Suite struct PageLimitTests {
    private static let rules = #"""
        { "records": { "R": { "each": "p", "fields": { "x": { "select": "::text" } } } } }
        """#

    private func read(_ page: String, _ limits: Limits, _ rules: String = rules) throws -> Outcome {
        try load(rules).scrape(Page(name: "page", bytes: Array(page.utf8)), limits: limits)
    }

    @Test func elements() throws {
        var limits = Limits()
        limits.elements = 5
        let outcome = try read("<p>a<p>b<p>c<p>d", limits)
        #expect(outcome.records.map { $0["x"]?.text } == ["a", "b"])
        let reported = try #require(outcome.diagnostics.first)
        #expect(reported.message == "the page has more than 5 elements: what comes after is not read")
        #expect(reported.help == "--max-elements raises the limit")
        #expect(reported.cause == .page && reported.severity == .error)
    }

    /// As in browsers, elements that are nested more deeply become siblings; this is reported once.
    @Test func depth() throws {
        let page = String(repeating: "<div>", count: 600) + "<p>x"
        let outcome = try read(page, Limits())
        #expect(outcome.records.map { $0["x"]?.text } == ["x"])
        #expect(outcome.diagnostics.map(\.severity) == [.warning])
        #expect(outcome.diagnostics.map(\.help) == ["--max-depth raises the limit"])
        var limits = Limits()
        limits.openElements = 1000
        #expect(try read(page, limits).messages == [])
    }

    /// A text that is parsed into the tree has its own limits; if it reaches one, the others are still parsed.
    @Test func preparations() throws {
        var limits = Limits()
        limits.elements = 8
        let rules = #"""
            { "prepare": [{ "parse": { "in": "script", "as": "json" } }],
              "records": { "R": { "each": "item", "fields": { "x": { "select": "::text" } } } } }
            """#
        let many = "[" + (1...20).map(String.init).joined(separator: ",") + "]"
        let outcome = try read("<script>\(many)</script><p>a", limits, rules)
        #expect(outcome.diagnostics.first?.help == "--max-elements raises the limit")
        #expect(outcome.diagnostics.first?.cause == .page)
    }
}
