// What is said to the database about a table.

extension Table {
    /// Makes it.
    var creation: String {
        var parts = columns.map { "\(Name.quoted($0.name)) \($0.type.declaration)" }
        // No column is NOT NULL, not even one that is required: what a page lacks is told, and the rest is kept.
        if !keys.isEmpty { parts.append("UNIQUE (\(list(keys)))") }
        return "CREATE TABLE \(Name.quoted(name)) (\(parts.joined(separator: ", ")))"
    }

    func addition(of column: Column) -> String {
        "ALTER TABLE \(Name.quoted(name)) ADD COLUMN \(Name.quoted(column.name)) \(column.type.declaration)"
    }

    /// Adds a row.
    var insertion: String {
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(Name.quoted(name)) (\(list(columns.map(\.name)))) VALUES (\(places))"
    }

    /// Adds a row, or makes that with the same keys say what it says. NULLs are never the same.
    var upsert: String {
        let changes = assignments { !keys.contains($0) }
        return "\(insertion) ON CONFLICT (\(list(keys))) DO "
            + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }

    /// Makes the row with the same keys say what it says; NULLs are the same.
    var update: String {
        let conditions = columns.enumerated().filter { keys.contains($1.name) }
            .map { "\(Name.quoted($1.name)) IS ?\($0 + 1)" }
        return "UPDATE \(Name.quoted(name)) SET \(assignments { _ in true })"
            + " WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The columns of some names with what they are to have. The name that SQL has for the new row, `excluded`, could be
    /// the table's as well.
    private func assignments(_ isMeant: (String) -> Bool) -> String {
        columns.enumerated().filter { isMeant($1.name) }
            .map { "\(Name.quoted($1.name)) = ?\($0 + 1)" }.joined(separator: ", ")
    }

    private func list(_ names: [String]) -> String {
        names.map(Name.quoted).joined(separator: ", ")
    }
}
