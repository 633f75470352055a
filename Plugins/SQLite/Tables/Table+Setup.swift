import Records

extension Table {
    /// Makes the table, or makes sure that what a database has under its name can hold its records; columns that it
    /// lacks are added.
    func setUp(in database: Database) throws(OutputError) {
        let kinds = try database.rows(
            "SELECT type FROM sqlite_master WHERE lower(name) = lower(?1) AND type <> 'trigger'",
            [name]
        )
        guard let kind = kinds.first?.first ?? nil else { return try database.execute(creation) }
        guard kind == "table" else {
            throw unfit("is no table, but \(kind == "view" ? "a view" : "an index")")
        }
        try addColumns(to: database)
        try checkKeys(in: database)
    }

    private func addColumns(to database: Database) throws(OutputError) {
        let rows = try database.rows(
            "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?1)",
            [name]
        )
        var known = Dictionary(rows.map { (Name.folded($0[0] ?? ""), $0) }) { first, _ in first }
        for column in columns {
            guard let row = known.removeValue(forKey: Name.folded(column.name)) else {
                try database.execute(addition(of: column))
                continue
            }
            let declared = row[1] ?? ""
            if !column.type.fits(declared: declared) {
                throw unfit(
                    "has the column \"\(column.name)\" as \(declared), which would change what is kept: "
                        + "\(column.type.declaration) is needed"
                )
            }
        }
        for row in rows where known[Name.folded(row[0] ?? "")] != nil {
            if row[2] == "1", row[3] == nil, row[4] == "0" {
                throw unfit("needs a value for its column \"\(row[0] ?? "")\", which records do not have")
            }
        }
    }

    /// Makes sure that the table tells rows apart by the unique keys, and by nothing else.
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
            columns[row[0] ?? "", default: []].insert(Name.folded(row[2] ?? ""))
        }
        let wanted = Set(keys.map(Name.folded))
        // A number that is the row's own has no index.
        let primary = try database.rows("SELECT name FROM pragma_table_info(?1) WHERE pk > 0", [name])
        if !keys.isEmpty, Set(primary.map { Name.folded($0[0] ?? "") }) == wanted {
            columns["", default: []] = wanted
        }
        if let other = columns.values.first(where: { $0 != wanted }) {
            let found = other.sorted().joined(separator: ", ")
            throw unfit(
                "tells its rows apart by \(found), and the rules by \(keys.isEmpty ? "nothing" : names)"
            )
        }
        if !keys.isEmpty, columns.isEmpty {
            throw unfit("does not tell its rows apart by \(names), as the rules do")
        }
    }

    private var names: String { keys.joined(separator: ", ") }

    private func unfit(_ what: String) -> OutputError {
        Table.mistake(
            "the table \"\(name)\" of the database \(what)",
            help: "name another file, or change the table"
        )
    }
}
