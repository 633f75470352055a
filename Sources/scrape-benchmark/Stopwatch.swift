import Platform

/// Measures durations.
enum Stopwatch {
    /// The shortest of several runs, in nanoseconds: the time of the work when nothing else disturbs it.
    ///
    /// - Parameter budget: the time during which it is repeated, in nanoseconds.
    static func nanoseconds(budget: Double = 2e7, _ work: () -> Void) -> Double {
        least(budget: budget) { once(work) }
    }

    /// The duration of one run, in nanoseconds.
    static func once(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        let duration = clock.measure(work).components
        return Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
    }

    /// The processor time of one run, in nanoseconds: other processes have no influence.
    static func processorTime(_ work: () -> Void) -> Double {
        let start = threadClock()
        work()
        return threadClock() - start
    }

    /// The minimum of several runs, in nanoseconds of processor time.
    static func leastProcessorTime(budget: Double, _ work: () -> Void) -> Double {
        least(budget: budget) { processorTime(work) }
    }

    /// The minimum of the times of several runs.
    private static func least(budget: Double, _ run: () -> Double) -> Double {
        var best = Double.infinity
        var spent = 0.0
        var runs = 0
        while runs < 3 || spent < budget && runs < 2000 {
            let time = run()
            best = min(best, time)
            spent += time
            runs += 1
        }
        return best
    }

    private static func threadClock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
