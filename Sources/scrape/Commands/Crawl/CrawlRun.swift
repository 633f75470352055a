import Addresses
import Batch
import Cases
import Crawling
import Encoding
import Engine
import Fetching
import Language
import Platform
import Politeness
import Records
import Values

/// A crawl of the command line: its gate, archive, cookies and output.
struct CrawlRun {
    struct Settings {
        let fetching: FetchSettings
        let resumes: Bool
        let session: String?
        let limits: Limits
        let pages: Int?
        /// Whether warnings are failures.
        var isStrict = false
        /// Whether each message is printed, instead of one for all messages with the same cause.
        var printsAll = false
        /// The origin of an address that the user has given, which needs no permission; `nil` for none.
        var givenOrigin: String?
        /// The encoding of all pages; `nil` for what they declare.
        var encoding: Encoding?
    }

    private let crawl: Crawl
    private let schema: Schema
    private let plan: CrawlRules
    private let inputs: CrawlInputs
    private let settings: Settings
    private let cookies: SessionCookies
    private let gate: PoliteGate
    private let now: () -> Double

    init(
        rules: Rules,
        plan: CrawlRules,
        inputs: CrawlInputs,
        clock: String,
        recorded: RecordedAnswers?,
        settings: Settings
    ) throws(Diagnostic) {
        self.plan = plan
        schema = rules.schema
        self.inputs = inputs
        self.settings = settings
        var options = settings.fetching.resolved
        let isDefault = settings.limits.bytes == Limits().bytes
        options.limits.bytes = plan.limits.bytes ?? (isDefault ? FetchLimits().bytes : settings.limits.bytes)
        var pace = SchedulerLimits()
        if let delay = plan.limits.delay { pace.delay = .seconds(delay) }
        pace.concurrency = plan.limits.concurrency ?? pace.concurrency
        pace.retries = plan.limits.retries ?? pace.retries
        options.concurrency = pace.concurrency
        let gate = settings.fetching.gate(pace)
        let isReplay = settings.fetching.replay != nil
        var stored = recorded
        if stored == nil, !isReplay {
            stored = try settings.fetching.storedAnswers(limits: settings.limits, resuming: settings.resumes)
        }
        let earlier = stored
        let fetcher = Fetcher(options, gate: gate, recorded: recorded, isReplay: isReplay)
        cookies = try SessionCookies(
            settings.session ?? settings.fetching.cookieFile,
            isKept: settings.session != nil,
            now: Int(time(nil))
        )
        fetcher.cookies = cookies
        fetcher.givenOrigin = settings.givenOrigin
        var crawlOptions = Crawl.Options(clock: clock)
        crawlOptions.limits = settings.limits
        crawlOptions.pages = settings.pages
        crawlOptions.encoding = settings.encoding
        crawl = Crawl(rules, plan, inputs, fetcher, crawlOptions)
        crawl.follow(gate)
        self.gate = gate
        now = fetcher.clock.now
        let mask = settings.fetching.mask
        for secret in inputs.secrets { mask.add(secret.name.uppercased(), secret.value) }
        mask.add(cookies: cookies.secrets)
        crawl.onSecret = { name, value in mask.add(name.uppercased(), value) }
        earlier?.mask = { mask.masked($0) }
        if settings.fetching.revalidates, let earlier { fetcher.earlier = { earlier.earlier($0) } }
        if let archive = settings.fetching.archive {
            let writer = try settings.fetching.writer(
                archive,
                earlier,
                resuming: settings.resumes,
                limits: settings.limits,
                information: [
                    ("scrape-clock", clock), ("scrape-inputs", JSONWriter.compact(.object(inputs.archived))),
                    ("scrape-rules", String(rules.fingerprint, radix: 16)),
                ]
            )
            fetcher.onExchange = { [cookies] exchange throws(Diagnostic) in
                mask.add(cookies: cookies.secrets)
                try writer.write(exchange)
                try cookies.save()
            }
            crawl.onLogin = { isOn throws(Diagnostic) in
                if isOn { writer.hold() } else { try writer.release() }
            }
        } else if !isReplay {
            // A run that is killed leaves its cookies to the next one.
            fetcher.onExchange = { [cookies] _ throws(Diagnostic) in try cookies.save() }
        }
    }

    /// Prints the steps of the login and the first requests, as curl command lines.
    func dryRun(_ print: (String) -> Void) throws(Diagnostic) {
        for step in try crawl.loginSteps() {
            print("# \(step.name)")
            print(line(step.request))
            guard let form = step.form else { continue }
            let fills = step.fills.map { "\($0.control)=" + ($0.text.map(quoted) ?? "(from the page)") }
            let what = ["# then its form \(form), with all its controls"] + fills
            print(what.joined(separator: " ").replacing("\n", with: " "))
        }
        var isFirst = plan.session.login.isEmpty
        try crawl.first { request in
            if !isFirst { print("# the first requests") }
            isFirst = true
            print(line(request))
        }
    }

    private func line(_ request: FetchRequest) -> String {
        var parts = ["curl"]
        if request.method != "GET" { parts.append("-X \(request.method)") }
        for field in request.headers { parts.append("-H \(quoted("\(field.name): \(field.value)"))") }
        if !request.body.isEmpty {
            parts.append("--data-raw \(quoted(String(decoding: request.body, as: UTF8.self)))")
        }
        parts.append(quoted(request.address.href))
        return parts.joined(separator: " ")
    }

