public import Records

extension OutputFormat {
    /// A Markdown document: a heading for each record, with its fields as a list; records whose fields are all single
    /// short values are written as a table.
    ///
    /// Fields of HTML become Markdown, fields of addresses become links, and other text is escaped so that it is not
    /// read as markup.
    public static let markdown = OutputFormat(
        name: "markdown",
        about:
            "a document: a heading and the fields of each record, or a table where all fields are short values"
    ) { RecordDocument(schema: $0) }
}

/// Writes records as a Markdown document, with a heading for each type of records.
private struct RecordDocument: RecordEncoder {
    let schema: Schema
    private var type: Schema.RecordType?

    /// With more columns a table is too wide to be read.
    private static let columnLimit = 8

    init(schema: Schema) {
        self.schema = schema
    }

    mutating func encode(_ record: Record) -> String {
        let isFirst = type == nil
        let begins = type?.name != record.type
        if begins {
            type =
                schema.types.first { $0.name == record.type }
                ?? Schema.RecordType(name: record.type, fields: [])
        }
        guard let type else { return "" }
        var text = begins ? (isFirst ? "" : "\n") + "# \(MarkdownText.line(record.type))\n\n" : ""
        if RecordDocument.isFlat(type) {
            let table = RecordTable(fields: type.fields)
            if begins { text += table.header }
            return text + table.row(record.fields)
        }
        if !begins { text += "\n" }
        return text + RecordSection(record: record, fields: type.fields).markdown
    }

    mutating func finish() -> String { "" }

    /// Whether records of a type can be rows of a table.
    private static func isFlat(_ type: Schema.RecordType) -> Bool {
        (1...columnLimit).contains(type.fields.count) && type.fields.allSatisfy { $0.type.isShort }
    }
}

// MARK: - Sections

/// A record as a part of a document: a heading, a list of its short values, and each longer one under its own heading.
struct RecordSection {
    let record: Record
    let fields: [Schema.Field]

    /// The section, its lines ended by LF.
    var markdown: String {
        let title = titleField
        var list = ""
        var parts = ""
        for member in record.fields where member.name != title?.name && !isOtherForm(member) {
            if case .null = member.value { continue }
            let type = fields.first { $0.name == member.name }?.type
            if let part = RecordSection.part(member, type) {
                parts += "\n### \(MarkdownText.line(member.name))\n\n\(part)\n"
            } else {
                list += RecordSection.item(member, type)
            }
        }
        let heading = "## \(MarkdownText.line(title?.value.text ?? record.type))\n"
        return heading + (list.isEmpty ? "" : "\n" + list) + parts
    }

    /// Whether a field is the text of the field `html` in another form: `text` or `markdown`, if `html` is HTML.
    private func isOtherForm(_ member: Value.Member) -> Bool {
        guard member.name == "text" || member.name == "markdown" else { return false }
        return fields.contains { $0.name == "html" && $0.type.isAlways(.html) }
            && record.fields.contains { $0.name == "html" && $0.value != .null }
    }

    /// The names of title fields, the most specific first.
    private static let titles = ["title", "headline", "name", "label", "subject"]

    /// The field of the record's title: one whose name is or ends with a title's, or else the first text.
    private var titleField: Value.Member? {
        let texts = record.fields.filter { member in
            guard let text = member.value.string, !MarkdownText.line(text).isEmpty else { return false }
            return fields.first { $0.name == member.name }?.type.isTitle ?? true
        }
        for title in RecordSection.titles {
            if let member = texts.first(where: { $0.name.lowercased() == title }) { return member }
        }
        for title in RecordSection.titles {
            if let member = texts.first(where: { $0.name.lowercased().hasSuffix(title) }) { return member }
        }
        return texts.first
    }

    /// Returns a value with its own heading: a longer text, or a list of flat objects as a table; `nil` for others.
    private static func part(_ member: Value.Member, _ type: Schema.FieldType?) -> String? {
        if let text = member.value.string {
            let isHTML = type?.isAlways(.html) ?? false
            let markdown = isHTML ? RecordValue.markdown(ofHTML: text) : MarkdownText.paragraphs(text)
            return markdown.contains("\n") || isHTML && RecordValue.isBlock(markdown) ? markdown : nil
        }
        guard let rows = member.value.list, let fields = type?.element?.fields, !rows.isEmpty,
            (1...8).contains(fields.count), fields.allSatisfy({ $0.type.isShort })
        else { return nil }
        let table = RecordTable(fields: fields)
        return table.header + rows.map { table.row($0.object ?? []) }.joined().dropLast()
    }

    private static func item(_ member: Value.Member, _ type: Schema.FieldType?) -> String {
        RecordValue(member, type).item("**\(RecordValue.name(member.name)):**")
    }
}

extension Schema.FieldType {
    /// Whether such a value can be a record's title.
    fileprivate var isTitle: Bool { isAlways(.string) || isAlways(.text) }
}

// MARK: - Tables

/// Records or objects as the rows of a table.
struct RecordTable {
    let fields: [Schema.Field]

    /// The names of the fields and the rule below them.
    var header: String {
        let names = fields.map { MarkdownText.cell($0.name) }
        let rules = fields.map { $0.type.isNumber ? "---:" : "---" }
        return RecordTable.line(names) + RecordTable.line(rules)
    }

    /// The values of the fields, empty if there is none.
    func row(_ members: [Value.Member]) -> String {
        RecordTable.line(
            fields.map { field in
                guard let value = members.first(where: { $0.name == field.name })?.value else { return "" }
                return RecordTable.text(value, field.type)
            }
        )
    }

    private static func text(_ value: Value, _ type: Schema.FieldType) -> String {
        if case .null = value { return "" }
        guard let string = value.string, type.isAlways(.url) else { return MarkdownText.cell(value.text) }
        return String(
            decoding: MarkdownTable.escapingPipes(Array(MarkdownText.link(string).utf8)),
            as: UTF8.self
        )
    }

    private static func line(_ cells: [String]) -> String {
        "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }
}

extension Schema.FieldType {
    /// Whether every value is a number.
    fileprivate var isNumber: Bool {
        isAlways(.integer) || isAlways(.decimal) || isAlways(.size)
    }
}
