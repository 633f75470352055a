import Cases
import Engine
import Mutation
import Records
import Regression

/// `scrape minimise`: reduces saved pages to the parts that their rules use.
struct MinimiseCommand: RulesCommand {
    private var names: [String] = []
    private var filters: [String] = []
    private var corpus: String?
    fileprivate var isDryRun = false
    /// The file that is written instead of the case's page, `-` for standard output.
    fileprivate var output: String?
    private var runs: Int?
    private var jobs = TestRun.processors
    private(set) var plugins = PluginSettings()

    static let help = CommandHelp(
        name: "minimise",
        about: "reduce the saved pages of cases to what their rules use",
        usage: ["scrape minimise [options] SITE[/CASE]...", "scrape minimise [options] --filter PATTERN..."],
        description: """
            Reduces the saved pages of cases to what their rules use. Elements, attributes, texts, members of JSON, rows
            and lines are removed as long as the same records and diagnostics come out in the same way: by the same
            alternatives, with the same number of matches for every selector, and the same values before each step.

            The rest is byte for byte as the site wrote it, in its own encoding, and is read once more before
            it replaces the page; case.json and golden.json are unchanged. If a selector rejects elements that
            a looser one would match, one of them is kept. The page of a case that fails is not reduced. Where
            CI is set, the command only runs if it writes nothing to the corpus. scrape minimize is the same
            command.
            """,
        operands: .names(.cases),
        exits: [
            .success: "the pages are reduced as far as they can be",
            .page: "a case differs from its golden file, or has none",
            .usage: "the command line or a rules file is wrong",
            .input: "a file cannot be read or written, or a page cannot be reduced",
        ],
        examples: [
            "scrape minimise --dry-run recipe/graph", "scrape minimise wikipedia",
            "scrape minimise recipe/graph --output small.html",
        ]
    )

    static var options: [Option<MinimiseCommand>] {
        [
            .corpus(\.corpus), .filter(\.filters),
            .flag("--dry-run", "Write nothing, and print how much would be removed.") { $0.isDryRun = true },
            .output(
                \.output,
                "Write the reduced page to FILE, and leave the case unchanged.",
                details: "- is standard output. Needs one case."
            ),
            .value(
                "--runs",
                .integer(1...1_000_000, "N"),
                "Try at most N candidates for a page.",
                details: """
                    The default is \(PageReducer.defaultRunLimit), and for large pages as many as have
                    \(PageReducer.defaultByteLimit >> 20) MB together.
                    """
            ) { $0.runs = $1 },
            .jobs(\.jobs),
        ] + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        names = operands
        if names.isEmpty, filters.isEmpty {
            throw Diagnostic(
                .rules,
                "no case is given",
                help: "write scrape minimise SITE/CASE, or --filter '*' for all"
            )
        }
        if isDryRun, output != nil {
            throw Diagnostic(.rules, "--dry-run writes nothing and cannot be combined with --output")
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        if !isDryRun, output == nil {
            try BuildServer.refuse("minimise", help: "--dry-run prints what it would save")
        }
        let all = try CaseChoice(corpus: corpus, names: names, filters: filters).cases()
        let cases = all.filter { !$0.isCrawl }
        if let crawl = all.first, cases.isEmpty {
            throw Diagnostic(
                .rules,
                "\(crawl) is a crawl, and only saved pages are reduced: an archive has its site's answers unchanged",
                help: "make the crawl smaller with scrape crawl --limit NUMBER --save CASE"
            )
        }
        CaseChoice.reportLeftOut(all.count - cases.count, "only saved pages are reduced")
        if let output { try check(output, cases) }
        let run = ReductionRun(
            cases,
            RulesStore(RulesCatalogue.ofProcess(), registry: registry),
            PageReducer(runs: runs),
            jobs: jobs
        )
        var writing = MinimisedWriting(self)
        let bar = ProgressBar(cases.count)
        run.results(progress: bar.advance) { result in
            writing.add(result)
            return true
        }
        bar.clear()
        writing.end(of: cases.count)
        return writing.status
    }

    private func check(_ output: String, _ cases: [Case]) throws(Diagnostic) {
        guard cases.count == 1 else {
            throw Diagnostic(
                .rules,
                "--output \(output) is for one page, but \(cases.count) cases are given"
            )
        }
        if File.kind(of: output) == .folder {
            throw Diagnostic(.rules, "\(output) is a folder (--output)")
        }
    }
}

/// Writes reduced pages and reports their sizes.
private struct MinimisedWriting {
    private let options: MinimiseCommand
    private(set) var status = ExitStatus.success
    private var written: [ReducedPage] = []

    init(_ options: MinimiseCommand) {
        self.options = options
    }

    /// Writes a reduced page, and prints the savings.
    mutating func add(_ result: ReductionRun.Result) {
        do throws(Diagnostics) {
            let page = try result.page.get()
            try write(page)
            if page.isSmaller { written.append(page) }
            report("\(result.test): \(MinimisedText(page).text)")
        } catch {
            status = max(status, Console.fail(error))
        }
    }

    /// Prints the total savings of several pages.
    func end(of count: Int) {
        if count < 2 { return }
        let before = written.reduce(0) { $0 + $1.before.bytes }
        let after = written.reduce(0) { $0 + $1.after.bytes }
        let sizes = written.isEmpty ? "" : ", " + MinimisedText.sizes(before, after, "bytes")
        report(
            "\(written.count) of \(count) pages \(options.isDryRun ? "can be reduced" : "reduced")\(sizes)"
        )
    }

    private mutating func write(_ page: ReducedPage) throws(Diagnostics) {
        if options.isDryRun { return }
        if let output = options.output {
            if output != "-" { return try page.write(to: output) }
            let standard = StandardOutput()
            standard.write(page.page.bytes)
            standard.flush()
            status = max(status, standard.status)
        } else if page.isSmaller {
            try page.write(to: page.page.name)
        }
    }

    private func report(_ line: String) {
        if options.output == "-" { Console.error(line) } else { Console.print(line) }
    }
}

/// The summary of a reduced page.
private struct MinimisedText {
    private let page: ReducedPage

    init(_ page: ReducedPage) {
        self.page = page
    }

    /// `48,210 → 3,112 bytes (6%), 512 → 38 elements, 214 runs`.
    var text: String {
        let (before, after) = (page.before, page.after)
        let runs = "\(MinimisedText.grouped(page.runs)) run\(page.runs == 1 ? "" : "s")"
        let end = page.isEnded ? ", the limit of --runs: more may be possible" : ""
        if !page.isSmaller {
            return "\(MinimisedText.grouped(before.bytes)) bytes, nothing to reduce, \(runs)\(end)"
        }
        let bytes = MinimisedText.sizes(before.bytes, after.bytes, "bytes")
        let elements = "\(MinimisedText.grouped(before.elements)) → \(MinimisedText.grouped(after.elements))"
        return "\(bytes), \(elements) elements, \(runs)\(end)"
    }

    /// Two sizes, and the second as a percentage of the first, rounded up.
    static func sizes(_ before: Int, _ after: Int, _ what: String) -> String {
        let share = before == 0 ? 100 : Int((Double(after) * 100 / Double(before)).rounded(.up))
        return "\(grouped(before)) → \(grouped(after)) \(what) (\(share)%)"
    }

    /// A number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().map { index, digit in
            let isThousand = index > 0 && (digits.count - index) % 3 == 0
            return (isThousand ? "," : "") + String(digit)
        }.joined()
    }
}
