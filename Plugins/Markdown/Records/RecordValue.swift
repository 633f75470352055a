import Records

/// A value as an item of a list, with lists and objects as lists within it.
enum RecordValue {
    /// How deep values are written as lists; what is nested deeper is written as JSON.
    private static let depthLimit = 8

    /// An item: what it begins with, and a value.
    static func item(_ label: String, _ value: Value, _ type: Schema.FieldType?, depth: Int) -> String {
        let indent = String(repeating: " ", count: 2 * depth)
        let prefix = indent + "-" + (label.isEmpty ? "" : " " + label)
        switch value {
        case .null: return prefix + "\n"
        case .boolean, .number, .string: return "\(prefix) \(text(value, type, depth))\n"
        case .list(let values) where values.isEmpty: return prefix + " —\n"
        case .object(let members) where members.isEmpty: return prefix + " —\n"
        case .list, .object:
            if depth >= depthLimit { return "\(prefix) \(code(value))\n" }
        }
        // An item of a list whose elements are lists or objects begins with the first of them.
        let inner = lines(of: value, type, depth: depth + 1)
        return label.isEmpty ? prefix + inner.dropFirst(2 * depth + 1) : prefix + "\n" + inner
    }

    private static func lines(of value: Value, _ type: Schema.FieldType?, depth: Int) -> String {
        if let values = value.list {
            return values.map { item("", $0, type?.element, depth: depth) }.joined()
        }
        return (value.object ?? []).map { member in
            let fieldType = type?.fields.first { $0.name == member.name }?.type
            return item("**\(name(member.name)):**", member.value, fieldType, depth: depth)
        }.joined()
    }

    /// A field's name, as the text of a mark.
    static func name(_ name: String) -> String {
        let line = MarkdownText.line(name)
        return line.isEmpty ? "—" : line
    }

    private static func text(_ value: Value, _ type: Schema.FieldType?, _ depth: Int) -> String {
        guard let string = value.string else { return value.text }
        if type?.isAlways(.url) ?? false { return MarkdownText.link(string) }
        let isHTML = type?.isAlways(.html) ?? false
        let markdown = isHTML ? markdown(ofHTML: string) : paragraph(string)
        let indent = String(repeating: " ", count: 2 * depth + 2)
        return markdown.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : indent + $1 }.joined(separator: "\n")
    }

    private static func paragraph(_ text: String) -> String {
        let paragraphs = MarkdownText.paragraphs(text)
        return paragraphs.contains("\n") ? paragraphs : MarkdownText.line(text)
    }

    /// HTML as Markdown below a record's and a field's headings; what cannot be read as HTML, as the text that it is.
    static func markdown(ofHTML html: String) -> String {
        (try? HTMLToMarkdown.convert(html, headings: 4)) ?? MarkdownText.paragraphs(html)
    }

    /// Whether Markdown on one line is something else than a paragraph.
    static func isBlock(_ markdown: String) -> Bool {
        ["#", "- ", "> ", "|", "1. "].contains(where: markdown.hasPrefix)
    }

    private static func code(_ value: Value) -> String {
        let json = Array(value.text.utf8.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        return String(decoding: CodeSpan.markdown(json[...], isInCell: false), as: UTF8.self)
    }
}
