import Records

/// The table of the notes that come with portions of records: what of a run is in the database.
struct Journal {
    static let table = "scrape_journal"

    private let statement: Statement
    private let database: Database
    private var last: Int

    /// Makes the table where it is not there.
    ///
    /// - Parameter last: the last portion whose note is kept; `nil` where none is.
    init(in database: Database, after last: Int?) throws(OutputError) {
        try database.execute(
            "CREATE TABLE IF NOT EXISTS \(Journal.table) (portion INTEGER PRIMARY KEY, note TEXT NOT NULL)"
        )
        if last == nil { try database.execute("DELETE FROM \(Journal.table)") }
        self.last = last ?? 0
        // Nothing is added where another run has come between.
        statement = try database.prepare(
            """
            INSERT INTO \(Journal.table) SELECT ?1, ?2
            WHERE (SELECT ifnull(max(portion), 0) FROM \(Journal.table)) = ?1 - 1
            """
        )
        self.database = database
    }

    /// Hands over the notes in their order, of a database that is left as it is.
    ///
    /// - Returns: the last portion; 0 where there is none.
    static func read(_ database: Database, _ body: (String) -> Void) throws(OutputError) -> Int {
        if try database.rows("SELECT 1 FROM sqlite_master WHERE name = ?1", [table]).isEmpty { return 0 }
        let notes = try database.prepare("SELECT portion, note FROM \(table) ORDER BY portion")
        var last = 0
        try notes.forEachRow([]) { row in
            last = (row.first ?? nil).flatMap { Int($0) } ?? last
            body((row.last ?? nil) ?? "")
        }
        return last
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
