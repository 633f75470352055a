import Addresses
import Politeness

/// The waiting requests, in order for each host, and the hosts by the time at which they may be sent a request.
///
/// Addresses without any request so far are kept as text, so that a million of them take some 80 MB.
struct FetchQueue {
    /// The next request to a host.
    enum Next {
        /// A job that has begun: a redirect, a repetition, a robots.txt.
        case job(Fetcher.Job)
        case address(String, index: Int, allowsPrivate: Bool)
    }

    private struct Host {
        /// Jobs that have begun, last first. They precede the waiting addresses.
        var begun: [Fetcher.Job] = []
        /// Whether the host is among ``times``.
        var isListed = false
    }

    private var numbers: [String: Int] = [:]
    private var hosts: [Host] = []
    private var lines: [RequestQueue.Line] = []
    private var waiting = RequestQueue()
    private var times = HostTimes()

    /// The host with the earliest time, and that time in seconds.
    var first: (host: Int, time: Double)? {
        times.first.map { ($0.host, Double($0.time.milliseconds) / 1000) }
    }

    private mutating func number(of origin: String) -> Int {
        if let number = numbers[origin] { return number }
        let number = hosts.count
        numbers[origin] = number
        hosts.append(Host())
        lines.append(RequestQueue.Line())
        return number
    }

    /// Adds an address after all others of its host.
    ///
    /// - Returns: false if there is no room.
    mutating func add(_ address: String, index: Int, allowsPrivate: Bool, to origin: String) -> Bool {
        let host = number(of: origin)
        let text = "\(allowsPrivate ? "+" : "-")\(index) \(address)"
        guard waiting.append(text.utf8, to: &lines[host]) else { return false }
        list(host, at: -.infinity)
        return true
    }

    /// Adds a job before all others of its host.
    mutating func addFirst(_ job: Fetcher.Job, at time: Double) {
        let host = number(of: job.request.origin)
        hosts[host].begun.append(job)
        list(host, at: time)
    }

    /// Adds a job without listing its host, which waits for something else.
    mutating func putBack(_ job: Fetcher.Job) {
        hosts[number(of: job.request.origin)].begun.append(job)
    }

    /// Lists a host for a time, unless it is listed or has no waiting requests.
    mutating func list(_ host: Int, at time: Double) {
        guard !hosts[host].isListed, !hosts[host].begun.isEmpty || lines[host].count > 0 else { return }
        hosts[host].isListed = true
        // The current millisecond, so that a request that may be made now does not wait for the next one.
        let start = time.isFinite ? Int((time * 1000 + 0.001).rounded(.down)) : 0
        times.insert(host, at: Instant(milliseconds: start))
    }

    /// Lists the host of an origin, whose requests have waited for an answer.
    mutating func wake(_ origin: String, at time: Double) {
        if let host = numbers[origin] { list(host, at: time) }
    }

    /// Takes the first host from the list, and its next request.
    mutating func takeFirst() -> (host: Int, next: Next)? {
        guard let host = times.first?.host else { return nil }
        times.removeFirst()
        hosts[host].isListed = false
        if let job = hosts[host].begun.popLast() { return (host, .job(job)) }
        defer { if waiting.isSparse { waiting.compact(&lines) } }
        guard let text = waiting.takeFirst(of: &lines[host]), let space = text.firstIndex(of: " "),
            let index = Int(text[text.index(after: text.startIndex)..<space])
        else { return nil }
        let address = String(text[text.index(after: space)...])
        return (host, .address(address, index: index, allowsPrivate: text.hasPrefix("+")))
    }
}
