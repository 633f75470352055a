import Batch
import Scraping

/// How far a run over many pages is, in a line of a terminal: how much is done, how fast, how long it will take, and how
/// many pages have failed.
struct RunProgress {
    /// Whether anyone sees it, and it stands in the way of no records.
    static func isShown(_ options: ScrapeOptions) -> Bool {
        let isOutputElsewhere = options.output.map { !File.isSpecial($0) } ?? false
        return Terminal.errors.isCapable && (isOutputElsewhere || !Terminal.output.isTerminal)
    }

    private let size: InputSize
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    /// What share was done when the first pages came: a run that goes on passes quickly over the earlier part.
    private var first: (share: Double, time: ContinuousClock.Instant)?
    private static let interval = Duration.milliseconds(200)
    private static let barWidth = 24

    /// A line for so much to be read, as far as that is known.
    init(_ size: InputSize, _ options: ScrapeOptions) {
        self.size = size
        isShown = RunProgress.isShown(options)
    }

    /// Draws the line, if it is time.
    mutating func advance(_ summary: RunSummary, bytesBehind: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let share = share(summary, bytesBehind)
        let before = summary.before.found
        if first == nil, summary.found > before { first = before > 0 ? (share ?? 0, now) : (0, start) }
        guard now - last >= RunProgress.interval else { return }
        last = now
        let text = RunProgress.text(
            summary,
            share: share,
            elapsed: (now - start) / .seconds(1),
            left: first.flatMap { RunProgress.left(share, since: $0.share, (now - $0.time) / .seconds(1)) },
            of: size.pages
        )
        Console.draw(bar: String(text.prefix(max(20, Terminal.errors.width - 1))))
    }

    /// Takes the line away.
    func clear() { if isShown { Console.clearBar() } }

    /// How much is done, from 0 to 1; `nil` where that cannot be told.
    private func share(_ summary: RunSummary, _ bytesBehind: Int) -> Double? {
        if let pages = size.pages, pages > 0 {
            return min(1, Double(summary.found) / Double(pages))
        }
        if let bytes = size.bytes, bytes > 0 { return min(1, Double(bytesBehind) / Double(bytes)) }
        return nil
    }

    /// How many seconds it will take, where a share has been reached from another in so many.
    static func left(_ share: Double?, since first: Double, _ seconds: Double) -> Double? {
        guard let share, share > first else { return nil }
        return seconds / (share - first) * (1 - share)
    }

    static func text(
        _ summary: RunSummary,
        share: Double?,
        elapsed: Double,
        left: Double?,
        of pages: Int?
    ) -> String {
        var parts = [
            SummaryText.count(summary.found)
                + (pages.map { " of \(SummaryText.count($0))" } ?? " pages")
        ]
        let rate = Double(summary.found &- summary.before.found) / elapsed
        if elapsed > 0 { parts.append("\(SummaryText.count(Int(rate)))/s") }
        if let left { parts.append("\(time(left)) left") }
        if summary.failed > 0 { parts.append("\(SummaryText.count(summary.failed)) failed") }
        let filled = share.map { Int((Double(barWidth) * $0).rounded()) }
        let bar = filled.map {
            String(repeating: "█", count: $0) + String(repeating: "░", count: barWidth - $0) + " "
        }
        return (bar ?? "") + parts.joined(separator: " · ")
    }

    /// A time in its two greatest units.
    private static func time(_ seconds: Double) -> String {
        guard seconds < 1e9 else { return "very long" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}
