/// When a host may be sent another request: after a pause that grows with its latency and with failures.
package struct HostPace: Sendable {
    /// The reason why a host's next request has to wait.
    package enum Wait: Equatable, Sendable {
        /// Nothing: it is the host's first one.
        case first
        /// A pause after the end of the host's last answer.
        case pause(Gap, after: Instant)
        /// The pause that the host has requested with `Retry-After`.
        case retryAfter(Gap, after: Instant)
        /// A longer pause after a failure.
        case backOff(Gap, after: Instant)
    }

    /// The earliest time of the next request.
    package private(set) var readyAt = Instant(milliseconds: .min)
    /// The reason for waiting until then.
    package private(set) var wait = Wait.first
    /// The average time of the host's answers in milliseconds.
    private var latency = 0.0
    /// The factor by which pauses are longer after busy answers.
    private var factor = 1.0
    /// The number of failures since the last answer.
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

    /// Records the time until an answer or a failure.
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

    /// Applies robots.txt's delay to the pause after the answer that contained robots.txt.
    package mutating func lengthen(at now: Instant, _ limits: SchedulerLimits, crawlDelay: Double?) {
        if now + gap(limits, crawlDelay: crawlDelay) > readyAt {
            pause(at: now, limits, crawlDelay: crawlDelay)
        }
    }

    /// The host is busy, or has failed.
    ///
    /// - Parameters:
    ///   - wanted: the wait that the host has requested.
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

/// The rules for requests to hosts.
package struct SchedulerLimits: Sendable {
    /// The minimum time between the end of a host's answer and its next request.
    package var delay = Gap.seconds(1)
    /// The maximum number of hosts with a request at the same time.
    package var concurrency = 16
    /// How often a request is repeated.
    package var retries = 5
    /// The number of failures without an answer after which a host is not asked again.
    package var failures = 10
    /// The time after which robots.txt is fetched again.
    package var robotsAge = Gap.seconds(86_400)

    package init() {}
}
