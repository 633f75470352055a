import Batch
import Records
import Regression
import Scraping

/// The options of `scrape` for runs over many pages.
struct RunOptions {
    /// What the operands are; `nil` for pages, folders of them, and archives by their names.
    let input: InputKind?
    let globs: [String]
    let root: String?
    /// How many pages are read at once; `nil` for as many as there are cores.
    let jobs: Int?
    let isOrdered: Bool
    let errors: String?
    let failsFast: Bool
    let resumes: Bool
    let summary: String?
    let isQuiet: Bool
    let expectation: String?
    /// By how much what is expected may be missed, from 0 to 1.
    let tolerance: Double
    let tellsPage: Bool
    let skipsUnmatched: Bool
    let profiles: Bool

    static let inputOption = Option(
        name: "--input",
        argument: "KIND",
        about: [
            "what PAGE... are: pages (folders of them, and archives by their names, unless given),",
            "jsonl (a page a line: {\"url\", \"html\" or \"body\", \"base64\" or \"file\"}), warc, list (files' names, a",
            "line each), sitemap (of a crawl that is saved beside it); standard input without PAGE",
        ],
        choices: InputKind.allCases.map(\.rawValue)
    )
    static let globOption = Option(
        name: "--glob",
        argument: "PATTERN",
        about: ["which files of folders are pages, such as '*.html' or 'news/**/*.htm'; may stand again"]
    )
    static let rootOption = Option(
        name: "--root",
        argument: "FOLDER",
        about: ["where the pages of a sitemap are saved; its own folder unless given"]
    )
    static let jobsOption = Option(
        name: "--jobs",
        short: "-j",
        argument: "NUMBER",
        about: ["how many pages are read at once; as many as there are cores unless given"]
    )
    static let unorderedOption = Option(
        name: "--unordered",
        about: ["print records as soon as their page is read, in no order"]
    )
    static let errorsOption = Option(
        name: "--errors",
        argument: "FILE",
        about: ["write what is wrong with pages to FILE, a line of JSON each, and not to standard error"]
    )
    static let keepGoingOption = Option(
        name: "--keep-going",
        about: ["go on after a page that fails, which is so unless --fail-fast is given"]
    )
    static let failFastOption = Option(name: "--fail-fast", about: ["end with the first page that fails"])
    static let resumeOption = Option(
        name: "--resume",
        about: [
            "go on where an interrupted run with the same --output has ended: every page is read",
            "exactly once, whatever ended it; after a whole run, only pages that are new",
        ]
    )
    static let summaryOption = Option(
        name: "--summary",
        argument: "FILE",
        about: ["write the run's summary to FILE as JSON, to compare a later run with (--expect)"]
    )
    static let quietOption = Option(name: "--quiet", short: "-q", about: ["print no summary"])
    static let expectOption = Option(
        name: "--expect",
        argument: "FILE|FOLDER",
        about: [
            "compare the run's fill rates and counts with an earlier summary, or a corpus (a folder);",
            "exit 1 when a site has changed under its rules",
        ]
    )
    static let toleranceOption = Option(
        name: "--tolerance",
        argument: "PERCENT",
        about: ["by how much they may fall short of what is expected; 10 unless given"]
    )
    static let withPageOption = Option(
        name: "--with-page",
        about: ["add to each record its page's name and address, as \"@page\" and \"@url\""]
    )
    static let skipUnmatchedOption = Option(
        name: "--skip-unmatched",
        about: ["leave out pages whose address no rules are for, as is done in WARC archives anyway"]
    )
    static let profileOption = Option(
        name: "--profile",
        about: ["tell at the end what took how long: decoding, parsing, selecting, and so on"]
    )
    static let all = [
        inputOption, globOption, rootOption, jobsOption, unorderedOption, errorsOption, keepGoingOption,
        failFastOption, resumeOption, summaryOption, quietOption, expectOption, toleranceOption,
        withPageOption,
        skipUnmatchedOption, profileOption,
    ]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        input = try RunOptions.input(parser)
        globs = parser.values(RunOptions.globOption)
        root = try parser.value(RunOptions.rootOption)
        jobs = try RunOptions.jobs(parser)
        isOrdered = !parser.has(RunOptions.unorderedOption)
        errors = try parser.value(RunOptions.errorsOption)
        failsFast = parser.has(RunOptions.failFastOption)
        resumes = parser.has(RunOptions.resumeOption)
        summary = try parser.value(RunOptions.summaryOption)
        isQuiet = parser.has(RunOptions.quietOption)
        expectation = try parser.value(RunOptions.expectOption)
        tolerance = try RunOptions.tolerance(parser)
        tellsPage = parser.has(RunOptions.withPageOption)
        skipsUnmatched = parser.has(RunOptions.skipUnmatchedOption)
        profiles = parser.has(RunOptions.profileOption)
        if failsFast, parser.has(RunOptions.keepGoingOption) {
            throw Diagnostic(.rules, "--fail-fast and --keep-going do not go together")
        }
        for (name, file) in [("--errors", errors), ("--summary", summary)] where file == "-" {
            throw Diagnostic(
                .rules,
                "\(name) needs a file's name, - is none",
                help: "without it, errors and the summary are told on standard error"
            )
        }
        if root != nil, input != .sitemap { throw Diagnostic(.rules, "--root goes with --input sitemap") }
        if expectation == nil, parser.has(RunOptions.toleranceOption) {
            throw Diagnostic(.rules, "--tolerance goes with --expect")
        }
    }

    /// Whether these make a run over many pages of what could be a few that are named.
    var isRun: Bool {
        input != nil || !globs.isEmpty || errors != nil || resumes || summary != nil || expectation != nil
    }

    private static func input(_ parser: ArgumentParser) throws(Diagnostic) -> InputKind? {
        guard let name = try parser.value(inputOption) else { return nil }
        if let kind = InputKind(rawValue: name) { return kind }
        throw Diagnostic(
            .rules,
            "unknown input \"\(name)\" (--input)",
            help: Suggestion.help(for: name, among: InputKind.allCases.map(\.rawValue))
        )
    }

    private static func jobs(_ parser: ArgumentParser) throws(Diagnostic) -> Int? {
        guard let text = try parser.value(jobsOption) else { return nil }
        guard let jobs = Int(text), (1...1024).contains(jobs) else {
            throw Diagnostic(.rules, "--jobs takes a whole number from 1 to 1024, found \"\(text)\"")
        }
        return jobs
    }

    private static func tolerance(_ parser: ArgumentParser) throws(Diagnostic) -> Double {
        guard let text = try parser.value(toleranceOption) else { return 0.1 }
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let percent = Double(digits), (0...100).contains(percent) else {
            throw Diagnostic(.rules, "--tolerance takes a number from 0 to 100, found \"\(text)\"")
        }
        return percent / 100
    }
}
