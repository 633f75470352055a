import Addresses
import Basics
import Batch
package import Politeness

/// Permits requests as their hosts' robots.txt and answers allow: one at a time and with pauses, repeated if that may
/// help, and none if a host keeps failing.
package final class PoliteGate: RequestGate {
    private struct Host {
        var robots: RobotsText?
        var robotsTime = Instant(milliseconds: 0)
        var isUnreachable = false
        var isBusy = false
        /// Whether it has answered, which shows that it exists.
        var hasAnswered = false
        var began = Instant(milliseconds: 0)
        var pace = HostPace()
    }

    private let agent: String
    private let limits: SchedulerLimits
    private var random: SplitMix64
    private var hosts: [String: Host] = [:]
    /// Requests that are not checked against robots.txt.
    package var isExempt: (FetchRequest) -> Bool = { _ in false }
    /// Whether an answer means that its host is busy, in addition to its status, and when it may be sent another
    /// request.
    package var isBusy: (FetchRequest, Exchange) -> BusyAnswer? = { _, _ in nil }
    /// Called with each permitted request, and the reason.
    package var onProof: (FetchRequest, Proof, Instant) -> Void = { _, _, _ in }
    /// Called with each request that will be repeated, and the time until then.
    package var onRepetition: (FetchRequest, Exchange, Gap) -> Void = { _, _, _ in }

    /// Why a request is permitted at its time.
    package struct Proof: Equatable, Sendable {
        /// The earliest time at which it may be made.
        package let allowedAt: Instant
        /// The reason why the host's next request had to wait.
        package let wait: HostPace.Wait
        /// The line of robots.txt that allows it; `nil` if none forbids it.
        package let robotsLine: Int?
    }

    package struct BusyAnswer {
        /// The number of seconds after which the host may be sent another request; `nil` for the time in its header, or
        /// a growing pause.
        package let after: Double?

        package init(after: Double?) { self.after = after }
    }

    /// - Parameter agent: the product token that robots.txt files refer to.
    package init(agent: String, _ limits: SchedulerLimits, seed: UInt64 = 0) {
        self.agent = agent
        self.limits = limits
        random = SplitMix64(seed: seed)
    }

    package func robots(for request: FetchRequest, at time: Double) -> RobotsAnswer {
        if request.ignoresRobots || isExempt(request) { return .allowed }
        let origin = request.origin
        guard let host = hosts[origin], let robots = host.robots,
            Instant(seconds: time) - host.robotsTime <= limits.robotsAge
        else {
            guard let address = try? WebAddress("/robots.txt", base: request.address) else { return .allowed }
            return .unknown(address)
        }
        let path = request.address.path + (request.address.query.map { "?\($0)" } ?? "")
        let decision = robots.decision(for: path, agent: agent)
        if decision.isAllowed { return .allowed }
        if host.isUnreachable {
            let reason = "its robots.txt cannot be fetched, which forbids everything"
            return .forbidden(FetchFailure(.disallowed, reason))
        }
        let line = decision.line.map { " in line \($0)" } ?? ""
        return .forbidden(FetchFailure(.robots, "robots.txt forbids it" + line))
    }

    package func received(robots status: Int?, _ bytes: [UInt8], from origin: String, at time: Double) {
        var host = hosts[origin] ?? Host()
        let robots = RobotsText(status: status, bytes)
        host.robots = robots
        host.robotsTime = Instant(seconds: time)
        host.pace.lengthen(at: host.robotsTime, limits, crawlDelay: robots.crawlDelay(agent: agent))
        host.isUnreachable = status.map { $0 >= 500 } ?? true
        hosts[origin] = host
    }

    /// The sitemaps that a host's robots.txt names, once it is known.
    package func sitemaps(of origin: String) -> [String]? { hosts[origin]?.robots?.sitemaps }

    /// The reason why a host's next request has to wait; `nil` if it may be made.
    package func waiting(of origin: String, at time: Double) -> HostWaiting? {
        guard let host = hosts[origin] else { return nil }
        if host.isBusy { return .answer(since: max(0, time - Double(host.began.milliseconds) / 1000)) }
        let left = Double(host.pace.readyAt.milliseconds) / 1000 - time
        return left > 0 ? .pause(left, host.pace.wait) : nil
    }

    /// The reason why a host's next request has to wait.
    package enum HostWaiting: Equatable, Sendable {
        /// It has waited for this many seconds for the answer to another request, or to itself.
        case answer(since: Double)
        /// It waits for the end of a pause, in this many seconds, which has this reason.
        case pause(Double, HostPace.Wait)
    }

    package func permission(for request: FetchRequest, at time: Double) -> RequestPermission {
        let origin = request.origin
        var host = hosts[origin] ?? Host()
        let now = Instant(seconds: time)
        if host.isBusy { return .busy }
        if host.pace.failures >= limits.failures {
            return .never(
                because: "\(origin) has failed \(host.pace.failures) times in a row, and is not asked again"
            )
        }
        if host.pace.readyAt > now { return .wait(until: Double(host.pace.readyAt.milliseconds) / 1000) }
        host.isBusy = true
        host.began = now
        hosts[origin] = host
        let path = request.address.path + (request.address.query.map { "?\($0)" } ?? "")
        let line = host.robots?.decision(for: path, agent: agent).line
        let proof = Proof(allowedAt: host.pace.readyAt, wait: host.pace.wait, robotsLine: line)
        onProof(request, proof, now)
        return .now
    }

    package func finished(_ request: FetchRequest, _ exchange: Exchange, tries: Int, at time: Double) -> Bool
    {
        let origin = request.origin
        guard var host = hosts[origin] else { return false }
        defer { hosts[origin] = host }
        host.isBusy = false
        let wasKnown = host.hasAnswered
        if exchange.response != nil { host.hasAnswered = true }
        let now = Instant(seconds: time)
        host.pace.learn(latency: now - host.began)
        let delay = host.robots?.crawlDelay(agent: agent)
        guard let ending = ending(request, exchange, now) else {
            host.pace.answered(at: now, limits, crawlDelay: delay)
            return false
        }
        host.pace.failed(
            at: now,
            isBusy: ending.isBusy,
            retryAfter: ending.wait,
            limits,
            crawlDelay: delay,
            random: random.unit()
        )
        // A name or port that has never answered is more likely wrong than busy.
        let isMissing = [.dns, .connect].contains(exchange.failure?.cause) && !wasKnown
        let most = isMissing ? min(limits.retries, PoliteGate.retriesOfUnknown) : limits.retries
        guard isIdempotent(request), tries < most, host.pace.failures < limits.failures else { return false }
        onRepetition(request, exchange, host.pace.readyAt - now)
        return true
    }

    /// The number of attempts for a host that has never answered.
    private static let retriesOfUnknown = 1

    package func mayImprove(_ request: FetchRequest, _ exchange: Exchange) -> Bool {
        ending(request, exchange, Instant(milliseconds: 0)) != nil
    }

    private func isIdempotent(_ request: FetchRequest) -> Bool {
        Retrying.idempotentMethods.contains(request.method)
    }

    /// How a request has failed; `nil` for an answer that is final.
    private func ending(
        _ request: FetchRequest,
        _ exchange: Exchange,
        _ now: Instant
    ) -> (isBusy: Bool, wait: Gap?)? {
        if let failure = exchange.failure { return failure.isTemporary ? (false, nil) : nil }
        guard let head = exchange.head else { return nil }
        let wanted = head["retry-after"].flatMap { Retrying.after($0, now: now) }
        if let busy = isBusy(request, exchange) {
            return (true, busy.after.map { Gap.seconds($0) } ?? wanted)
        }
        if Retrying.busyStatuses.contains(head.status) { return (true, wanted) }
        if Retrying.passingStatuses.contains(head.status) { return (false, wanted) }
        return nil
    }
}
