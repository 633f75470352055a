import DOM
import Records
import Scraping

/// The options of `scrape diff`.
struct DiffOptions {
    /// What is compared.
    enum Subject {
        /// Two rules files.
        case rules(old: String, new: String, pages: [String], corpus: String?)
        /// Two versions of a page.
        case pages(rules: String, old: String, new: String)
    }

    /// How the differences are printed.
    enum Format: String, CaseIterable {
        case text
        case json
        case markdown
    }

    let subject: Subject
    let format: Format
    let url: String?
    let encoding: Encoding?
    let clock: String?
    let reading: ReadingOptions
    let plugins: PluginOptions

    static let rulesOption = Option(
        name: "--rules",
        short: "-r",
        argument: "RULES",
        about: ["compare two versions of a page that these rules read"]
    )
    static let pageOption = Option(
        name: "--page",
        short: "-p",
        argument: "PAGE",
        about: ["compare two rules files over this page; may stand several times"]
    )
    static let corpusOption = Option(
        name: "--corpus",
        argument: "FOLDER",
        about: ["the folder of cases to compare two rules files over; ./Corpus unless given"]
    )
    static let formatOption = Option(
        name: "--format",
        short: "-f",
        argument: "FORMAT",
        about: ["how differences are printed: text, json, or markdown for a review"]
    )
    static let urlOption = Option(
        name: "--url",
        argument: "URL",
        about: ["where the pages came from: relative links are resolved against it"]
    )
    static let all =
        [
            rulesOption, pageOption, corpusOption, formatOption, urlOption, ScrapeOptions.clockOption,
            PageOptions.encodingOption,
        ] + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        try plugins.check()
        let rules = try parser.value(DiffOptions.rulesOption)
        guard parser.operands.count == 2 else {
            throw Diagnostic(
                .rules,
                "expected two \(rules == nil ? "rules files" : "pages"), found \(parser.operands.count)",
                help: rules == nil
                    ? "write scrape diff OLD NEW; PATH@HEAD~1 is a file as it was"
                    : "write scrape diff --rules RULES OLD NEW"
            )
        }
        let (old, new) = (parser.operands[0], parser.operands[1])
        let pages = parser.values(DiffOptions.pageOption)
        let corpus = try parser.value(DiffOptions.corpusOption)
        if let rules {
            if corpus != nil || !pages.isEmpty {
                throw Diagnostic(
                    .rules,
                    "with --rules two versions of a page are compared: \(corpus == nil ? "--page" : "--corpus") does not go with it"
                )
            }
            subject = .pages(rules: rules, old: old, new: new)
        } else {
            if corpus != nil, !pages.isEmpty {
                throw Diagnostic(.rules, "--page names the pages: --corpus does not go with it")
            }
            subject = .rules(old: old, new: new, pages: pages, corpus: corpus)
        }
        format = try DiffOptions.format(parser)
        url = try parser.value(DiffOptions.urlOption)
        encoding = try PageOptions.encoding(parser)
        clock = try parser.value(ScrapeOptions.clockOption)
        try check(pages, rules)
    }

    private func check(_ pages: [String], _ rules: String?) throws(Diagnostic) {
        if let clock, PageClock(clock) == nil {
            throw Diagnostic(
                .rules,
                "\"\(clock)\" is not a time in ISO 8601 (--clock)",
                help: "write it like 2018-06-20T09:14:31Z"
            )
        }
        if rules == nil, pages.isEmpty, url != nil || encoding != nil || clock != nil {
            let option = url != nil ? "--url" : encoding != nil ? "--encoding" : "--clock"
            throw Diagnostic(.rules, "\(option) is of pages: cases have their own in case.json")
        }
        if let url, pages.count > 1 {
            throw Diagnostic(
                .rules,
                "--url \(url) can be the address of one page only, \(pages.count) are given"
            )
        }
    }

    private static func format(_ parser: ArgumentParser) throws(Diagnostic) -> Format {
        guard let name = try parser.value(formatOption) else { return .text }
        guard let format = Format(rawValue: name) else {
            throw Diagnostic(
                .rules,
                "unknown format \"\(name)\"",
                help: Suggestion.help(for: name, among: Format.allCases.map(\.rawValue))
            )
        }
        return format
    }
}
