import Basics
import DOM
import Encoding
package import Language
import Records
import Values

extension Source {
    /// Comma-separated values (RFC 4180).
    package static let csv = Source(
        name: "csv",
        about: "a table, its cells named by the header",
        arguments: .either([
            .none,
            .object([
                Argument("header", "the columns' names, if the first line does not have them", .strings),
                Argument(
                    "known-by",
                    "with header: a column name; if the first line has it, the line is read as column names",
                    .text
                ),
                Argument("separator", "the ASCII character between cells", .character),
            ]),
        ]),
        format: .plain,
        hasTables: false,
        container: .root("csv")
    ) { arguments throws(StepError) in
        var table = CSVTree()
        if let names = arguments.strings("header") {
            var known: Set<String> = []
            for (index, name) in names.enumerated() where !known.insert(WhiteSpace.collapse(name)).inserted {
                throw StepError(
                    "the name \"\(name)\" occurs twice in the header",
                    argument: "header.\(index)"
                )
            }
            table.header = names
        }
        table.knownBy = arguments["known-by"]?.string.map(WhiteSpace.collapse)
        if table.knownBy != nil, table.header == nil {
            throw StepError("\"known-by\" needs \"header\"", argument: "known-by")
        }
        if let text = arguments["separator"]?.string {
            guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x22, byte != 0x0A else {
                throw StepError(
                    "expected one ASCII character as the separator, found \"\(text)\"",
                    argument: "separator"
                )
            }
            table.separator = byte
        }
        let tree = table
        return .data(root: "csv") { feed, builder, _ throws(ParseError) in
            try tree.build(feed, &builder)
        }
    }
}

/// Makes a tree from a table: root `csv`, an element `row` with its `line` for every record, and in it an element for
/// each cell, named by its column.
struct CSVTree: Sendable {
    /// The names of the columns; `nil` if the first record has them.
    var header: [String]?
    /// The name of a column that identifies a header: a first record with it has the names of the columns, which
    /// replace ``header``.
    var knownBy: String?
    var separator = UInt8(ascii: ",")

    func build(
        _ feed: TextFeed,
        _ builder: inout TreeBuilder
    ) throws(ParseError) -> [SourceProblem] {
        var faults = CSVFaults()
        var reader = CSVReader(feed, separator: separator)
        var columns: Columns?
        if let header {
            // With a header from the rules, rows may be shorter.
            columns = Columns(names: try intern(header, in: builder.document), required: 0)
        }
        guard let row = builder.document.intern("row".utf8),
            let lineName = builder.document.intern("line".utf8)
        else { throw ParseError.outOfMemory }
        reader.columns = knownBy == nil ? columns?.names.count ?? .max : .max
        var isFirst = true
        while reader.next() {
            defer { isFirst = false }
            if isFirst, let knownBy {
                let names = reader.row.cells.map { WhiteSpace.collapse(reader.string(of: $0)) }
                if names.contains(knownBy) { columns = nil }
                reader.columns = columns?.names.count ?? .max
            }
            guard let columns else {
                report(nil, reader, &faults)
                columns = try readHeader(reader, &faults, in: builder.document)
                reader.columns = columns?.names.count ?? .max
                continue
            }
            if report(columns, reader, &faults) == .longRow { continue }
            let line = reader.row.line
            try builder.open(row, line: line)
            try builder.attribute(lineName, number: line)
            for index in 0..<min(columns.names.count, reader.row.count) {
                try reader.withBytes(of: reader.row.cells[index]) { cell throws(ParseError) in
                    try builder.element(columns.names[index], text: cell, line: line)
                }
            }
            builder.close()
        }
        return faults.all
    }

    /// The columns of a table.
    private struct Columns {
        let names: [Name]
        /// The number of cells that a row must have.
        let required: Int
    }

    /// Reports the most serious problem of a row, and returns it.
    @discardableResult
    private func report(
        _ columns: Columns?,
        _ reader: CSVReader,
        _ faults: inout CSVFaults
    ) -> CSVFault? {
        if reader.row.fault == nil, reader.row.excess == nil, reader.row.count >= columns?.required ?? 0 {
            return nil
        }
        let row = reader.row
        var worst = row.fault
        if let excess = row.excess {
            worst = (.longRow, excess)
        } else if row.count < columns?.required ?? 0, worst?.fault ?? .strayQuote < .shortRow {
            worst = (.shortRow, row.end)
        }
        guard let (fault, place) = worst else { return nil }
        faults.append(
            fault,
            line: place.line,
            column: reader.column(of: place),
            cells: row.count,
            columns: fault == .shortRow ? columns?.required ?? 0 : columns?.names.count ?? 0
        )
        return fault
    }

