import Batch

/// How far a run over many pages is, in a line of a terminal: how much is done, how fast, how long it will take, and how
/// many pages have failed.
struct RunProgress {
    /// Whether anyone sees it.
    static var isShown: Bool { Terminal.errors.isCapable && !Terminal.output.isTerminal }

    private let size: InputSize
    private let isShown = RunProgress.isShown
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private static let interval = Duration.milliseconds(200)
    private static let barWidth = 24

    /// A line for so much to be read, as far as that is known.
    init(_ size: InputSize) {
        self.size = size
    }

    /// Draws the line, if it is time.
    mutating func advance(_ summary: RunSummary, bytesBehind: Int) {
        let now = ContinuousClock.now
        guard isShown, now - last >= RunProgress.interval else { return }
        last = now
        let text = RunProgress.text(
            summary,
            share: share(summary, bytesBehind),
            elapsed: (now - start) / .seconds(1),
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

    static func text(_ summary: RunSummary, share: Double?, elapsed: Double, of pages: Int?) -> String {
        var parts = [
            SummaryText.count(summary.found)
                + (pages.map { " of \(SummaryText.count($0))" } ?? " pages")
        ]
        let rate = Double(summary.found - summary.before.found) / elapsed
        if elapsed > 0 { parts.append("\(SummaryText.count(Int(rate)))/s") }
        if let share, share > 0, elapsed > 0 { parts.append("\(time(elapsed / share * (1 - share))) left") }
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
