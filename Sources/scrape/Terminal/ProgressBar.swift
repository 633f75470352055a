import Glibc
import Scraping

/// How far a run is, in one line of a terminal that is written over again and again; nothing anywhere else.
final class ProgressBar {
    private let total: Int
    private let isShown: Bool
    private var done = 0
    private var isDrawn = false
    /// When it was drawn last; the first time is put off, so that what is quickly done shows none.
    private var last = ContinuousClock.now
    private static let interval = Duration.milliseconds(100)

    /// A bar for so many things to be done.
    init(_ total: Int) {
        self.total = total
        isShown = Terminal.errors.isCapable && !Terminal.output.isPipe && total > 1
    }

    deinit { clear() }

    /// Draws how many things are done, if it is time.
    func advance(to done: Int) {
        self.done = done
        let now = ContinuousClock.now
        guard isShown, now - last >= ProgressBar.interval else { return }
        last = now
        draw()
    }

    /// Makes way for other text.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        ProgressBar.write("\r\u{1B}[K")
    }

    private func draw() {
        isDrawn = true
        let label = " \(done) of \(total)"
        let room = max(0, min(40, Terminal.errors.width - label.count - 3))
        let filled = room * done / max(total, 1)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        ProgressBar.write("\r\(bar)\(label)\u{1B}[K")
    }

    private static func write(_ text: String) {
        _ = File.write(text.utf8, to: STDERR_FILENO)
    }
}
