import Records

/// Reads the tables of a database again, as records.
enum StoredTables {
    /// The number of milliseconds that another program may lock the database.
    private static let busyTimeout: Int32 = 5000

    /// The rows, in order, of all tables that store records.
    static func read(_ path: String) throws(OutputError) -> [StoredRecords] {
        let database = try Database(path, busyTimeout: busyTimeout, isReadOnly: true)
        let tables = try database.rows(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT LIKE 'scrape\\_%' ESCAPE '\\' ORDER BY rowid
            """
        )
        var all: [StoredRecords] = []
        for row in tables {
            guard let table = row.first ?? nil else { continue }
            var columns = try database.rows("SELECT name FROM pragma_table_info(?1)", [table]).compactMap {
                $0.first ?? nil
            }
            var keys = try database.rows(
                """
                SELECT info.name FROM pragma_index_info((SELECT name FROM pragma_index_list(?1)
                WHERE "unique" = 1 AND partial = 0 LIMIT 1)) AS info ORDER BY info.seqno
                """,
                [table]
            ).compactMap { $0.first ?? nil }
            if keys == [ComparedKey.column] {
                keys = try ComparedKey.fields(of: table, in: database)
                columns.removeAll { $0 == ComparedKey.column }
            }
            let cells = columns.map { "typeof(\(SQLName.quoted($0))), \(SQLName.quoted($0))" }
            let rows = try database.rows(
                "SELECT \(cells.joined(separator: ", ")) FROM \(SQLName.quoted(table)) ORDER BY rowid"
            )
            let records = rows.map { row in
                columns.indices.compactMap { index in
                    value(row[index * 2], row[index * 2 + 1]).map { Value.Member(columns[index], $0) }
                }
            }
            all.append(
                StoredRecords(type: table, uniqueKeys: keys, records: records)
            )
        }
        return all
    }

    /// The value of a cell, by SQLite's name of its type. Lists and objects are JSON texts; blobs are the digits of
    /// numbers.
    private static func value(_ type: String?, _ text: String?) -> Value? {
        guard let text, let type else { return nil }
        switch type {
        case "integer", "real", "blob": return Number(text).map(Value.number) ?? .string(text)
        default: return .string(text)
        }
    }
}
