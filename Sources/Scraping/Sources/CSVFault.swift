import Records

/// What can be wrong with a row of a table, from the lightest to the gravest; of each row the gravest is told.
enum CSVFault: Int, Comparable, CaseIterable {
    /// A quote stands in a cell that does not begin with one.
    case strayQuote
    /// The row has fewer cells than the table's own header names columns.
    case shortRow
    /// Text stands between a closing quote and the next separator.
    case textBehindQuote
    /// A cell begins with a quote that no other one ends.
    case unclosedQuote
    /// A row has cells beyond the last column.
    case longRow

    /// A warning where the cells are as they were written; an error where what they are is a guess, or they are left
    /// out.
    var severity: Diagnostic.Severity {
        switch self {
        case .strayQuote, .shortRow: .warning
        case .textBehindQuote, .unclosedQuote, .longRow: .error
        }
    }

    func message(cells: Int, columns: Int) -> String {
        switch self {
        case .strayQuote: "a quote stands within a cell that has none around it: read as it is"
        case .shortRow:
            "the row has \(cells) cell\(cells == 1 ? "" : "s"), the header names \(columns): the last are missing"
        case .textBehindQuote: "text follows a cell's closing quote: read as part of the cell"
        case .unclosedQuote: "a quoted cell does not end: read without its quote, up to the next separator"
        case .longRow: "the row has \(cells) cells, the header names \(columns): left out"
        }
    }

    /// What is told of warnings beyond those that are told one by one.
    func summary(of others: Int, lastLine: Int) -> String {
        let rows = others == 1 ? "1 more row" : "\(others) more rows"
        let what: String
        switch self {
        case .shortRow: what = others == 1 ? "has too few cells" : "have too few cells"
        case .strayQuote, .textBehindQuote, .unclosedQuote, .longRow:
            what = others == 1 ? "has such quotes" : "have such quotes"
        }
        return "\(rows) up to line \(lastLine) \(what)"
    }

    static func < (left: CSVFault, right: CSVFault) -> Bool { left.rawValue < right.rawValue }
}

/// The faults of a table: every error, and of each kind of warning the first ones, since what wrote one such row wrote
/// more of them.
struct CSVFaults {
    /// How many warnings of a kind are told one by one.
    private static let limit = 20

    private var problems: [Decoder.Problem] = []
    private var warnings: [CSVFault: (count: Int, lastLine: Int)] = [:]

    mutating func append(_ fault: CSVFault, line: Int, column: Int, cells: Int, columns: Int) {
        if fault.severity == .warning {
            let count = (warnings[fault]?.count ?? 0) + 1
            warnings[fault] = (count, line)
            if count > CSVFaults.limit { return }
        }
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
        problems.append(Decoder.Problem(line: line, column: column, severity: severity, message: message))
    }

    /// What is to be told.
    var all: [Decoder.Problem] {
        var result = self
        for fault in CSVFault.allCases {
            guard let (count, line) = warnings[fault], count > CSVFaults.limit else { continue }
            result.append(fault.summary(of: count - CSVFaults.limit, lastLine: line), .warning, line, nil)
        }
        return result.problems
    }
}
