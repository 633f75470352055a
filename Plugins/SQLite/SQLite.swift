public import Records
public import Scraping

extension Plugin {
    /// Keeps records in an SQLite database: the output format `sqlite`.
    public static let sqlite = Plugin(
        name: "sqlite",
        about: "keeps records in an SQLite database, a table for each record type",
        outputFormats: [.sqlite]
    )
}

extension OutputFormat {
    /// An SQLite database with a table for each record type and a column for each of its fields.
    ///
    /// Records with the same values in the fields that their rules call `unique` are one row, which always has what the
    /// latest of them says, so that daily runs into one file keep it up to date. The system's library does the work;
    /// it is looked for when a database is opened.
    public static let sqlite = OutputFormat(
        name: "sqlite",
        about: "an SQLite database (--output FILE): a table a record type, a row for each of its unique keys",
        options: SQLiteOption.allCases.map { FormatOption($0.rawValue, $0.about) }
    ) { schema, path, values, continues throws(OutputError) in
        try SQLiteStore(
            path: path,
            tables: Table.tables(for: schema, SQLiteOptions(values)),
            continues: continues
        )
    }
}
