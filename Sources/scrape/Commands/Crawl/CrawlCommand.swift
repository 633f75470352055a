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

/// `scrape crawl`: fetches a site's pages as described by its rules, and prints their records.
struct CrawlCommand: RulesCommand {
    private var site = ""
    private var inputs: [(name: String, text: String)] = []
    private var format = "jsonl"
    private var formatOptions: [String] = []
    private var output: String?
    private var record: String?
    private var limit: Int?
    private var clock: String?
    private var resumes = false
    private var isDry = false
    private var isQuiet = false
    private var isStrict = false
    private var printsAll = false
    private var encoding: Encoding?
    private var addsPage = false
    private var session: String?
    private var saved: String?
    private var corpus: String?
    private(set) var plugins = PluginSettings()
    private(set) var reading = ReadingOptions()
    private var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "crawl",
        about: "crawl a site with its rules, and print the records",
        usage: ["scrape crawl [options] SITE|RULES"],
        description: """
            Makes the requests of the rules that no other request leads to, reads their pages, follows their entries,
            continues with the next page, and prints the records in that order.

            A host gets one request at a time, a second after each answer unless its robots.txt or the rules
            ask for more, and only for addresses that its robots.txt allows: links that it forbids are left out
            with a warning. Requests to a busy host are repeated when it says so, or after growing pauses; a host that
            keeps failing gets no further requests. Several hosts are sent requests in parallel; the order stays the
            same.

            With --archive, all answers are kept: --replay repeats the run from them without the network, and --resume
            continues an interrupted run without requesting a page twice.
            """,
        operands: .files(or: .sites),
        exits: [
            .success: "all pages were fetched and satisfy their rules",
            .page:
                "a page does not satisfy its rules or could not be fetched; the other records are printed",
            .usage: "the command line or the rules are wrong; no request has been made",
            .input: "a file cannot be read or written, or the login has failed",
        ],
        examples: [
            "scrape crawl plants",
            "scrape crawl alchemy-schedule --input location=Northeast --input date=tomorrow",
            "scrape crawl plants --archive plants.warc.gz -o plants.jsonl",
            "scrape crawl plants --replay plants.warc.gz",
            "scrape crawl plants --limit 20 --save first-pages",
        ]
    )

    static var options: [Option<CrawlCommand>] {
        [
            .list(
                "--input",
                .crawlInput,
                "Set the rules' input NAME to VALUE.",
                details:
                    "Can be given several times for a list. Days may be written today, tomorrow, in 3 days."
            ) { $0.inputs.append($1) },
            .value(
                "--format",
                short: "-f",
                .text("FORMAT", .names(.formats)),
                "Print records in FORMAT.",
                details: "jsonl is the default."
            ) { $0.format = $1 },
            .list(
                "--option",
                .text("NAME=VALUE"),
                "Set an option of the format.",
                details: "scrape --help lists them."
            ) { $0.formatOptions.append($1) },
            .output(
                \.output,
                "Write records to FILE instead of standard output.",
                details: "FILE is replaced when the run ends."
            ),
            .value("--record", .text("TYPE"), "Print only records of TYPE.") { $0.record = $1 },
            .value(
                "--limit",
                .integer(1...1_000_000_000),
                "Make at most NUMBER requests.",
                details: "The default is that of the rules' limits."
            ) { $0.limit = $1 },
            .flag(
                "--resume",
                "Continue the run that has written the archive of --archive.",
                details:
                    "Answered requests are not repeated, except the login and those that yield cookies or other secrets, which no archive keeps. Records are printed from the first one on."
            ) { $0.resumes = true },
            .flag(
                "--dry-run",
                "Print the steps of the login and the first requests as command lines of curl, and make none.",
                details: "Secrets are written as environment variables."
            ) { $0.isDry = true },
            .flag("--quiet", short: "-q", "Print no summary.") { $0.isQuiet = true },
            .flag("--strict", "Treat warnings as failures: the exit status is 1.") { $0.isStrict = true },
            .flag("--all", "Print each message, even if many addresses have the same problem.") {
                $0.printsAll = true
            },
            .flag("--with-page", "Add the address of its page to each record, as \"@page\" and \"@url\".") {
                $0.addsPage = true
            },
            .value(
                "--session",
                .file(),
                "Keep cookies in FILE between runs, which only you can read.",
                details: "With it, the rules log in only where their check fails."
            ) { $0.session = $1 },
            .value(
                "--save",
                .text("CASE"),
                "Save the run as CASE of the corpus: its archive, its records and its requests.",
                details: "With --replay, its archive is that of the earlier run. scrape test repeats it."
            ) { $0.saved = $1 },
            .corpus(\.corpus),
            .clock(\.clock), .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard operands.count == 1 else {
            throw Diagnostic(
                .rules,
                operands.isEmpty
                    ? "no site is given" : "scrape crawl takes one site, found \(operands.count)",
                help: "write scrape crawl SITE"
            )
        }
        site = operands[0]
        if output == "-" { output = nil }
        try fetching.check()
        if saved != nil {
            let others: [(Bool, String)] = [
                (fetching.archive != nil, "--archive"), (resumes, "--resume"), (isDry, "--dry-run"),
                (encoding != nil, "--encoding"),
            ]
            if let other = others.first(where: \.0) {
                throw Diagnostic(
                    .rules,
                    "--save keeps the run's archive in its case and cannot be combined with \(other.1)",
                    help: "keep the archive of an earlier run as a case: --replay FILE --save CASE"
                )
            }
        }
        if resumes, fetching.archive == nil {
            throw Diagnostic(
                .rules,
                "--resume needs the archive of the interrupted run",
                help: "name it with --archive"
            )
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        let interruption = Interruption()
        let rules: Rules
        let inputs: CrawlInputs
        let plan: CrawlRules
        let recorded = try recorded()
        let clock = try clock(recorded)
        let catalogue = RulesCatalogue.ofProcess()
        do throws(Diagnostics) {
            let choice = try RulesChoice(site, catalogue, registry: registry)
            guard let named = choice.named, let requests = named.crawl else {
                throw Diagnostics([
                    Diagnostic(
                        .rules,
                        "the rules \(site) do not say how to fetch their pages",
                        help: "add \"requests\"; or fetch the pages with scrape fetch"
                    )
                ])
            }
            rules = named
            plan = requests
            var given = self.inputs
            let known = recorded.flatMap { RecordedInputs($0, plan) }
            if let known { given = try CrawlCommand.recordedInputs(known, given) }
            let isReplay = fetching.replay != nil
            inputs = try CrawlInputs(plan, given: given, clock: clock, isReplay: isReplay) { name in
                if isReplay { return known.map { $0.variables.contains(name) } ?? true ? name : nil }
                return getenv(name).map { String(cString: $0) }
            }
        } catch {
            return Console.fail(error)
        }
        let saving = try saved.map { text throws(Diagnostic) in
            try CrawlSaving(text, corpus: corpus, rules: rules.file.name, catalogue)
        }
        var fetching = fetching
        if let saving, fetching.replay == nil { fetching.archive = saving.archive }
        let run = try CrawlRun(
            rules: rules,
            plan: plan,
            inputs: inputs,
            clock: clock,
            recorded: recorded,
            settings: CrawlRun.Settings(
                fetching: fetching,
                resumes: resumes,
                session: session,
                limits: reading.limits,
                pages: limit,
                isStrict: isStrict,
                printsAll: printsAll,
                encoding: encoding
            )
        )
        if isDry {
            try run.dryRun(Console.print)
            return .success
        }
        run.warn()
        var schema = rules.schema
        if let record {
            schema.types.removeAll { $0.name != record }
            guard !schema.types.isEmpty else {
                throw Diagnostic(
                    .rules,
                    "no record type \"\(record)\" (--record)",
                    help: Suggestion.help(for: record, among: rules.schema.types.map(\.name))
                )
            }
        }
        if addsPage { schema = schema.withPageFields }
        let output = try CrawlOutput(try registry.outputFormat(named: format), schema, formatOptions, output)
        let status = try run.run(output, record: record, addsPage: addsPage, isQuiet: isQuiet, interruption)
        guard let saving else { return status }
        if interruption.signal != nil {
            Console.log(.warning, "the case is not saved, since the run has been interrupted")
            return status
        }
        if let replay = fetching.replay { try saving.copy(replay) }
        do throws(Diagnostics) {
            let store = RulesStore(catalogue, registry: registry, crawls: .ofArchives)
            let line = try saving.finish(clock: clock, inputs, limit: limit, store)
            if !isQuiet { Console.error(line) }
        } catch {
            return Console.fail(error)
        }
        return status
    }

    /// The answers of an archive that is replayed, or continued.
    private func recorded() throws(Diagnostic) -> RecordedAnswers? {
        if let replay = fetching.replay {
            return try fetching.replayedAnswers(replay, limits: reading.limits)
        }
        return resumes ? try fetching.storedAnswers(limits: reading.limits, resuming: true) : nil
    }

    /// The time of the run; that of the archive if it is replayed or continued.
    private func clock(_ recorded: RecordedAnswers?) throws(Diagnostic) -> String {
        guard let known = recorded?.information["scrape-clock"] else { return clock ?? PageClock.now() }
        if let clock, clock != known {
            throw Diagnostic(
                .rules,
                "--clock \(clock) is not the time of the archive, \(known)",
                help: "leave it out: the run has the clock of the one that it repeats"
            )
        }
        return known
    }

    /// The inputs of the run that has written an archive; others are refused.
    private static func recordedInputs(
        _ recorded: RecordedInputs,
        _ given: [(name: String, text: String)]
    ) throws(Diagnostics) -> [(name: String, text: String)] {
        let known = recorded.texts
        for (name, text) in given where !known.contains(where: { $0.name == name && $0.text == text }) {
            let own = known.filter { $0.name == name }.map(\.text).joined(separator: ", ")
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "--input \(name)=\(text) is not the archive's" + (own.isEmpty ? "" : ", which is \(own)"),
                    help: "leave it out: the run has the inputs of the one that it repeats"
                )
            ])
        }
        return known
    }
}

extension OptionValue where Value == (name: String, text: String) {
    /// The name and value of an input.
    fileprivate static var crawlInput: OptionValue {
        OptionValue(placeholder: "NAME=VALUE", completion: .names(.inputs), expected: "NAME=VALUE") { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }
}
