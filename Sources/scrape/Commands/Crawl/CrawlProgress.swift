import Crawling
import Engine
import Fetching
import Politeness
import Records

/// The progress of a crawl, in one line of a terminal: requests, records, the queue, and what each host waits for.
final class CrawlProgress {
    /// A host with a current request.
    struct Host {
        /// Its name, with its port.
        let name: String
        /// `nil` if its request is about to be made.
        let waiting: PoliteGate.HostWaiting?
    }

    private let width: Int
    private let now: () -> Double
    private let draw: (String) -> Void
    private var last: Double?
    /// The minimum time between two drawings, in seconds.
    static let interval = 0.2
    /// The maximum number of hosts that are named.
    private static let named = 4

    /// - Parameters:
    ///   - width: the number of columns of the terminal.
    ///   - now: the time in seconds.
    ///   - draw: draws a line in place of the previous one.
    init(width: Int, now: @escaping () -> Double, draw: @escaping (String) -> Void) {
        self.width = max(20, width - 1)
        self.now = now
        self.draw = draw
    }

    /// The progress on the terminal of standard error; `nil` if that is not a terminal.
    static func onTerminal(now: @escaping () -> Double) -> CrawlProgress? {
        guard Terminal.errors.isCapable else { return nil }
        return CrawlProgress(width: Terminal.errors.width, now: now) { Console.draw(progress: $0) }
    }

    /// Draws the progress, unless that has just been done.
    func advance(_ summary: CrawlSummary, waiting: Int, _ hosts: () -> [Host]) {
        let time = now()
        if let last, time - last < CrawlProgress.interval { return }
        last = time
        let text = CrawlProgress.text(summary, waiting: waiting, hosts())
        draw(String(TerminalText.line(text).prefix(width)))
    }

    private static func text(_ summary: CrawlSummary, waiting: Int, _ hosts: [Host]) -> String {
        var text = "\(summary.requests) requests, \(summary.records) records, \(waiting) queued"
        if summary.failures > 0 { text += ", \(summary.failures) with errors" }
        let parts = hosts.prefix(named).map { "\($0.name) \(reason($0.waiting))" }
        if !parts.isEmpty { text += "; " + parts.joined(separator: ", ") }
        return hosts.count > named ? text + ", \(hosts.count - named) more" : text
    }

    /// What a host waits for.
    private static func reason(_ waiting: PoliteGate.HostWaiting?) -> String {
        switch waiting {
        case nil: "is asked"
        case .answer(let seconds): seconds < 1 ? "is asked" : "has not answered for \(Int(seconds)) s"
        case .pause(let seconds, let wait):
            switch wait {
            case .first: "in \(rounded(seconds)) s"
            case .pause: "in \(rounded(seconds)) s (pause)"
            case .retryAfter: "in \(rounded(seconds)) s (as requested)"
            case .backOff: "in \(rounded(seconds)) s (after a failure)"
            }
        }
    }

    private static func rounded(_ seconds: Double) -> Int { Int(min(seconds, 1_000_000).rounded(.up)) }
}
