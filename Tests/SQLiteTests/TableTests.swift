import Glibc
import Records
import Testing

@testable import SQLite

/// Tables that are created, and tables that exist.
@Suite(.enabled(if: DatabaseFile.isPossible, "SQLite's library is not installed")) struct TableTests {
    private static let plant = Schema.RecordType(
        "Plant",
        ["name": "string", "height": "integer", "colours": "[string]"],
        unique: ["name"]
    )

    @Test func tablesAreMade() throws {
        let file = DatabaseFile()
        _ = try file.store([TableTests.plant, Schema.RecordType("Note", ["@page": "string", "@url": "url"])])
        #expect(
            try file.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name") == [
                #"CREATE TABLE "Note" ("@page" TEXT, "@url" TEXT)"#,
                #"CREATE TABLE "Plant" ("name" TEXT, "height" INTEGER, "colours" TEXT, UNIQUE ("name"))"#,
                "CREATE TABLE scrape_journal (portion INTEGER PRIMARY KEY, note TEXT NOT NULL)",
            ]
        )
    }

    /// Any name is only a name, whatever it contains.
    @Test(arguments: [
        "a b", "a\"b", "a\"\u{301}b", "\"; DROP TABLE scrape_journal; --", "select", "a'b", "a.b", "[x]",
        "`x`",
        "é\u{1F33F}", "?1", "x\n",
        "rowid", "a,b", "@type", "%s", ":memory:", "excluded", "main",
    ])
    func anyName(_ name: String) throws {
        let file = DatabaseFile()
        let type = Schema.RecordType(name, [name: "string", "other": "string"], unique: [name])
        for value in ["x", "y"] as [Value] {
            let store = try file.store([type])
            try store.write([Record(name, [name: "k", "other": value])], note: "n")
        }
        #expect(try file.query("SELECT * FROM \(SQLName.quoted(name))") == ["k|y"])
        #expect(try file.query("SELECT note FROM scrape_journal") == ["n"])
    }

    /// Record types that no database can store.
    @Test(
        arguments: [
            (
                [Schema.RecordType("T", ["a": "string", "A": "string"])],
                #"the fields of "T" "a" and "A" are the same"#
            ),
            (
                [Schema.RecordType("T", ["a": "string"]), Schema.RecordType("t", ["a": "string"])],
                #"types "T" and "t""#
            ),
            ([Schema.RecordType("T", ["a\0": "string"])], "it contains a NUL"),
            ([Schema.RecordType("T\0", ["a": "string"])], "it contains a NUL"),
            ([Schema.RecordType("T", [:])], "has no fields"),
            ([Schema.RecordType("SQLite_x", ["a": "string"])], "is reserved"),
            ([Schema.RecordType("Scrape_Journal", ["a": "string"])], "is reserved"),
            (
                [plant, Schema.RecordType("Plant", ["name": "string"])],
                #""Plant" have different unique keys: "name" in one rules file, nothing in another one"#
            ),
        ] as [([Schema.RecordType], String)]
    )
    func impossibleTypes(_ types: [Schema.RecordType], _ expected: String) {
        let file = DatabaseFile()
        let message = message { () throws(OutputError) in _ = try file.store(types) }
        #expect(message.contains(expected), "\(message)")
        #expect(access(file.path, F_OK) != 0)
    }

    /// SQLite ignores the case of names only for ASCII letters.
    @Test func lettersBeyondASCII() throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["ä": "string", "Ä": "string"])])
        try store.write([Record("T", ["ä": "1", "Ä": "2"])], note: "")
        #expect(try file.query("SELECT * FROM T") == ["1|2"])
    }

    /// Tables that can store the records, unchanged or with additional columns.
    @Test(arguments: [
        "CREATE TABLE Plant (name TEXT UNIQUE)",
        "CREATE TABLE plant (NAME TEXT PRIMARY KEY, Height INT, colours)",
        "CREATE TABLE Plant (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, note TEXT)",
        "CREATE TABLE Plant (name TEXT UNIQUE, height BIGINT, seen TEXT NOT NULL DEFAULT 'x')",
        "CREATE TABLE Plant (name TEXT PRIMARY KEY, height NUMERIC) WITHOUT ROWID",
    ])
    func tablesThatFit(_ creation: String) throws {
        let file = DatabaseFile()
        try file.execute(creation)
        let store = try file.store([TableTests.plant])
        for height in [1, 2] as [Value] {
            try store.write(
                [Record("Plant", ["name": "Ash", "height": height, "colours": ["red"]])],
                note: ""
            )
        }
        #expect(try file.query("SELECT name, height, colours FROM Plant") == [#"Ash|2|["red"]"#])
    }

    @Test func aRowsOwnNumberIsAKey() throws {
        let file = DatabaseFile()
        try file.execute("CREATE TABLE T (id INTEGER PRIMARY KEY, x TEXT)")
        let store = try file.store([Schema.RecordType("T", ["id": "integer", "x": "string"], unique: ["id"])])
        for text in ["a", "b"] as [Value] { try store.write([Record("T", ["id": 7, "x": text])], note: "") }
        #expect(try file.query("SELECT id, x FROM T") == ["7|b"])
    }

    /// Tables that cannot store the records: an error before anything is written.
    @Test(arguments: [
        ("CREATE VIEW Plant AS SELECT 1 AS name", "is not a table, but a view"),
        ("CREATE TABLE Plant (name TEXT)", "does not have the unique key name"),
        (
            "CREATE TABLE Plant (name TEXT, height INTEGER UNIQUE)",
            "has the unique key height, and the rules have name"
        ),
        ("CREATE TABLE Plant (name TEXT UNIQUE, height REAL)", #"declares the column "height" as REAL"#),
        ("CREATE TABLE Plant (name INTEGER UNIQUE)", #"declares the column "name" as INTEGER"#),
        ("CREATE TABLE Plant (name TEXT UNIQUE, x TEXT NOT NULL)", #"needs a value for its column "x""#),
        ("CREATE TABLE scrape_journal (x TEXT)", "cannot keep records in the database"),
    ])
    func tablesThatDoNotFit(_ creation: String, _ expected: String) throws {
        let file = DatabaseFile()
        try file.execute(creation)
        let message = message { () throws(OutputError) in _ = try file.store([TableTests.plant]) }
        #expect(message.contains(expected), "\(message)")
        #expect(try file.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL") == [creation])
        #expect(try file.query("PRAGMA journal_mode") == ["delete"])
    }

    @Test func filesThatAreNoDatabase() throws {
        let file = DatabaseFile()
        let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o666)
        let text = String(repeating: "my notes\n", count: 200)
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
        let message = message { () throws(OutputError) in _ = try file.store([TableTests.plant]) }
        #expect(message.hasSuffix("file is not a database"))
        var status = stat()
        #expect(stat(file.path, &status) == 0 && Int(status.st_size) == text.utf8.count)
    }

    @Test(arguments: ["/dev/null/x.db", "/tmp", "/tmp/none/x.db"]) func pathsThatCannotBe(
        _ path: String
    ) throws {
        let tables = try SQLTable.tables(for: Schema(types: [TableTests.plant]), SQLiteOptions())
        #expect(throws: OutputError.self) { try SQLiteStore(path: path, tables: tables, continues: false) }
    }

    /// Rows of bytes become the same rows as their records, in groups of all sizes, with keys and without them.
    @Test(arguments: [[], ["id"], ["id", "name"]], [0, 1, 31, 32, 33, 64, 65, 200])
    func rowsAreStoredLikeRecords(_ keys: [String], _ count: Int) throws {
        let type = Schema.RecordType(
            "T",
            [
                "name": "string", "id": "integer", "x": "decimal", "is": "boolean", "missing": "string",
                "any": "json",
            ],
            unique: keys
        )
        for hasText in [false, true] {
            var rows = RecordRows(RecordRows.Layout(type: "T", names: ["any", "x", "name", "id", "is"]))
            for index in 0..<count {
                let any: Value = hasText && index % 50 == 7 ? "text" : .boolean(index % 2 == 0)
                let digits = ["1.5", "12345678901234567890", "0.12345678901234567", "7"][index % 4]
                let values: [Value?] = [
                    any, Number(digits).map(Value.number), index % 5 == 0 ? nil : .string("n\(index % 9)"),
                    index % 7 == 0 ? nil : .number(Number(index % 20)), index % 3 == 0 ? .null : true,
                ]
                for value in values {
                    if let value { _ = rows.append(value) } else { rows.appendEmpty(.absent) }
                }
            }
            let (asRows, asRecords) = (DatabaseFile(), DatabaseFile())
            let (first, second) = (try asRows.store([type]), try asRecords.store([type]))
            try first.write(RecordBatch(rows), note: "n")
            for record in rows.records { try second.write([record], note: "n") }
            #expect(first.warnings.map(\.message) == second.warnings.map(\.message))
            let sql = "SELECT *, typeof(x), typeof(id), typeof(any) FROM T ORDER BY rowid"
            #expect(try asRows.query(sql) == asRecords.query(sql))
            if keys.isEmpty { #expect(try asRows.query("SELECT count(*) FROM T") == ["\(count)"]) }
        }
    }
}
