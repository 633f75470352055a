import Addresses
import Batch
package import Cases
import DOM
package import Encoding
package import Engine
package import Fetching
package import Language
package import Records
import Sources

/// Fetches a site's pages as its rules describe, and reads them: a list, the pages that its entries lead to, its next
/// page, and so on.
///
/// Requests are made in the order of their records: a page, the pages that its entries lead to, then its next page.
/// Therefore a run, a repetition of it, and a run that continues an archive yield the same records.
package final class Crawl {
    package struct Options {
        /// The time of the run, in ISO 8601.
        package var clock: String
        package var limits = Limits()
        /// The maximum number of requests; `nil` for the rules' own limit.
        package var pages: Int?
        /// The encoding of all pages, whatever they declare; `nil` for their own.
        package var encoding: Encoding?
        /// How many bytes of answers may wait for their turn.
        package var waitingBytes = 64 << 20
        /// The maximum number of waiting requests in memory; others are in a database.
        package var waitingRequests = 50_000
        /// The maximum number of known requests in memory, and of entries of a list; others are in a database.
        package var knownRequests = 1_000_000

        package init(clock: String) { self.clock = clock }

        /// The options with the rules' limit for an unpacked answer.
        fileprivate func limiting(_ bytes: Int?) -> Options {
            var options = self
            options.limits.bytes = bytes ?? limits.bytes
            return options
        }
    }

    let rules: Rules
    var plan: CrawlRules
    let fetcher: Fetcher
    let builder: RequestBuilder
    let options: Options
    /// The values that the caller has given, and those that a login has taken.
    var names: RequestNames
    /// The names whose values are hidden from the rules of pages.
    var secretNames: Set<String>
    package internal(set) var summary = CrawlSummary()
    /// Called with each secret that appears during the run, and with those that have appeared before it is set.
    package var onSecret: (_ name: String, _ value: String) -> Void = { _, _ in } {
        didSet { for (name, value) in reportedSecrets { onSecret(name, value) } }
    }
    /// Called with `true` before a login, and with `false` after it: its answers may have secrets that are not known
    /// until they are read.
    package var onLogin: (Bool) throws(Diagnostic) -> Void = { _ in }
    /// The secrets that have been reported.
    var reportedSecrets: [(name: String, value: String)] = []
    /// Called with each request of the rules, before it is made.
    package var onRequest: (FetchRequest) -> Void = { _ in }
    /// Called with each page after it is read.
    package var onPage: (CasePage) -> Void = { _ in }
    /// The sitemaps that a host's robots.txt names.
    package var sitemaps: (_ origin: String) -> [String]? = { _ in nil }

    /// The number of entries, and of pages, that each rule of `follow` has found, by its place.
    var found: [Range<Int>: FoundLinks] = [:]
    var tasks: CrawlQueue
    /// The sitemaps that have been read, with the kinds that they were read for.
    var knownSitemaps: Set<RequestKey> = []
    /// The requests that are made ahead of their turn, by their numbers.
    var ahead: [Int: CrawlTask] = [:]
    /// Whether requests are made ahead of their turn: not if a limit might leave them out, or if a session needs their
    /// order.
    lazy var looksAhead: Bool =
        !fetcher.isReplay && fetcher.concurrency > 1 && options.pages == nil && plan.limits.pages == nil
        && plan.limits.time == nil && plan.session.login.isEmpty
    /// Called while waiting for an answer, at least once a second.
    package var onWait: () -> Void = {}
    let store: CrawlStore
    let known: KnownKeys
    /// The types whose records may come from several pages.
    let acrossTypes: Set<String>
    var loginsLeft = 1
    /// How often the run has logged in.
    var logins = 0
    /// The pages that redirects have led to, with the kinds that have read them.
    var redirected: [RequestKey: String] = [:]
    /// The requests that redirects have led away from, to pages that are known.
    var ledAway: Set<RequestKey> = []
    /// The last page of a login or of its check, which need not be requested again.
    var sessionPage: SessionPage?
    /// The pages that several addresses lead to by redirects, and that nothing else leads to: how often, with an example.
    var repeatedly: [RequestKey: (count: Int, from: String, to: String)] = [:]
    /// The unique values of the records so far, for types whose records each come from a single page.
    let uniqueValues: KnownKeys
    /// How many records of a type have the same unique values as records on other pages.
    var repeatedRecords: [String: Int] = [:]
    /// Whether the rules allow the run to have no records: an answer or the end of a list has said that there are none.
    var mayBeEmpty = false
    /// Whether an error has been reported.
    var hasErrors = false

    package init(
        _ rules: Rules,
        _ plan: CrawlRules,
        _ inputs: CrawlInputs,
        _ fetcher: Fetcher,
        _ options: Options
    ) {
        self.rules = rules
        self.plan = plan
        self.fetcher = fetcher
        self.options = options.limiting(plan.limits.bytes)
        builder = RequestBuilder(plan)
        // A request may contain secrets, which are never written.
        let isOpen = inputs.secrets.isEmpty && plan.session.login.isEmpty
        store = CrawlStore(keysInMemory: options.knownRequests)
        tasks = CrawlQueue(plan.kinds, store, capacity: isOpen ? options.waitingRequests : .max)
        known = KnownKeys(store)
        uniqueValues = KnownKeys(store)
        acrossTypes = Set(plan.kinds.flatMap(\.page.records).filter(\.isAcross).map(\.name))
        names = RequestNames(inputs.values)
        secretNames = Set(inputs.secrets.map(\.name))
        resolveDays()
        var ignored = CrawlPage(url: "")
        let known = computed(names, url: "", &ignored)
        self.plan = plan.covering { known[$0]?.text }
        fetcher.permits = { [plan = self.plan] in plan.covers($0.href) }
        fetcher.stops = { [weak self] result, target in self?.leadsToKnown(result, target) ?? false }
        let session = plan.session
        fetcher.repeatsRefused =
            !isOpen || fetcher.hasCookies || !session.headers.isEmpty || !session.cookies.isEmpty
            || session.cookieText != nil
    }

    /// Whether an answer means that its host is busy, according to the rules.
    package func busyAnswer(_ request: FetchRequest, _ exchange: Exchange) -> PoliteGate.BusyAnswer? {
        let asked = [current].compactMap { $0 } + ahead.values
        guard let task = asked.first(where: { $0.request.address == request.address }),
            let rule = meaning(of: exchange, task.kind), rule.meaning == .busy
        else { return nil }
        return PoliteGate.BusyAnswer(after: rule.after)
    }

    /// The current request.
    var current: CrawlTask?
    /// The number of requests of `for` that have not been generated.
    var unmade = 0

    // MARK: - The run

    /// The number of waiting requests.
    package var waiting: Int { tasks.count + unmade }

    /// The hosts with a current request.
    package var askedHosts: [String] {
        ([current].compactMap { $0 } + ahead.values).map { $0.request.origin }
    }

    /// Makes a request.
    ///
    /// - Parameter started: its number if it has been started ahead of its turn.
    func get(_ request: FetchRequest, started: Int? = nil) throws(Diagnostic) -> FetchResult {
        onRequest(request)
        if !fetcher.isReplay, let name = masked(in: request) {
            var refused = FetchResult(asked: request.address.href)
            refused.failure = FetchFailure(
                .other,
                "the archive does not have the value of \"\(name)\", which is a secret, and the request needs it"
            )
            return refused
        }
        return try fetcher.result(of: started ?? fetcher.start(request)) {
            lookAhead()
            onWait()
        }
    }

    /// Starts requests to hosts without a current request, as long as there is room for their answers.
    func lookAhead() {
        guard looksAhead else { return }
        for number in ahead.keys where fetcher.isComplete(number) { ahead[number] = nil }
        while ahead.count < fetcher.concurrency - 1, fetcher.waitingBytes < options.waitingBytes,
            let task = tasks.startAhead(besides: askedHosts, fetcher.start), let number = task.started
        {
            ahead[number] = task
        }
    }

    /// Passes on the requests with which a run begins, without making them.
    package func first(_ receive: (FetchRequest) -> Void) throws(Diagnostic) {
        var page = CrawlPage(url: "")
        let names = assumedNames
        for kind in plan.first {
            var tasks = begin(kind, names, depth: 0, base: nil, &page)
            while true {
                if let error = page.diagnostics.first { throw error }
                for task in tasks { receive(task.request) }
                guard let rest = tasks.last?.rest else { break }
                tasks = produce(rest, &page)
            }
        }
    }

    /// The names with placeholders for what a login will take from its answers.
    var assumedNames: RequestNames {
        var names = names
        for take in plan.session.login.flatMap(\.takes) where names[take.name] == nil {
            names[take.name] = .string(Secrets.replacement(take.name))
        }
        return names
    }

    /// Makes the requests, and passes on each page as it is read.
    ///
    /// - Parameters:
    ///   - shouldContinue: called before each request.
    ///   - receive: receives pages in the order of their records.
    package func run(
        shouldContinue: () -> Bool,
        receive: (CrawlPage) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        let start = fetcher.clock.now()
        try beginSession()
        var opening = CrawlPage(url: "")
        for kind in plan.first.reversed() {
            push(begin(kind, names, depth: 0, base: nil, &opening))
        }
        if tasks.isEmpty, opening.diagnostics.isEmpty {
            opening.diagnostics.append(
                Diagnostic(
                    .page,
                    "there is nothing to request: no first request meets its \"when\"",
                    at: plan.first.first.map { place($0.range) },
                    help: plan.inputs.isEmpty
                        ? nil : "give an input: " + plan.inputs.map(\.name).joined(separator: ", ")
                )
            )
        }
        if !opening.diagnostics.isEmpty {
            hasErrors = opening.diagnostics.contains { $0.severity == .error }
            summary.failures += opening.diagnostics.count { $0.severity == .error }
            try receive(opening)
        }
        let limit = options.pages ?? plan.limits.pages
        while let task = try tasks.pop() {
            if let problem = store.problem, problem.severity == .error { throw problem }
            if !shouldContinue() { return }
            let isLate = plan.limits.time.map { fetcher.clock.now() - start > $0 } ?? false
            if isLate || limit.map({ summary.requests >= $0 }) == true {
                summary.left += waiting + 1
                tasks.removeAll()
                unmade = 0
                break
            }
            var page = CrawlPage(url: task.request.address.href)
            if let rest = task.rest { push(produce(rest, &page)) }
            try make(task, &page)
            summary.records += page.records.count
            count(page.records, of: task.kind)
            summary.failures += page.diagnostics.contains(where: isFailure) ? 1 : 0
            hasErrors = hasErrors || page.diagnostics.contains { $0.severity == .error }
            try receive(page)
        }
        let last = ending()
        if !last.diagnostics.isEmpty { try receive(last) }
    }
}

/// What a rule of `follow` has found in a run.
struct FoundLinks {
    /// The kind of the pages that it is read on.
    let kind: String
    /// The kind that it leads to.
    let target: String
    var pages = 0
    /// The number of pages with entries.
    var entries = 0
    /// The number of links to addresses that no `match` covers, and the first of them.
    var uncovered = 0
    var example = ""
}
