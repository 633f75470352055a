import Records

/// The table of the notes that come with portions of records: what of a run is in the database.
struct Journal {
    static let table = "scrape_journal"

    private let statement: Statement
    private let database: Database
    private var last: Int

    /// Makes the table where it is not there.
    ///
    /// - Parameter continues: whether its notes are kept.
    init(in database: Database, continues: Bool) throws(OutputError) {
        try database.execute(
            "CREATE TABLE IF NOT EXISTS \(Journal.table) (portion INTEGER PRIMARY KEY, note TEXT NOT NULL)"
        )
        if !continues { try database.execute("DELETE FROM \(Journal.table)") }
        let rows = try database.rows("SELECT ifnull(max(portion), 0) FROM \(Journal.table)")
        last = (rows.first?.first ?? nil).flatMap { Int($0) } ?? 0
        // Nothing is added where another run has come between.
        statement = try database.prepare(
            """
            INSERT INTO \(Journal.table) SELECT ?1, ?2
            WHERE (SELECT ifnull(max(portion), 0) FROM \(Journal.table)) = ?1 - 1
            """
        )
        self.database = database
    }

    /// The notes in their order.
    func forEachNote(_ body: (String) -> Void) throws(OutputError) {
        let notes = try database.prepare("SELECT note FROM \(Journal.table) ORDER BY portion")
        try notes.forEachRow([]) { body(($0.first ?? nil) ?? "") }
    }

    /// Adds a note to the running transaction, behind whose end ``advance()`` is called.
    func append(_ note: String) throws(OutputError) {
        var arguments = Arguments()
        arguments.append(.integer(Int64(last) + 1))
        arguments.append(note)
        try statement.run(arguments)
        guard database.changes == 1 else {
            throw OutputError(
                "another run keeps its records in the database \(database.path)",
                help: "let one run end before the next begins",
                cause: .input
            )
        }
    }

    /// Goes on behind the note that has been added.
    mutating func advance() { last += 1 }
}
