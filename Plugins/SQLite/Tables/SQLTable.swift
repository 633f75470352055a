import Records

/// The table of a record type.
struct SQLTable {
    struct Column {
        let name: String
        let type: ColumnType

        /// Its name and type in SQL.
        var declaration: String {
            SQLName.quoted(name) + (type.declaration.isEmpty ? "" : " \(type.declaration)")
        }
    }

    /// The effects of an existing table's columns on numbers, by the columns' names.
    typealias Affinities = [String: ColumnAffinity]

    let name: String
    let columns: [Column]
    /// The columns whose values identify a row; empty if every record is a separate row.
    let keys: [String]
    /// The fields whose values identify a record.
    let uniqueFields: [String]
    /// The values of the key column, if the table has one, which is the last.
    let comparedKey: ComparedKey?

    /// The tables for records of a schema.
    ///
    /// - Throws: an error if no database can have the schema's names or keys.
    static func tables(for schema: Schema, _ options: SQLiteOptions) throws(OutputError) -> [SQLTable] {
        let types = schema.distinctTypes
        // One table cannot have two keys: either choice would merge rows of one file or duplicate those of the other.
        if let conflict = schema.keyConflicts.first {
            throw mistake(
                "records of the type \"\(conflict.type)\" have different unique keys: \(conflict.text)",
                help:
                    "name the same \"unique\" fields in both, or keep each rules file's records in a database of its own"
            )
        }
        try check(types.map(\.name), "record types", "as the names of tables")
        return try types.map { type throws(OutputError) in try SQLTable(type, options) }
    }

    private init(_ type: Schema.RecordType, _ options: SQLiteOptions) throws(OutputError) {
        let lowercase = SQLName.folded(type.name)
        if lowercase.hasPrefix("sqlite_") || lowercase == SQLName.folded(StoreJournal.table) {
            throw SQLTable.mistake(
                "the name of the record type \"\(type.name)\" is reserved in every database",
                help: "rename the record type"
            )
        }
        if type.fields.isEmpty {
            throw SQLTable.mistake("the record type \"\(type.name)\" has no fields, and a table needs one")
        }
        try SQLTable.check(type.fields.map(\.name), "fields of \"\(type.name)\"", "as the names of columns")
        name = type.name
        uniqueFields = type.uniqueKeys
        comparedKey = try ComparedKey(type, options)
        let fields = type.fields.map { Column(name: $0.name, type: ColumnType($0.type, options)) }
        let key = comparedKey.map { _ in Column(name: ComparedKey.column, type: .text) }
        columns = fields + (key.map { [$0] } ?? [])
        keys = key.map { [$0.name] } ?? uniqueFields
    }

    /// The same table without a key column: its rows are identified by the spelling of the unique fields.
    private init(spelled table: SQLTable) {
        name = table.name
        uniqueFields = table.uniqueFields
        comparedKey = nil
        columns = table.columns.filter { $0.name != ComparedKey.column }
        keys = uniqueFields
    }

    /// Checks that a database can have all of these names, and treats no two as equal.
    private static func check(_ names: [String], _ what: String, _ place: String) throws(OutputError) {
        var known: [String: String] = [:]
        for name in names {
            if name.utf8.contains(0) {
                throw mistake("\"\(name)\" cannot be used \(place): it contains a NUL")
            }
            if let other = known.updateValue(name, forKey: SQLName.folded(name)) {
                throw mistake(
                    "the \(what) \"\(other)\" and \"\(name)\" are the same \(place), "
                        + "where upper and lower case do not matter"
                )
            }
        }
    }

    static func mistake(_ message: String, help: String? = nil) -> OutputError {
        OutputError(message, help: help, cause: .rules)
    }
}

/// Names in SQL.
enum SQLName {
    /// Returns a name in quotes, with quotes in it doubled.
    static func quoted(_ name: String) -> String {
        // By bytes: a quotation mark with a combining accent is another character in Swift, but not in SQL.
        let quote = UInt8(ascii: "\"")
        let doubled = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }

    /// The form in which SQLite compares names: ASCII letters, and only those, in lower case.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

// MARK: - Statements

extension SQLTable {
    /// Creates the table.
    var creation: String {
        var parts = columns.map(\.declaration)
        // No column is NOT NULL, not even a required one: a missing value is reported, and the rest is kept.
        if !keys.isEmpty { parts.append("UNIQUE (\(list(keys)))") }
        return "CREATE TABLE \(SQLName.quoted(name)) (\(parts.joined(separator: ", ")))"
    }

    func addition(of column: Column) -> String {
        "ALTER TABLE \(SQLName.quoted(name)) ADD COLUMN \(column.declaration)"
    }

    /// Adds a row.
    var insertion: String { insertion(of: 1) }

    /// Adds some rows.
    func insertion(of count: Int) -> String {
        let rows = (0..<count).map { row in
            let places = columns.indices.map { "?\(row * columns.count + $0 + 1)" }
            return "(\(places.joined(separator: ", ")))"
        }
        return "INSERT INTO \(SQLName.quoted(name)) (\(list(columns.map(\.name)))) "
            + "VALUES \(rows.joined(separator: ", "))"
    }

    /// Adds a row, or updates the one with equal keys. NULLs are never equal.
    var upsert: String {
        let changes = assignments { !keys.contains($0) }
        return "\(insertion) ON CONFLICT (\(list(keys))) DO "
            + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }

    /// Updates the row with equal keys; NULLs are equal.
    var update: String {
        let conditions = columns.enumerated().filter { keys.contains($1.name) }
            .map { "\(SQLName.quoted($1.name)) IS ?\($0 + 1)" }
        return "UPDATE \(SQLName.quoted(name)) SET \(assignments { _ in true })"
            + " WHERE \(conditions.joined(separator: " AND "))"
    }

