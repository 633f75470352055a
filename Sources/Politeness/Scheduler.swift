import Basics

/// Decides which request is made when: one at a time and with a pause for each host, in turn among hosts, and only what
/// their robots.txt allows.
///
/// It knows no clock and makes no request: its caller says what time it is and how requests have ended. So a test can let
/// a day pass in a second.
///
/// ```swift
/// var scheduler = Scheduler(agent: "scrape", SchedulerLimits())
/// scheduler.add(path: "/list?page=1", to: "https://plants.example")
/// while true {
///     switch scheduler.next(at: now()) {
///     case .robots(let origin): …      // get origin/robots.txt; then scheduler.received(robots:from:at:)
///     case .request(let request): …    // get it; then scheduler.ended(request, …)
///     case .refused(let request, let reason): …
///     case .wait(let until): …
///     case .done: …
///     }
/// }
/// ```
package struct Scheduler: Sendable {
    /// A request whose time has come.
    package struct Request: Sendable {
        package let origin: String
        package let path: String
        /// How often it has been made before.
        package let tries: Int
        /// Why it is allowed now.
        package let proof: Proof
        fileprivate let host: Int
    }

    /// Why a request is allowed at its time.
    package struct Proof: Equatable, Sendable {
        /// When it may be made, at the earliest.
        package let allowedAt: Instant
        /// What the host's next request has to wait for.
        package let wait: Wait
        /// The line of robots.txt that allows it; `nil` where none forbids it.
        package let robotsLine: Int?

        package init(allowedAt: Instant, wait: Wait, robotsLine: Int?) {
            self.allowedAt = allowedAt
            self.wait = wait
            self.robotsLine = robotsLine
        }
    }

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

    /// Why a request is not made.
    package enum Refusal: Equatable, Sendable {
        /// The rule in this line of robots.txt forbids it.
        case robots(line: Int?)
        /// The host's robots.txt could not be had, so that nothing may be asked for.
        case robotsUnreachable
        /// The host has failed too often.
        case hostFailed(failures: Int)
        /// It has failed too often.
        case failed(tries: Int)
    }

    /// What to do next.
    package enum Step: Sendable {
        case robots(origin: String)
        case request(Request)
        case refused(origin: String, path: String, Refusal)
        /// Nothing may be done before a time, or before a request ends (`nil`).
        case wait(until: Instant?)
        case done
    }

    /// How a request has ended.
    package enum Ending: Sendable {
        case answered
        /// The server is busy (429, 503), and has asked to wait.
        case busy(retryAfter: Gap?)
        /// No answer, or one that says that the server has failed.
        case failed
    }

    private struct Host: Sendable {
        let origin: String
        var robots: RobotsText?
        var robotsTime = Instant(milliseconds: 0)
        var isUnreachable = false
        var isBusy = false
        /// The request to be repeated, before all others.
        var again: (path: String, tries: Int)?
        var pace = HostPace()
    }

    private let agent: String
    private let limits: SchedulerLimits
    private var random: SeededRandom
    private var hosts: [Host] = []
    private var lines: [RequestQueue.Line] = []
    private var numbers: [String: Int] = [:]
    private var queue = RequestQueue()
    private var ready = HostHeap()
    private var running = 0

    /// - Parameters:
    ///   - agent: the product token that robots.txt files know.
    ///   - seed: of the random parts of pauses.
    package init(agent: String, _ limits: SchedulerLimits = SchedulerLimits(), seed: UInt64 = 0) {
        self.agent = agent
        self.limits = limits
        random = SeededRandom(seed: seed)
    }

    /// How many requests wait.
    package var count: Int { queue.count + hosts.count { $0.again != nil } }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - path: the path and query of its address.
    ///   - origin: scheme, host and port of its address.
    /// - Returns: false where the queue is full.
    /// - Complexity: the logarithm of the number of hosts.
    package mutating func add(path: String, to origin: String) -> Bool {
        let number = numbers[origin] ?? hosts.count
        if number == hosts.count {
            numbers[origin] = number
            hosts.append(Host(origin: origin))
            lines.append(RequestQueue.Line())
        }
        let wasIdle = lines[number].count == 0 && hosts[number].again == nil && !hosts[number].isBusy
        guard queue.append(Array(path.utf8), to: &lines[number]) else { return false }
        if wasIdle { ready.insert(number, at: hosts[number].pace.readyAt) }
        return true
    }

    /// What to do at a time.
    package mutating func next(at now: Instant) -> Step {
        guard running < limits.concurrency else { return .wait(until: nil) }
        guard let (number, time) = ready.first else { return running > 0 ? .wait(until: nil) : .done }
        guard time <= now else { return .wait(until: time) }
        ready.removeFirst()
        if hosts[number].pace.failures >= limits.failures { return refuseNext(number, now) }
        if hosts[number].robots == nil || now - hosts[number].robotsTime > limits.robotsAge {
            hosts[number].isBusy = true
            running += 1
            return .robots(origin: hosts[number].origin)
        }
        return take(number, now)
    }

    private mutating func refuseNext(_ number: Int, _ now: Instant) -> Step {
        guard let (path, _) = nextPath(number) else { return next(at: now) }
        if lines[number].count > 0 { ready.insert(number, at: now) }
        return .refused(
            origin: hosts[number].origin,
            path: path,
            .hostFailed(failures: hosts[number].pace.failures)
        )
    }

    private mutating func nextPath(_ number: Int) -> (path: String, tries: Int)? {
        if let again = hosts[number].again {
            hosts[number].again = nil
            return again
        }
        let path = queue.takeFirst(of: &lines[number])
        if queue.isSparse { queue.compact(&lines) }
        return path.map { ($0, 0) }
    }

    private mutating func take(_ number: Int, _ now: Instant) -> Step {
        guard let (path, tries) = nextPath(number), let robots = hosts[number].robots else {
            return next(at: now)
        }
        let decision = robots.decision(for: path, agent: agent)
        guard decision.isAllowed else {
            if lines[number].count > 0 { ready.insert(number, at: hosts[number].pace.readyAt) }
            let reason: Refusal =
                hosts[number].isUnreachable ? .robotsUnreachable : .robots(line: decision.line)
            return .refused(origin: hosts[number].origin, path: path, reason)
        }
        hosts[number].isBusy = true
        running += 1
        let proof = Proof(
            allowedAt: hosts[number].pace.readyAt,
            wait: hosts[number].pace.wait,
            robotsLine: decision.line
        )
        return .request(
            Request(origin: hosts[number].origin, path: path, tries: tries, proof: proof, host: number)
        )
    }

    // MARK: Answers

    /// Takes the answer to the request for a host's robots.txt.
    ///
    /// - Parameter status: `nil` where there was no answer.
    package mutating func received(
        robots status: Int?,
        _ bytes: [UInt8],
        from origin: String,
        at now: Instant
    ) {
        guard let number = numbers[origin], hosts[number].isBusy else { return }
        running -= 1
        hosts[number].isBusy = false
        hosts[number].robots = RobotsText(status: status, bytes)
        hosts[number].robotsTime = now
        hosts[number].isUnreachable = status.map { $0 >= 500 } ?? true
        pause(number, now)
    }

    /// Takes the end of a request; a failed one is made again where it may be.
    ///
    /// - Parameters:
    ///   - start: when it was made.
    ///   - isIdempotent: whether it may be repeated.
    /// - Returns: why it will not be made again, where it has failed for good.
    package mutating func ended(
        _ request: Request,
        _ ending: Ending,
        started start: Instant,
        at now: Instant,
        isIdempotent: Bool = true
    ) -> Refusal? {
        let number = request.host
        guard hosts.indices.contains(number), hosts[number].isBusy else { return nil }
        running -= 1
        hosts[number].isBusy = false
        hosts[number].pace.learn(latency: now - start)
        switch ending {
        case .answered:
            hosts[number].pace.answered(at: now, limits, crawlDelay: crawlDelay(number))
            makeReady(number)
            return nil
        case .busy(let wanted): return again(request, wanted, now, isBusy: true, isIdempotent)
        case .failed: return again(request, nil, now, isBusy: false, isIdempotent)
        }
    }

    private mutating func again(
        _ request: Request,
        _ wanted: Gap?,
        _ now: Instant,
        isBusy: Bool,
        _ isIdempotent: Bool
    ) -> Refusal? {
        let number = request.host
        let tries = request.tries + 1
        let isRepeated = isIdempotent && tries <= limits.retries
        if isRepeated { hosts[number].again = (request.path, tries) }
        hosts[number].pace.failed(
            at: now,
            isBusy: isBusy,
            retryAfter: wanted,
            limits,
            crawlDelay: crawlDelay(number),
            random: random.unit()
        )
        makeReady(number)
        return isRepeated ? nil : .failed(tries: tries)
    }

    private func crawlDelay(_ number: Int) -> Double? { hosts[number].robots?.crawlDelay(agent: agent) }

    private mutating func pause(_ number: Int, _ now: Instant) {
        hosts[number].pace.pause(at: now, limits, crawlDelay: crawlDelay(number))
        makeReady(number)
    }

    private mutating func makeReady(_ number: Int) {
        if hosts[number].again != nil || lines[number].count > 0 {
            ready.insert(number, at: hosts[number].pace.readyAt)
        }
    }
}

/// What a scheduler keeps to.
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

/// Hosts by the time at which they may be asked, the earliest first; of those with one time the first that came.
private struct HostHeap: Sendable {
    private struct Entry: Sendable {
        let time: Instant
        let order: Int
        let host: Int

        func precedes(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    private var entries: [Entry] = []
    private var order = 0

    var first: (host: Int, time: Instant)? { entries.first.map { ($0.host, $0.time) } }

    mutating func insert(_ host: Int, at time: Instant) {
        order += 1
        entries.append(Entry(time: time, order: order, host: host))
        var index = entries.count - 1
        while index > 0, entries[index].precedes(entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var index = 0
        while true {
            let left = 2 * index + 1
            guard left < entries.count else { return }
            let right = left + 1
            let least = right < entries.count && entries[right].precedes(entries[left]) ? right : left
            guard entries[least].precedes(entries[index]) else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
