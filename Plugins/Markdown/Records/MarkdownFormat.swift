public import Records

extension OutputFormat {
    /// A Markdown document: a heading for each record, its fields as a list; records whose fields all are single short
    /// values, as a table.
    ///
    /// Fields of HTML become Markdown, those of addresses become links, and text is escaped so that it stays text.
    public static let markdown = OutputFormat(
        name: "markdown",
        about:
            "a document: a heading and the fields of each record, or a table where all fields are short values"
    ) { RecordDocument(schema: $0) }
}

/// Writes records as a Markdown document, each type of records under a heading of its own.
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
