package import Addresses
import Basics
import Batch
import Platform
import Politeness
package import Records
import Scraping

/// Gets addresses: follows redirects one by one, asks the gate before each request, and passes every exchange on.
///
/// Only one thread may use it at a time. Answers of an archive come first where there is one; with a replay there is no
/// transport at all.
package final class Fetcher {
    /// An address on its way to a result.
    fileprivate struct Job {
        let index: Int
        var request: FetchRequest
        var result: FetchResult
        /// The origin of the address that the user has given, to which his header fields go.
        let origin: String?
        /// Whether the user's address has led to a private network, so that redirects within its origin may as well.
        var isPrivate = false
        var attempts = 0
        /// How often the request has been made before.
        var tries = 0
        /// Whether the last answer does not count, as the request is made again.
        var isAgain = false
        /// The origin whose robots.txt this is; `nil` for other requests.
        var robots: String?
    }

    private let options: FetchOptions
    private let program: TransportProgram?
    private let gate: any RequestGate
    /// Cookies of this run; `nil` to keep none.
    package var cookies: (any CookieKeeper)?
    /// Whether there are cookies of an earlier run.
    package var hasCookies: Bool { cookies?.isEmpty == false }
    /// Recorded answers, which are given in place of requests.
    private let recorded: RecordedAnswers?
    /// Whether only recorded answers are given.
    private let isReplay: Bool
    /// Called with every exchange, before anything that follows from it.
    package var onExchange: (Exchange) throws(Diagnostic) -> Void = { _ in }

    private var transport: TransportProcess?
    private var jobs: [Int: Job] = [:]
    private var nextID = 1
    /// The time by which requests are made.
    package var clock = FetchClock.ofSystem()
    /// The hosts whose robots.txt is on its way.
    private var robotsPending: Set<String> = []
    /// Whether a redirect may lead to an address of another origin.
    package var permits: (WebAddress) -> Bool = { _ in true }
    /// Fields that an earlier answer gives a request, to ask whether it has changed.
    package var validators: (FetchRequest) -> [HeaderField] = { _ in [] }
    /// How often a request is sent again after its transport has ended.
    private static let transportAttempts = 3

    /// - Parameters:
    ///   - recorded: answers of an archive.
    ///   - isReplay: whether an address that is not in the archive is an error, in place of a request.
    package init(
        _ options: FetchOptions,
        program: TransportProgram? = TransportProgram.own(),
        gate: (any RequestGate)? = nil,
        recorded: RecordedAnswers? = nil,
        isReplay: Bool = false
    ) {
        self.options = options
        self.program = options.transport.map { TransportProgram(path: $0) } ?? program
        self.gate = gate ?? HostGate(delay: options.delay)
        self.recorded = recorded
        self.isReplay = isReplay
    }

    /// Gets an address that the user has given.
    package func fetch(_ address: String) throws(Diagnostic) -> FetchResult {
        var found = FetchResult(asked: address)
        try fetch([address]) { _, result throws(Diagnostic) in found = result }
        return found
    }

    /// Gets addresses that the user has given, several hosts at the same time.
    ///
    /// - Parameter done: called with each address's place and result, in the order in which they are complete.
    package func fetch(
        _ addresses: [String],
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        var jobs: [Job] = []
        for (index, text) in addresses.enumerated() {
            switch job(index, text) {
            case .success(let job): jobs.append(job)
            case .failure(let failure):
                var result = FetchResult(asked: text)
                result.failure = failure
                try done(index, result)
            }
        }
        try run(jobs, done)
    }

    private func run(
        _ all: [Job],
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        // The waiting requests by host, last first.
        var queues: [String: [Job]] = [:]
        var hosts: [String] = []
        for job in all {
            let host = job.request.address.origin ?? ""
            if queues[host] == nil { hosts.append(host) }
            queues[host, default: []].append(job)
        }
        for host in hosts { queues[host]?.reverse() }
        var waiting = hosts
        while !waiting.isEmpty || !jobs.isEmpty {
            var earliest = Double.infinity
            var blocked: [String] = []
            for (place, host) in waiting.enumerated() {
                if jobs.count >= options.concurrency {
                    blocked += waiting[place...]
                    break
                }
                guard let job = queues[host]?.last else { continue }
                let outcome = try begin(job)
                switch outcome {
                case .sent: queues[host]?.removeLast()
                case .later(let time): earliest = min(earliest, time)
                case .done(let finished):
                    queues[host]?.removeLast()
                    if !takeRobots(finished) { try done(finished.index, finished.result) }
                    earliest = now
                case .first(let robots):
                    queues[host]?.append(robots)
                    earliest = now
                case .again(let changed):
                    queues[host]?.removeLast()
                    let next = changed.request.address.origin ?? ""
                    queues[next, default: []].append(changed)
                    let isKnown = blocked.contains(next) || waiting[place...].contains(next)
                    if !isKnown { blocked.append(next) }
                    earliest = now
                }
                if queues[host]?.isEmpty == false { blocked.append(host) }
            }
            waiting = blocked
            for job in try answered(until: earliest) {
                if !job.isAgain, job.result.failure != nil || !job.isRedirect {
                    if !takeRobots(job) { try done(job.index, job.result) }
                    continue
                }
                let next = job.request.address.origin ?? ""
                queues[next, default: []].append(job)
                if !waiting.contains(next) { waiting.append(next) }
            }
        }
    }

    private var now: Double { clock.now() }

    /// Makes a request.
    package func fetch(_ request: FetchRequest) throws(Diagnostic) -> FetchResult {
        var found = FetchResult(asked: request.address.href)
        let result = FetchResult(asked: request.address.href)
        let job = Job(index: 0, request: request, result: result, origin: request.address.origin)
        try run([job]) { _, result throws(Diagnostic) in found = result }
        return found
    }

    /// Makes requests, several hosts at the same time.
    ///
    /// - Parameter done: called with each request's place and result, in the order in which they are complete.
    package func fetch(
        _ requests: [FetchRequest],
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        let jobs = requests.enumerated().map { index, request in
            Job(
                index: index,
                request: request,
                result: FetchResult(asked: request.address.href),
                origin: request.address.origin
            )
        }
        try run(jobs, done)
    }

    private func job(_ index: Int, _ text: String) -> Result<Job, FetchFailure> {
        guard let address = try? WebAddress(text), Fetcher.isOnTheWeb(address) else {
            return .failure(FetchFailure(.address))
        }
        var request = FetchRequest(address)
        // The address is the user's own.
        request.allowsPrivate = true
        let result = FetchResult(asked: text)
        return .success(Job(index: index, request: request, result: result, origin: address.origin))
    }

    static func isOnTheWeb(_ address: WebAddress) -> Bool {
        ["http", "https"].contains(address.scheme) && address.host?.isEmpty == false
    }

    /// Takes the answer to a request for robots.txt; false for any other.
    private func takeRobots(_ job: Job) -> Bool {
        let isFile = job.result.asked.hasSuffix("/robots.txt") && job.request.address.path == "/robots.txt"
        guard let origin = job.robots ?? (isFile ? job.origin : nil) else { return false }
        robotsPending.remove(origin)
        var status: Int?
        var body: [UInt8] = []
        // Too many redirects are as if there were no file.
        if job.result.failure?.cause == .redirectLoop { status = 404 }
        if job.result.failure == nil, let last = job.result.exchanges.last, let response = last.response {
            status = last.head?.status
            body = ReceivedBody.decoded(response, limit: RobotsText.limit) ?? []
        }
        gate.received(robots: status, body, from: origin, at: now)
        return job.robots != nil
    }

    // MARK: - Requests

    private enum Beginning {
        case sent
        case later(Double)
        case done(Job)
        /// A recorded redirect leads to another request.
        case again(Job)
        /// The host's robots.txt has to be got first.
        case first(Job)
    }

    /// What robots.txt says of a request before it is made; `nil` where it may be made.
    private func forbidden(_ job: Job) -> Beginning? {
        // The file itself is always allowed.
        if job.robots != nil || job.request.address.path == "/robots.txt" { return nil }
        switch gate.robots(for: job.request, at: now) {
        case .allowed: return nil
        case .forbidden(let reason):
            var job = job
            job.result.failure = FetchFailure(.disallowed, reason)
            return .done(job)
        case .unknown(let address):
            let origin = job.request.address.origin ?? ""
            guard robotsPending.insert(origin).inserted else { return .later(.infinity) }
            var request = FetchRequest(address)
            request.allowsPrivate = job.request.allowsPrivate
            var robots = Job(
                index: -1,
                request: request,
                result: FetchResult(asked: address.href),
                origin: origin
            )
            robots.robots = origin
            return .first(robots)
        }
    }

    private func begin(_ job: Job) throws(Diagnostic) -> Beginning {
        var job = job
        if let beginning = forbidden(job) { return beginning }
        if let recorded, var exchange = recorded.answer(to: job.request) {
            while gate.mayImprove(job.request, exchange), recorded.hasMore(of: job.request) {
                exchange = recorded.answer(to: job.request) ?? exchange
            }
            if !isReplay, exchange.failure != nil || gate.mayImprove(job.request, exchange) {
                return try send(job)
            }
            take(exchange, &job)
            return job.isRedirect && job.result.failure == nil ? .again(job) : .done(job)
        }
        if isReplay, job.robots != nil {
            // A run that has not asked for robots.txt was not bound by it.
            gate.received(robots: 404, [], from: job.robots ?? "", at: now)
            job.result.failure = FetchFailure(.redirectLoop)
            return .done(job)
        }
        if isReplay {
            job.result.failure = recorded?.missing(job.request) ?? FetchFailure(.notInArchive)
            return .done(job)
        }
        return try send(job)
    }

    private func send(_ job: Job) throws(Diagnostic) -> Beginning {
        var job = job
        job.isAgain = false
        switch gate.permission(for: job.request, at: now) {
        case .now: break
        case .wait(let time): return .later(time)
        case .busy: return .later(.infinity)
        case .never(let reason):
            job.result.failure = FetchFailure(.disallowed, reason)
            return .done(job)
        }
        do throws(FetchFailure) {
            let id = nextID
            nextID += 1
            try running().send(message(id, job))
            jobs[id] = job
            return .sent
        } catch {
            job.result.failure = error
            return .done(job)
        }
    }

    private func running() throws(FetchFailure) -> TransportProcess {
        if let transport { return transport }
        guard let program else { throw FetchFailure(.transport, "this program's own path is unknown") }
        let started = try TransportProcess(program, limits: options.limits)
        transport = started
        return started
    }

    private func message(_ id: Int, _ job: Job) -> TransportRequest {
        var message = TransportRequest()
        message.id = id
        message.method = job.request.method
        message.url = job.request.address.href
        message.body = job.request.body
        message.allowsPrivate = options.allowsPrivate || job.request.allowsPrivate
        message.proxy = options.proxy
        message.authorities = options.authorities
        message.limits = options.limits
        var fields: [HeaderField?] = []
        // What the user sends is for the host that he names, and for no other that it leads to.
        if job.request.address.origin == job.origin { fields += options.headers }
        fields += job.request.headers
        fields += validators(job.request).map(Optional.some)
        let given = Set(fields.compactMap { $0?.name.lowercased() })
        for (name, value) in [
            ("User-Agent", options.agent),
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("Accept-Encoding", ContentCodings.accepted.joined(separator: ", ")),
        ] where !given.contains(name.lowercased()) && !value.isEmpty {
            fields.append(HeaderField(name, value))
        }
        if let cookie = cookies?.cookie(for: job.request, at: Fetcher.date()) {
            let own = fields.compactMap { $0 }.filter { $0.name.lowercased() == "cookie" }.map(\.value)
            fields.removeAll { $0?.name.lowercased() == "cookie" }
            fields.append(HeaderField("Cookie", (own + [cookie]).joined(separator: "; ")))
        }
        message.headers = fields.compactMap { $0 }
        return message
    }

    private static func date() -> String { PageClock.text(ofInstant: Int(time(nil))) }

    // MARK: - Answers

    /// Waits for answers until a time, and returns their jobs: complete, or with the request that a redirect leads to.
    private func answered(until limit: Double) throws(Diagnostic) -> [Job] {
        if jobs.isEmpty {
            // Nothing can come; only time has to pass.
            let pause = limit - now
            if pause > 0, pause.isFinite { clock.sleep(min(pause, 1)) }
            return []
        }
        let wait: Int32 =
            limit.isFinite ? Int32(max(0, min(1000, ((limit - now) * 1000).rounded(.up)))) : 1000
        let answers: [TransportAnswer]
        do throws(FetchFailure) {
            answers = try transport?.exchange(wait: wait) ?? []
        } catch {
            return try lost(error)
        }
        var finished: [Job] = []
        for answer in answers {
            guard var job = jobs.removeValue(forKey: answer.id) else { continue }
            var exchange = Exchange(url: job.request.address.href, date: answer.date)
            exchange.method = job.request.method
            exchange.ip = answer.ip
            exchange.version = answer.version
            exchange.request = answer.request
            exchange.requestBody = job.request.body
            exchange.response = answer.response
            exchange.failure = answer.failure
            if exchange.date.isEmpty { exchange.date = Fetcher.date() }
            if let head = exchange.head, let cookies {
                let fields = head.fields.filter { $0.name == "set-cookie" }.map(\.value)
                if !fields.isEmpty { cookies.store(fields, from: job.request, at: exchange.date) }
            }
            try onExchange(exchange)
            job.isAgain = gate.finished(job.request, exchange, tries: job.tries, at: now)
            if job.isAgain { job.tries += 1 } else { take(exchange, &job) }
            finished.append(job)
        }
        return finished
    }

    /// The transport has ended: what it was asked is asked again of another, a few times.
    private func lost(_ failure: FetchFailure) throws(Diagnostic) -> [Job] {
        transport = nil
        let open = jobs.sorted { $0.key < $1.key }.map(\.value)
        jobs = [:]
        var finished: [Job] = []
        for var job in open {
            job.attempts += 1
            if job.request.isIdempotent, job.attempts < Fetcher.transportAttempts {
                do throws(FetchFailure) {
                    let id = nextID
                    nextID += 1
                    try running().send(message(id, job))
                    jobs[id] = job
                    continue
                } catch {}
            }
            var exchange = Exchange(url: job.request.address.href, date: Fetcher.date())
            exchange.failure = failure
            try onExchange(exchange)
            _ = gate.finished(job.request, exchange, tries: job.tries, at: now)
            take(exchange, &job)
            finished.append(job)
        }
        return finished
    }

    /// Adds an exchange to its job, whose request becomes the one that a redirect leads to.
    private func take(_ exchange: Exchange, _ job: inout Job) {
        job.result.exchanges.append(exchange)
        if let failure = exchange.failure {
            job.result.failure = failure
            return
        }
        guard let head = exchange.head else {
            job.result.failure = FetchFailure(.notHTTP)
            return
        }
        guard job.isRedirect, let location = head["location"] else { return }
        if job.result.exchanges.count > options.limits.redirects {
            job.result.failure = FetchFailure(.redirectLoop, "more than \(options.limits.redirects)")
            return
        }
        if job.result.exchanges.count == 1 { job.isPrivate = exchange.ip.map(AddressRange.isPrivate) ?? true }
        guard let target = try? WebAddress(location, base: job.request.address), Fetcher.isOnTheWeb(target)
        else {
            let shown = TerminalText.line(String(location.prefix(200)))
            job.result.failure = FetchFailure(.redirect, "it leads to \"\(shown)\"")
            return
        }
        if target.origin != job.request.address.origin, job.robots == nil, !permits(target) {
            job.result.failure = FetchFailure(.redirect, "no \"match\" of the rules covers \(target.href)")
            return
        }
        var next = FetchRequest(target)
        let isSameOrigin = target.origin == job.origin
        next.allowsPrivate = options.allowsPrivate || isSameOrigin && job.isPrivate
        // Specification: RFC 9110, § 15.4; browsers turn POST into GET for 301 and 302 as well.
        let keepsMethod = head.status == 307 || head.status == 308 || job.request.isIdempotent
        if keepsMethod, target.origin == job.request.address.origin {
            next.method = job.request.method
            next.body = job.request.body
            next.headers = job.request.headers
        } else if target.origin == job.request.address.origin {
            next.headers = job.request.headers.filter { $0.name.lowercased() != "content-type" }
        }
        job.tries = 0
        job.request = next
    }
}

extension Fetcher.Job {
    /// Whether the last answer leads to another address.
    fileprivate var isRedirect: Bool {
        guard let head = result.exchanges.last?.head, [301, 302, 303, 307, 308].contains(head.status) else {
            return false
        }
        return head["location"] != nil
    }
}
