import Records

/// Records or objects as the rows of a table.
struct RecordTable {
    let fields: [Schema.Field]

    /// The names of the fields and the rule below them.
    var header: String {
        let names = fields.map { MarkdownText.cell($0.name) }
        let rules = fields.map { $0.type.isNumber ? "---:" : "---" }
        return RecordTable.line(names) + RecordTable.line(rules)
    }

    /// The values of the fields, empty where there is none.
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
        return String(decoding: Table.escapingPipes(Array(MarkdownText.link(string).utf8)), as: UTF8.self)
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
