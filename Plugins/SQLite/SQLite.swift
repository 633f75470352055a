import Basics
public import Engine
public import Records

/// Stores records in an SQLite database: the output format `sqlite`.
public let plugin = Plugin(
    name: "sqlite",
    about: "keeps records in an SQLite database, a table for each record type",
    formats: [.sqlite]
)

extension OutputFormat {
    /// An SQLite database with a table for each record type and a column for each of its fields.
    ///
    /// Records with equal values in the `unique` fields of their rules are one row, which has the values of the latest
    /// of them, so that daily runs into one file keep it up to date. The system's SQLite library is loaded when a
    /// database is opened.
    public static let sqlite = OutputFormat(
        name: "sqlite",
        about: "an SQLite database (--output FILE): a table for each record type, a row for each unique key",
        options: SQLiteOption.allCases.map { FormatOption($0.rawValue, $0.about) }
    ) { schema, path, values, continues throws(OutputError) in
        try SQLiteStore(
            path: path,
            tables: SQLTable.tables(for: schema, SQLiteOptions(values)),
            continues: continues
        )
    }
    .readable { path throws(OutputError) in try StoredTables.read(path) }
}

// MARK: - Options

/// The options of a database, in one table for parsing and help.
enum SQLiteOption: String, CaseIterable {
    case decimals

    var about: String {
        switch self {
        case .decimals:
            "number (the default) stores decimals as numbers, those of more than 15 digits as text; text stores all as text"
        }
    }
}

/// The values of a database's options.
struct SQLiteOptions {
    /// How decimals are stored.
    enum Decimals: String, CaseIterable {
        /// As numbers, which SQL can compare and sum; a number with more than 15 significant digits is stored as text.
        case number
        /// With their digits: `1.10` is not `1.1`. To compare them, SQL must cast them.
        case text
    }

    var decimals = Decimals.number

    init() {}

    init(_ values: [String: String]) throws(OutputError) {
        guard let text = values[SQLiteOption.decimals.rawValue] else { return }
        guard let decimals = Decimals(rawValue: text) else {
            throw OutputError(
                "expected number or text for the database's decimals, found \"\(text)\"",
                help: Suggestion.help(for: text, among: Decimals.allCases.map(\.rawValue)),
                cause: .rules
            )
        }
        self.decimals = decimals
    }
}
