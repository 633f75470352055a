import Platform

/// The progress of a run, in one line of a terminal. Draws nothing elsewhere.
final class ProgressBar {
    private let total: Int
    private let isShown: Bool
    /// When the bar was last drawn; initially now, so that a short run draws none.
    private var last = MonotonicTime.now
    private static let interval = Duration.milliseconds(100)

    /// A bar for a number of items.
    init(_ total: Int) {
        self.total = total
        isShown = Terminal.errors.isCapable && !Terminal.output.isPipe && total > 1
    }

    deinit { clear() }

    /// Draws the number of finished items, at most every 100 ms.
    func advance(to done: Int) {
        let now = MonotonicTime.now
        guard isShown, now - last >= ProgressBar.interval else { return }
        last = now
        let label = " \(done) of \(total)"
        let room = max(0, min(40, Terminal.errors.width - label.count - 3))
        let filled = room * done / max(total, 1)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        Console.draw(progress: bar + label)
    }

    /// Removes the bar; so does any other output.
    func clear() { Console.clearProgress() }
}
