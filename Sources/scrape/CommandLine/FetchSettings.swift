import Addresses
import Basics
import Batch
import DOM
import Engine
import Fetching
import Platform
import Politeness
import Records

/// The way in which addresses given on the command line in place of pages are fetched.
struct FetchSettings {
    var options = FetchOptions()
    /// The archive that answers every request, in place of the network.
    var replay: String?
    /// The archive that keeps the answers.
    var archive: String?
    /// Whether pages in the archive are fetched again if they have changed.
    private(set) var revalidates = false
    /// A file with cookies that are sent.
    var cookieFile: String?
    /// The pause from the command line; `nil` for the default.
    private(set) var delay: Double?
    /// The maximum number of repetitions of a request; `nil` for the default.
    private(set) var retries: Int?
    /// Whether the reason for each request is printed.
    private var proves = false
    private(set) var hasAgent = false
    /// Whether the user has written the addresses, so that they may be in private networks.
    var areAddressesGiven = true
    /// Replaces secrets wherever something is stored or printed.
    let mask = SecretMask()
    private let pages = FetchedPages()

    static var options: [Option<FetchSettings>] {
        [
            .value(
                "--replay",
                .file(),
                "Answer every request for an address from the archive FILE, and none from the network.",
                details: "An address that is not in it is an error."
            ) { $0.replay = $1 },
            .value(
                "--archive",
                .file(),
                "Keep what is fetched for an address in FILE, a new web archive (.warc, .warc.gz or .warc.zst).",
                details: "--replay reads it."
            ) { $0.archive = $1 },
        ] + requestOptions
    }

    /// The options with which requests are sent.
    static var requestOptions: [Option<FetchSettings>] {
        [
            .flag(
                "--revalidate",
                "Request the archive's pages again, and fetch only those that have changed.",
                details: """
                    Answers are added to an existing archive, in which an unchanged page refers to its earlier answer.
                    Without an archive, everything is fetched.
                    """
            ) { $0.revalidates = true },
            .list(
                "--header",
                .headerField,
                "Send the header field FIELD to the hosts of the given addresses, such as 'Accept-Language: de'.",
                details: """
                    Can be given several times. Other hosts, to which redirects lead, do not receive it. Archives have
                    SECRET-NAME in place of credentials.
                    """
            ) { $0.options.headers.append($1) },
            .value(
                "--user-agent",
                .text("TEXT"),
                "Send TEXT as User-Agent.",
                details: """
                    The default names scrape, its version, and the environment variable SCRAPE_CONTACT: an address where a
                    site can reach you.
                    """
            ) {
                $0.options.agent = $1
                $0.hasAgent = true
            },
            .value("--proxy", .text("URL"), "Send requests through the proxy at URL.") {
                $0.options.proxy = $1
            },
            .value(
                "--cacert",
                .file(),
                "Trust the authorities whose certificates are in FILE, in place of the system's."
            ) { $0.options.authorities = $1 },
            .value(
                "--timeout",
                .positive("SECONDS"),
                "Give up on an answer that is not complete after SECONDS.",
                details: "The default is \(Int(FetchLimits().time))."
            ) {
                $0.options.limits.time = $1
                $0.options.limits.firstByte = min($1, FetchLimits().firstByte)
            },
            .value(
                "--max-redirects",
                .integer(0...100),
                "Follow at most NUMBER redirects.",
                details: "The default is \(FetchLimits().redirects)."
            ) { $0.options.limits.redirects = $1 },
            .value(
                "--delay",
                .seconds,
                "Pause for SECONDS after each answer of a host.",
                details: "The default is 1. A longer Crawl-delay in its robots.txt is respected."
            ) { $0.delay = $1 },
            .value(
                "--retries",
                .integer(0...100),
                "Repeat a failed request at most NUMBER times, after growing pauses.",
                details: """
                    The default is \(SchedulerLimits().retries). A busy host can set its pause with Retry-After. A host that has
                    never answered is asked once more, and one that fails \(SchedulerLimits().failures) times in a row is
                    not asked again.
                    """
            ) { $0.retries = $1 },
            .flag(
                "--ignore-robots",
                "Fetch the given addresses even where robots.txt forbids it."
            ) { $0.options.ignoresRobots = true },
            .flag("--proof", "Print for each request when it was allowed, and why.") { $0.proves = true },
            .value(
                "--cookie-file",
                .file(),
                "Send the cookies of FILE, in the format of cookies.txt, to their hosts.",
                details: "Cookies that answers set are sent with the later requests of the run in any case."
            ) { $0.cookieFile = $1 },
            .flag(
                "--allow-private",
                "Request addresses of this machine and in private networks.",
                details:
                    "Needed for redirects, lists, cases and rules; an address on the command line needs no permission."
            ) { $0.options.allowsPrivate = true },
            .value(
                "--transport",
                .file("PROGRAM"),
                "Send requests through PROGRAM, which implements the transport protocol."
            ) { $0.options.transport = $1 },
        ]
    }

