/// When a host may be asked again: after a pause that grows with its latency and with failures.
package struct HostPace: Sendable {
    /// When the next request may be made, at the earliest.
    package private(set) var readyAt = Instant(milliseconds: .min)
    /// What it waits for.
    package private(set) var wait = Scheduler.Wait.first
    /// The average time of the host's answers in milliseconds.
    private var latency = 0.0
    /// By how much pauses are longer after busy answers.
    private var factor = 1.0
    /// Failures without an answer between them.
    package private(set) var failures = 0

    package init() {}

    /// The pause between an answer and the next request.
    ///
    /// - Parameter crawlDelay: what robots.txt asks for, in seconds.
    package func gap(_ limits: SchedulerLimits, crawlDelay: Double?) -> Gap {
        let own = crawlDelay.map { Gap.seconds($0) } ?? .zero
        // A server that takes long to answer gets more time.
        let latency = Gap(milliseconds: Int(min(latency, 60_000)))
        return max(limits.delay, own, limits.delay == .zero ? .zero : latency) * factor
    }

    /// Takes the time that an answer, or its lack, has taken.
    package mutating func learn(latency gap: Gap) {
        let new = Double(gap.milliseconds)
        latency = latency == 0 ? new : latency * 0.75 + new * 0.25
    }

    /// The host has answered.
    package mutating func answered(at now: Instant, _ limits: SchedulerLimits, crawlDelay: Double?) {
        failures = 0
        factor = max(1, factor / 2)
        pause(at: now, limits, crawlDelay: crawlDelay)
    }

    /// A pause after an answer that changes nothing else, as that for robots.txt.
    package mutating func pause(at now: Instant, _ limits: SchedulerLimits, crawlDelay: Double?) {
        let gap = gap(limits, crawlDelay: crawlDelay)
        readyAt = now + gap
        wait = .pause(gap, after: now)
    }

    /// The host is busy, or has failed.
    ///
    /// - Parameters:
    ///   - wanted: how long it has asked to wait.
    ///   - random: a number from 0 to 1.
    package mutating func failed(
        at now: Instant,
        isBusy: Bool,
        retryAfter wanted: Gap?,
        _ limits: SchedulerLimits,
        crawlDelay: Double?,
        random: Double
    ) {
        if isBusy { factor = min(factor * 2, 64) }
        failures += 1
        let least = gap(limits, crawlDelay: crawlDelay)
        if let wanted, wanted >= least {
            readyAt = now + wanted
            wait = .retryAfter(wanted, after: now)
        } else {
            let gap = max(least, Retrying.backOff(tries: failures, random: random))
            readyAt = now + gap
            wait = .backOff(gap, after: now)
        }
    }
}