    /// A word of a shell command, with variables in place of secrets.
    private func quoted(_ text: String) -> String {
        let masked = settings.fetching.mask.masked(text)
        var word =
            "'" + masked.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
        // A secret is shown by the variable that has it, and a value that a login takes by its own name.
        let given = plan.inputs.compactMap { input in input.secret.map { (input.name, $0) } }
        let taken = plan.session.login.flatMap(\.takes).map { ($0.name, $0.name.uppercased()) }
        for (name, variable) in given + taken {
            let parts = word.components(separatedBy: Secrets.replacement(name))
            word = parts.joined(separator: "'\"$\(variable)\"'")
        }
        return word
    }

    /// Reports what users should know before the first request.
    func warn() {
        guard settings.fetching.replay == nil else { return }
        if plan.session.agent == nil { settings.fetching.warnIfNoContact() }
        for secret in inputs.secrets where !Secrets.canReplace(secret.value) {
            Console.log(
                .warning,
                "the secret \"\(secret.name)\" has fewer than 4 characters, and archives, cases and messages contain it unmasked"
            )
        }
        for kind in plan.kinds where kind.ignoresRobots {
            Console.log(
                .warning,
                "robots.txt is ignored for the requests of \"\(kind.name)\", as the rules say"
            )
        }
    }

    func run(
        _ output: CrawlOutput,
        record: String?,
        addsPage: Bool,
        isQuiet: Bool,
        _ interruption: Interruption
    ) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        var log = MessageLog(printsAll: settings.printsAll, isCrawl: true)
        if !isQuiet, output.isElsewhere { showProgress() }
        defer { crawl.onWait = {} }
        var failure: Diagnostic?
        var joined = JoinedRecords(plan.kinds.flatMap(\.page.records), schema)
        var count = 0
        let mask = settings.fetching.mask
        func written(_ records: [Record], url: String) -> [Record] {
            var records = records.filter { record == nil || $0.type == record }
            if addsPage {
                for index in records.indices {
                    records[index].addFields(of: Page(name: url, bytes: [], url: url))
                }
            }
            return mask.masked(records)
        }
        do throws(Diagnostic) {
            try crawl.run {
                interruption.signal == nil && !output.isClosed
            } receive: { page throws(Diagnostic) in
                let all = mask.masked(page.diagnostics)
                let diagnostics = joined.isEmpty ? all : joined.remaining(all)
                let records = written(page.records, url: page.url)
                count += records.count
                if joined.isEmpty { try output.write(records) } else { joined.add(records) }
                log.add(diagnostics)
                status = max(status, self.status(diagnostics))
            }
            if !joined.isEmpty {
                let (records, diagnostics) = joined.finish()
                try output.write(records)
                count = records.count
                log.add(diagnostics)
                status = max(status, self.status(diagnostics))
            }
        } catch {
            failure = error
        }
        Console.clearProgress()
        log.end()
        if let failure {
            Console.report([mask.masked(failure)])
            status = max(status, ExitStatus(failure))
        }
        try output.finish()
        if settings.fetching.replay == nil { try cookies.save() }
        if !isQuiet { Console.error(summary(count)) }
        if let signal = interruption.signal {
            let help = settings.fetching.archive == nil ? "" : "; --resume continues the run"
            Console.log(.note, "interrupted" + help)
            return ExitStatus(signal: signal)
        }
        return status
    }

    /// Fetches the pages, and returns them with the rules of their kinds.
    ///
    /// - Parameter reportsReading: whether errors of pages are reported too, and not only those of fetching them.
    /// - Returns: the pages, and how many requests the limit has left out.
    func pages(
        _ interruption: Interruption,
        reportsReading: Bool = true
    ) throws(Diagnostic) -> (pages: [CasePage], left: Int) {
        var log = MessageLog(printsAll: nil, isCrawl: true)
        var pages: [CasePage] = []
        showProgress()
        crawl.onPage = { pages.append($0) }
        defer {
            crawl.onWait = {}
            crawl.onPage = { _ in }
            Console.clearProgress()
            log.end()
        }
        try crawl.run {
            interruption.signal == nil
        } receive: { page throws(Diagnostic) in
            let errors = settings.fetching.mask.masked(page.diagnostics).filter { $0.severity == .error }
            log.add(
                errors.filter {
                    reportsReading || $0.cause == .input || $0.location?.file.hasPrefix("http") != true
                }
            )
        }
        return (pages, crawl.summary.left)
    }

    /// Shows what the crawl waits for, if standard error is a terminal.
    private func showProgress() {
        guard let progress = CrawlProgress.onTerminal(now: now) else { return }
        crawl.onWait = { [crawl, gate, now] in
            progress.advance(crawl.summary, waiting: crawl.waiting) {
                crawl.askedHosts.map { origin in
                    let name = origin.split(separator: "/").last.map(String.init) ?? origin
                    return CrawlProgress.Host(name: name, waiting: gate.waiting(of: origin, at: now()))
                }
            }
        }
    }

    /// A page that cannot be fetched fails like any other: it is not a mistake of the command line.
    private func status(_ diagnostics: [Diagnostic]) -> ExitStatus {
        diagnostics.contains { $0.severity == .error || settings.isStrict && $0.severity == .warning }
            ? .page : .success
    }

    /// - Parameter records: how many have been printed.
    private func summary(_ records: Int) -> String {
        let summary = crawl.summary
        var text = "\(summary.requests) requests, \(summary.pages) pages, \(records) records"
        if summary.failures > 0 { text += ", \(summary.failures) with errors" }
        if summary.kept > 0 { text += ", \(summary.kept) from the archive" }
        if summary.left > 0 { text += ", \(summary.left) left" }
        return text
    }
}

extension String {
    /// The parts between the occurrences of a text.
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
