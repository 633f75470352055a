import DOM
import Records
import Scraping

/// The options of `scrape tree`.
struct TreeOptions {
    let pages: [String]
    let style: TreeDump.Style
    let source: String?
    let encoding: Encoding?
    let reading: ReadingOptions
    /// The element that the pages are the content of; `nil` where they are pages.
    let context: FragmentContext?

    static let formatOption = Option(
        name: "--format",
        short: "-f",
        argument: "FORMAT",
        about: [
            "outline: a line a node with its line and column in the page (the default);",
            "html5lib: as the html5lib tests write trees",
        ],
        choices: TreeDump.Style.allCases.map(\.rawValue)
    )

    static let all =
        [formatOption, FragmentArgument.option, PageOptions.sourceOption, PageOptions.encodingOption]
        + ReadingArguments.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        pages = parser.operands.isEmpty ? ["-"] : parser.operands
        let name = try parser.value(TreeOptions.formatOption) ?? TreeDump.Style.outline.rawValue
        guard let style = TreeDump.Style(rawValue: name) else {
            let known = TreeDump.Style.allCases.map(\.rawValue)
            throw Diagnostic(
                .rules,
                "unknown format \"\(name)\"",
                help: Suggestion.help(for: name, among: known)
            )
        }
        self.style = style
        source = try PageOptions.source(parser)
        encoding = try PageOptions.encoding(parser)
        reading = try ReadingArguments.reading(parser)
        context = try FragmentArgument.context(parser, source: source, reading: reading)
    }
}
