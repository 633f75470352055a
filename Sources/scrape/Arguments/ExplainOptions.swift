import DOM
import Records
import Scraping

/// The options of `scrape explain`.
struct ExplainOptions {
    let rules: String?
    let page: String
    let field: String?
    let record: String?
    let isJSON: Bool
    let url: String?
    let encoding: Encoding?
    let clock: String?
    let reading: ReadingOptions
    let plugins: PluginOptions

    static let fieldOption = Option(
        name: "--field",
        argument: "FIELD",
        about: ["explain this field alone; a field of an object by its path: comments.author"]
    )
    static let recordOption = Option(
        name: "--record",
        argument: "TYPE",
        about: ["explain records of this type alone"]
    )
    static let jsonOption = Option(name: "--json", about: ["print the whole trace as JSON"])

    static let all =
        [
            ScrapeOptions.rulesOption, fieldOption, recordOption, jsonOption, ScrapeOptions.urlOption,
            ScrapeOptions.clockOption, PageOptions.encodingOption,
        ] + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        try plugins.check()
        guard let page = parser.operands.first, parser.operands.count == 1 else {
            let count = parser.operands.count
            throw Diagnostic(
                .rules,
                count == 0 ? "no page is given" : "one page is explained at a time, \(count) are given",
                help: "write scrape explain --rules alchemy page.html"
            )
        }
        self.page = page
        rules = try parser.value(ScrapeOptions.rulesOption)
        field = try parser.value(ExplainOptions.fieldOption)
        record = try parser.value(ExplainOptions.recordOption)
        isJSON = parser.has(ExplainOptions.jsonOption)
        if isJSON, field != nil || record != nil {
            throw Diagnostic(.rules, "--json prints the whole trace, not that of a field or a record type")
        }
        url = try parser.value(ScrapeOptions.urlOption)
        encoding = try PageOptions.encoding(parser)
        clock = try ScrapeOptions.clock(parser)
    }
}
