public import Scraping

extension OutputFormat {
    /// A line for each record, and one below it for each field.
    public static let outline = OutputFormat(name: "outline", about: "records as an indented list") { _ in
        Outline()
    }
}

private struct Outline: RecordEncoder {
    func encode(_ record: Record) -> String {
        let fields = record.fields.map { "  \($0.name): \($0.value.text)\n" }
        return "\(record.type)\n" + fields.joined()
    }

    func finish() -> String { "" }
}
