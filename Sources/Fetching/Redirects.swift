import Addresses
import Basics
import Batch
import Records

// Where an answer leads: its job ends, or becomes a request for the target of a redirect.
extension Fetcher {
    /// Adds an exchange to its job, whose request becomes the target of a redirect.
    func take(_ exchange: Exchange, _ job: inout Job) {
        job.result.exchanges.append(exchange)
        if let failure = exchange.failure {
            job.result.failure = failure
            return
        }
        guard let head = exchange.head else {
            job.result.failure = FetchFailure(.notHTTP)
            return
        }
        guard job.isRedirected, let location = head["location"] else { return }
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
        if target.origin != job.request.origin, job.robots == nil, !permits(target) {
            job.result.failure = FetchFailure(.redirect, "no \"match\" of the rules covers \(target.href)")
            return
        }
        if job.robots == nil, job.request.method == "GET", stops(job.result, target) {
            job.result.knownTarget = target
            return
        }
        job.request = next(target, head.status, job)
        job.tries = 0
    }

    /// The request that a redirect leads to.
    private func next(_ target: WebAddress, _ status: Int, _ job: Job) -> FetchRequest {
        var next = FetchRequest(target)
        let isOwn = target.origin == job.origin
        next.allowsPrivate = options.allowsPrivate || isOwn && job.isPrivate && job.request.allowsPrivate
        next.ignoresRobots = isOwn && options.ignoresRobots
        next.isAskedAgain = job.request.isAskedAgain
        next.needsSecrets = job.request.needsSecrets
        next.freshFor = job.request.freshFor
        guard target.origin == job.request.origin else { return next }
        // Specification: RFC 9110, § 15.4; browsers turn POST into GET for 301 and 302 as well.
        let keepsMethod = status == 307 || status == 308 || job.request.isIdempotent
        next.headers = job.request.headers
        if keepsMethod {
            next.method = job.request.method
            next.body = job.request.body
        } else {
            next.headers.removeAll { $0.name.lowercased() == "content-type" }
        }
        return next
    }
}

extension Fetcher.Job {
    /// Whether the last answer leads to another address.
    var isRedirected: Bool {
        guard let head = result.exchanges.last?.head, [301, 302, 303, 307, 308].contains(head.status) else {
            return false
        }
        return head["location"] != nil
    }

    /// Whether there is a result.
    var isOver: Bool { result.failure != nil || result.knownTarget != nil || !isRedirected }
}