    /// The options, including those from the environment. Their secrets are known from now on.
    var resolved: FetchOptions {
        var options = options
        mask.add(options.headers)
        if let proxy = options.proxy.flatMap({ try? WebAddress($0) }) { mask.add(passwordOf: proxy) }
        if !hasAgent {
            let contact = getenv("SCRAPE_CONTACT").map { String(cString: $0) } ?? ""
            options.agent = "scrape/\(Program.version)" + (contact.isEmpty ? "" : " (+\(contact))")
        }
        return options
    }

    /// Warns if requests will be made that name no contact.
    func warnIfNoContact() {
        guard getenv("SCRAPE_CONTACT") == nil, !hasAgent, replay == nil else { return }
        Console.log(
            .warning,
            "requests name no contact: set SCRAPE_CONTACT to a web or email address where a site can reach you"
        )
    }

    /// Refuses options that exclude each other.
    func check() throws(Diagnostic) {
        if replay != nil, archive != nil {
            throw Diagnostic(
                .rules,
                "--archive keeps what is fetched, and --replay fetches nothing"
            )
        }
        if revalidates, replay != nil || archive == nil {
            throw Diagnostic(
                .rules,
                "--revalidate needs the archive that answers are added to",
                help: "name it with --archive, or with -o of scrape fetch"
            )
        }
    }

    /// The page of an address. Facts that the user states take precedence over those of its answer.
    ///
    /// - Throws: the reason why there is no page.
    func page(_ address: String, _ facts: PageFacts) throws(Diagnostic) -> Page {
        let result = try pages.result(address, self, facts.limits)
        switch result.page(facts) {
        case .page(var page, let warnings):
            Console.report(warnings)
            if replay != nil, let clock = facts.clock, clock != page.clock {
                throw Diagnostic(
                    .rules,
                    "--clock \(clock) is not the time of the archive, \(page.clock ?? "which has none")",
                    help: "leave it out: a replay has the clock of the run that it repeats"
                )
            }
            page.url = facts.url ?? page.url
            page.encoding = facts.encoding ?? page.encoding
            page.clock = facts.clock ?? page.clock
            return page
        case .leftOut(let reason):
            throw Diagnostic(
                .input,
                "there is no page at this address: \(reason)",
                at: Location(file: address)
            )
        case .failed(let diagnostic): throw mask.masked(diagnostic)
        }
    }

    /// The gate that permits requests. The command line takes precedence over the rules.
    func gate(_ limits: SchedulerLimits = SchedulerLimits()) -> PoliteGate {
        var limits = limits
        if let delay { limits.delay = .seconds(delay) }
        if let retries { limits.retries = retries }
        let gate = PoliteGate(agent: "scrape", limits, seed: UInt64(getpid()))
        if proves {
            gate.onProof = { [mask] request, proof, now in
                Console.error(mask.masked(FetchSettings.proof(request, proof, now)))
            }
        }
        gate.onRepetition = { [mask] request, exchange, gap in
            guard gap >= FetchSettings.noticeablePause else { return }
            let reason = exchange.failure?.message ?? "status \(exchange.head?.status ?? 0)"
            Console.log(.note, mask.masked("\(request.address.href): \(reason); asked again in \(gap)"))
        }
        return gate
    }

    /// A pause that users should know about.
    private static let noticeablePause = Gap.seconds(5)

    /// Why a request may be made.
    private static func proof(_ request: FetchRequest, _ proof: PoliteGate.Proof, _ now: Instant) -> String {
        let reason =
            switch proof.wait {
            case .first: "the host's first request"
            case .pause(let gap, _): "\(gap) after the last answer"
            case .retryAfter(let gap, _): "\(gap) after the last answer, as the host requests"
            case .backOff(let gap, _): "\(gap) after a failure"
            }
        let rule = proof.robotsLine.map { ", allowed by line \($0) of robots.txt" } ?? ""
        let time = PageClock.text(ofInstant: now.seconds)
        return "\(time) \(request.method) \(request.address.href): \(reason)\(rule)"
    }

