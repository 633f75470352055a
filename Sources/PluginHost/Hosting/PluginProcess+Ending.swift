import Basics
import Glibc

extension PluginProcess {
    /// How long a program may take to end when its input has ended, and when it has been asked to.
    private static let grace = Duration.milliseconds(500)
    private static let graceAfterSignal = Duration.milliseconds(200)

    /// Lets the program end by itself, and ends it where it does not.
    ///
    /// - Returns: how it ended, where it did so by itself.
    func finish() -> ProcessEnding? {
        if input >= 0 { close(input) }
        input = -1
        let isByItself = ends(within: PluginProcess.grace)
        if !isByItself {
            kill(-process, SIGTERM)
            _ = ends(within: PluginProcess.graceAfterSignal)
        }
        let (ending, _) = stop()
        return isByItself ? ending : nil
    }

    /// Whether the program ends in time; what it writes in the meantime is taken, so that it can.
    private func ends(within time: Duration) -> Bool {
        let deadline = SuspendingClock.now + time
        while SuspendingClock.now < deadline {
            if hasExited { return true }
            let ready = wait(.milliseconds(5), isWriting: false)
            if ready.errors { _ = readLog() }
            if ready.output { _ = readOutput() }
            received.removeAll(keepingCapacity: true)
        }
        return hasExited
    }

    /// Ends the program after an exchange that came to nothing, and says why it did.
    func fail(_ interruption: Interruption) -> PluginFailure {
        let (ending, peakMemory) = stop()
        let reason: PluginFailure.Reason
        switch interruption {
        case .failure(let failure): reason = failure
        case .exit(let isWithinAnswer):
            if ending != .exit(0), hasRunOutOfMemory(peakMemory) {
                reason = .memory(limits.memory)
            } else {
                reason = isWithinAnswer ? .endingWithinAnswer(ending) : .ending(ending)
            }
        }
        return PluginFailure(reason, lastLogLine: reason.isExplainedByLog ? log.lastLine : nil)
    }

    /// Whether the program once held more memory than it may; the system then ended it before a look could.
    private func hasRunOutOfMemory(_ peakMemory: Int) -> Bool {
        var own = rusage()
        getrusage(RUSAGE_SELF.rawValue, &own)
        // A started program begins with the peak of the one that starts it, so that only more is its own.
        return peakMemory > max(limits.memory, own.ru_maxrss &* 1024)
    }
}
