import Politeness

/// Runs the scheduler with a virtual clock against hosts that exist in memory only, and counts what it does wrong.
///
/// The hosts keep their own books: they do not ask the scheduler what it has decided.
struct PolitenessSimulation {
    /// What has happened.
    struct Result {
        var requests = 0
        var answered = 0
        var robotsRequests = 0
        var repeated = 0
        var refused = 0
        /// Failures for good.
        var failed = 0
        /// The virtual time that it took.
        var time = Gap.zero
        /// What was wrong: the first few, and how many.
        var violations: [String] = []
        var violationCount = 0

        mutating func violate(_ text: String) {
            violationCount += 1
            if violations.count < 10 { violations.append(text) }
        }
    }

    /// A host with its rules, and what it remembers of the client.
    private struct Host {
        /// Paths that begin with this are forbidden; `nil` for none.
        var forbidden: String?
        var crawlDelay: Gap
        var latency: Int
        var busyShare: Double
        var failureShare: Double
        /// What robots.txt is answered with.
        var robotsStatus: Int?
        var hasRobots = false
        var isAsked = false
        var lastEnd: Instant?
        var notBefore: Instant?
        /// How often each path has been asked for and not been answered.
        var open: [String: Int] = [:]
        var expected = 0
    }

    private struct Ending {
        let time: Instant
        let order: Int
        let host: Int
        let request: Scheduler.Request?
        let start: Instant
        let kind: Scheduler.Ending
    }

    private var random: SeededRandom
    private var hosts: [Host] = []
    private let requestCount: Int
    private let limits = SchedulerLimits()

    init(requests: Int, hosts count: Int, seed: UInt64) {
        requestCount = requests
        random = SeededRandom(seed: seed)
        for _ in 0..<count {
            let kind = random.next() % 20
            hosts.append(
                Host(
                    forbidden: kind < 8 ? "/private" : nil,
                    crawlDelay: kind < 4 ? .seconds(Double(random.next() % 8)) : .zero,
                    latency: 20 + Int(random.next() % (kind == 9 ? 5_000 : 400)),
                    busyShare: kind == 10 ? 0.2 : 0.002,
                    failureShare: kind == 11 ? 0.3 : kind == 12 ? 1 : 0.001,
                    robotsStatus: kind == 13 ? 503 : kind == 14 ? nil : kind == 15 ? 404 : 200
                )
            )
        }
    }

    /// Runs to the end.
    mutating func run() -> Result {
        var result = Result()
        var limits = limits
        limits.concurrency = 256
        var scheduler = Scheduler(agent: "scrape", limits, seed: 7)
        for number in 0..<requestCount {
            let host = Int(random.next() % UInt64(hosts.count))
            let isForbidden = random.next() % 10 == 0
            let path = "\(isForbidden ? "/private" : "/page")/\(number)?list=\(random.next() % 1000)"
            if !scheduler.add(path: path, to: "https://h\(host).example") {
                result.violate("the queue is full")
            }
            hosts[host].expected += 1
        }
        let begin = Instant(seconds: 1_800_000_000)
        var now = begin
        var endings: [Ending] = []
        var order = 0
        while true {
            switch scheduler.next(at: now) {
            case .done:
                result.time = now - begin
                for (number, host) in hosts.enumerated() where host.expected != 0 {
                    result.violate("host \(number): \(host.expected) requests are lost or made too often")
                }
                return result
            case .refused(let origin, let path, let reason):
                refused(origin, path, reason, &result)
            case .robots(let origin):
                order += 1
                let number = Self.number(origin)
                check(number, now, &result)
                hosts[number].isAsked = true
                result.robotsRequests += 1
                let ending = Ending(
                    time: now + Gap(milliseconds: hosts[number].latency),
                    order: order,
                    host: number,
                    request: nil,
                    start: now,
                    kind: .answered
                )
                Self.insert(ending, &endings)
            case .request(let request):
                order += 1
                Self.insert(ending(of: request, now, order, &result), &endings)
                if endings.count > 256 { result.violate("more than 256 requests at the same time") }
            case .wait(let until):
                // The next thing that happens: an answer, or the time of a host.
                let answer = endings.last?.time
                guard let time = [answer, until].compactMap({ $0 }).min() else {
                    result.violate("waits without an end")
                    return result
                }
                if time < now { result.violate("the clock goes back") }
                now = max(now, time)
                while let ended = endings.last, ended.time <= now {
                    endings.removeLast()
                    end(ended, now, &scheduler, &result)
                }
            }
        }
    }

    // MARK: The hosts

