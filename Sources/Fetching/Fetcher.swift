package import Addresses
import Basics
import Batch
import Engine
import Platform
import Politeness
package import Records

/// Fetches addresses: follows redirects one by one, asks the gate before each request, and passes on every exchange.
///
/// Only one thread may use it at a time. If there is an archive, its answers take precedence; in a replay there is no
/// transport at all.
package final class Fetcher {
    /// An address on its way to a result.
    struct Job {
        let index: Int
        var request: FetchRequest
        var result: FetchResult
        /// The origin of the address that the user has given; the user's header fields are sent only to it.
        let origin: String?
        /// Whether the user's address has led to a private network, so that redirects within its origin may do so as
        /// well.
        var isPrivate = false
        /// The number of transports that have ended during the request.
        var attempts = 0
        /// The number of earlier attempts.
        var tries = 0
        /// The origin whose robots.txt this is; `nil` for other requests.
        var robots: String?
        /// The answer of an earlier run, whose validators the request has.
        var earlier: Exchange?
        /// Its number, if ``Fetcher/result(of:meanwhile:)`` returns its result.
        var number: Int?
    }

    let options: FetchOptions
    private let program: TransportProgram?
    let gate: any RequestGate
    /// Cookies of this run; `nil` to keep none.
    package var cookies: (any CookieKeeper)?
    /// Whether there are cookies of an earlier run.
    package var hasCookies: Bool { cookies?.isEmpty == false }
    /// Recorded answers, which are given in place of requests.
    private let recorded: RecordedAnswers?
    private var continued = ContinuedRun()
    /// Whether requests that were refused in an earlier run are repeated, since this run has a new login or new cookies.
    package var repeatsRefused = false
    /// The origin that the user has given, whose addresses may be in a private network.
    package var givenOrigin: String?
    /// Whether only recorded answers are given.
    package let isReplay: Bool
    /// Called with every exchange, before anything that follows from it.
    package var onExchange: (Exchange) throws(Diagnostic) -> Void = { _ in }
    /// Starts the transport.
    package var makeTransport: (() throws(FetchFailure) -> any Transport)?

    private var transport: (any Transport)?
    private var queue = FetchQueue()
    /// The requests that have been sent and not answered, by their numbers.
    private var jobs: [Int: Job] = [:]
    private var nextID = 1
    /// Results that are known before any request, for example for texts that are not addresses.
    private var known: [(index: Int, result: FetchResult)] = []
    /// The results of started requests that have not been taken yet, by their numbers.
    private var results: [Int: FetchResult] = [:]
    /// The number of bytes of the answers in results that have not been taken yet.
    package private(set) var waitingBytes = 0
    private var lastNumber = 0
    /// The maximum number of hosts with a request at the same time.
    package var concurrency: Int { options.concurrency }
    /// The clock by which requests are made.
    package var clock = FetchClock.ofSystem()
    /// The hosts whose robots.txt has been requested.
    private var robotsPending: Set<String> = []
    /// Why the robots.txt of hosts could not be fetched.
    private var robotsFailures: [String: FetchFailure] = [:]
    /// Whether a redirect may lead to an address of another origin.
    package var permits: (WebAddress) -> Bool = { _ in true }
    /// The answer of an earlier run to a request; the page is fetched again only if it has changed.
    package var earlier: (FetchRequest) -> Exchange? = { _ in nil }
    /// Whether a redirect ends here, since the page that it leads to is known.
    package var stops: (_ soFar: FetchResult, _ target: WebAddress) -> Bool = { _, _ in false }
    /// The maximum number of times that a request is sent again after its transport has ended.
    private static let transportAttempts = 3

    /// - Parameters:
    ///   - gate: decides when requests are made; `nil` for the default one.
    ///   - recorded: answers of an archive.
    ///   - isReplay: whether an address that is not in the archive is an error, instead of a request.
    package init(
        _ options: FetchOptions,
        program: TransportProgram? = TransportProgram.own(),
        gate: (any RequestGate)? = nil,
        recorded: RecordedAnswers? = nil,
        isReplay: Bool = false
    ) {
        self.options = options
        self.program = options.transport.map { TransportProgram(path: $0) } ?? program
        self.gate = gate ?? PoliteGate(agent: "scrape", SchedulerLimits())
        self.recorded = recorded
        self.isReplay = isReplay
    }

    // MARK: - What is asked for

    /// Fetches an address that the user has given.
    package func fetch(_ address: String) throws(Diagnostic) -> FetchResult {
        var found = FetchResult(asked: address)
        try fetch([address]) { _, result throws(Diagnostic) in found = result }
        return found
    }

    /// Fetches addresses that the user has given, several hosts at the same time.
    ///
    /// - Parameter done: called with each address's index and result, in the order in which they are complete.
    package func fetch(
        _ addresses: [String],
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        for (index, text) in addresses.enumerated() { add(text, index: index, allowsPrivate: true) }
        try run(done)
    }

    /// Makes a request. Other started requests continue in the meantime.
    package func fetch(_ request: FetchRequest) throws(Diagnostic) -> FetchResult {
        try result(of: start(request)) {}
    }

    /// Starts a request, which is made while waiting for the result of any request.
    ///
    /// - Returns: its number, with which ``result(of:meanwhile:)`` returns its result.
    package func start(_ request: FetchRequest) -> Int {
        lastNumber += 1
        let result = FetchResult(asked: request.address.href)
        var job = Job(index: -1, request: request, result: result, origin: request.origin)
        job.number = lastNumber
        queue.putBack(job)
        queue.wake(request.origin, at: -.infinity)
        return lastNumber
    }

    /// Whether a started request is complete.
    package func isComplete(_ number: Int) -> Bool { results[number] != nil }

    /// Waits for the result of a started request, and takes it.
    ///
    /// - Parameter meanwhile: called repeatedly, at least once a second; may start requests.
    package func result(of number: Int, meanwhile: () -> Void) throws(Diagnostic) -> FetchResult {
        try run(
            until: {
                meanwhile()
                return isComplete(number)
            },
            { _, _ throws(Diagnostic) in }
        )
        guard let result = results.removeValue(forKey: number) else { return FetchResult(asked: "") }
        waitingBytes -= result.size
        return result
    }

    /// Makes requests, several hosts at the same time.
    ///
    /// - Parameter done: called with each request's index and result, in the order in which they are complete.
    package func fetch(
        _ requests: [FetchRequest],
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        // For each host, the last one that is put back comes first.
        for (index, request) in requests.enumerated().reversed() {
            let result = FetchResult(asked: request.address.href)
            queue.putBack(
                Job(index: index, request: request, result: result, origin: request.origin)
            )
        }
        for request in requests { queue.wake(request.origin, at: -.infinity) }
        try run(done)
    }

    /// Adds an address to those that ``run(_:)`` fetches.
    ///
    /// - Parameter allowsPrivate: whether the user has written it, so that it may be an address in a private network.
    package func add(_ text: String, index: Int, allowsPrivate: Bool) {
        if let address = Fetcher.address(text),
            queue.add(text, index: index, allowsPrivate: allowsPrivate, to: address.origin ?? "")
        {
            return
        }
        var result = FetchResult(asked: text)
        result.failure = FetchFailure(.address)
        known.append((index, result))
    }

    /// The address in a text; `nil` if it is not a web address.
    package static func address(_ text: String) -> WebAddress? {
        guard let address = try? WebAddress(text), isOnTheWeb(address) else { return nil }
        return address
    }

    static func isOnTheWeb(_ address: WebAddress) -> Bool {
        ["http", "https"].contains(address.scheme) && address.host?.isEmpty == false
    }

    private func job(_ text: String, _ index: Int, allowsPrivate: Bool) -> Job? {
        guard let address = Fetcher.address(text) else { return nil }
        var request = FetchRequest(address)
        request.allowsPrivate = allowsPrivate
        request.ignoresRobots = options.ignoresRobots
        return Job(index: index, request: request, result: FetchResult(asked: text), origin: request.origin)
    }

    // MARK: - The run

    /// Fetches the addresses that have been added, several hosts at the same time.
    ///
    /// - Parameter done: called with each address's index and result, in the order in which they are complete.
    package func run(_ done: (Int, FetchResult) throws(Diagnostic) -> Void) throws(Diagnostic) {
        try run(until: { false }, done)
    }

    /// Makes requests until a condition is met, or all are complete.
    private func run(
        until isEnough: () -> Bool,
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        for (index, result) in known { try done(index, result) }
        known = []
        while !isEnough() {
            var limit = Double.infinity
            while jobs.count < options.concurrency, let first = queue.first {
                if first.time > now {
                    limit = first.time
                    break
                }
                guard let taken = queue.takeFirst() else { break }
                switch taken.next {
                case .job(let job): try begin(job, taken.host, done)
                case .address(let text, let index, let allowsPrivate):
                    guard let job = job(text, index, allowsPrivate: allowsPrivate) else { break }
                    try begin(job, taken.host, done)
                }
            }
            if jobs.isEmpty, queue.first == nil { return }
            for job in try answered(until: limit) { try end(job, done) }
        }
    }

    var now: Double { clock.now() }

    /// Makes a request, or postpones it.
    private func begin(
        _ job: Job,
        _ host: Int,
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        switch try beginning(of: job) {
        // The end of the request lists the host again.
        case .sent: return
        case .later(let time):
            queue.putBack(job)
            if time.isFinite { queue.list(host, at: time) }
        case .first(let robots):
            queue.putBack(job)
            queue.addFirst(robots, at: now)
        case .done(let finished):
            queue.list(host, at: now)
            try end(finished, done)
        }
    }

    /// Returns the result of a job that is complete; makes the next request of any other.
    private func end(
        _ job: Job,
        _ done: (Int, FetchResult) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        if job.isOver {
            if takeRobots(job) { return }
            guard let number = job.number else { return try done(job.index, job.result) }
            results[number] = job.result
            waitingBytes += job.result.size
        } else {
            queue.addFirst(job, at: now)
        }
    }

    /// Processes the answer to a request for robots.txt; false for any other request.
    private func takeRobots(_ job: Job) -> Bool {
        let isFile = job.result.asked.hasSuffix("/robots.txt") && job.request.address.path == "/robots.txt"
        guard let origin = job.robots ?? (isFile ? job.origin : nil) else { return false }
        robotsPending.remove(origin)
        robotsFailures[origin] = nil
        var status: Int?
        var body: [UInt8] = []
        if let failure = job.result.failure {
            // Too many redirects are treated as if there were no file.
            if failure.cause == .redirectLoop { status = 404 } else { robotsFailures[origin] = failure }
        } else if let last = job.result.exchanges.last, let response = last.response {
            status = last.head?.status
            body = ReceivedBody.decoded(response, limit: RobotsText.limit) ?? []
        }
        gate.received(robots: status, body, from: origin, at: now)
        queue.wake(origin, at: now)
        return job.robots != nil
    }

    // MARK: - Requests

    private enum Beginning {
        case sent
        /// Not before this time; infinite if an answer must arrive first.
        case later(Double)
        /// The job has its result without a request: none is needed, or the request is not valid.
        case done(Job)
        /// The host's robots.txt must be fetched first.
        case first(Job)
    }

    /// The result for a request that robots.txt forbids; `nil` if it may be made.
    private func forbidden(_ job: Job) -> Beginning? {
        // The file itself is always allowed.
        if job.robots != nil || job.request.address.path == "/robots.txt" { return nil }
        let origin = job.request.origin
        switch gate.robots(for: job.request, at: now) {
        case .allowed: return nil
        case .forbidden(let failure):
            var job = job
            job.result.failure = robotsFailures[origin] ?? failure
            return .done(job)
        case .unknown(let address):
            guard robotsPending.insert(origin).inserted else { return .later(.infinity) }
            var request = FetchRequest(address)
            request.allowsPrivate = job.request.allowsPrivate
            let result = FetchResult(asked: address.href)
            var robots = Job(index: -1, request: request, result: result, origin: job.origin)
            robots.robots = origin
            return .first(robots)
        }
    }

    private func beginning(of job: Job) throws(Diagnostic) -> Beginning {
        if let beginning = forbidden(job) { return beginning }
        var job = job
        if !isReplay, continued.isAskedAgain(job.request) { return try send(job) }
        if let recorded, var exchange = recorded.answer(to: job.request) {
            while gate.mayImprove(job.request, exchange) || !isReplay && isRefused(exchange),
                recorded.hasMore(of: job.request)
            {
                exchange = recorded.answer(to: job.request) ?? exchange
            }
            if !isReplay, exchange.failure != nil || gate.mayImprove(job.request, exchange) {
                return try send(job)
            }
            if !isReplay, isUnusable(exchange, job.request) {
                continued.askAgain(job.request)
                return try send(job)
            }
            take(exchange, &job)
            return .done(job)
        }
        if let kept = kept(job.request) {
            job.result.isKept = true
            take(kept, &job)
            return .done(job)
        }
        guard isReplay else { return try send(job) }
        // A run that has not requested robots.txt was not bound by it.
        let isFree = job.robots != nil
        job.result.failure =
            isFree
            ? FetchFailure(.redirectLoop) : recorded?.missing(job.request) ?? FetchFailure(.notInArchive)
        return .done(job)
    }

    /// The answer of an earlier run that is used in place of a new one: it is recent enough, or its page has not changed.
    ///
    /// A replay has no new answer only if the run used the earlier one.
    private func kept(_ request: FetchRequest) -> Exchange? {
        guard request.method == "GET", !request.isAskedAgain,
            request.freshFor > 0 || request.lastChange != nil,
            let old = isReplay ? recorded?.earlier(request) : earlier(request)
        else { return nil }
        if isReplay { return old }
        guard let date = PageClock(old.date)?.instant, !(request.needsSecrets && old.isMasked) else {
            return nil
        }
        let isFresh = now - Double(date) < request.freshFor || request.lastChange.map { $0 <= date } == true
        return isFresh ? old : nil
    }

    // MARK: - Runs that are continued

    /// Whether an answer refuses a request, which a new login or new cookies may change.
    private func isRefused(_ exchange: Exchange) -> Bool {
        repeatsRefused && [401, 403].contains(exchange.head?.status)
    }

    /// Whether a continued run cannot use a stored answer: it refuses the request, or it contained secrets that the archive
    /// does not have and the run needs.
    private func isUnusable(_ exchange: Exchange, _ request: FetchRequest) -> Bool {
        if request.isAskedAgain || isRefused(exchange) { return true }
        if request.needsSecrets, exchange.isMasked { return true }
        guard let cookies else { return false }
        return continued.lacksCookies(
            of: exchange,
            request,
            header: cookies.cookie(for: request, at: date) ?? ""
        )
    }

    private func send(_ job: Job) throws(Diagnostic) -> Beginning {
        var job = job
        switch gate.permission(for: job.request, at: now) {
        case .now: break
        case .wait(let time): return .later(time)
        case .busy: return .later(.infinity)
        case .never(let reason):
            job.result.failure = FetchFailure(.disallowed, reason)
            return .done(job)
        }
        do throws(FetchFailure) {
            try sendNow(job)
            return .sent
        } catch {
            try fail(error, &job)
            return .done(job)
        }
    }

    private func sendNow(_ job: Job) throws(FetchFailure) {
        let id = nextID
        nextID += 1
        var job = job
        // Conditional header fields that the user gives take precedence.
        let isOwn = (options.headers + job.request.headers).contains {
            $0.name.lowercased().hasPrefix("if-")
        }
        job.earlier = job.request.method == "GET" && !isOwn ? earlier(job.request) : nil
        try running().send(message(id, job))
        jobs[id] = job
    }

    private func running() throws(FetchFailure) -> any Transport {
        if let transport { return transport }
        let started: any Transport
        if let makeTransport {
            started = try makeTransport()
        } else {
            started = try TransportProcess(program, limits: options.limits)
        }
        transport = started
        return started
    }

    /// Ends a request that could not be sent, or whose transport has ended.
    private func fail(_ failure: FetchFailure, _ job: inout Job) throws(Diagnostic) {
        var exchange = Exchange(url: job.request.address.href, date: date)
        exchange.method = job.request.method
        exchange.failure = failure
        exchange.replaces = continued.replaces(job.request)
        try onExchange(exchange)
        _ = gate.finished(job.request, exchange, tries: .max, at: now)
        queue.wake(job.request.origin, at: now)
        take(exchange, &job)
    }

    var date: String { PageClock.text(ofInstant: Int(now)) }

    // MARK: - Answers

    /// Waits for answers until a time, and returns their jobs.
    private func answered(until limit: Double) throws(Diagnostic) -> [Job] {
        if jobs.isEmpty {
            // No answer is expected; only time has to pass.
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
            let origin = job.request.origin
            var exchange = exchange(answer, job)
            if let head = exchange.head, let cookies {
                let fields = head.fields.filter { $0.name == "set-cookie" }.map(\.value)
                if !fields.isEmpty { cookies.store(fields, from: job.request, at: exchange.date) }
                if recorded != nil { continued.sawCookies(of: exchange, job.request) }
            }
            exchange.isRetried = gate.finished(job.request, exchange, tries: job.tries, at: now)
            try onExchange(exchange)
            if exchange.isRetried {
                job.tries += 1
                queue.putBack(job)
            } else {
                take(exchange.restored, &job)
                finished.append(job)
            }
            queue.wake(origin, at: now)
        }
        return finished
    }

    private func exchange(_ answer: TransportAnswer, _ job: Job) -> Exchange {
        var exchange = Exchange(
            url: job.request.address.href,
            date: answer.date.isEmpty ? date : answer.date
        )
        exchange.method = job.request.method
        exchange.ip = answer.ip
        exchange.version = answer.version
        exchange.request = answer.request
        exchange.requestBody = job.request.body
        exchange.response = answer.response
        exchange.failure = answer.failure
        exchange.replaces = continued.replaces(job.request)
        if let earlier = job.earlier, exchange.failure == nil, exchange.head?.status == 304 {
            exchange.original = earlier.place
            exchange.unchanged = earlier.response
        }
        return exchange
    }

    /// The transport has ended: its requests are sent again to another one, a few times.
    private func lost(_ failure: FetchFailure) throws(Diagnostic) -> [Job] {
        transport = nil
        let open = jobs.sorted { $0.key < $1.key }.map(\.value)
        jobs = [:]
        var finished: [Job] = []
        for var job in open {
            job.attempts += 1
            var reason = failure
            if job.request.isIdempotent, job.attempts < Fetcher.transportAttempts {
                do throws(FetchFailure) {
                    try sendNow(job)
                    continue
                } catch {
                    reason = error
                }
            }
            try fail(reason, &job)
            finished.append(job)
        }
        return finished
    }

}

extension FetchResult {
    /// The bytes of its answers.
    fileprivate var size: Int { exchanges.reduce(0) { $0 + ($1.response?.count ?? 0) } }
}
