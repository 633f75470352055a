import Glibc

/// Measures the phases of one thread's work. One phase is current at a time, so that none has another's time in it.
///
/// Who does not want to know has none: where one may be is an optional, and asking it is one branch.
final class Profiler {
    private var profile = Profile()
    private var current: Phase
    private var start = Profiler.now()

    /// A profiler whose current phase is the given one.
    init(in phase: Phase) {
        current = phase
        profile[phase].count = 1
    }

    /// Makes a phase the current one.
    ///
    /// - Returns: the one before, which is to be returned to with ``leave(to:)``.
    func enter(_ phase: Phase) -> Phase {
        let outer = current
        change(to: phase)
        profile[phase].count += 1
        return outer
    }

    /// Returns to the phase before; where there is none, nothing was entered.
    func leave(to outer: Phase?) {
        if let outer { change(to: outer) }
    }

    /// The profile of all that was done.
    func end() -> Profile {
        change(to: current)
        return profile
    }

    private func change(to phase: Phase) {
        let time = Profiler.now()
        profile[current].nanoseconds &+= time &- start
        start = time
        current = phase
    }

    /// The machine's clock and not the thread's own, which takes ten times longer to ask: it is asked twice a value.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let seconds = UInt64(truncatingIfNeeded: time.tv_sec)
        return seconds &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
