import DOM
import Records

extension Decoder {
    /// Comma-separated values after RFC 4180.
    static let csv = Decoder(
        name: "csv",
        format: .plain,
        options: ["header", "separator"]
    ) { options, reader in
        var table = CSVTree()
        if let header = options["header"] {
            guard let names = reader.strings(header, "the header's names") else { return nil }
            table.header = names.map(\.text)
        }
        if let separator = options["separator"] {
            guard let text = reader.string(separator, "the separator") else { return nil }
            guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x22, byte != 0x0A else {
                reader.error(
                    "expected one ASCII character as the separator, found \"\(text)\"",
                    at: separator.range
                )
                return nil
            }
            table.separator = byte
        }
        let decoder = table
        return .data(root: "csv") { text, builder, limits throws(ParseError) in
            try decoder.build(text, &builder, limits)
        }
    }
}

/// Makes a tree of a table: root `csv`, an element `row` with its `line` for every record, and in it a cell's
/// element named by its column.
struct CSVTree: Sendable {
    /// The names of the columns; `nil` where the first record tells them.
    var header: [String]?
    var separator = UInt8(ascii: ",")

    func build(
        _ text: [UInt8],
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [Decoder.Problem] {
        var problems: [Decoder.Problem] = []
        var columns = try header.map { names throws(ParseError) in try intern(names, in: builder.document) }
        guard let row = builder.document.intern("row".utf8),
            let lineName = builder.document.intern("line".utf8)
        else { throw ParseError.outOfMemory }
        var elements = 0
        var reader = CSVReader(text: text, separator: separator)
        while let record = reader.next() {
            if let line = record.unclosedQuoteLine {
                problems.append(Decoder.Problem(line: line, message: "a quoted cell does not end"))
            }
            guard let names = columns else {
                columns = try intern(
                    record.cells.map { String(decoding: $0, as: UTF8.self) },
                    in: builder.document
                )
                continue
            }
            if record.cells.dropFirst(names.count).contains(where: { !$0.isEmpty }) {
                let message =
                    "the row has \(record.cells.count) cells, the header names \(names.count): left out"
                problems.append(Decoder.Problem(line: record.line, message: message))
                continue
            }
            elements += record.cells.count + 1
            if elements > limits.elements { throw ParseError.tooManyElements(limit: limits.elements) }
            try builder.open(row, line: record.line)
            try builder.attribute(lineName, String(record.line).utf8)
            for (name, cell) in zip(names, record.cells) {
                try builder.open(name, line: record.line)
                try builder.text(cell, line: record.line)
                builder.close()
            }
            builder.close()
        }
        return problems
    }

    /// A column without a name is called by its number.
    private func intern(_ header: [String], in document: Document) throws(ParseError) -> [Name] {
        var names: [Name] = []
        for (index, text) in header.enumerated() {
            let trimmed = WhiteSpace.collapse(text)
            guard let name = document.intern((trimmed.isEmpty ? "column-\(index + 1)" : trimmed).utf8) else {
                throw ParseError.outOfMemory
            }
            names.append(name)
        }
        return names
    }
}

/// Reads the records of a table one after the other; empty lines are no records.
private struct CSVReader {
    struct Row {
        var line: Int
        var cells: [[UInt8]] = []
        var unclosedQuoteLine: Int?
    }

    let text: [UInt8]
    let separator: UInt8
    private var offset = 0
    private var line = 1

    init(text: [UInt8], separator: UInt8) {
        self.text = text
        self.separator = separator
    }

    mutating func next() -> Row? {
        while offset < text.count, text[offset] == 0x0A { endLine() }
        guard offset < text.count else { return nil }
        var row = Row(line: line)
        while true {
            row.cells.append(cell(&row))
            guard offset < text.count else { return row }
            if text[offset] == separator {
                offset += 1
            } else {
                endLine()
                return row
            }
        }
    }

    private mutating func endLine() {
        offset += 1
        line += 1
    }

    private mutating func cell(_ row: inout Row) -> [UInt8] {
        guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { return plain() }
        let start = line
        var cell: [UInt8] = []
        offset += 1
        while offset < text.count {
            let byte = text[offset]
            offset += 1
            if byte != UInt8(ascii: "\"") {
                if byte == 0x0A { line += 1 }
                cell.append(byte)
            } else if offset < text.count, text[offset] == UInt8(ascii: "\"") {
                cell.append(byte)
                offset += 1
            } else {
                // What follows the closing quote belongs to the cell too, as spreadsheets read it.
                return cell + plain()
            }
        }
        row.unclosedQuoteLine = start
        return cell
    }

    private mutating func plain() -> [UInt8] {
        let end = text[offset...].firstIndex { $0 == separator || $0 == 0x0A } ?? text.count
        defer { offset = end }
        return Array(text[offset..<end])
    }
}
