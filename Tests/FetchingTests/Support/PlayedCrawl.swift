import Fetching
import Language
import Politeness
import Records
import Scraping
import Testing

@testable import Crawling

/// A crawl in this process, with a virtual clock and without pauses.
struct PlayedCrawl {
    static let clock = "2027-01-15T08:00:00Z"

    /// The records as JSON, without their types.
    var records: [String] = []
    /// The messages of all diagnostics, in order.
    var messages: [String] = []
    /// The same with their severities: `warning: …`.
    var severeMessages: [String] = []
    /// Method, address and body of each request, without those for robots.txt.
    var requests: [String] = []
    var summary = CrawlSummary()
    /// The error that has ended the run.
    var end: String?

    /// - Parameters:
    ///   - text: the rules.
    ///   - environment: environment variables with secrets.
    ///   - change: changes the options of the run.
    ///   - script: the answer to an address that has been requested the given number of times before; `nil` for status 404.
    init(
        _ text: String,
        given: [(name: String, text: String)] = [],
        environment: [String: String] = [:],
        _ change: (inout Crawl.Options) -> Void = { _ in },
        _ script: @escaping (_ url: String, _ count: Int) -> PlayedTransport.Answer?
    ) throws {
        let transport = PlayedTransport { url, count in script(url, count) ?? .status(404) }
        var limits = SchedulerLimits()
        limits.delay = .zero
        let (fetcher, gate) = transport.fetcher(limits)
        let rules = try Self.rules(text)
        let plan = try #require(rules.crawl)
        let inputs = try CrawlInputs(plan, given: given, clock: Self.clock, isReplay: false) {
            environment[$0]
        }
        var options = Crawl.Options(clock: Self.clock)
        change(&options)
        let crawl = Crawl(rules, plan, inputs, fetcher, options)
        crawl.follow(gate)
        do {
            try crawl.run {
                true
            } receive: { page in
                records += page.records.map { JSONWriter.compact(.object($0.fields)) }
                messages += page.diagnostics.map(\.message)
                severeMessages += page.diagnostics.map { "\($0.severity.rawValue): \($0.message)" }
            }
        } catch {
            end = error.message
        }
        summary = crawl.summary
        requests = transport.requests.filter { !$0.url.hasSuffix("/robots.txt") }.map { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return "\(request.method) \(request.url)" + (body.isEmpty ? "" : " \(body)")
        }
    }

    static func rules(_ text: String) throws -> Rules {
        try Rules(SourceText(name: "site.json", bytes: Array(text.utf8)), registry: Registry())
    }
}
