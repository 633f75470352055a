import Records

/// A record as a part of a document: a heading, a list of its short values, and each longer one under a heading of its
/// own.
struct RecordSection {
    let record: Record
    let fields: [Schema.Field]

    /// The section, its lines ended by LF.
    var markdown: String {
        let title = titleField
        var list = ""
        var parts = ""
        for member in record.fields where member.name != title?.name {
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

    /// The names that a title has, the most telling first.
    private static let titles = ["title", "headline", "name", "label", "subject"]

    /// The field whose value says which record it is: one whose name is or ends with a title's, or else the first text.
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

    /// A value that is a part of its own: longer texts, and lists of flat objects as a table.
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
    /// Whether a record may be called by such a value.
    fileprivate var isTitle: Bool { isAlways(.string) || isAlways(.text) }
}
