import Records

/// A value as an item of a list, with lists and objects as lists within it.
struct RecordValue {
    let value: Value
    /// What is known of the value.
    let type: Schema.FieldType?
    /// How many lists it stands in.
    var depth = 0
    /// The fields of the objects that it stands in, by the names of the fields that hold them.
    var enclosing: [String: [Schema.Field]] = [:]

    /// How deep values are written as lists; what is nested deeper is written as JSON.
    private static let depthLimit = 24

    /// The value of a field.
    init(_ member: Value.Member, _ type: Schema.FieldType?) {
        value = member.value
        self.type = type?.resolved(named: member.name, in: &enclosing)
    }

    private init(_ value: Value, _ type: Schema.FieldType?, within outer: RecordValue) {
        self.value = value
        self.type = type
        depth = outer.depth + 1
        enclosing = outer.enclosing
    }

    private init(_ member: Value.Member, within outer: RecordValue) {
        value = member.value
        depth = outer.depth + 1
        enclosing = outer.enclosing
        let type = outer.type?.fields.first { $0.name == member.name }?.type
        self.type = type?.resolved(named: member.name, in: &enclosing)
    }

    /// An item: what it begins with, and the value.
    func item(_ label: String) -> String {
        let prefix = String(repeating: " ", count: 2 * depth) + "-" + (label.isEmpty ? "" : " " + label)
        switch value {
        case .null: return prefix + "\n"
        case .boolean, .number, .string:
            let text = text(beginsLine: label.isEmpty)
            return text.isEmpty ? prefix + "\n" : "\(prefix) \(text)\n"
        case .list(let values) where values.isEmpty: return prefix + " —\n"
        case .object(let members) where members.isEmpty: return prefix + " —\n"
        case .list, .object:
            if depth >= RecordValue.depthLimit { return "\(prefix) \(code)\n" }
        }
        // An item of a list whose elements are lists or objects begins with the first of them.
        return label.isEmpty ? prefix + lines.dropFirst(2 * depth + 1) : prefix + "\n" + lines
    }

    /// What is in a list or an object, an item each.
    private var lines: String {
        if let values = value.list {
            return values.map { RecordValue($0, type?.element, within: self).item("") }.joined()
        }
        return (value.object ?? []).map { member in
            RecordValue(member, within: self).item("**\(RecordValue.name(member.name)):**")
        }.joined()
    }

    /// A field's name, as the text of a mark.
    static func name(_ name: String) -> String {
        let line = MarkdownText.line(name)
        return line.isEmpty ? "—" : line
    }

    private func text(beginsLine: Bool) -> String {
        guard let string = value.string else { return value.text }
        if type?.isAlways(.url) ?? false { return MarkdownText.link(string) }
        let isHTML = type?.isAlways(.html) ?? false
        var markdown = isHTML ? RecordValue.markdown(ofHTML: string) : MarkdownText.paragraphs(string)
        // Behind a label the first line needs no backslash against being taken for a list or a heading.
        if !isHTML, !beginsLine, !markdown.contains("\n") { markdown = MarkdownText.line(string) }
        let indent = String(repeating: " ", count: 2 * depth + 2)
        return markdown.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : indent + $1 }.joined(separator: "\n")
    }

    /// HTML as Markdown below a record's and a field's headings; what cannot be read as HTML, as the text that it is.
    static func markdown(ofHTML html: String) -> String {
        (try? HTMLToMarkdown.convert(html, headings: 4)) ?? MarkdownText.paragraphs(html)
    }

    /// Whether Markdown on one line is something else than a paragraph.
    static func isBlock(_ markdown: String) -> Bool {
        ["#", "- ", "> ", "|", "1. "].contains(where: markdown.hasPrefix)
    }

    private var code: String {
        let json = Array(value.text.utf8.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        return String(decoding: CodeSpan.markdown(json[...], isInCell: false), as: UTF8.self)
    }
}
