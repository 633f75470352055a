import DOM
import Records
import Scraping

/// The options of `scrape report`.
struct ReportOptions {
    let rules: String?
    let corpus: String
    /// Cases, or pages.
    let names: [String]
    /// A file, or a folder for a file each; `nil` for standard output.
    let output: String?
    let url: String?
    let encoding: Encoding?
    let clock: String?
    let reading: ReadingOptions
    let plugins: PluginOptions

    static let outputOption = Option(
        name: "--output",
        short: "-o",
        argument: "FILE|FOLDER",
        about: [
            "write the report to this file instead of standard output; to a folder (one that is",
            "there, or whose name ends with /) a file for each page, and index.html",
        ]
    )

    static let all =
        [
            ScrapeOptions.rulesOption, outputOption, TestOptions.corpusOption, ScrapeOptions.urlOption,
            ScrapeOptions.clockOption, PageOptions.encodingOption,
        ] + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        try plugins.check()
        rules = try parser.value(ScrapeOptions.rulesOption)
        corpus = try parser.value(TestOptions.corpusOption) ?? "Corpus"
        names = parser.operands
        let output = try parser.value(ReportOptions.outputOption)
        self.output = output == "-" ? nil : output
        if let output, names.contains(where: { File.kind(of: $0) == .file && File.isSame($0, output) }) {
            throw Diagnostic(.rules, "--output \(output) is one of the pages: it would be overwritten")
        }
        url = try parser.value(ScrapeOptions.urlOption)
        encoding = try PageOptions.encoding(parser)
        clock = try ScrapeOptions.clock(parser)
        if rules != nil, names.isEmpty {
            throw Diagnostic(
                .rules,
                "no page is given",
                help: "write scrape report --rules alchemy page.html, or leave --rules out to show all cases"
            )
        }
        if let url, names.count != 1 {
            throw Diagnostic(
                .rules,
                "--url \(url) can be the address of one page only, \(names.count) are given"
            )
        }
    }
}
