extension OutputFormat {
    /// Comma-separated values after RFC 4180, lines ended by LF.
    public static let csv = OutputFormat(
        name: "csv",
        about: "a table with a header; a list or object stands in its cell as JSON"
    ) { TableEncoder(columns: $0.columns, separator: ",", cell: quoted) }.continuable()

    /// Tab-separated values; tabs, line ends and backslashes in a value are written `\t`, `\n`, `\r` and `\\`.
    public static let tsv = OutputFormat(
        name: "tsv",
        about: "the same, separated by tabs"
    ) { TableEncoder(columns: $0.columns, separator: "\t", cell: escaped) }.continuable()

    private static func quoted(_ text: String) -> String {
        let special: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D]
        guard text.utf8.contains(where: special.contains) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": escaped += "\\t"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\\": escaped += "\\\\"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Writes a header and a row a record: first the record's type, then a column for every field of the schema.
private struct TableEncoder: RecordEncoder {
    let columns: [String]
    let separator: String
    let cell: (String) -> String
    private var hasHeader = false

    init(columns: [String], separator: String, cell: @escaping (String) -> String) {
        self.columns = columns
        self.separator = separator
        self.cell = cell
    }

    mutating func encode(_ record: Record) -> String {
        header() + row([record.type] + columns.map { record[$0].map(text) ?? "" })
    }

    mutating func finish() -> String { header() }

    private mutating func header() -> String {
        defer { hasHeader = true }
        return hasHeader ? "" : row([Record.typeKey] + columns)
    }

    private func row(_ texts: [String]) -> String {
        texts.map(cell).joined(separator: separator) + "\n"
    }

    private func text(_ value: Value) -> String {
        if case .null = value { return "" }
        return value.text
    }
}
