import Addresses
import Batch
import DOM
import Encoding
import Engine
import Records
import Regression

/// `scrape`: reads pages with rules, and prints records.
struct ScrapeCommand: RulesCommand {
    private(set) var pages: [String] = []
    /// The pages that are given more than once; they are read once.
    private(set) var repeated: [String] = []
    private(set) var rules: String?
    private(set) var format = "json"
    private var formatArguments: [String] = []
    /// The options of the format, by their names.
    private(set) var formatOptions: [String: String] = [:]
    private(set) var output: String?
    private(set) var record: String?
    private(set) var filters: [FieldFilter] = []
    private(set) var url: String?
    private(set) var encoding: Encoding?
    /// The time of the pages, in ISO 8601.
    private(set) var clock: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()

    // For runs over many pages.

    /// The kind of the operands; `nil` for pages, folders of pages, and archives by their names.
    private(set) var input: InputKind?
    private(set) var globs: [String] = []
    private(set) var root: String?
    private(set) var allowsAnyFile = false
    /// The number of pages that are read at the same time; `nil` for the number of processors.
    private(set) var jobs: Int?
    private(set) var isOrdered = true
    private(set) var errors: String?
    private(set) var isStrict = false
    private var keepsGoing = false
    private(set) var failsFast = false
    private(set) var resumes = false
    private(set) var summary: String?
    private(set) var isQuiet = false
    /// Whether every message is printed, even if several have the same cause.
    private(set) var printsAll = false
    /// The file of an earlier summary, or the folder of a corpus.
    private(set) var expectation: String?
    /// The tolerance of the expectation, in percent; `nil` for the default of 10.
    private(set) var tolerance: Double?
    private(set) var addsPage = false
    private(set) var skipsUnmatched = false
    private(set) var profiles = false

    /// Whether this is a run over many pages: its output grows page by page, and it ends with a summary.
    private(set) var isRun = false
    /// Whether pages come from web archives, which contain everything that a crawl has found.
    private(set) var readsArchives = false
    /// Whether records are written to a folder.
    var isFolderOutput: Bool { output.map(FolderStore.isFolder) ?? false }

