import Records

extension DiffReport {
    /// The report as Markdown for a review: a table for each page that differs (CommonMark with GitHub's tables).
    public var markdown: String {
        let head = "### \(DiffMarkdown.code(old)) → \(DiffMarkdown.code(new))"
        let pages = differing.map { page in
            let rows = page.differences.map(DiffMarkdown.row)
            return "#### \(DiffMarkdown.code(page.name))\n\n"
                + "| record | field | old | new |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
        }
        let summary = self.summary
        let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        return ([head, sentence] + pages).joined(separator: "\n\n") + "\n"
    }
}

/// Pieces of Markdown for tables.
enum DiffMarkdown {
    /// How many characters of a value are shown.
    private static let width = 120

    static func row(_ difference: Difference) -> String {
        let cells: [String]
        let (old, new) = (value(difference.old), value(difference.new))
        switch difference.subject {
        case .record(let record): cells = [text(record.description), what(difference), old, new]
        case .field(let record, let path):
            let order = difference.kind == .reordered ? " (order)" : ""
            cells = [text(record.description), text(path.description + order), old, new]
        case .types: cells = ["", "order of the types", old, new]
        case .diagnostic: cells = ["", "told of the page", old, new]
        }
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// What became of a whole record.
    private static func what(_ difference: Difference) -> String {
        switch difference.kind {
        case .inserted: "*new*"
        case .removed: "*gone*"
        case .moved: "*moved*"
        case .reordered: "*order*"
        case .changed: "*changed*"
        }
    }

    private static func value(_ value: Value?) -> String {
        guard let value else { return "" }
        let text = JSONWriter.compact(value)
        return code(text.count > width ? text.prefix(width * 2 / 3) + "…" + text.suffix(width / 3) : text)
    }

    /// Text as code: in more backticks than stand in it together. A table's bar is escaped even there.
    static func code(_ text: String) -> String {
        let line = text.map { $0.isNewline ? " " : String($0) }.joined()
        let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
        return fence + space + line.replacing("|", with: "\\|") + space + fence
    }

    /// Text of which nothing is taken for Markdown.
    private static func text(_ text: String) -> String {
        text.map { character in
            if character.isNewline { return " " }
            return "\\`*_{}[]<>#+!|~&".contains(character) ? "\\\(character)" : String(character)
        }.joined()
    }
}
