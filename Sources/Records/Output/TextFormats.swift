import Basics

extension OutputFormat {
    /// One array of objects, indented.
    public static let json = OutputFormat(name: "json", about: "an array of objects, indented (the default)")
    { _ in
        JSONArrayEncoder()
    }.freeOfSchema()

    /// One object per line.
    public static let jsonLines = OutputFormat(name: "jsonl", about: "one object per line") { _ in
        JSONLinesEncoder()
    }.continuable().freeOfSchema()

    /// Comma-separated values (RFC 4180), with LF as line end.
    public static let csv = OutputFormat(
        name: "csv",
        about: "a table with a header; lists and objects are written as JSON",
        options: [.formulas]
    ) { schema, options throws(OutputError) in
        TableEncoder(columns: schema.columns, layout: try TableLayout.csv.treatingFormulas(options))
    }.continuable()

    /// Tab-separated values; tabs, line ends and backslashes in a value are written `\t`, `\n`, `\r` and `\\`.
    public static let tsv = OutputFormat(
        name: "tsv",
        about: "the same, separated by tabs; \\t, \\n, \\r and \\\\ in values are escapes",
        options: [.formulas]
    ) { schema, options throws(OutputError) in
        TableEncoder(columns: schema.columns, layout: try TableLayout.tsv.treatingFormulas(options))
    }.continuable()
}

extension FormatOption {
    /// What happens to texts that a spreadsheet would evaluate.
    fileprivate static let formulas = FormatOption(
        "formulas",
        "texts that a spreadsheet would evaluate as formulas: escape puts ' before them (the default), raw leaves them"
    )
}

/// An encoder that appends bytes, from which its texts are made.
private protocol ByteEncoder: RecordEncoder {}

extension ByteEncoder {
    mutating func encode(_ record: Record) -> String {
        var bytes: [UInt8] = []
        encode([record], into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: - JSON

private struct JSONArrayEncoder: ByteEncoder {
    private var isEmpty = true

    /// The text before the next record.
    private var separator: String { isEmpty ? "[\n  " : ",\n  " }

    mutating func encode(_ records: [Record], into bytes: inout [UInt8]) {
        for record in records {
            bytes.append(contentsOf: separator.utf8)
            isEmpty = false
            JSONWriter.appendPretty(record, depth: 1, to: &bytes)
        }
    }

    mutating func encode(_ batch: RecordBatch, into bytes: inout [UInt8]) {
        guard let rows = batch.rows else { return encode(batch.records, into: &bytes) }
        let first = separator
        isEmpty = false
        let separators = JSONWriter.RowSeparators(first: first, next: separator)
        JSONWriter.appendPretty(rows, depth: 1, around: separators, to: &bytes)
    }

    mutating func finish() -> String {
        isEmpty ? "[]\n" : "\n]\n"
    }
}

private struct JSONLinesEncoder: ByteEncoder {
    var isStateless: Bool { true }

    func encode(_ records: [Record], into bytes: inout [UInt8]) {
        JSONWriter.appendLines(records, to: &bytes)
    }

    func encode(_ batch: RecordBatch, into bytes: inout [UInt8]) {
        guard let rows = batch.rows else { return encode(batch.records, into: &bytes) }
        JSONWriter.appendLines(rows, to: &bytes)
    }

    func finish() -> String { "" }
}

// MARK: - Tables

/// Writes a header and a row per record: first the record's type, then a column for every field of the schema.
private struct TableEncoder: ByteEncoder {
    private let columns: [String]
    private let layout: TableLayout
    private var hasHeader = false

    init(columns: [String], layout: TableLayout) {
        self.columns = columns
        self.layout = layout
    }

    mutating func encode(_ records: [Record], into bytes: inout [UInt8]) {
        if !records.isEmpty { appendHeader(to: &bytes) }
        for record in records { layout.append(record, columns, first: record.type, to: &bytes) }
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

/// The text form of table rows: the separator of cells, and how a cell escapes it.
package struct TableLayout: Sendable {
    private let separator: UInt8
    private let appendCell: @Sendable (String, inout [UInt8]) -> Void
    /// The text of a row with one empty cell, since readers skip an empty line.
    private let emptyRow: String
    /// Whether texts that a spreadsheet would evaluate as formulas are escaped.
    private var escapesFormulas = false

    private init(
        separator: UInt8,
        appendCell: @escaping @Sendable (String, inout [UInt8]) -> Void,
        emptyRow: String
    ) {
        self.separator = separator
        self.appendCell = appendCell
        self.emptyRow = emptyRow
    }

    /// The same; texts that a spreadsheet would evaluate as formulas are escaped unless the option `formulas` is `raw`.
    fileprivate func treatingFormulas(_ options: [String: String]) throws(OutputError) -> TableLayout {
        switch options["formulas"] ?? "escape" {
        case "escape": return escapingFormulas
        case "raw": return self
        case let other:
            throw OutputError(
                "unknown value \"\(other)\" of the option \"formulas\"",
                help: Suggestion.help(for: other, among: ["escape", "raw"]),
                cause: .rules
            )
        }
    }

    /// The same; texts that a spreadsheet would evaluate as formulas are escaped.
    package var escapingFormulas: TableLayout {
        var layout = self
        layout.escapesFormulas = true
        return layout
    }

    /// A text from a page, in a form that no spreadsheet evaluates: a text that begins like a formula is prefixed with
    /// an apostrophe, as OWASP advises against CSV injection.
    private func harmless(_ text: String) -> String { escapesFormulas && text.isFormula ? "'" + text : text }

    /// Comma-separated values (RFC 4180), with LF as line end.
    package static let csv = TableLayout(
        separator: UInt8(ascii: ","),
        appendCell: appendQuoted,
        emptyRow: "\"\""
    )

    /// Tab-separated values; tabs, line ends and backslashes in a value are written `\t`, `\n`, `\r` and `\\`.
    package static let tsv = TableLayout(
        separator: UInt8(ascii: "\t"),
        appendCell: appendEscaped,
        emptyRow: ""
    )

    /// Appends a row of the given texts.
    package func append(_ texts: [String], to bytes: inout [UInt8]) {
        appendRow(texts, to: &bytes) { $0 }
    }

    /// Appends a record's row: a cell for each column, lists and objects as JSON.
    ///
    /// - Parameter first: the text of a cell before these.
    package func append(_ record: Record, _ columns: [String], first: String? = nil, to bytes: inout [UInt8])
    {
        if let first {
            appendCell(first, &bytes)
            if !columns.isEmpty { bytes.append(separator) }
        }
        appendRow(columns, isWhole: first == nil, to: &bytes) { name in
            switch record[name] {
            case nil, .null?: ""
            case .string(let text)?: harmless(text)
            case .some(let value): value.text
            }
        }
    }

    private func appendRow(
        _ items: [String],
        isWhole: Bool = true,
        to bytes: inout [UInt8],
        text: (String) -> String
    ) {
        let start = bytes.count
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(separator) }
            appendCell(text(item), &bytes)
        }
        if isWhole, bytes.count == start { bytes.append(contentsOf: emptyRow.utf8) }
        bytes.append(0x0A)
    }

    private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isSpecial = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == quote || $0 == 0x0A || $0 == 0x0D
        }
        guard isSpecial else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(quote)
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            default: bytes.append(byte)
            }
        }
    }
}

extension String {
    /// Whether it begins like a formula of a spreadsheet, or would without apostrophes: one is put before it in tables, and
    /// removed where they are read.
    package var isFormula: Bool {
        switch unicodeScalars.first(where: { $0 != "'" }) {
        case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}
