/// How rows are written down as text: what separates cells, and how a cell is told from what separates it.
package struct TableLayout: Sendable {
    private let separator: UInt8
    private let appendCell: @Sendable (String, inout [UInt8]) -> Void
    /// What stands for a row of one cell with nothing in it, which would be a line that readers skip.
    private let emptyRow: String

    /// Comma-separated values after RFC 4180, lines ended by LF.
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

    /// Appends a record's row: a cell for each column, a list or object as JSON.
    ///
    /// - Parameter first: the text of a cell before them.
    package func append(_ record: Record, _ columns: [String], first: String? = nil, to bytes: inout [UInt8])
    {
        if let first {
            appendCell(first, &bytes)
            if !columns.isEmpty { bytes.append(separator) }
        }
        appendRow(columns, isWhole: first == nil, to: &bytes) { name in
            switch record[name] {
            case nil, .null?: ""
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
