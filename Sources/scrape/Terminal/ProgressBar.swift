/// How far a run is, in one line of a terminal that is written over again and again; nothing anywhere else.
final class ProgressBar {
    private let total: Int
    private let isShown: Bool
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
        let now = ContinuousClock.now
        guard isShown, now - last >= ProgressBar.interval else { return }
        last = now
        let label = " \(done) of \(total)"
        let room = max(0, min(40, Terminal.errors.width - label.count - 3))
        let filled = room * done / max(total, 1)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        Console.draw(bar: bar + label)
    }

    /// Takes the bar away; anything else that is written does as well.
    func clear() { Console.clearBar() }
}
