import Records

/// The table of a record type.
struct Table {
    struct Column {
        let name: String
        let type: ColumnType
    }

    let name: String
    let columns: [Column]
    /// The columns whose values make a row; none where every record is a row of its own.
    let keys: [String]

    /// The tables for records of a schema.
    ///
    /// - Throws: which of its names or keys no database can have.
    static func tables(for schema: Schema, _ options: SQLiteOptions) throws(OutputError) -> [Table] {
        let types = schema.distinctTypes
        // One table cannot tell its rows apart in two ways, and any choice would lose rows of one file or double those of
        // the other.
        if let conflict = schema.keyConflicts.first {
            throw mistake(
                "records of the type \"\(conflict.type)\" are to be told apart by \(conflict.text)",
                help:
                    "name the same \"unique\" fields in both, or keep each rules file's records in a database of its own"
            )
        }
        try check(types.map(\.name), "record types", "as the names of tables")
        return try types.map { type throws(OutputError) in try Table(type, options) }
    }

    private init(_ type: Schema.RecordType, _ options: SQLiteOptions) throws(OutputError) {
        let lowercase = Name.folded(type.name)
        if lowercase.hasPrefix("sqlite_") || lowercase == Name.folded(Journal.table) {
            throw Table.mistake(
                "the name of the record type \"\(type.name)\" is taken in every database",
                help: "give it another one"
            )
        }
        if type.fields.isEmpty {
            throw Table.mistake("the record type \"\(type.name)\" has no fields, and a table needs one")
        }
        try Table.check(type.fields.map(\.name), "fields of \"\(type.name)\"", "as the names of columns")
        name = type.name
        columns = type.fields.map { Column(name: $0.name, type: ColumnType($0.type, options)) }
        keys = type.uniqueKeys
    }

    /// Tells of names that a database cannot tell apart, or cannot have.
    private static func check(_ names: [String], _ what: String, _ place: String) throws(OutputError) {
        var known: [String: String] = [:]
        for name in names {
            if name.utf8.contains(0) {
                throw mistake("\"\(name)\" cannot stand \(place): it has a NUL in it")
            }
            if let other = known.updateValue(name, forKey: Name.folded(name)) {
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

/// Names as SQL has them.
enum Name {
    /// A name in quotes, whatever is in it.
    static func quoted(_ name: String) -> String {
        // By bytes: to Swift a quotation mark with an accent on it is no quotation mark, to SQL it is.
        let quote = UInt8(ascii: "\"")
        let doubled = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }

    /// The form in which SQLite compares names: the letters of ASCII, and only those, in lower case.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
