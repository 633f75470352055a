import DOM
import Records

extension Decoder {
    /// Comma-separated values after RFC 4180.
    static let csv = Decoder(
        name: "csv",
        about: "a table, its cells named by the header",
        format: .plain,
        options: LanguageObject.csv.keys
    ) { options, reader in
        var table = CSVTree()
        if let header = options["header"] {
            guard let names = reader.strings(header, "the header's names") else { return nil }
            var known: Set<String> = []
            for (name, json) in names where !known.insert(WhiteSpace.collapse(name)).inserted {
                reader.error("the name \"\(name)\" stands twice in the header", at: json.range)
                return nil
            }
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
        var faults = CSVFaults()
        var reader = CSVReader(text: text, separator: separator)
        var columns: Columns?
        if let header {
            // Names that the rules give are names for what is there: rows may be shorter.
            columns = Columns(names: try intern(header, in: builder.document), required: 0)
        }
        guard let row = builder.document.intern("row".utf8),
            let lineName = builder.document.intern("line".utf8)
        else { throw ParseError.outOfMemory }
        var elements = 0
        reader.columns = columns?.names.count ?? .max
        while let record = reader.next() {
            guard let columns else {
                tell(record, nil, reader, &faults)
                columns = try readHeader(record, reader, &faults, in: builder.document)
                reader.columns = columns?.names.count ?? .max
                continue
            }
            if tell(record, columns, reader, &faults) == .longRow { continue }
            elements += record.cells.count + 1
            if elements > limits.elements { throw ParseError.tooManyElements(limit: limits.elements) }
            try builder.open(row, line: record.line)
            try builder.attribute(lineName, String(record.line).utf8)
            for (name, cell) in zip(columns.names, record.cells) {
                try builder.open(name, line: record.line)
                try builder.text(cell, line: record.line)
                builder.close()
            }
            builder.close()
        }
        return faults.all
    }

    /// The columns of a table.
    private struct Columns {
        let names: [Name]
        /// How many cells a row must have.
        let required: Int
    }

    /// Tells the gravest fault of a row, and returns it.
    @discardableResult
    private func tell(
        _ row: CSVReader.Row,
        _ columns: Columns?,
        _ reader: CSVReader,
        _ faults: inout CSVFaults
    ) -> CSVFault? {
        var worst = row.fault
        if let excess = row.excess {
            worst = (.longRow, excess)
        } else if row.cells.count < columns?.required ?? 0, worst?.fault ?? .strayQuote < .shortRow {
            worst = (.shortRow, row.end)
        }
        guard let (fault, place) = worst else { return nil }
        faults.append(
            fault,
            line: place.line,
            column: reader.column(of: place),
            cells: row.cells.count,
            columns: fault == .shortRow ? columns?.required ?? 0 : columns?.names.count ?? 0
        )
        return fault
    }

    /// The columns that the table's first record names; the last ones without a name may be missing in a row.
    private func readHeader(
        _ row: CSVReader.Row,
        _ reader: CSVReader,
        _ faults: inout CSVFaults,
        in document: Document
    ) throws(ParseError) -> Columns {
        let texts = row.cells.map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) }
        let names = try intern(texts, in: document)
        var known: Set<Name> = []
        for (name, start) in zip(names, row.starts) where !known.insert(name).inserted {
            let text = String(decoding: name.utf8, as: UTF8.self)
            faults.append(repeatedName: text, line: start.line, column: reader.column(of: start))
        }
        let required = (texts.lastIndex { !$0.isEmpty } ?? -1) + 1
        return Columns(names: names, required: required)
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
