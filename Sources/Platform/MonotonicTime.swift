/// A reading of a clock that never goes back. Only readings of one of the two clocks are compared.
///
/// The clocks of the standard library are the same, but they are part of the concurrency runtime, which every program that
/// uses them links, with Dispatch.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Nanoseconds since some start.
    private let nanoseconds: Int64

    private init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The time of the clock that counts the time in which the machine sleeps.
    package static var now: MonotonicTime {
        #if os(Linux)
            reading(of: CLOCK_BOOTTIME)
        #else
            reading(of: CLOCK_MONOTONIC)
        #endif
    }

    /// The time of the clock that stops while the machine sleeps.
    package static var awake: MonotonicTime {
        #if os(Linux)
            reading(of: CLOCK_MONOTONIC)
        #else
            reading(of: CLOCK_UPTIME_RAW)
        #endif
    }

    private static func reading(of clock: clockid_t) -> MonotonicTime {
        var time = timespec()
        clock_gettime(clock, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }

    /// Another time, or the last or first possible one.
    package static func + (left: MonotonicTime, right: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = right.components
        let (whole, isTooLate) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = left.nanoseconds.addingReportingOverflow(whole)
        let rest = attoseconds / 1_000_000_000
        let (end, ends) = sum.addingReportingOverflow(rest)
        if isTooLate || overflows || ends { return MonotonicTime(nanoseconds: right < .zero ? .min : .max) }
        return MonotonicTime(nanoseconds: end)
    }

    package static func += (left: inout MonotonicTime, right: Duration) { left = left + right }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
