import Addresses
import Basics
import Batch
import Fetching
import Politeness
import Records

/// Runs the fetcher and its gate with a virtual clock against simulated hosts, and counts their violations.
///
/// The hosts keep their own records: they do not use the gate's decisions.
final class PolitenessSimulation {
    /// The result of a simulation.
    struct Result {
        /// The requests that the hosts have seen, without those for robots.txt.
        var requests = 0
        /// The numbers of addresses that have an answer, that were not requested, and that have failed permanently.
        var answered = 0
        var refused = 0
        var failed = 0
        var robotsRequests = 0
        var repeated = 0
        /// The virtual seconds that it took.
        var time = 0.0
        /// The violations: the first few, and their number.
        var violations: [String] = []
        var violationCount = 0

        mutating func violate(_ text: String) {
            violationCount += 1
            if violations.count < 10 { violations.append(text) }
        }
    }

    private let hosts: SimulatedHosts
    private let requestCount: Int

    init(requests: Int, hosts count: Int, seed: UInt64) {
        requestCount = requests
        hosts = SimulatedHosts(count, seed: seed)
    }

    /// Runs to the end.
    func run() throws(Diagnostic) -> Result {
        var options = FetchOptions()
        options.concurrency = SimulatedHosts.concurrency
        let gate = PoliteGate(agent: "scrape", hosts.limits, seed: 7)
        gate.onProof = { [hosts] request, proof, now in
            if now < proof.allowedAt {
                hosts.result.violate("\(request.address.href): before its proof's time")
            }
        }
        let fetcher = Fetcher(options, gate: gate)
        fetcher.makeTransport = { [hosts] in hosts }
        fetcher.clock = FetchClock { [hosts] in
            hosts.now
        } sleep: { [hosts] in
            hosts.now += $0
        }
        for number in 0..<requestCount {
            fetcher.add(hosts.newAddress(number), index: number, allowsPrivate: false)
        }
        let begin = hosts.now
        var isOver = [Bool](repeating: false, count: requestCount)
        try fetcher.run { [hosts] index, result throws(Diagnostic) in
            if isOver[index] { hosts.result.violate("\(result.asked) has two results") }
            isOver[index] = true
            hosts.check(result)
        }
        for (index, isOver) in isOver.enumerated() where !isOver {
            hosts.result.violate("the address \(index) has no result")
        }
        hosts.result.time = hosts.now - begin
        return hosts.result
    }
}

/// Simulated hosts, which answer like a transport, at the times of a virtual clock.
private final class SimulatedHosts: Transport {
    /// A host with its rules, and its record of the client's requests.
    private struct Host {
        /// Paths that begin with this are forbidden; `nil` for none.
        var forbidden: String?
        /// Seconds.
        var crawlDelay: Int
        /// Milliseconds.
        var latency: Int
        var busyShare: Double
        var failureShare: Double
        /// The answer for robots.txt; `nil` for an interrupted connection.
        var robotsStatus: Int?
        var hasRobots = false
        var isAsked = false
        var lastEnd: Double?
        var notBefore: Double?
        /// The number of requests for each path without an answer.
        var open: [String: Int] = [:]
        /// Failures since the last answer.
        var failures = 0
    }

    private struct Ending {
        let time: Double
        let host: Int
        let path: String
        let answer: TransportAnswer
        /// What the answer asks for.
        let retryAfter: Double?
        let isFailure: Bool
    }

    static let concurrency = 256
    let limits = SchedulerLimits()
    var now = 1_800_000_000.0
    var result = PolitenessSimulation.Result()
    private var random: SplitMix64
    private var hosts: [Host] = []
    /// In descending order of time.
    private var endings: [Ending] = []

    init(_ count: Int, seed: UInt64) {
        random = SplitMix64(seed: seed)
        for _ in 0..<count {
            let kind = random.next() % 20
            hosts.append(
                Host(
                    forbidden: kind < 8 ? "/private" : nil,
                    crawlDelay: kind < 4 ? Int(random.next() % 8) : 0,
                    latency: 20 + Int(random.next() % (kind == 9 ? 5_000 : 400)),
                    busyShare: kind == 10 ? 0.2 : 0.002,
                    failureShare: kind == 11 ? 0.3 : kind == 12 ? 1 : 0.001,
                    robotsStatus: kind == 13 ? 503 : kind == 14 ? nil : kind == 15 ? 404 : 200
                )
            )
        }
    }

    /// The address of a new request at a random host.
    func newAddress(_ number: Int) -> String {
        let host = random.next() % UInt64(hosts.count)
        let isForbidden = random.next() % 10 == 0
        let path = "\(isForbidden ? "/private" : "/page")/\(number)?list=\(random.next() % 1000)"
        return "https://h\(host).example\(path)"
    }

    // MARK: - As a transport

    func send(_ request: TransportRequest) {
        guard let address = try? WebAddress(request.url), let number = Self.number(address) else {
            return result.violate("\(request.url) is not one of the addresses")
        }
        let path = address.path + (address.query.map { "?\($0)" } ?? "")
        check(number, request.url)
        hosts[number].isAsked = true
        insert(path == "/robots.txt" ? robotsEnding(number, request.id) : ending(number, path, request.id))
        if endings.count > Self.concurrency { result.violate("more than 256 requests at the same time") }
    }

    func exchange(wait: Int32) throws(FetchFailure) -> [TransportAnswer] {
        let limit = now + Double(wait) / 1000
        guard let next = endings.last?.time, next <= limit else {
            now = limit
            return []
        }
        now = max(now, next)
        var answers: [TransportAnswer] = []
        while let ending = endings.last, ending.time <= now {
            endings.removeLast()
            end(ending)
            answers.append(ending.answer)
        }
        return answers
    }