    /// Returns assignments of the chosen columns. They do not use `excluded`, SQL's name for the new row, since a table
    /// could have that name too.
    private func assignments(_ isChosen: (String) -> Bool) -> String {
        columns.enumerated().filter { isChosen($1.name) }
            .map { "\(SQLName.quoted($1.name)) = ?\($0 + 1)" }.joined(separator: ", ")
    }

    private func list(_ names: [String]) -> String {
        names.map(SQLName.quoted).joined(separator: ", ")
    }
}

// MARK: - Setup

extension SQLTable {
    /// The table itself; one without a key column if a database has such a table, as earlier versions created it.
    func fitted(to database: Database) throws(OutputError) -> SQLTable {
        if comparedKey == nil { return self }
        let columns = try database.rows("SELECT name FROM pragma_table_info(?1)", [name])
        let hasKey = columns.contains { SQLName.folded(($0.first ?? nil) ?? "") == ComparedKey.column }
        return columns.isEmpty || hasKey ? self : SQLTable(spelled: self)
    }

    /// Creates the table, or checks that an existing one can hold its records, and adds the columns that it lacks.
    ///
    /// - Returns: the effects of an existing table's columns on numbers.
    func setUp(in database: Database) throws(OutputError) -> Affinities {
        let kinds = try database.rows(
            "SELECT type FROM sqlite_master WHERE lower(name) = lower(?1) AND type <> 'trigger'",
            [name]
        )
        guard let kind = kinds.first?.first ?? nil else {
            try database.execute(creation)
            return [:]
        }
        guard kind == "table" else {
            throw unfit("is not a table, but \(kind == "view" ? "a view" : "an index")")
        }
        let affinities = try addColumns(to: database)
        try checkKeys(in: database)
        return affinities
    }

    private func addColumns(to database: Database) throws(OutputError) -> Affinities {
        var affinities: Affinities = [:]
        let rows = try database.rows(
            "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?1)",
            [name]
        )
        var known = Dictionary(rows.map { (SQLName.folded($0[0] ?? ""), $0) }) { first, _ in first }
        for column in columns {
            guard let row = known.removeValue(forKey: SQLName.folded(column.name)) else {
                try database.execute(addition(of: column))
                continue
            }
            let declared = row[1] ?? ""
            affinities[column.name] = ColumnAffinity(declared: declared)
            if !column.type.fits(declared: declared) {
                throw unfit(
                    "declares the column \"\(column.name)\" as \(declared), which would change values: "
                        + "\(column.type == .number ? "no type" : column.type.declaration) is needed"
                )
            }
        }
        for row in rows where known[SQLName.folded(row[0] ?? "")] != nil {
            if row[2] == "1", row[3] == nil, row[4] == "0" {
                throw unfit("needs a value for its column \"\(row[0] ?? "")\", which records do not have")
            }
        }
        return affinities
    }

    /// Checks that the unique keys identify the rows of the table, and that nothing else does.
    private func checkKeys(in database: Database) throws(OutputError) {
        let indexes = try database.rows(
            """
            SELECT list.name, list.partial, info.name FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS info
            WHERE list."unique" = 1
            """,
            [name]
        )
        var columns: [String: Set<String>] = [:]
        for row in indexes where row[1] == "0" {
            columns[row[0] ?? "", default: []].insert(SQLName.folded(row[2] ?? ""))
        }
        let wanted = Set(keys.map(SQLName.folded))
        // An integer primary key has no index.
        let primary = try database.rows("SELECT name FROM pragma_table_info(?1) WHERE pk > 0", [name])
        if !keys.isEmpty, Set(primary.map { SQLName.folded($0[0] ?? "") }) == wanted {
            columns["", default: []] = wanted
        }
        if let other = columns.values.first(where: { $0 != wanted }) {
            let found = other.sorted().joined(separator: ", ")
            throw unfit(
                "has the unique key \(found), and the rules have \(keys.isEmpty ? "none" : names)"
            )
        }
        if !keys.isEmpty, columns.isEmpty {
            throw unfit("does not have the unique key \(names) of the rules")
        }
        if comparedKey == nil { return }
        let stored = try ComparedKey.fields(of: name, in: database)
        if !stored.isEmpty, Set(stored) != Set(uniqueFields) {
            throw unfit("has the unique key \(stored.joined(separator: ", ")), and the rules have \(names)")
        }
    }

    /// A warning for a table of an earlier version, which has no key column.
    var spellingWarning: OutputError {
        SQLTable.mistake(
            "the table \"\(name)\" of the database identifies its rows by the spelling of \(names), as earlier versions did: "
                + "equal values in different spellings are different rows",
            help: "write to a new file"
        )
    }

    /// Warnings for columns of texts that contain numbers, and how to correct them.
    func warnings(_ affinities: Affinities) -> [OutputError] {
        columns.filter { $0.type.isNumeric && affinities[$0.name] == .text }.map { column in
            SQLTable.mistake(
                "the column \"\(column.name)\" of the table \"\(name)\" has the type text: "
                    + "its numbers are kept as texts, which compare letter by letter",
                help: "compare cast(\(column.name) AS REAL), or write to a new file"
            )
        }
    }

    private var names: String { uniqueFields.joined(separator: ", ") }

    private func unfit(_ what: String) -> OutputError {
        SQLTable.mistake(
            "the table \"\(name)\" of the database \(what)",
            help: "name another file, or change the table"
        )
    }
}
