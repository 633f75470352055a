import Batch
import DOM
import Records
import Scraping

/// The options of `scrape`.
struct ScrapeOptions {
    let pages: [String]
    /// Those that have been given more than once; they are read once.
    let repeated: [String]
    let rules: String?
    let format: String
    /// What is set of the format, by its names.
    let formatOptions: [String: String]
    let output: String?
    let record: String?
    let filters: [FieldFilter]
    let url: String?
    let encoding: Encoding?
    /// The pages' own time, as ISO 8601 writes it.
    let clock: String?
    let reading: ReadingOptions
    let plugins: PluginOptions
    /// What is for runs over many pages.
    let run: RunOptions

    /// Whether this is a run over many pages: its output grows page by page, and a summary ends it.
    let isRun: Bool
    /// Whether pages come out of web archives, which hold whatever a crawl has come across.
    let readsArchives: Bool

    static let rulesOption = Option(
        name: "--rules",
        short: "-r",
        argument: "RULES",
        about: [
            "the rules file: a path, without regard to case, or a site's name, looked up",
            "in SCRAPE_RULES_PATH, ./Rules and the folder installed beside the binary;",
            "of a folder of rules files, as of the folders looked up where it is not given, the",
            "page's address chooses (see --url)",
        ]
    )
    static let formatOption = Option(
        name: "--format",
        short: "-f",
        argument: "FORMAT",
        about: ["how records are printed; see the list of formats below"]
    )
    static let optionOption = Option(
        name: "--option",
        argument: "NAME=VALUE",
        about: ["set an option of the format; see the lists of options below"]
    )
    static let outputOption = Option(
        name: "--output",
        short: "-o",
        argument: "FILE",
        about: [
            "write to FILE instead of standard output; it is replaced at once when the run",
            "ends, and stays as it was when the run fails. In a run over many pages it grows with",
            "each, with a journal beside it (see --resume)",
        ]
    )
    static let recordOption = Option(
        name: "--record",
        argument: "TYPE",
        about: ["print the records of one type only"]
    )
    static let whereOption = Option(
        name: "--where",
        argument: "FIELD=VALUE",
        about: [
            "print only records whose field has the value; several must all hold.",
            "An element of a list counts, a.b names a field of an object, and a day is that",
            "of every time on it, as the time's own offset has it",
        ]
    )
    static let urlOption = Option(
        name: "--url",
        argument: "URL",
        about: [
            "where the saved page came from: relative links are resolved against it, and",
            "without --rules it chooses them; else the page's canonical link or base does",
        ]
    )
    static let clockOption = Option(
        name: "--clock",
        argument: "TIME",
        about: [
            "when the pages were saved, as ISO 8601 writes it: what \"yesterday\" and dates without",
            "a year are read against; without it, the time of the run",
        ]
    )
    static let all =
        [
            rulesOption, formatOption, optionOption, outputOption, recordOption, whereOption, urlOption,
            clockOption, PageOptions.encodingOption,
        ] + RunOptions.all + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        try plugins.check()
        run = try RunOptions(parser)
        // A stream has but one place to come from.
        let operands = parser.operands.isEmpty && run.input != nil ? ["-"] : parser.operands
        readsArchives =
            run.input == .warc
            || (run.input ?? .pages) == .pages && operands.contains { InputKind.of(file: $0) == .warc }
        isRun = run.isRun || readsArchives || operands.contains { File.kind(of: $0) == .folder }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read once only")
        }
        (pages, repeated) = isRun ? try ScrapeOptions.distinct(operands) : (operands, [])
        guard !pages.isEmpty else {
            throw Diagnostic(
                .rules,
                "no page is given",
                help: "name a file, or - for standard input; see scrape --help"
            )
        }
        rules = try parser.value(ScrapeOptions.rulesOption)
        format = try parser.value(ScrapeOptions.formatOption) ?? "json"
        formatOptions = try ScrapeOptions.formatOptions(parser)
        let file = try parser.value(ScrapeOptions.outputOption)
        output = file == "-" ? nil : file
        if output == "" { throw Diagnostic(.rules, "--output needs a file's name") }
        record = try parser.value(ScrapeOptions.recordOption)
        var filters: [FieldFilter] = []
        for text in parser.values(ScrapeOptions.whereOption) { filters.append(try FieldFilter(text)) }
        self.filters = filters
        url = try parser.value(ScrapeOptions.urlOption)
        if let url, pages.count > 1 || run.input.map({ $0 != .pages }) ?? false {
            throw Diagnostic(
                .rules,
                "--url \(url) can be the address of one page only, "
                    + (pages.count > 1 ? "\(pages.count) are given" : "an input has many")
            )
        }
        encoding = try PageOptions.encoding(parser)
        clock = try ScrapeOptions.clock(parser)
        try WrittenFiles.check(self)
    }

    /// The time that is given as the pages' own.
    static func clock(_ parser: ArgumentParser) throws(Diagnostic) -> String? {
        let clock = try parser.value(clockOption)
        if let clock, PageClock(clock) == nil {
            throw Diagnostic(
                .rules,
                "\"\(clock)\" is not a time in ISO 8601 (--clock)",
                help: "write it like 2018-06-20T09:14:31Z"
            )
        }
        return clock
    }

    private static func formatOptions(_ parser: ArgumentParser) throws(Diagnostic) -> [String: String] {
        var options: [String: String] = [:]
        for text in parser.values(optionOption) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            guard parts.count == 2, !parts[0].isEmpty else {
                throw Diagnostic(.rules, "--option takes NAME=VALUE, found \"\(text)\"")
            }
            if options.updateValue(parts[1], forKey: parts[0]) != nil {
                throw Diagnostic(.rules, "--option \(parts[0]) stands more than once")
            }
        }
        return options
    }
}
