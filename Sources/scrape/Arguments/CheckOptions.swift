import DOM
import Records
import Scraping

/// The options of `scrape check`.
struct CheckOptions {
    let rules: [String]
    let pages: [String]
    let corpus: String?
    let reading: ReadingOptions
    let plugins: PluginOptions

    static let pageOption = Option(
        name: "--page",
        short: "-p",
        argument: "PAGE",
        about: ["also tell which selectors match nothing in the page; may stand several times"]
    )
    static let corpusOption = Option(
        name: "--corpus",
        argument: "FOLDER",
        about: ["also tell which selectors match nothing in any of the rules' cases in FOLDER"]
    )

    static let all = [pageOption, corpusOption] + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        try plugins.check()
        rules = parser.operands
        guard !rules.isEmpty else {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape check rules/alchemy.json")
        }
        pages = parser.values(CheckOptions.pageOption)
        corpus = try parser.value(CheckOptions.corpusOption)
    }
}
