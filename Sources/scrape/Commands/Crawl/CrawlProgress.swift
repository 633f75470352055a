import Crawling
import Fetching
import Records
import Scraping

/// The progress of a crawl, in one line of a terminal. Draws nothing elsewhere.
struct CrawlProgress {
    private let isShown: Bool
    private var last: ContinuousClock.Instant?
    private static let interval = Duration.milliseconds(200)

    init(isShown: Bool) { self.isShown = isShown && Terminal.errors.isCapable }

    /// Draws what has been done, and the request that is made, which may wait for its host.
    mutating func advance(_ summary: CrawlSummary, waiting: Int, _ request: FetchRequest) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let last, now - last < CrawlProgress.interval { return }
        last = now
        let text = CrawlProgress.text(summary, waiting: waiting, request)
        Console.draw(progress: String(text.prefix(max(20, Terminal.errors.width - 1))))
    }

    private static func text(_ summary: CrawlSummary, waiting: Int, _ request: FetchRequest) -> String {
        var text = "\(summary.requests) requests, \(summary.records) records, \(waiting) waiting"
        if summary.failures > 0 { text += ", \(summary.failures) with errors" }
        return TerminalText.line("\(text); \(request.method) \(request.address.href)")
    }

    /// Removes the line.
    func clear() { if isShown { Console.clearProgress() } }
}
