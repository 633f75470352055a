import Records

/// Writes records into their table, with statements that are prepared once.
final class TableWriter {
    private let columns: [Table.Column]
    private let isKey: [Bool]
    private let insertion: Statement
    private let upsert: Statement?
    private let update: Statement?
    private let database: Database
    private var arguments = Arguments()

    init(_ table: Table, in database: Database) throws(OutputError) {
        columns = table.columns
        isKey = table.columns.map { table.keys.contains($0.name) }
        insertion = try database.prepare(table.insertion)
        upsert = table.keys.isEmpty ? nil : try database.prepare(table.upsert)
        update = table.keys.count < 2 ? nil : try database.prepare(table.update)
        self.database = database
    }

    func write(_ record: Record) throws(OutputError) {
        let missing = bind(record)
        guard missing > 0, let update else { return try (upsert ?? insertion).run(arguments) }
        // To the database no NULL is the same as another; among records those without one of several keys are the same
        // by the others. Without any of its keys a record is like no other.
        if missing < isKey.count(where: \.self) {
            try update.run(arguments)
            if database.changes > 0 { return }
        }
        try insertion.run(arguments)
    }

    /// Makes a record's values the statements' arguments.
    ///
    /// - Returns: how many of the unique keys it lacks.
    private func bind(_ record: Record) -> Int {
        arguments.removeAll()
        var missing = 0
        var next = record.fields.startIndex
        for (column, isKey) in zip(columns, isKey) {
            // Fields mostly stand in the order of columns.
            var value: Value?
            if next < record.fields.endIndex, record.fields[next].name == column.name {
                value = record.fields[next].value
                next += 1
            } else {
                value = record[column.name]
            }
            if isKey, value ?? .null == .null { missing += 1 }
            column.type.append(value, to: &arguments)
        }
        return missing
    }
}
