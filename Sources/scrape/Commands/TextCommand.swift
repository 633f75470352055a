import DOM
import Encoding
import Engine
import Platform
import Records

/// `scrape text`: prints the main content of pages as plain text.
struct TextCommand: Subcommand {
    private var pages: [String] = []
    private var form = Form.text
    private var encoding: Encoding?
    private var parts: [MainContentFinder.Part: Bool] = [:]
    private var reading = ReadingOptions()

    /// The output format.
    private(set) var fetching = FetchSettings()

    private enum Form: String, CaseIterable, Sendable {
        case text, html, json
        /// Each block of text of the page, with the reasons why it is content or not.
        case blocks
    }

    static let help = CommandHelp(
        name: "text",
        about: "print the main content of pages as plain text",
        usage: ["scrape text [options] [PAGE...]"],
        description: """
            Prints the text of pages without menus, advertisements, readers' comments and other parts around
            the content: what the preparation main-content marks, without rules. A line is a paragraph.

            PAGE is a file or an address; - or no PAGE is standard input.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "success", .page: "a page has no content, or exceeds a limit",
            .usage: "the command line is wrong", .input: "a page cannot be read",
        ],
        examples: [
            "scrape text page.html", "scrape text --with comments page.html",
            "scrape text --format blocks page.html",
        ]
    )

    static var options: [Option<TextCommand>] {
        [
            .value(
                "--format",
                short: "-f",
                OptionValue<Form>.choice("FORMAT"),
                "Print pages in FORMAT: text, html, json or blocks.",
                details: """
                    text is the default. html is the element of the content. json is an object on a line for each
                    page, with the keys page and text. blocks is an object on a line for each block of text of the
                    page: its line and element, its text, whether it is content, its score and the features that add up to it.
                    """
            ) { $0.form = $1 },
            .value(
                "--with",
                OptionValue<MainContentFinder.Part>.choice("PART"),
                "Treat PART as content: navigation, comments, related, captions or tables.",
                details:
                    "Can be given several times. Without it, the text of such parts is judged like all other text."
            ) { $0.parts[$1] = true },
            .value(
                "--without",
                OptionValue<MainContentFinder.Part>.choice("PART"),
                "Leave out PART: navigation, comments, related, captions or tables.",
                details: "Can be given several times."
            ) { $0.parts[$1] = false },
            .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        pages = operands.isEmpty ? ["-"] : operands
    }

    func run(_ registry: Registry) -> ExitStatus {
        var status = ExitStatus.success
        let output = StandardOutput()
        let trees = PageTrees(encoding: encoding, reading, fetching)
        for name in pages {
            var hasContent = true
            trees.read(name, &status) { document in
                // What a page has after its time is over is not searched.
                if Deadline.isPast { return }
                let finder = MainContentFinder(document, parts: parts)
                let blocks = form == .blocks ? finder.blocks : []
                let content = form == .blocks ? nil : finder.content
                if Deadline.isPast { return }
                if form == .blocks {
                    for block in blocks { output.write(line(block, name)) }
                    return
                }
                document.markMainContent(content)
                hasContent = content != nil
                write(content, of: document, name, output)
            }
            if !hasContent {
                let message = "the page has no text that resembles main content"
                Console.report([Diagnostic(.page, message, at: Location(file: name))])
                status = max(status, .page)
            }
        }
        output.flush()
        return max(status, output.status)
    }

    private func write(
        _ content: MainContent?,
        of document: Document,
        _ name: String,
        _ output: StandardOutput
    ) {
        switch form {
        case .text, .blocks:
            guard let content else { return }
            output.write(document.string(of: content.element, onOneLine: false) + "\n")
        case .html:
            guard let content else { return }
            output.write(String(decoding: document.outerHTML(of: content.element), as: UTF8.self) + "\n")
        case .json:
            let text = content.map { document.string(of: $0.element, onOneLine: false) } ?? ""
            output.write(TextCommand.json([("page", .string(name)), ("text", .string(text))]))
        }
    }

    private func line(_ block: MainContentFinder.Judged, _ name: String) -> String {
        let features = block.features.map { Value.Member($0.name, number($0.weight)) }
        return TextCommand.json([
            ("page", .string(name)),
            ("line", .number(Number(block.element.line))),
            ("element", .string(block.element.name.string)),
            ("content", .boolean(block.isContent)),
            ("score", number(block.score)),
            ("text", .string(block.text)),
            ("features", .object(features)),
        ])
    }

    private func number(_ number: Double) -> Value {
        Number((number * 1000).rounded() / 1000).map(Value.number) ?? .null
    }

    private static func json(_ members: [(String, Value)]) -> String {
        JSONWriter.compact(.object(members.map { Value.Member($0.0, $0.1) })) + "\n"
    }
}