    /// The columns that the table's first record names; the last ones without a name may be missing in a row.
    private func readHeader(
        _ reader: CSVReader,
        _ faults: inout CSVFaults,
        in document: Document
    ) throws(ParseError) -> Columns {
        let texts = reader.row.cells.map { WhiteSpace.collapse(reader.string(of: $0)) }
        let names = try intern(texts, in: document)
        var known: Set<Name> = []
        var last: (place: CSVReader.Place, column: Int)?
        for (name, start) in zip(names, reader.row.starts) where !known.insert(name).inserted {
            let text = String(decoding: name.utf8, as: UTF8.self)
            let column = reader.column(of: start, after: last)
            last = (start, column)
            faults.append(repeatedName: text, line: start.line, column: column)
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

/// Problems of a table's row, from the least to the most serious; the most serious of each row is reported.
enum CSVFault: Int, Comparable, CaseIterable {
    /// A quote is in a cell that does not begin with one.
    case strayQuote
    /// The row has fewer cells than there are names in the table's own header.
    case shortRow
    /// Text is between a closing quote and the next separator.
    case textAfterQuote
    /// A cell begins with a quote that is never closed.
    case unclosedQuote
    /// A row has cells beyond the last column.
    case longRow

    /// A warning if the cells are unchanged; an error if they are a guess or are left out.
    var severity: Diagnostic.Severity {
        switch self {
        case .strayQuote, .shortRow: .warning
        case .textAfterQuote, .unclosedQuote, .longRow: .error
        }
    }

    func message(cells: Int, columns: Int) -> String {
        switch self {
        case .strayQuote: "a quote within an unquoted cell: read unchanged"
        case .shortRow:
            "the row has \(cells) cell\(cells == 1 ? "" : "s"), the header names \(columns): the last are missing"
        case .textAfterQuote: "text follows a cell's closing quote: read as part of the cell"
        case .unclosedQuote: "a quoted cell does not end: read without its quote, up to the next separator"
        case .longRow: "the row has \(cells) cells, the header names \(columns): left out"
        }
    }

    /// The message for problems beyond those that are reported individually.
    func summary(of others: Int, lastLine: Int) -> String {
        let rows = others == 1 ? "1 more row" : "\(others) more rows"
        let verb = others == 1 ? "has" : "have"
        let what =
            switch self {
            case .strayQuote: "such quotes"
            case .shortRow: "too few cells"
            case .textAfterQuote: "text after a closing quote"
            case .unclosedQuote: "a quoted cell that does not end"
            case .longRow: "too many cells: left out"
            }
        return "\(rows) up to line \(lastLine) \(verb) \(what)"
    }

    static func < (left: CSVFault, right: CSVFault) -> Bool { left.rawValue < right.rawValue }
}

/// The problems of a table: the first ones of each kind, and the number of the others, since such rows are rarely alone
/// and a table may have more rows than memory holds messages.
struct CSVFaults {
    /// The number of problems of a kind that are reported individually.
    private static let limit = 20

    private var problems: [SourceProblem] = []
    private var counts: [CSVFault: (count: Int, lastLine: Int)] = [:]

    mutating func append(_ fault: CSVFault, line: Int, column: Int, cells: Int, columns: Int) {
        let count = (counts[fault]?.count ?? 0) + 1
        counts[fault] = (count, line)
        if count > CSVFaults.limit { return }
        append(fault.message(cells: cells, columns: columns), fault.severity, line, column)
    }

    /// A header's name that another column has already.
    mutating func append(repeatedName name: String, line: Int, column: Int) {
        append(
            "two columns of the header are named \"\(name)\": a selector matches both",
            .warning,
            line,
            column
        )
    }

    private mutating func append(
        _ message: String,
        _ severity: Diagnostic.Severity,
        _ line: Int,
        _ column: Int?
    ) {
        problems.append(SourceProblem(line: line, column: column, severity: severity, message: message))
    }

    /// The problems to report.
    var all: [SourceProblem] {
        var result = self
        for fault in CSVFault.allCases {
            guard let (count, line) = counts[fault], count > CSVFaults.limit else { continue }
            let summary = fault.summary(of: count - CSVFaults.limit, lastLine: line)
            result.append(summary, fault.severity, line, nil)
        }
        return result.problems
    }
}
