import DOM
import Records
import Scraping

/// The options of `scrape select`.
struct SelectOptions {
    /// How matches are printed.
    enum Format: String, CaseIterable {
        case text
        case json
    }

    let selectors: [String]
    let pages: [String]
    let format: Format
    let isCount: Bool
    let isBatch: Bool
    let source: String?
    let encoding: Encoding?
    let reading: ReadingOptions

    static let selectorOption = Option(
        name: "--select",
        short: "-s",
        argument: "SELECTOR",
        about: ["a selector; may stand several times, and then no SELECTOR stands before the pages"]
    )
    static let formatOption = Option(
        name: "--format",
        short: "-f",
        argument: "FORMAT",
        about: [
            "text: what each match gives, its outer HTML unless the selector takes something;",
            "json: with its index among the page's elements, line, column, byte, path and text",
        ],
        choices: Format.allCases.map(\.rawValue)
    )
    static let countOption = Option(name: "--count", short: "-c", about: ["print the number of matches only"])
    static let batchOption = Option(
        name: "--batch",
        about: [
            "read questions from standard input, an object a line, and answer each with a line:",
            "{\"html\": ..., \"selector\": ...} or {\"file\": ..., \"selector\": ...}, with \"context\": the",
            "index of the element to select from, \"texts\": true for the matches' texts, and",
            "\"source\" where it is not html; the answer is {\"indexes\": [...], \"n\": the number of",
            "elements}, with \"values\" and \"texts\", or {\"error\": ...}",
        ]
    )

    static let all =
        [
            selectorOption, formatOption, countOption, PageOptions.sourceOption, PageOptions.encodingOption,
            batchOption,
        ] + ReadingArguments.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        isBatch = parser.has(SelectOptions.batchOption)
        isCount = parser.has(SelectOptions.countOption)
        let named = parser.values(SelectOptions.selectorOption)
        if isBatch {
            guard parser.operands.isEmpty, named.isEmpty else {
                throw Diagnostic(.rules, "--batch takes its selectors and pages from standard input")
            }
            selectors = []
            pages = []
        } else {
            selectors = named.isEmpty ? Array(parser.operands.prefix(1)) : named
            let operands = named.isEmpty ? Array(parser.operands.dropFirst()) : parser.operands
            guard !selectors.isEmpty else {
                throw Diagnostic(.rules, "no selector is given", help: "write scrape select 'h1' page.html")
            }
            pages = operands.isEmpty ? ["-"] : operands
        }
        let name = try parser.value(SelectOptions.formatOption) ?? Format.text.rawValue
        guard let format = Format(rawValue: name) else {
            let known = Format.allCases.map(\.rawValue)
            throw Diagnostic(
                .rules,
                "unknown format \"\(name)\"",
                help: Suggestion.help(for: name, among: known)
            )
        }
        self.format = format
        source = try PageOptions.source(parser)
        encoding = try PageOptions.encoding(parser)
        reading = try ReadingArguments.reading(parser)
    }
}
