/// When a host may be asked again: after a pause that grows with its latency and with failures.
package struct HostPace: Sendable {
    /// What a host's next request waits for.
    package enum Wait: Equatable, Sendable {
        /// Nothing: it is the host's first one.
        case first
        /// A pause after the end of the host's last answer.
        case pause(Gap, after: Instant)
        /// What the host has asked for with `Retry-After`.
        case retryAfter(Gap, after: Instant)
        /// A longer pause after a failure.
        case backOff(Gap, after: Instant)
    }

    /// When the next request may be made, at the earliest.
    package private(set) var readyAt = Instant(milliseconds: .min)
    /// What it waits for.
    package private(set) var wait = Wait.first
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

    private mutating func pause(at now: Instant, _ limits: SchedulerLimits, crawlDelay: Double?) {
        let gap = gap(limits, crawlDelay: crawlDelay)
        readyAt = now + gap
        wait = .pause(gap, after: now)
    }

    /// Makes the pause after an answer as long as the robots.txt says that was in it.
    package mutating func lengthen(at now: Instant, _ limits: SchedulerLimits, crawlDelay: Double?) {
        if now + gap(limits, crawlDelay: crawlDelay) > readyAt {
            pause(at: now, limits, crawlDelay: crawlDelay)
        }
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

/// What requests to hosts keep to.
package struct SchedulerLimits: Sendable {
    /// The least time between the end of a host's answer and its next request.
    package var delay = Gap.seconds(1)
    /// How many hosts are asked at the same time.
    package var concurrency = 16
    /// How often a request is repeated.
    package var retries = 5
    /// After how many failures without an answer a host is left alone.
    package var failures = 10
    /// After which time robots.txt is asked for again.
    package var robotsAge = Gap.seconds(86_400)

    package init() {}
}