    /// The fetcher, and the archive that keeps its answers.
    func fetcher(limits: Limits, resuming: Bool = false) throws(Diagnostic) -> Fetcher {
        try check()
        var options = resolved
        // A page on disk may be larger than what a host may send without being asked to.
        let isDefault = limits.bytes == Limits().bytes
        options.limits.bytes = isDefault ? FetchLimits().bytes : limits.bytes
        if let replay {
            let recorded = try replayedAnswers(replay, limits: limits)
            recorded.mask = { [mask] in mask.masked($0) }
            return Fetcher(options, gate: gate(), recorded: recorded, isReplay: true)
        }
        let stored = try storedAnswers(limits: limits, resuming: resuming)
        let fetcher = Fetcher(options, gate: gate(), recorded: resuming ? stored : nil)
        if revalidates, let stored { fetcher.earlier = { stored.earlier($0) } }
        // Without the cookies that its answers set, some sites redirect forever.
        let cookies = try SessionCookies(cookieFile, now: Int(time(nil)))
        mask.add(cookies: cookies.secrets)
        fetcher.cookies = cookies
        stored?.mask = { [mask] in mask.masked($0) }
        if let archive {
            let writer = try writer(
                archive,
                stored,
                resuming: resuming,
                limits: limits,
                information: [("scrape-clock", PageClock.now())]
            )
            fetcher.onExchange = { exchange throws(Diagnostic) in try writer.write(exchange) }
        }
        return fetcher
    }

    /// The answers of the archive to which a run adds; `nil` if there is none.
    func storedAnswers(limits: Limits, resuming: Bool) throws(Diagnostic) -> RecordedAnswers? {
        guard resuming || revalidates, let archive, File.kind(of: archive) == .file else { return nil }
        let stored = try RecordedAnswers(archive, limits: limits)
        FetchSettings.report(stored.damage, of: archive)
        return stored
    }

    /// The answers of an archive that is replayed; the parts of it that cannot be read are reported.
    ///
    /// - Throws: if the file cannot be read, or is not an archive.
    func replayedAnswers(_ archive: String, limits: Limits) throws(Diagnostic) -> RecordedAnswers {
        let recorded = try RecordedAnswers(archive, limits: limits)
        if recorded.isEmpty {
            let reason = recorded.damage.first.map { ": \($0)" } ?? ": it is empty"
            throw Diagnostic(
                .input,
                "the file has no record of an archive\(reason)",
                at: Location(file: archive),
                help: "--replay takes an archive that --archive or scrape fetch -o has written"
            )
        }
        FetchSettings.report(recorded.damage, of: archive)
        return recorded
    }

    private static func report(_ damage: [String], of archive: String) {
        Console.report(
            damage.map { Diagnostic(.input, $0, severity: .warning, at: Location(file: archive)) }
        )
    }

    /// The writer of a run's archive, new or existing.
    ///
    /// - Parameter stored: the answers in it.
    func writer(
        _ path: String,
        _ stored: RecordedAnswers?,
        resuming: Bool,
        limits: Limits,
        information: [(name: String, value: String)]
    ) throws(Diagnostic) -> ArchiveWriter {
        var information = information
        // A run that only continues another begins no new one.
        if revalidates, !resuming, stored != nil { information.append((RecordedAnswers.newRun, "true")) }
        return try ArchiveWriter(
            path,
            resuming: resuming || revalidates,
            known: stored?.places ?? [:],
            mask: mask,
            limit: limits.bytes,
            information: information
        )
    }
}

/// The pages of a command that are addresses: one fetcher and one archive for all of them, for all threads.
private final class FetchedPages: @unchecked Sendable {
    private var fetcher: Result<Fetcher, Diagnostic>?
    private var results: [String: FetchResult] = [:]
    private let lock = Condition()

    func result(
        _ address: String,
        _ settings: FetchSettings,
        _ limits: Limits
    ) throws(Diagnostic) -> FetchResult {
        let found = lock.withLock {
            Result { () throws(Diagnostic) in
                if let known = results[address] { return known }
                let opened =
                    fetcher ?? Result { () throws(Diagnostic) in try settings.fetcher(limits: limits) }
                fetcher = opened
                let fetcher = try opened.get()
                if let own = Fetcher.address(address) { settings.mask.add(passwordOf: own) }
                var result = FetchResult(asked: address)
                fetcher.add(address, index: 0, allowsPrivate: settings.areAddressesGiven)
                try fetcher.run { _, found throws(Diagnostic) in
                    result = settings.mask.masked(found, limit: limits.bytes)
                }
                results[address] = result
                return result
            }
        }
        return try found.get()
    }
}

extension OptionValue where Value == HeaderField {
    /// A field of a request's header.
    static var headerField: OptionValue {
        OptionValue(
            placeholder: "FIELD",
            expected: "a header field without line breaks",
            help: { _ in "write it like 'Accept-Language: de'" },
            parse: { HeaderField($0) }
        )
    }
}

extension OptionValue where Value == Double {
    /// A number of seconds, which may be 0.
    static var seconds: OptionValue {
        OptionValue(placeholder: "SECONDS", expected: "a number of seconds from 0 to 1000000") { text in
            decimal(text).flatMap { $0 >= 0 && $0 <= 1_000_000 ? $0 : nil }
        }
    }
}
