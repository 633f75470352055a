extension OutputFormat {
    /// Comma-separated values after RFC 4180, lines ended by LF.
    public static let csv = OutputFormat(
        name: "csv",
        about: "a table with a header; a list or object stands in its cell as JSON"
    ) { TableEncoder(columns: $0.columns, layout: .csv) }.continuable()

    /// Tab-separated values; tabs, line ends and backslashes in a value are written `\t`, `\n`, `\r` and `\\`.
    public static let tsv = OutputFormat(
        name: "tsv",
        about: "the same, separated by tabs"
    ) { TableEncoder(columns: $0.columns, layout: .tsv) }.continuable()
}

/// Writes a header and a row a record: first the record's type, then a column for every field of the schema.
private struct TableEncoder: RecordEncoder {
    let columns: [String]
    let layout: TableLayout
    private var hasHeader = false

    init(columns: [String], layout: TableLayout) {
        self.columns = columns
        self.layout = layout
    }

    mutating func encode(_ record: Record) -> String {
        var bytes: [UInt8] = []
        appendHeader(to: &bytes)
        layout.append(record, columns, first: record.type, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func finish() -> String {
        var bytes: [UInt8] = []
        appendHeader(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func appendHeader(to bytes: inout [UInt8]) {
        if !hasHeader { layout.append([Record.typeKey] + columns, to: &bytes) }
        hasHeader = true
    }
}
