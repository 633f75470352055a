import Records
import Regression

/// The options of `scrape minimise`.
struct MinimiseOptions {
    let corpus: String
    let names: [String]
    let filters: [String]
    let minimiser: Minimiser
    let isDryRun: Bool
    /// Another file than the case's page, `-` for standard output.
    let output: String?
    let jobs: Int
    let plugins: PluginOptions

    static let dryRunOption = Option(
        name: "--dry-run",
        about: ["only tell what would be saved; allowed where CI is set"]
    )
    static let outputOption = Option(
        name: "--output",
        short: "-o",
        argument: "FILE",
        about: ["write what is left of one page to this file, - for standard output; the case stays as it is"]
    )
    static let runsOption = Option(
        name: "--runs",
        argument: "N",
        about: [
            "read at most so many candidates of a page; \(Minimiser.usualRuns) unless given, and of large pages",
            "no more than have \(Minimiser.usualBytes >> 20) MB together",
        ]
    )
    static let all =
        [
            TestOptions.corpusOption, TestOptions.filterOption, dryRunOption, outputOption, runsOption,
            TestOptions.jobsOption,
        ] + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        plugins = try PluginOptions(parser)
        try plugins.check()
        corpus = try parser.value(TestOptions.corpusOption) ?? "Corpus"
        names = parser.operands
        filters = parser.values(TestOptions.filterOption)
        isDryRun = parser.has(MinimiseOptions.dryRunOption)
        output = try parser.value(MinimiseOptions.outputOption)
        jobs = try TestOptions.jobs(parser)
        minimiser = Minimiser(runs: try MinimiseOptions.runs(parser))
        if names.isEmpty, filters.isEmpty {
            throw Diagnostic(
                .rules,
                "no case is given",
                help: "write scrape minimise SITE/CASE, or --filter '*' for all"
            )
        }
        if isDryRun, output != nil {
            throw Diagnostic(.rules, "--dry-run writes nothing and does not go with --output")
        }
    }

    private static func runs(_ parser: ArgumentParser) throws(Diagnostic) -> Int? {
        guard let text = try parser.value(runsOption) else { return nil }
        guard let runs = Int(text), (1...1_000_000).contains(runs) else {
            throw Diagnostic(.rules, "--runs takes a whole number from 1 to 1000000, found \"\(text)\"")
        }
        return runs
    }
}
