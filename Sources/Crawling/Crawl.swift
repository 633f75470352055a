import Addresses
import Batch
package import Cases
import DOM
package import Encoding
package import Fetching
package import Language
package import Records
package import Scraping
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
        /// The maximum number of waiting requests in memory; others are in a file.
        package var waitingRequests = 50_000

        package init(clock: String) { self.clock = clock }
    }

    private let rules: Rules
    private(set) var plan: CrawlRules
    let fetcher: Fetcher
    let builder: RequestBuilder
    let options: Options
    /// The values that the caller has given, and those that a login has taken.
    var names: RequestNames
    /// The names whose values are hidden from the rules of pages.
    var secretNames: Set<String>
    package private(set) var summary = CrawlSummary()
    /// Called with each secret that appears during the run, and with those that have appeared before it is set.
    package var onSecret: (_ name: String, _ value: String) -> Void = { _, _ in } {
        didSet { for (name, value) in reportedSecrets { onSecret(name, value) } }
    }
    /// Called before a login, with `true`, and after it: its answers may have secrets that are known once they are read.
    package var onLogin: (Bool) throws(Diagnostic) -> Void = { _ in }
    /// The secrets that have been reported.
    private var reportedSecrets: [(name: String, value: String)] = []
    /// Called with each request of the rules, before it is made.
    package var onRequest: (FetchRequest) -> Void = { _ in }
    /// Called with each page after it is read.
    package var onPage: (CasePage) -> Void = { _ in }
    /// The sitemaps that a host's robots.txt names.
    package var sitemaps: (_ origin: String) -> [String]? = { _ in nil }

    /// The number of entries, and of pages, that each rule of `follow` has found, by its place.
    private var found: [Range<Int>: (pages: Int, entries: Int, kind: String)] = [:]
    private var tasks: CrawlQueue
    /// The sitemaps that have been read, with the kinds that they were read for.
    private var knownSitemaps: Set<RequestKey> = []
    /// The requests that are made ahead of their turn, by their numbers.
    private var ahead: [Int: CrawlTask] = [:]
    /// Whether requests are made ahead of their turn: not if a limit might leave them out, or if a session needs their
    /// order.
    private lazy var looksAhead: Bool =
        !fetcher.isReplay && fetcher.concurrency > 1 && options.pages == nil && plan.limits.pages == nil
        && plan.limits.time == nil && plan.session.login.isEmpty
    /// Called while waiting for an answer, at least once a second.
    package var onWait: () -> Void = {}
    private var known: Set<RequestKey> = []
    /// The types whose records may come from several pages.
    private let acrossTypes: Set<String>
    private var loginsLeft = 1
    /// How often the run has logged in.
    var logins = 0
    /// The pages that redirects have led to, with the kinds that have read them.
    private var redirected: [RequestKey: String] = [:]
    /// The pages that several addresses lead to by redirects, and that nothing else leads to: how often, with an example.
    private var repeatedly: [RequestKey: (count: Int, from: String, to: String)] = [:]
    /// The unique values of the records so far, of types whose records are each of one page.
    private var uniqueValues: Set<RequestKey> = []
    /// How many records of a type have unique values that others on other pages have.
    private var repeatedRecords: [String: Int] = [:]
    /// Whether the rules allow that the run has no records: an answer or the end of a list has said that there are none.
    private var mayBeEmpty = false
    /// Whether something has been reported that is an error.
    private var hasErrors = false

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
        self.options = options
        builder = RequestBuilder(plan)
        // A request may have secrets, which are written nowhere.
        let isOpen = inputs.secrets.isEmpty && plan.session.login.isEmpty
        tasks = CrawlQueue(plan.kinds, capacity: isOpen ? options.waitingRequests : .max)
        acrossTypes = Set(plan.kinds.flatMap(\.page.records).filter(\.isAcross).map(\.name))
        names = RequestNames(inputs.values)
        secretNames = Set(inputs.secrets.map(\.name))
        resolveDays()
        var ignored = CrawlPage(url: "")
        let known = computed(names, url: "", &ignored)
        self.plan = plan.covering { known[$0]?.text }
        fetcher.permits = { [plan = self.plan] in plan.covers($0.href) }
        let session = plan.session
        fetcher.repeatsRefused =
            !isOpen || fetcher.hasCookies || !session.headers.isEmpty || !session.cookies.isEmpty
            || session.cookieText != nil
    }

    /// Reads inputs such as `tomorrow` in the time zone of the rules.
    private func resolveDays() {
        guard let timezone = plan.timezone else { return }
        var ignored = CrawlPage(url: "")
        var missing: String?
        let zone = timezone.text(computed(names, url: "", &ignored), missing: &missing)
        for input in plan.inputs where input.type == .date {
            guard let value = names[input.name] else { continue }
            let days = (value.list ?? [value]).map { text in
                CrawlDay.day(text.text, clock: options.clock, zone: zone)
                    .map { Value.string($0.description) } ?? text
            }
            names[input.name] = value.list == nil ? days.first : .list(days)
        }
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
    private var current: CrawlTask?

    // MARK: - The run

    /// The number of waiting requests.
    package var waiting: Int { tasks.count }

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

    /// The name of a secret whose mask is part of a request, which is sent to no site.
    private func masked(in request: FetchRequest) -> String? {
        let names = secretNames.union(plan.session.login.flatMap(\.takes).map(\.name)).sorted()
        if names.isEmpty { return nil }
        let texts =
            [request.address.href] + request.headers.map(\.value)
            + (request.body.isEmpty ? [] : [String(decoding: request.body, as: UTF8.self)])
        return names.first { name in
            let mask = Secrets.replacement(name)
            return texts.contains { $0.contains(mask) }
        }
    }

    /// Starts requests of hosts that nothing is asked of, as long as there is room for their answers.
    private func lookAhead() {
        guard looksAhead else { return }
        for number in ahead.keys where fetcher.isComplete(number) { ahead[number] = nil }
        while ahead.count < fetcher.concurrency - 1, fetcher.waitingBytes < options.waitingBytes,
            let task = tasks.startAhead(besides: askedHosts, fetcher.start), let number = task.started
        {
            ahead[number] = task
        }
    }

    /// The requests with which a run begins.
    package func first() throws(Diagnostic) -> [FetchRequest] {
        var all: [CrawlTask] = []
        var page = CrawlPage(url: "")
        var names = names
        // What a login will take from its answers.
        for take in plan.session.login.flatMap(\.takes) where names[take.name] == nil {
            names[take.name] = .string(Secrets.replacement(take.name))
        }
        for kind in plan.first { all += begin(kind, names, depth: 0, base: nil, &page) }
        if let error = page.diagnostics.first { throw error }
        return all.map(\.request)
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
            try push(begin(kind, names, depth: 0, base: nil, &opening))
        }
        if tasks.isEmpty, opening.diagnostics.isEmpty {
            opening.diagnostics.append(
                Diagnostic(
                    .page,
                    "there is nothing to ask for: \"when\" of the first requests holds for none of them",
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
            if !shouldContinue() { return }
            let isLate = plan.limits.time.map { fetcher.clock.now() - start > $0 } ?? false
            if isLate || limit.map({ summary.requests >= $0 }) == true {
                summary.left += tasks.count + 1
                tasks.removeAll()
                break
            }
            var page = CrawlPage(url: task.request.address.href)
            try make(task, &page)
            summary.records += page.records.count
            count(page.records, of: task.kind)
            summary.failures += page.diagnostics.contains(where: isFailure) ? 1 : 0
            hasErrors = hasErrors || page.diagnostics.contains { $0.severity == .error }
            try receive(page)
        }
        var last = CrawlPage(url: "")
        if summary.left > 0 {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "a limit has ended the run: \(summary.left) requests are left",
                    severity: .warning
                )
            )
        }
        for (range, count) in found.sorted(by: { $0.key.lowerBound < $1.key.lowerBound })
        where count.entries == 0 {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "no page of \"\(count.kind)\" leads anywhere by this rule (\(counted(count.pages, "page")))",
                    severity: .warning,
                    at: place(range)
                )
            )
        }
        for (_, known) in repeatedly.sorted(by: { $0.value.from < $1.value.from }) {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "\(known.count) addresses are left out, since they lead by redirects to \(known.to), which has been read: \(known.from)\(known.count > 1 ? " …" : "")",
                    severity: .warning
                )
            )
        }
        for (type, count) in repeatedRecords.sorted(by: { $0.key < $1.key }) {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "records of \(type) have unique values that others on other pages have: \(count)",
                    severity: .warning,
                    help: "\"across\": true beside \"unique\" merges them"
                )
            )
        }
        if let error = nothing() {
            summary.failures += 1
            last.diagnostics.append(error)
        }
        if !last.diagnostics.isEmpty { try receive(last) }
    }

    /// Finds out which records have the unique values of others: a list that moves while it is read gives some of them twice.
    private func count(_ records: [Record], of kind: RequestKind) {
        let types = kind.page.records.filter { !$0.uniqueKeys.isEmpty && !$0.isAcross }
        if types.isEmpty { return }
        var new: Set<RequestKey> = []
        for record in records {
            guard let type = types.first(where: { $0.name == record.type }) else { continue }
            let values = type.uniqueKeys.map { record[$0] ?? .null }
            if values.allSatisfy({ $0 == .null }) { continue }
            let key = RequestKey(type.name + JSONWriter.compact(.list(values)))
            if uniqueValues.contains(key) { repeatedRecords[type.name, default: 0] += 1 }
            new.insert(key)
        }
        uniqueValues.formUnion(new)
    }

    /// That a run has given no records, where its rules must have some, and nothing else says why there are none.
    private func nothing() -> Diagnostic? {
        guard summary.records == 0, summary.pages > 0, summary.left == 0, !hasErrors, !mayBeEmpty else {
            return nil
        }
        let needed = plan.kinds.first { kind in
            kind.hasRecords && kind.page.records.contains { !$0.mayBeMissing }
        }
        return needed.map { kind in
            Diagnostic(
                .page,
                "the crawl has no records",
                notes: [
                    Diagnostic.Note("the pages of \"\(kind.name)\" must have some", at: place(kind.range))
                ],
                help:
                    "if that may be so, give an answer that says it \"is\": \"empty\", or the record type an \"expect\" with \"count\": \"0..\""
            )
        }
    }

    /// Whether something is an error, and not what a part of a record lacks that another page may have.
    private func isFailure(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.severity == .error
            && !(diagnostic.isOfPart && diagnostic.record.map(acrossTypes.contains) == true)
    }

    private func push(_ new: [CrawlTask]) throws(Diagnostic) { try tasks.push(new) }

    /// The requests of a kind that has its own address: one for each combination of its loops.
    private func begin(
        _ kind: RequestKind,
        _ names: RequestNames,
        depth: Int,
        base: WebAddress?,
        _ page: inout CrawlPage
    ) -> [CrawlTask] {
        var all: [CrawlTask] = []
        let combinations: [RequestNames]
        do throws(RequestProblem) {
            combinations = try loops(kind, names)
        } catch {
            report(error.message, kind, &page)
            return []
        }
        if combinations.isEmpty, !kind.loops.isEmpty {
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "no request of \"\(kind.name)\" is made: there is no value to make it for",
                    severity: .warning,
                    at: place(kind.range)
                )
            )
        }
        for names in combinations {
            if let task = task(kind, names, followed: nil, depth: depth, base: base, &page) {
                all.append(task)
            }
        }
        return all
    }

    /// A request that has not been made before; `nil` for one that has, or that must not be made.
    private func task(
        _ kind: RequestKind,
        _ names: RequestNames,
        followed: WebAddress?,
        depth: Int,
        base: WebAddress?,
        _ page: inout CrawlPage
    ) -> CrawlTask? {
        var names = names
        for counter in kind.next?.counters ?? [] where names[counter.name] == nil {
            names[counter.name] = counter.first.value(names)
        }
        let all = computed(names, url: followed?.href ?? "", &page)
        if let condition = kind.condition, !holds(condition, all, followed?.href ?? "") { return nil }
        do throws(RequestProblem) {
            if let sitemaps = kind.sitemaps {
                return try sitemapTask(sitemaps, kind, names, all, depth)
            }
            let request = try builder.request(kind, all, followed: followed, base: base)
            guard plan.covers(request.address.href) else {
                throw RequestProblem(message: "no \"match\" of the rules covers \(request.address.href)")
            }
            let key = builder.key(kind, request, all)
            guard known.insert(key).inserted, redirected[key] != kind.name else {
                summary.repeated += 1
                return nil
            }
            let list = kind.next == nil ? nil : ListRun()
            var task = CrawlTask(
                kind: kind,
                request: request,
                names: names,
                depth: depth,
                isFollowed: followed != nil,
                list: list
            )
            task.logins = logins
            return task
        } catch {
            report(error.message, kind, &page)
            return nil
        }
    }

    /// A site's robots.txt, which names its sitemaps.
    private func sitemapTask(
        _ text: RequestText,
        _ kind: RequestKind,
        _ names: RequestNames,
        _ all: RequestNames,
        _ depth: Int
    ) throws(RequestProblem) -> CrawlTask? {
        let site = try builder.address(text, all, nil)
        guard let address = try? WebAddress("/robots.txt", base: site) else { return nil }
        var request = FetchRequest(address)
        request.allowsPrivate = false
        guard known.insert(RequestKey("sitemaps \(address.href)")).inserted else { return nil }
        return CrawlTask(
            kind: kind,
            request: request,
            names: names,
            depth: depth,
            isFollowed: false,
            list: nil
        )
    }

    // MARK: - Names

    /// The names with the values that are computed from them.
    func computed(_ names: RequestNames, url: String, _ page: inout CrawlPage) -> RequestNames {
        var all = names
        var shadow = SecretShadow(names, secretNames)
        for (name, rules) in plan.values {
            let asked = asked(all, url: url, hidesSecrets: false)
            let outcome = rules.scrape(asked.page(name: name, clock: options.clock))
            if let value = outcome.records.first?[name] {
                all[name] = value
                if !secretNames.isEmpty { derive(name, value, rules, url, &all, &shadow) }
                // An earlier alternative that gave none has been replaced.
                continue
            }
            // A value that cannot be read is reported once for each page whose requests need it.
            for error in outcome.diagnostics
            where error.severity == .error && !page.diagnostics.contains(error) {
                page.diagnostics.append(error)
            }
        }
        return all
    }

    /// Determines whether a value is derived from secrets: whether it changes when they do. If so, it is secret too.
    private func derive(
        _ name: String,
        _ value: Value,
        _ rules: Rules,
        _ url: String,
        _ all: inout RequestNames,
        _ shadow: inout SecretShadow
    ) {
        let asked = asked(shadow.names, url: url, hidesSecrets: false)
        let other = rules.scrape(asked.page(name: name, clock: options.clock)).records.first?[name]
        shadow.names[name] = other
        if other == value { return }
        secretNames.insert(name)
        report(secret: name, value)
        // The archive has this in its place.
        if fetcher.isReplay { all[name] = .string(Secrets.replacement(name)) }
    }

    /// Reports a new secret, once.
    func report(secret name: String, _ value: Value) {
        switch value {
        case .list(let elements): for element in elements { report(secret: name, element) }
        case .object(let members): for member in members { report(secret: name, member.value) }
        default:
            let text = value.text
            if reportedSecrets.contains(where: { $0 == (name, text) }) { return }
            reportedSecrets.append((name, text))
            onSecret(name, text)
        }
    }

    func asked(_ names: RequestNames, url: String, hidesSecrets: Bool) -> AskedPage {
        let members = names.members.filter { !hidesSecrets || !secretNames.contains($0.name) }
        var asked = AskedPage(url: url, values: members)
        var missing: String?
        asked.timezone = plan.timezone?.text(names, missing: &missing)
        if plan.timezone?.names.isEmpty == false, asked.timezone == nil {
            // The zone may be one of the values that come later.
            asked.timezone = nil
        }
        return asked
    }

    private func holds(_ rules: Rules, _ names: RequestNames, _ url: String) -> Bool {
        let page = asked(names, url: url, hidesSecrets: false).page(name: "request", clock: options.clock)
        return !rules.scrape(page).records.isEmpty
    }

    /// The names for each combination of a kind's loops, the last one changing fastest.
    private func loops(_ kind: RequestKind, _ names: RequestNames) throws(RequestProblem) -> [RequestNames] {
        var all = [names]
        for loop in kind.loops {
            var next: [RequestNames] = []
            for names in all {
                for value in try values(loop, names) {
                    var names = names
                    names[loop.name] = value
                    next.append(names)
                }
            }
            all = next
        }
        return all
    }

    private static let loopLimit = 1_000_000

    private func values(_ loop: LoopRule, _ names: RequestNames) throws(RequestProblem) -> [Value] {
        switch loop.values {
        case .keys(let keys): return keys.map(Value.string)
        case .list(let value):
            let found = value.value(names)
            return found.map { $0.list ?? ($0 == .null ? [] : [$0]) } ?? []
        case .range(let first, let last, let times, let step):
            guard let start = first.value(names) else { return [] }
            let step = step?.value(names)?.text ?? "1"
            guard let distance = Int(step), distance != 0 else {
                throw RequestProblem(message: "the step \(step.quoted) is no whole number")
            }
            let count = times?.value(names).flatMap { Int($0.text) }
            if times != nil, count == nil {
                throw RequestProblem(message: "\"times\" of \"\(loop.name)\" is no whole number")
            }
            let end = last?.value(names)?.text
            var zoneMissing: String?
            let zone = plan.timezone?.text(names, missing: &zoneMissing)
            func bounded(_ number: Int) throws(RequestProblem) -> Int {
                guard number <= Crawl.loopLimit else {
                    throw RequestProblem(message: "\"\(loop.name)\" has more than \(Crawl.loopLimit) values")
                }
                return max(0, number)
            }
            if let number = Int(start.text) {
                let number2 = try end.map { text throws(RequestProblem) in
                    guard let found = Int(text) else {
                        throw RequestProblem(message: "\(text.quoted) is no whole number")
                    }
                    return found
                }
                let total = try bounded(count ?? number2.map { ($0 - number) / distance + 1 } ?? 0)
                return (0..<total).map { .number(Number(number + $0 * distance)) }
            }
            guard let day = CrawlDay.day(start.text, clock: options.clock, zone: zone) else {
                throw RequestProblem(message: "\(start.text.quoted) is neither a whole number nor a day")
            }
            var total = count ?? 0
            if let end {
                guard let last = CrawlDay.day(end, clock: options.clock, zone: zone) else {
                    throw RequestProblem(message: "\(end.quoted) is no day")
                }
                total = day.distance(to: last) / distance + 1
            }
            return (0..<(try bounded(total))).map { .string(day.advanced(by: $0 * distance).description) }
        }
    }

    // MARK: - One page

    func place(_ range: Range<Int>) -> Location { rules.sources.location(of: range) }

    private func report(_ message: String, _ kind: RequestKind, _ page: inout CrawlPage) {
        page.diagnostics.append(
            Diagnostic(.page, "\"\(kind.name)\": \(message)", at: place(kind.range))
        )
    }

    /// A request that was made up before the last login, with the names that it takes.
    private func renewed(_ task: CrawlTask) -> CrawlTask {
        guard task.logins < logins else { return task }
        var fresh = task.names
        for take in plan.session.login.flatMap(\.takes) { fresh[take.name] = names[take.name] }
        var ignored = CrawlPage(url: "")
        let isLater = task.list.map { $0.pages > 0 } ?? false
        let isFixed = task.isFollowed || isLater && task.kind.next?.hasLink == true
        let all = computed(fresh, url: task.isFollowed ? task.request.address.href : "", &ignored)
        var request = task.request
        // A form has what its page says.
        if !isLater || task.kind.next?.submit == nil {
            func built(at address: WebAddress?) -> FetchRequest? {
                try? builder.request(
                    task.kind,
                    all,
                    followed: address,
                    base: task.request.address,
                    overlay: address == nil ? task.overlay : []
                )
            }
            request = built(at: isFixed ? task.request.address : nil) ?? request
        }
        var new = CrawlTask(
            kind: task.kind,
            request: request,
            names: fresh,
            depth: task.depth,
            isFollowed: task.isFollowed,
            list: task.list,
            overlay: task.overlay
        )
        new.sitemaps = task.sitemaps
        new.logins = logins
        return new
    }

    /// Whether a redirect has led to a page that is known, so that its records come with that one.
    ///
    /// A site that chooses what a page shows by a cookie sets it with the redirect: such pages are read.
    private func isKnown(_ result: FetchResult, _ task: CrawlTask) -> Bool {
        guard result.failure == nil, task.request.method == "GET", task.kind.key == nil,
            result.exchanges.count > 1, result.exchanges.last?.method == "GET",
            !result.exchanges.dropLast().contains(where: { $0.head?["set-cookie"] != nil }),
            let address = try? WebAddress(result.url), address != task.request.address
        else { return false }
        let key = builder.key(task.kind, FetchRequest(address), task.names)
        // An answer that leads to its own address, such as one that removes a parameter that is ignored.
        if key == builder.key(task.kind, task.request, task.names) { return false }
        if let kind = redirected[key], kind != task.kind.name { return false }
        if known.contains(key) {
            if redirected[key] == nil { return true }
        } else if redirected[key] == nil {
            redirected[key] = task.kind.name
            return false
        }
        let old = repeatedly[key] ?? (0, task.request.address.href, address.href)
        repeatedly[key] = (old.count + 1, old.from, old.to)
        return true
    }

    private func make(_ waiting: CrawlTask, _ page: inout CrawlPage) throws(Diagnostic) {
        var task = renewed(waiting)
        current = task
        // Its answer may be complete, or is waited for.
        if let started = task.started { ahead[started] = nil }
        defer { current = nil }
        summary.requests += 1
        if task.kind.sitemaps != nil { return try makeSitemaps(task, &page) }
        var result = try get(task.request, started: task.started)
        var rule = result.exchanges.last.flatMap { meaning(of: $0, task.kind) }
        if rule?.meaning == .loggedOut, !plan.session.login.isEmpty, loginsLeft > 0 {
            loginsLeft -= 1
            try login()
            task = renewed(task)
            var request = task.request
            // What an archive has is the answer from before the login.
            request.isAskedAgain = true
            result = try get(request)
            rule = result.exchanges.last.flatMap { meaning(of: $0, task.kind) }
            if rule?.meaning != .loggedOut { loginsLeft = 1 }
        }
        if isKnown(result, task) {
            summary.repeated += 1
            breakOff(
                task,
                "its page \((task.list?.pages ?? 0) + 1) leads to \(result.url), which has been read",
                &page
            )
            return
        }
        let status = result.exchanges.last?.head?.status
        let isGone = rule?.meaning == .gone || rule == nil && task.isFollowed && [404, 410].contains(status)
        if isGone, result.failure == nil {
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "the page is gone (status \(status ?? 0))",
                    severity: .warning,
                    at: Location(file: page.url)
                )
            )
            breakOff(task, "its page \((task.list?.pages ?? 0) + 1) is gone", &page)
            return
        }
        if rule?.meaning == .loggedOut {
            page.diagnostics.append(
                Diagnostic(.input, "the answer says that nobody is logged in", at: Location(file: page.url))
            )
            breakOff(task, "its page \((task.list?.pages ?? 0) + 1) needs a login", &page)
            return
        }
        if rule?.meaning == .empty, status.map({ !(200..<300).contains($0) }) ?? false {
            summary.pages += 1
            mayBeEmpty = true
            return
        }
        let facts = PageFacts(clock: options.clock, limits: options.limits)
        switch result.unpacked(limit: options.limits.bytes).page(facts) {
        case .page(var found, let warnings):
            summary.pages += 1
            page.diagnostics += warnings
            found.encoding = options.encoding ?? found.encoding
            found.asked = asked(
                computed(task.names, url: result.url, &page),
                url: result.url,
                hidesSecrets: true
            )
            found.asked?.status = status
            found.asked?.headers = result.exchanges.last?.head?.fields ?? []
            try read(found, task, isEmptyRight: rule?.meaning == .empty, &page)
        case .leftOut(let reason):
            page.diagnostics.append(
                Diagnostic(.input, "the address gives no page: \(reason)", at: Location(file: page.url))
            )
            breakOff(task, "a page could not be read", &page)
        case .failed(let diagnostic):
            page.diagnostics.append(diagnostic)
            breakOff(task, "a page could not be got", &page)
        }
    }

    /// Reports that a list ends early, if it has begun.
    private func breakOff(_ task: CrawlTask, _ reason: String, _ page: inout CrawlPage) {
        guard let list = task.list, list.pages > 0 else { return }
        page.diagnostics.append(brokenOff(list, task.kind, reason, at: page.url))
    }

    /// The report that a list ends early.
    private func brokenOff(
        _ list: ListRun,
        _ kind: RequestKind,
        _ reason: String,
        at url: String,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        let (pages, entries) = (counted(list.pages, "page"), counted(list.entries.count, "entry"))
        return Diagnostic(
            .page,
            "the list \"\(kind.name)\" is broken off after \(pages) and \(entries): \(reason)",
            at: Location(file: url),
            notes: notes
        )
    }

    /// The first of the rules for answers that applies.
    private func meaning(of exchange: Exchange, _ kind: RequestKind) -> AnswerRule? {
        let rules = kind.answers + plan.answers
        guard !rules.isEmpty, let response = exchange.response, let status = exchange.head?.status else {
            return nil
        }
        for rule in rules {
            if !rule.statuses.isEmpty, !rule.statuses.contains(status) { continue }
            if let condition = rule.condition {
                let facts = PageFacts(url: exchange.url, clock: exchange.date, limits: options.limits)
                guard case .page(let page, _) = ReadPage(response: response, name: exchange.url, facts),
                    !condition.reading(as: kind.page).scrape(page).records.isEmpty
                else { continue }
            }
            return rule
        }
        return nil
    }

    /// The records of a page, and where it leads.
    private func read(
        _ found: Page,
        _ task: CrawlTask,
        isEmptyRight: Bool,
        _ page: inout CrawlPage
    ) throws(Diagnostic) {
        let kind = task.kind
        if isEmptyRight || kind.hasRecords && kind.page.records.allSatisfy(\.mayBeMissing) {
            mayBeEmpty = true
        }
        let leadsOn = !kind.links.records.isEmpty || !kind.follows.isEmpty || kind.next != nil
        let links = leadsOn ? kind.links.scrape(found) : Outcome(records: [], diagnostics: [])
        // The last page of a list, which says that it is the last, may have nothing any more.
        let isEnd = links.records.contains { $0.type == "until" }
        if isEnd { mayBeEmpty = true }
        if !isEmptyRight, !kind.page.records.isEmpty || !kind.page.preparations.isEmpty {
            let outcome = kind.page.scrape(found)
            page.records = outcome.records
            let isRead = !isEnd || !outcome.records.isEmpty
            if isRead { page.diagnostics += outcome.diagnostics }
            onPage(CasePage(found, kind, isRead ? outcome : nil))
        } else {
            onPage(CasePage(found, kind, nil))
        }
        guard leadsOn else { return }
        page.diagnostics += links.diagnostics.filter { new in
            !page.diagnostics.contains { $0.message == new.message }
                && !(kind.follows.allSatisfy(\.isByMatch) && new.severity == .warning)
        }
        let base = try? WebAddress(found.url ?? page.url)
        var inherited = task.names
        if !kind.takes.isEmpty {
            let taken = links.records.first { $0.type == "take" }
            guard take(kind.takes, of: taken, &inherited, &page) else { return }
        }
        var entries: [RequestKey] = []
        var children: [CrawlTask] = []
        for follow in isEmptyRight ? [] : kind.follows {
            children += followed(follow, links.records, inherited, task, base, &entries, &page)
        }
        if kind.follows.isEmpty { entries = page.records.map { RequestKey(JSONWriter.compact($0.value)) } }
        if kind.next != nil, let next = next(task, links.records, entries, found, base, &page) {
            try push([next])
        }
        try push(children)
    }

    /// Adds the values that a page or an entry gives to names; false if a value is missing, which is reported.
    private func take(
        _ takes: [TakeRule],
        of record: Record?,
        _ names: inout RequestNames,
        _ page: inout CrawlPage
    ) -> Bool {
        var isWhole = true
        for take in takes {
            if let value = record?[take.name], value != .null {
                names[take.name] = value
            } else if take.isRequired {
                page.diagnostics.append(
                    Diagnostic(
                        .page,
                        "\"\(take.name)\" has no value, and the requests that the page leads to need it",
                        at: Location(file: page.url),
                        notes: [Diagnostic.Note("it is taken here", at: place(take.range))],
                        help: "give it a \"default\", or \"required\": false"
                    )
                )
                isWhole = false
            } else {
                names[take.name] = nil
            }
        }
        return isWhole
    }

    /// The requests that entries of a page lead to.
    private func followed(
        _ follow: FollowRule,
        _ records: [Record],
        _ names: RequestNames,
        _ task: CrawlTask,
        _ base: WebAddress?,
        _ entries: inout [RequestKey],
        _ page: inout CrawlPage
    ) -> [CrawlTask] {
        guard let target = plan.kinds.first(where: { $0.name == follow.kind }) else { return [] }
        if let limit = plan.limits.depth, task.depth >= limit {
            summary.left += records.count { $0.type == follow.record }
            return []
        }
        var tasks: [CrawlTask] = []
        var uncovered: [String] = []
        var isFound = false
        defer {
            var count = found[follow.range] ?? (0, 0, task.kind.name)
            count.pages += 1
            count.entries += isFound ? 1 : 0
            found[follow.range] = count
        }
        let own = records.filter { $0.type == follow.record }
        isFound = follow.isByMatch || own.contains { $0["url"]?.list?.isEmpty != true || target.hasAddress }
        if own.isEmpty, follow.isByMatch, target.hasAddress {
            return begin(target, names, depth: task.depth + 1, base: base, &page)
        }
        for record in own {
            var names = names
            guard take(follow.takes, of: record, &names, &page) else { continue }
            if !follow.hasAddress, target.hasAddress {
                entries.append(RequestKey(JSONWriter.compact(record.value)))
                tasks += begin(target, names, depth: task.depth + 1, base: base, &page)
                continue
            }
            for value in record["url"].map({ $0.list ?? [$0] }) ?? [] {
                guard let address = try? WebAddress(value.text, base: base).withoutFragment else { continue }
                let fits =
                    target.match.isEmpty || target.hasAddress && !follow.isByMatch
                    || target.match.contains { AddressPattern.matches(address.href, pattern: $0) }
                if !fits || !plan.covers(address.href) {
                    if !follow.isByMatch { uncovered.append(address.href) }
                    continue
                }
                entries.append(RequestKey(address.href))
                if let task = self.task(
                    target,
                    names,
                    followed: address,
                    depth: task.depth + 1,
                    base: base,
                    &page
                ) {
                    tasks.append(task)
                }
            }
        }
        if let first = uncovered.first {
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "\(uncovered.count) links to \"\(follow.kind)\" lead to addresses that no \"match\" covers, and are not followed: \(first)\(uncovered.count > 1 ? " …" : "")",
                    severity: .warning,
                    at: Location(file: page.url),
                    notes: [Diagnostic.Note("they are followed here", at: place(follow.range))]
                )
            )
        }
        return tasks
    }

    // MARK: - Lists

    /// The next page of a list; `nil` at its end.
    private func next(
        _ task: CrawlTask,
        _ records: [Record],
        _ entries: [RequestKey],
        _ found: Page,
        _ base: WebAddress?,
        _ page: inout CrawlPage
    ) -> CrawlTask? {
        guard let rule = task.kind.next, let list = task.list else { return nil }
        func record(_ type: String) -> Record? { records.first { $0.type == type } }
        func broken(_ reason: String) -> CrawlTask? {
            let note = Diagnostic.Note("the list goes on by this rule", at: place(rule.range))
            page.diagnostics.append(brokenOff(list, task.kind, reason, at: page.url, notes: [note]))
            return nil
        }
        let key = builder.key(task.kind, task.request, task.names)
        list.requests.insert(key)
        if let value = record("total")?["total"]?.number?.integer {
            list.total = value
            if value == 0 { mayBeEmpty = true }
        }
        func ended() -> CrawlTask? {
            guard let total = list.total, list.entries.count < total else { return nil }
            return broken("it ends, and there must be \(total) entries")
        }
        if entries.isEmpty { return ended() }
        let new = entries.filter { !list.entries.contains($0) }
        if new.isEmpty { return broken("this page has no entry that is new") }
        list.entries.formUnion(new)
        list.pages += 1
        if rule.hasEnd, record("until") != nil { return ended() }
        if let total = list.total, list.entries.count >= total { return nil }
        var names = task.names
        var overlay = task.overlay
        for cursor in rule.cursors {
            guard let value = record("next take")?[cursor.name], value != .null, !value.text.isEmpty else {
                return ended()
            }
            names[cursor.name] = value
        }
        for counter in rule.counters {
            guard let step = counter.step.value(names).flatMap({ Number($0.text) }),
                let old = names[counter.name].flatMap({ Number($0.text) }), let value = try? old.adding(step)
            else { return broken("\"\(counter.name)\" is no number") }
            if let last = counter.last?.value(names).flatMap({ Number($0.text) }), value > last {
                return ended()
            }
            names[counter.name] = .number(value)
        }
        if rule.hasQueryField {
            guard let query = record("next query")?["query"]?.object, !query.isEmpty else { return ended() }
            overlay.removeAll { old in query.contains { $0.name == old.name } }
            overlay += query.map { ($0.name, $0.value) }
        }
        if !rule.query.isEmpty {
            let all = computed(names, url: found.url ?? "", &page)
            for member in rule.query {
                var missing: String?
                guard let name = member.name.text(all, missing: &missing) else { continue }
                overlay.removeAll { $0.name == name }
                overlay.append((name, member.value.value(all) ?? .null))
            }
        }
        do throws(RequestProblem) {
            let all = computed(names, url: found.url ?? "", &page)
            var request: FetchRequest
            if let submit = rule.submit {
                let fills = records.first { $0.type == "fill" }
                guard
                    let form = try FormSubmission.request(
                        submit,
                        found,
                        task.kind.page,
                        task.kind.links,
                        all,
                        fills,
                        builder
                    )
                else { return ended() }
                request = form
            } else {
                var followed = rule.hasLink ? nil : (task.isFollowed ? task.request.address : nil)
                if rule.hasLink {
                    guard let link = record("next")?["url"]?.text, !link.isEmpty else { return ended() }
                    guard let address = try? WebAddress(link, base: base) else {
                        return broken("\(link.quoted) is no address")
                    }
                    followed = address.withoutFragment
                }
                request = try builder.request(
                    task.kind,
                    all,
                    followed: followed,
                    base: base,
                    overlay: overlay
                )
            }
            guard plan.covers(request.address.href) else {
                return broken("no \"match\" of the rules covers \(request.address.href)")
            }
            let key = builder.key(task.kind, request, all)
            guard list.requests.insert(key).inserted else {
                return broken("the next page is \(request.address.href), which has been read")
            }
            guard known.insert(key).inserted else {
                summary.repeated += 1
                return nil
            }
            var next = CrawlTask(
                kind: task.kind,
                request: request,
                names: names,
                depth: task.depth,
                isFollowed: task.isFollowed,
                list: list,
                overlay: overlay
            )
            next.logins = logins
            return next
        } catch {
            let isForm = rule.submit != nil
            return broken(
                error.message + (isForm ? "; on the last page, \"form\" must match nothing" : "")
            )
        }
    }

    // MARK: - Sitemaps

    /// Fetches a site's robots.txt, which names its sitemaps, or the next sitemap, and follows the addresses in it.
    private func makeSitemaps(_ task: CrawlTask, _ page: inout CrawlPage) throws(Diagnostic) {
        guard var open = task.sitemaps else { return try push([try sitemaps(of: task)]) }
        let origin = task.request.origin
        var rest = task
        guard let text = open.popLast(), knownSitemaps.count < 50_000 else {
            summary.requests -= 1
            return
        }
        guard let address = try? WebAddress(text, base: task.request.address),
            knownSitemaps.insert(RequestKey("\(task.kind.name) \(address.href)")).inserted
        else {
            summary.requests -= 1
            rest.sitemaps = open
            return try push([rest])
        }
        var children: [CrawlTask] = []
        if let sitemap = try sitemap(at: address, origin, &page) {
            open += sitemap.sitemaps.reversed()
            for url in sitemap.pages {
                guard let target = try? WebAddress(url, base: address).withoutFragment else { continue }
                if let child = child(at: target, of: task, &page) { children.append(child) }
            }
        }
        rest.sitemaps = open
        try push(open.isEmpty ? children : children + [rest])
    }

    /// The request for the first of a site's sitemaps.
    private func sitemaps(of task: CrawlTask) throws(Diagnostic) -> CrawlTask {
        var found = sitemaps(task.request.origin) ?? []
        let result =
            try found.isEmpty ? fetcher.fetch(task.request) : FetchResult(asked: task.request.address.href)
        if let last = result.exchanges.last, last.head?.status == 200, let response = last.response,
            let body = ReceivedBody.decoded(response, limit: options.limits.bytes)
        {
            found = SitemapAddresses.ofRobots(body)
        }
        if found.isEmpty, let usual = try? WebAddress("/sitemap.xml", base: task.request.address) {
            found = [usual.href]
        }
        var next = task
        next.sitemaps = found.reversed()
        return next
    }

    /// Fetches a sitemap; `nil` if this fails, which is reported.
    private func sitemap(
        at address: WebAddress,
        _ origin: String,
        _ page: inout CrawlPage
    ) throws(Diagnostic) -> (sitemaps: [String], pages: [String])? {
        guard plan.covers(address.href) || address.origin == origin else {
            summary.requests -= 1
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "the sitemap \(address.href) is not covered by \"match\"",
                    severity: .warning,
                    at: Location(file: page.url)
                )
            )
            return nil
        }
        let result = try get(FetchRequest(address))
        guard result.failure == nil, let last = result.exchanges.last, last.head?.status == 200,
            let response = last.response,
            let body = ReceivedBody.decoded(response, limit: options.limits.bytes)
        else {
            page.diagnostics.append(
                Diagnostic(
                    .input,
                    "cannot read the sitemap: \(result.failure?.message ?? "status \(result.exchanges.last?.head?.status ?? 0)")",
                    at: Location(file: address.href)
                )
            )
            return nil
        }
        summary.pages += 1
        let read = SitemapAddresses.read(body, limits: options.limits)
        if let problem = read.problem {
            page.diagnostics.append(
                Diagnostic(.input, "cannot read the sitemap: \(problem)", at: Location(file: address.href))
            )
        }
        return (read.sitemaps, read.pages)
    }

    /// The request for an address of a sitemap; `nil` if no kind applies to it, or it has been made.
    private func child(at target: WebAddress, of task: CrawlTask, _ page: inout CrawlPage) -> CrawlTask? {
        guard plan.covers(target.href) else { return nil }
        let kind = task.kind.follows.lazy.compactMap { follow in
            self.plan.kinds.first { $0.name == follow.kind }
        }.first { kind in
            kind.match.isEmpty
                || kind.match.contains { AddressPattern.matches(target.href, pattern: $0) }
        }
        guard let kind else { return nil }
        return self.task(kind, task.names, followed: target, depth: task.depth + 1, base: nil, &page)
    }
}

/// A number of things in words: `1 page`, `2 entries`.
private func counted(_ count: Int, _ thing: String) -> String {
    if count == 1 { return "1 \(thing)" }
    return "\(count) " + (thing.hasSuffix("y") ? thing.dropLast() + "ies" : thing + "s")
}