    /// Checks that a host may be asked now.
    private mutating func check(_ number: Int, _ now: Instant, _ result: inout Result) {
        let host = hosts[number]
        if host.isAsked { result.violate("host \(number): two requests at the same time") }
        if let last = host.lastEnd {
            let least = max(limits.delay, host.hasRobots ? host.crawlDelay : .zero)
            if now - last < least {
                result.violate("host \(number): \(now - last) after an answer, not \(least)")
            }
        }
        if let until = host.notBefore, now < until {
            result.violate("host \(number): before its Retry-After")
        }
    }

    private mutating func ending(
        of request: Scheduler.Request,
        _ now: Instant,
        _ order: Int,
        _ result: inout Result
    ) -> Ending {
        let number = Self.number(request.origin)
        check(number, now, &result)
        hosts[number].isAsked = true
        result.requests += 1
        let host = hosts[number]
        if !host.hasRobots { result.violate("host \(number): asked before robots.txt") }
        if host.robotsStatus == nil || host.robotsStatus == 503 {
            result.violate("host \(number): asked without a robots.txt")
        }
        if let forbidden = host.forbidden, host.robotsStatus == 200, request.path.hasPrefix(forbidden) {
            result.violate("host \(number): \(request.path) is forbidden")
        }
        if now < request.proof.allowedAt { result.violate("host \(number): before the time of its proof") }
        let tries = host.open[request.path] ?? 0
        if tries != request.tries || tries > limits.retries {
            result.violate("host \(number): \(request.path) is asked for the time \(tries + 1)")
        }
        if tries > 0 { result.repeated += 1 }
        hosts[number].open[request.path] = tries + 1
        let chance = random.unit()
        let kind: Scheduler.Ending
        if chance < host.failureShare {
            kind = .failed
        } else if chance < host.failureShare + host.busyShare {
            kind = .busy(retryAfter: random.next() % 2 == 0 ? .seconds(Double(random.next() % 600)) : nil)
        } else {
            kind = .answered
        }
        return Ending(
            time: now + Gap(milliseconds: host.latency / 2 + Int(random.next() % UInt64(host.latency))),
            order: order,
            host: number,
            request: request,
            start: now,
            kind: kind
        )
    }

    private mutating func end(
        _ ending: Ending,
        _ now: Instant,
        _ scheduler: inout Scheduler,
        _ result: inout Result
    ) {
        let number = ending.host
        hosts[number].isAsked = false
        hosts[number].lastEnd = now
        guard let request = ending.request else {
            hosts[number].hasRobots = true
            scheduler.received(
                robots: hosts[number].robotsStatus,
                Array(robots(of: hosts[number]).utf8),
                from: "https://h\(number).example",
                at: now
            )
            return
        }
        if case .busy(let wanted?) = ending.kind { hosts[number].notBefore = now + wanted }
        let refusal = scheduler.ended(request, ending.kind, started: ending.start, at: now)
        if case .answered = ending.kind {
            result.answered += 1
            hosts[number].open[request.path] = nil
            hosts[number].expected -= 1
        } else if refusal != nil {
            result.failed += 1
            hosts[number].open[request.path] = nil
            hosts[number].expected -= 1
        }
    }

    private mutating func refused(
        _ origin: String,
        _ path: String,
        _ reason: Scheduler.Refusal,
        _ result: inout Result
    ) {
        let number = Self.number(origin)
        result.refused += 1
        hosts[number].expected -= 1
        hosts[number].open[path] = nil
        let host = hosts[number]
        switch reason {
        case .robots:
            if host.robotsStatus != 200 || host.forbidden.map(path.hasPrefix) != true {
                result.violate("host \(number): \(path) is refused")
            }
        case .robotsUnreachable:
            if host.robotsStatus == 200 || host.robotsStatus == 404 {
                result.violate("host \(number): \(path) is refused")
            }
        case .hostFailed, .failed: break
        }
    }

    private func robots(of host: Host) -> String {
        var text = "User-agent: *\n"
        if let forbidden = host.forbidden { text += "Disallow: \(forbidden)\n" }
        if host.crawlDelay > .zero { text += "Crawl-delay: \(host.crawlDelay.milliseconds / 1000)\n" }
        return text
    }

    private static func number(_ origin: String) -> Int {
        Int(origin.dropFirst("https://h".count).prefix { $0.isNumber }) ?? 0
    }

    /// Keeps the endings in falling order of time.
    private static func insert(_ ending: Ending, _ endings: inout [Ending]) {
        var low = 0
        var high = endings.count
        while low < high {
            let middle = (low + high) / 2
            let other = endings[middle]
            if (ending.time, ending.order) < (other.time, other.order) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        endings.insert(ending, at: low)
    }
}
