import Fetching
import Politeness

/// A transport in memory with a virtual clock: requests take as long as the test specifies, but no real time passes.
final class PlayedTransport: Transport {
    /// An answer, and the seconds that it takes.
    struct Answer {
        var status: Int?
        var fields = ""
        var body = ""
        var time = 0.0
        var failure = FetchFailure(.cut)

        static func page(_ body: String = "page", _ fields: String = "", after time: Double = 0) -> Answer {
            Answer(status: 200, fields: fields, body: body, time: time)
        }

        static func status(_ status: Int, _ fields: String = "", after time: Double = 0) -> Answer {
            Answer(status: status, fields: fields, time: time)
        }

        static func failure(_ cause: FetchFailure.Cause) -> Answer { Answer(failure: FetchFailure(cause)) }
    }

    private let begin = 1_800_000_000.0
    private var now: Double
    private let script: (_ url: String, _ count: Int) -> Answer
    private var endings: [(time: Double, url: String, answer: TransportAnswer)] = []
    private var counts: [String: Int] = [:]
    /// The requests: seconds after the start, and address.
    private(set) var log: [String] = []
    /// The last requests in full.
    private(set) var requests: [TransportRequest] = []

    /// - Parameter script: the answer to an address that has been requested the given number of times before.
    init(_ script: @escaping (_ url: String, _ count: Int) -> Answer) {
        self.script = script
        now = begin
    }

    /// A fetcher that uses this transport and its clock.
    func fetcher(
        _ limits: SchedulerLimits = SchedulerLimits(),
        _ change: (inout FetchOptions) -> Void = { _ in }
    ) -> (Fetcher, PoliteGate) {
        var options = FetchOptions()
        change(&options)
        let gate = PoliteGate(agent: "scrape", limits)
        let fetcher = Fetcher(options, gate: gate)
        fetcher.makeTransport = { self }
        fetcher.clock = FetchClock {
            self.now
        } sleep: {
            self.now += $0
        }
        return (fetcher, gate)
    }

    /// Advances the clock by a number of seconds.
    func pass(_ seconds: Double) { now += seconds }

    func send(_ request: TransportRequest) {
        let count = counts[request.url, default: 0]
        counts[request.url] = count + 1
        let milliseconds = Int(((now - begin) * 1000).rounded())
        log.append("\(milliseconds) \(request.url)")
        requests.append(request)
        let played = script(request.url, count)
        var answer = TransportAnswer(id: request.id, date: "2027-01-15T08:00:00Z")
        if let status = played.status {
            let text = "HTTP/1.1 \(status) X\r\n\(played.fields.isEmpty ? "" : played.fields + "\r\n")\r\n"
            answer.response = Array((text + played.body).utf8)
        } else {
            answer.failure = played.failure
        }
        endings.append((now + played.time, request.url, answer))
        endings.sort { $0.time < $1.time }
    }

    func exchange(wait: Int32) throws(FetchFailure) -> [TransportAnswer] {
        let limit = now + Double(wait) / 1000
        guard let next = endings.first?.time, next <= limit else {
            now = limit
            return []
        }
        now = max(now, next)
        return [endings.removeFirst().answer]
    }
}

/// A fetcher with the binary's own transport that does not repeat requests, and whose pauses take no time.
func impatientFetcher(
    _ options: FetchOptions,
    _ program: TransportProgram = TransportProgram(path: scrapeProgram, arguments: ["transport"])
) -> Fetcher {
    var limits = SchedulerLimits()
    limits.retries = 0
    limits.failures = .max
    let fetcher = Fetcher(options, program: program, gate: PoliteGate(agent: "scrape", limits))
    var now = 1_800_000_000.0
    fetcher.clock = FetchClock {
        now
    } sleep: {
        now += $0
    }
    return fetcher
}
