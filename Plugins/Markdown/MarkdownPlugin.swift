public import Engine
import Records

/// HTML as readable Markdown: a transform and an output format.
public let plugin = Plugin(
    name: "markdown",
    about: "turns HTML into Markdown, and records into Markdown documents",
    transforms: [.markdown],
    formats: [.markdown]
)

extension Transform {
    /// HTML text as Markdown: CommonMark with GitHub's tables, task lists and strikethrough.
    ///
    /// Links are made absolute if the page's address is known. Complexity: linear in the length of the text.
    public static let markdown = Transform(
        name: "markdown",
        about: "HTML to Markdown: headings, lists, links, images, emphasis, code, quotes and tables",
        input: .string,
        output: .string,
        arguments: .either([
            .none,
            .object([
                Argument("headings", "the level that an h1 gets, 1 to 6; the others follow", .integer)
            ]),
        ])
    ) { arguments throws(StepError) in
        let level = arguments["headings"]?.number?.integer ?? 1
        guard (1...6).contains(level) else {
            throw StepError("\"headings\" in markdown is a level from 1 to 6, found \(level)")
        }
        return { value, context throws(StepError) in
            .string(try HTMLToMarkdown.convert(value.text, headings: level, context: context))
        }
    }
}