    // MARK: - The hosts

    /// Checks that a host may be sent a request now.
    private func check(_ number: Int, _ url: String) {
        let host = hosts[number]
        if host.isAsked { result.violate("\(url): two requests of one host at the same time") }
        let least = max(
            Double(limits.delay.milliseconds) / 1000,
            host.hasRobots ? Double(host.crawlDelay) : 0
        )
        if let last = host.lastEnd, now - last < least - Self.rounding {
            result.violate("\(url): \(now - last) s after an answer, not \(least)")
        }
        if let until = host.notBefore, now < until - Self.rounding {
            result.violate("\(url): before its Retry-After")
        }
        if host.failures >= limits.failures {
            result.violate("\(url): asked after \(host.failures) failures")
        }
    }

    /// The gate counts in milliseconds.
    private static let rounding = 0.001

    private func robotsEnding(_ number: Int, _ id: Int) -> Ending {
        result.robotsRequests += 1
        let host = hosts[number]
        var text = "User-agent: *\n"
        if let forbidden = host.forbidden { text += "Disallow: \(forbidden)\n" }
        if host.crawlDelay > 0 { text += "Crawl-delay: \(host.crawlDelay)\n" }
        let answer = answer(id, host.robotsStatus, "", text)
        let isFailure = host.robotsStatus.map { $0 >= 500 } ?? true
        return Ending(
            time: now + Double(host.latency) / 1000,
            host: number,
            path: "/robots.txt",
            answer: answer,
            retryAfter: nil,
            isFailure: isFailure
        )
    }

    private func ending(_ number: Int, _ path: String, _ id: Int) -> Ending {
        result.requests += 1
        let host = hosts[number]
        if !host.hasRobots { result.violate("host \(number): requested before robots.txt") }
        if host.robotsStatus == nil || host.robotsStatus == 503 {
            result.violate("host \(number): requested although robots.txt could not be read")
        }
        if let forbidden = host.forbidden, host.robotsStatus == 200, path.hasPrefix(forbidden) {
            result.violate("host \(number): \(path) is forbidden")
        }
        let tries = host.open[path] ?? 0
        if tries > limits.retries {
            result.violate("host \(number): \(path) is asked for \(tries + 1) times")
        }
        if tries > 0 { result.repeated += 1 }
        hosts[number].open[path] = tries + 1
        let chance = random.unit()
        let time = now + Double(host.latency / 2 + Int(random.next() % UInt64(host.latency))) / 1000
        let isBusy = chance >= host.failureShare && chance < host.failureShare + host.busyShare
        let wanted = isBusy && random.next() % 2 == 0 ? Int(random.next() % 600) : nil
        let field = wanted.map { "Retry-After: \($0)\r\n" } ?? ""
        return Ending(
            time: time,
            host: number,
            path: path,
            answer: answer(id, chance < host.failureShare ? nil : isBusy ? 503 : 200, field, path),
            retryAfter: wanted.map(Double.init),
            isFailure: isBusy || chance < host.failureShare
        )
    }

    private func answer(_ id: Int, _ status: Int?, _ field: String, _ body: String) -> TransportAnswer {
        var answer = TransportAnswer(id: id, date: "2027-01-15T08:00:00Z")
        if let status {
            answer.response = Array("HTTP/1.1 \(status) X\r\n\(field)\r\n\(body)".utf8)
        } else {
            answer.failure = FetchFailure(.cut)
        }
        return answer
    }

    private func end(_ ending: Ending) {
        hosts[ending.host].isAsked = false
        hosts[ending.host].lastEnd = now
        hosts[ending.host].failures = ending.isFailure ? hosts[ending.host].failures + 1 : 0
        if ending.path == "/robots.txt" { hosts[ending.host].hasRobots = true }
        if let wanted = ending.retryAfter { hosts[ending.host].notBefore = now + wanted }
    }

    /// Compares the result of an address with what its host knows.
    func check(_ found: FetchResult) {
        guard let address = try? WebAddress(found.asked), let number = Self.number(address) else { return }
        let path = address.path + (address.query.map { "?\($0)" } ?? "")
        let asked = hosts[number].open.removeValue(forKey: path)
        let host = hosts[number]
        let isForbidden = host.robotsStatus == 200 && host.forbidden.map(path.hasPrefix) == true
        let isUnreachable = host.robotsStatus == nil || host.robotsStatus == 503
        if let response = found.exchanges.last?.response {
            let isAnswer = found.exchanges.last?.head?.status == 200
            if isAnswer { result.answered += 1 } else { result.failed += 1 }
            if asked == nil { result.violate("\(found.asked): an answer without a request") }
            if isAnswer, !response.suffix(path.utf8.count).elementsEqual(path.utf8) {
                result.violate("\(found.asked): the answer of another")
            }
        } else if asked != nil {
            result.failed += 1
        } else {
            result.refused += 1
            if !isForbidden, !isUnreachable, host.failures < limits.failures {
                result.violate("\(found.asked) is refused: \(found.failure?.message ?? "")")
            }
        }
    }

    private static func number(_ address: WebAddress) -> Int? {
        address.host.flatMap { Int($0.dropFirst().prefix { $0.isNumber }) }
    }

    /// Keeps the endings in descending order of time.
    private func insert(_ ending: Ending) {
        var (low, high) = (0, endings.count)
        while low < high {
            let middle = (low + high) / 2
            if ending.time < endings[middle].time { low = middle + 1 } else { high = middle }
        }
        endings.insert(ending, at: low)
    }
}
