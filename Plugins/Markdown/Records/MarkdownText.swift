import Records

/// Plain text in Markdown.
enum MarkdownText {
    /// The text on one line that begins with something else.
    static func line(_ text: String) -> String {
        rendered(text, in: .heading)
    }

    /// The text in a table's cell: line ends become `<br>`.
    static func cell(_ text: String) -> String {
        String(decoding: Table.escapingPipes(Array(rendered(text, in: .cell).utf8)), as: UTF8.self)
    }

    /// The text as paragraphs; a blank line parts them, a line end is a line break.
    static func paragraphs(_ text: String) -> String {
        lines(text).split { $0.isEmpty }
            .map { rendered($0.joined(separator: "\n"), in: .paragraph) }
            .joined(separator: "\n\n")
    }

    /// The lines of a text, without white space at their ends.
    static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
            .map { LinkText.line(String($0)) }
    }

    /// An address as a link to it.
    static func link(_ address: String) -> String {
        var output: [UInt8] = []
        if LinkText.isAutolink(Array(address.utf8)[...], to: address) {
            output = [UInt8(ascii: "<")] + address.utf8 + [UInt8(ascii: ">")]
        } else {
            output = [UInt8(ascii: "[")]
            TextEscaping(isInLink: true, next: UInt8(ascii: "]")).write(
                Array(LinkText.line(address).utf8)[...],
                to: &output
            )
            output += "](".utf8
            LinkText.write(address: address, to: &output)
            output.append(UInt8(ascii: ")"))
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func rendered(_ text: String, in place: InlineRenderer.Place) -> String {
        var run = InlineRun()
        for (index, line) in lines(text).enumerated() {
            if index > 0 { run.addLineBreak(style: InlineStyles.plain) }
            run.addText(line, style: InlineStyles.plain, isCode: false)
        }
        return String(decoding: InlineRenderer.render(run, InlineStyles(), in: place), as: UTF8.self)
    }
}
