import Basics
package import Records

/// The records of a table in text: CSV or TSV, in the form of the output formats.
package enum RecordTable {
    /// Reads a table whose first row has the names of fields. Empty cells have no value.
    ///
    /// - Parameters:
    ///   - path: the file's name in messages.
    ///   - isTabbed: whether it is TSV.
    /// - Throws: the place of a quote that is not closed, and of a row that has more cells than there are names.
    package static func records(
        _ bytes: [UInt8],
        path: String,
        isTabbed: Bool
    ) throws(Diagnostic) -> [[(name: String, text: String)]] {
        var rows = isTabbed ? tabbed(bytes) : try quoted(bytes, path)
        guard !rows.isEmpty else { return [] }
        let names = rows.removeFirst().cells
        var records: [[(name: String, text: String)]] = []
        for row in rows {
            guard row.cells.count <= names.count else {
                throw Diagnostic(
                    .input,
                    "a row has \(row.cells.count) cells, and the first one \(names.count) names",
                    at: Location(file: path, line: row.line, column: 1)
                )
            }
            records.append(zip(names, row.cells).filter { !$1.isEmpty }.map { ($0, unescaped($1)) })
        }
        return records
    }

    private typealias Row = (line: Int, cells: [String])

    /// The apostrophe is removed from texts that a spreadsheet would evaluate as formulas.
    private static func unescaped(_ cell: String) -> String {
        cell.unicodeScalars.first == "'" && cell.isFormula ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    private static func tabbed(_ bytes: [UInt8]) -> [Row] {
        var rows: [Row] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            if line.isEmpty { continue }
            let cells = line.split(separator: 0x09, omittingEmptySubsequences: false).map { cell in
                var text: [UInt8] = []
                var isEscaped = false
                for byte in cell {
                    if isEscaped {
                        switch byte {
                        case UInt8(ascii: "t"): text.append(0x09)
                        case UInt8(ascii: "n"): text.append(0x0A)
                        case UInt8(ascii: "r"): text.append(0x0D)
                        default: text.append(byte)
                        }
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else {
                        text.append(byte)
                    }
                }
                return String(decoding: text, as: UTF8.self)
            }
            rows.append((index + 1, cells))
        }
        return rows
    }

    /// Specification: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).
    private static func quoted(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> [Row] {
        let quote = UInt8(ascii: "\"")
        var rows: [Row] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var (line, rowLine) = (1, 1)
        var (isQuoted, hasContent) = (false, false)
        var quoteLine = 1
        func endRow() {
            if hasContent { rows.append((rowLine, cells + [String(decoding: cell, as: UTF8.self)])) }
            (cells, cell, hasContent) = ([], [], false)
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A { line += 1 }
            if isQuoted {
                if byte != quote {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == quote {
                    cell.append(quote)
                    index += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case quote where cell.isEmpty: (isQuoted, hasContent, quoteLine) = (true, true, line)
            case UInt8(ascii: ","):
                cells.append(String(decoding: cell, as: UTF8.self))
                (cell, hasContent) = ([], true)
            case 0x0D where index < bytes.count && bytes[index] == 0x0A: break
            case 0x0A:
                endRow()
                rowLine = line
            default:
                cell.append(byte)
                hasContent = true
            }
        }
        if isQuoted {
            throw Diagnostic(
                .input,
                "a quote is not closed",
                at: Location(file: path, line: quoteLine, column: 1)
            )
        }
        endRow()
        return rows
    }
}
