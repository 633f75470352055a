/// Measures how long something takes.
enum Stopwatch {
    /// The shortest of several runs, in nanoseconds: what the work takes when nothing else disturbs it.
    ///
    /// - Parameter budget: for how long to repeat it, in nanoseconds.
    static func nanoseconds(budget: Double = 2e7, _ work: () -> Void) -> Double {
        var best = Double.infinity
        var spent = 0.0
        var runs = 0
        while runs < 3 || spent < budget && runs < 2000 {
            let time = once(work)
            best = min(best, time)
            spent += time
            runs += 1
        }
        return best
    }

    /// How long one run takes, in nanoseconds.
    static func once(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        let duration = clock.measure(work).components
        return Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
    }
}
