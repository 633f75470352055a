import DOM
import Records
import Scraping

/// The options of `scrape check`.
struct CheckOptions {
    let rules: [String]
    let pages: [String]
    let corpus: String?
    /// The page's address.
    let url: String?
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

    static let urlOption = Option(
        name: "--url",
        argument: "URL",
        about: ["where the page of --page came from: relative links are resolved against it"]
    )

    static let all = [pageOption, corpusOption, urlOption] + ReadingArguments.all + PluginOptions.all

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
        url = try parser.value(CheckOptions.urlOption)
        if let url, pages.count != 1 {
            throw Diagnostic(
                .rules,
                "--url \(url) is the address of one page, \(pages.isEmpty ? "none is" : "\(pages.count) are") given",
                help: pages.isEmpty ? "name it with --page" : nil
            )
        }
    }
}