    static let help = CommandHelp(
        name: "scrape",
        about: "extract typed records from pages that you do not control",
        usage: ["scrape [--rules RULES] [options] PAGE...", "scrape COMMAND [options] ..."],
        description: """
            Extracts typed records from pages that you do not control, by rules files.

            PAGE is an address (https://...), a file, compressed with gzip or not, a folder of pages, or a web archive (.warc,
            .warc.gz, .warc.zst); - is standard input. With --input, PAGE is a list of pages, a sitemap, or another kind of input.

            scrape help COMMAND prints the help of a command. The value of an option follows it or is attached to it:
            --jobs 2, --jobs=2, -j 2, -j2.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "success",
            .page: "a page does not satisfy its rules; what could be read is printed anyway",
            .usage: "the command line or a rules file is wrong; no page has been read",
            .input: "an input cannot be read",
            .interrupted: "SIGINT has ended a run over many pages; the output is complete up to there",
            .terminated: "SIGTERM has ended a run over many pages; the output is complete up to there",
        ],
        examples: [
            "scrape --rules rules/alchemy.json page.html",
            "scrape --rules alchemy --format csv monday.html tuesday.html",
            "scrape --rules Rules/ --format jsonl -o out.jsonl --errors errors.jsonl crawl.warc.gz",
            "zcat pages.jsonl.gz | scrape --rules Rules/ --input jsonl --format jsonl",
            "scrape --rules example https://example.org/",
            "curl -s https://example.org/ | scrape --rules example --url https://example.org/ -",
        ]
    )

    static func sections(_ registry: Registry) -> [HelpSection] {
        let commands = Commands.all.dropFirst().map { $0.help }.map { (term: $0.name, about: $0.about) }
        let formats = registry.outputFormats.map { (term: $0.name, about: $0.about) }
        return [HelpSection(title: "Commands", rows: commands), HelpSection(title: "Formats", rows: formats)]
            + registry.outputFormats.filter { !$0.options.isEmpty }.map { format in
                HelpSection(
                    title: "Options of \(format.name) (--option NAME=VALUE)",
                    rows: format.options.map { (term: $0.name, about: $0.about) }
                )
            }
    }

    // MARK: - Options

    static var options: [Option<ScrapeCommand>] {
        recordOptions + runOptions + ReadingOptions.options.setting(\.reading)
            + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    private static var recordOptions: [Option<ScrapeCommand>] {
        [
            .rules(\.rules),
            .value(
                "--format",
                short: "-f",
                .text("FORMAT", .names(.formats)),
                "Print records in FORMAT; see the list of formats below.",
                details: "json is the default."
            ) { $0.format = $1 },
            .list(
                "--option",
                .pair,
                "Set an option of the format; see the lists of options below."
            ) { $0.formatArguments.append($1) },
            .output(
                \.output,
                "Write records to FILE instead of standard output.",
                details: """
                    FILE is replaced when the run ends, and unchanged when it fails. In a run over many pages it
                    grows with each page, with a journal next to it (see --resume).
                    """
            ),
            .value("--record", .text("TYPE"), "Print only records of TYPE.") { $0.record = $1 },
            .list(
                "--where",
                .fieldFilter,
                "Print only records whose FIELD has the value.",
                details: """
                    Can be given several times: all conditions must hold. A list matches if one of its elements
                    does, a.b is a field of an object, and a day matches every time on it, in the time's own offset.
                    """
            ) { $0.filters.append($1) },
            .url(
                \.url,
                details: """
                    Without --rules, it also chooses the rules file; without both, the page's canonical link or
                    base does.
                    """
            ),
            .clock(\.clock), .encoding(\.encoding),
        ]
    }

    /// The options for runs over many pages.
    private static var runOptions: [Option<ScrapeCommand>] {
        [
            .value(
                "--input",
                .word("KIND", of: InputKind.all.map(\.name)),
                "Read KIND as input: \(InputKind.all.map(\.name).joined(separator: ", ")).",
                details: InputKind.all.map { "\($0.name): \($0.summary)." }.joined(separator: " ")
                    + " Without PAGE, standard input is read."
            ) { $0.input = InputKind(named: $1) },
            .list(
                "--glob",
                .text("PATTERN"),
                "Read only files of folders that match PATTERN, such as '*.html' or 'news/**/*.htm'.",
                details: "Can be given several times."
            ) { $0.globs.append($1) },
            .value(
                "--root",
                .folder,
                "Look up the pages of a sitemap, and files of JSON Lines, in FOLDER.",
                details: "The default is the input's own folder. Files of JSON Lines outside it are not read."
            ) { $0.root = $1 },
            .flag(
                "--allow-any-file",
                "Read every file that a line of JSON Lines names.",
                details:
                    "For lists that you trust: without it, files outside the list's folder or --root are not read."
            ) { $0.allowsAnyFile = true },
            .value(
                "--jobs",
                short: "-j",
                .integer(1...1024),
                "Read NUMBER pages at the same time.",
                details: "The default is the number of processors."
            ) { $0.jobs = $1 },
            .flag("--unordered", "Print records as soon as their page is read, in any order.") {
                $0.isOrdered = false
            },
            .value(
                "--errors",
                .file(),
                "Write diagnostics of pages to FILE instead of standard error.",
                details: "FILE gets a JSON object on each line, with its \"severity\": error or warning."
            ) { $0.errors = $1 },
            .flag("--strict", "Treat warnings as failures: the exit status is 1.") { $0.isStrict = true },
            .flag("--keep-going", "Continue after a page that fails, which is the default.") {
                $0.keepsGoing = true
            },
            .flag("--fail-fast", "Stop after the first page that fails.") { $0.failsFast = true },
            .flag(
                "--resume",
                "Continue an interrupted run with the same --output.",
                details: """
                    Every page is read exactly once, whatever interrupted the run. After a complete run, only new
                    pages are read. A page at which the run has died twice, such as for lack of memory, is reported
                    and passed over.
                    """
            ) { $0.resumes = true },
            .value(
                "--summary",
                .file(),
                "Write the run's summary to FILE as JSON.",
                details: "A later run can be compared with it (see --expect)."
            ) { $0.summary = $1 },
            .flag("--quiet", short: "-q", "Print no summary.") { $0.isQuiet = true },
            .flag(
                "--all",
                "Print every message.",
                details: """
                    Without it, messages with the same cause, such as a field that every record lacks, are combined
                    into one, with their number and the first three places.
                    """
            ) { $0.printsAll = true },
            baseline("--expect", "Compare the run with an earlier summary, a corpus, or a site's cases."),
            baseline("--baseline", "The same as --expect."),
            .value(
                "--tolerance",
                .percent,
                "With --expect: accept values that fall short by up to PERCENT.",
                details:
                    "The default is 10. Smaller drops are reported too if they are unlikely to be chance."
            ) { $0.tolerance = $1 },
            .flag(
                "--with-page",
                "Add the name and address of its page to each record, as \"@page\" and \"@url\"."
            ) { $0.addsPage = true },
            .flag(
                "--skip-unmatched",
                "Skip pages whose address matches no rules.",
                details: "In WARC archives, they are always skipped."
            ) { $0.skipsUnmatched = true },
            .flag(
                "--profile",
                "Print how long decoding, parsing, selecting and other steps took."
            ) { $0.profiles = true },
        ]
    }

    /// The baseline with which a run is compared.
    private static func baseline(_ name: String, _ about: String) -> Option<ScrapeCommand> {
        .value(
            name,
            .file("FILE|FOLDER"),
            about,
            details: """
                Compares how many records pages have, and for fields at any depth how many records have them, how long lists
                are, and what values look like. The exit status is 1 if they fall short, as they do after a site has changed.
                """
        ) { $0.expectation = $1 }
    }

    // MARK: - Checks

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        try checkRunOptions()
        let operands = operands.isEmpty && input != nil ? ["-"] : operands
        try Operands.checkStandardInput(operands)
        readsArchives =
            input == .warc
            || (input ?? .pages) == .pages && operands.contains { InputKind.of(file: $0) == .warc }
        isRun =
            input != nil || !globs.isEmpty || errors != nil || resumes || summary != nil || expectation != nil
            || readsArchives || operands.contains { File.kind(of: $0) == .folder }
        (pages, repeated) = isRun ? try RunFiles.distinct(operands) : (operands, [])
        guard !pages.isEmpty else {
            throw Diagnostic(
                .rules,
                "no page is given",
                help: "name a file, or - for standard input; see scrape --help"
            )
        }
        for text in formatArguments {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            if formatOptions.updateValue(parts[1], forKey: parts[0]) != nil {
                throw Diagnostic(.rules, "--option \(parts[0]) is given more than once")
            }
        }
        if output == "-" { output = nil }
        try Operands.check(url: url, pages: pages.count)
        if let url, let input, input != .pages {
            throw Diagnostic(
                .rules,
                "--url \(url) is the address of one page, but --input \(input.name) has many"
            )
        }
        let addresses = pages.count(where: WebAddress.begins)
        if isRun, addresses > 0, addresses < pages.count || input != nil {
            throw Diagnostic(
                .rules,
                "a run reads either addresses or files",
                help: "fetch the pages first: scrape fetch -o pages.warc.gz, which is an input"
            )
        }
        try fetching.check()
        try RunFiles.check(self)
    }

    private func checkRunOptions() throws(Diagnostic) {
        if failsFast, keepsGoing {
            throw Diagnostic(.rules, "--fail-fast and --keep-going cannot be combined")
        }
        for (name, file) in [("--errors", errors), ("--summary", summary)] where file == "-" {
            throw Diagnostic(
                .rules,
                "\(name) takes the name of a file, found \"-\"",
                help: "without it, errors and the summary are printed on standard error"
            )
        }
        if root != nil, input != .sitemap, input != .jsonl {
            throw Diagnostic(.rules, "--root needs --input sitemap or --input jsonl")
        }
        if allowsAnyFile, input != .jsonl {
            throw Diagnostic(.rules, "--allow-any-file needs --input jsonl")
        }
        if expectation == nil, tolerance != nil { throw Diagnostic(.rules, "--tolerance needs --expect") }
    }

    // MARK: - Running

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        try ScrapeSetup(options: self, registry: registry).run()
    }
}

extension OptionValue where Value == String {
    /// The name and value of an output format's option.
    fileprivate static var pair: OptionValue {
        OptionValue(placeholder: "NAME=VALUE", expected: "NAME=VALUE") { text in
            text.contains("=") && !text.hasPrefix("=") ? text : nil
        }
    }
}

extension OptionValue where Value == FieldFilter {
    fileprivate static var fieldFilter: OptionValue {
        OptionValue(
            placeholder: "FIELD=VALUE",
            expected: "FIELD=VALUE",
            help: { _ in "write --where name=value" },
            parse: { FieldFilter($0) }
        )
    }
}
