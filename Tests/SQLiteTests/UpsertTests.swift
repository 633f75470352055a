import Records
import Testing

@testable import SQLite

/// Records of many runs, and the keys that make them one row.
@Suite(.enabled(if: DatabaseFile.isPossible, "SQLite's library is not installed")) struct UpsertTests {
    private static let type = Schema.RecordType(
        "Lift",
        ["name": "string", "day": "date", "best": "integer", "tags": "[string]"],
        unique: ["name", "day"]
    )

    private func lift(_ name: Value, _ day: Value, _ best: Value) -> Record {
        Record("Lift", ["name": name, "day": day, "best": best])
    }

    /// A run a day later: new records are added, changed ones are updated, and missing ones stay.
    @Test func daysOfRuns() throws {
        let file = DatabaseFile()
        for records in [
            [lift("Squat", "2018-05-28", 100), lift("Press", "2018-05-28", 40)],
            [lift("Squat", "2018-05-28", 105), lift("Row", "2018-05-29", 60)],
        ] {
            let store = try file.store([UpsertTests.type])
            var notes = 0
            try store.readNotes { _ in notes += 1 }
            #expect(notes == 0)
            try store.write(records, note: "page")
            try store.finish()
        }
        #expect(
            try file.query("SELECT name, day, best FROM Lift ORDER BY name") == [
                "Press|2018-05-28|40", "Row|2018-05-29|60", "Squat|2018-05-28|105",
            ]
        )
        #expect(try file.query("SELECT portion, note FROM scrape_journal") == ["1|page"])
    }

    /// A row has the values of the latest record, even if that has no value.
    @Test func theLatestRecordCounts() throws {
        let file = DatabaseFile()
        let store = try file.store([UpsertTests.type])
        try store.write([lift("Squat", "d", 1), lift("Squat", "d", 2), lift("Squat", "d", .null)], note: "")
        #expect(try file.query("SELECT name, day, best FROM Lift") == ["Squat|d|NULL"])
    }

    /// Records that lack some of their keys are the same if the others are equal; those that lack all are never the
    /// same.
    @Test func recordsWithoutKeys() throws {
        let file = DatabaseFile()
        for best in [1, 2] as [Value] {
            let store = try file.store([UpsertTests.type])
            try store.write(
                [
                    lift("Squat", .null, best), lift(.null, "d", best), lift(.null, .null, best),
                    lift("Squat", "d", best),
                ],
                note: ""
            )
        }
        #expect(
            try file.query("SELECT name, day, best FROM Lift ORDER BY 1, 2, 3") == [
                "NULL|NULL|1", "NULL|NULL|2", "NULL|d|2", "Squat|NULL|2", "Squat|d|2",
            ]
        )
    }

    @Test(
        arguments: [(["tags"], 2), (["tags", "name"], 2), (["n"], 2), (["name"], 1), ([], 4)]
            as [([String], Int)]
    )
    func keysOfAnyType(_ keys: [String], _ count: Int) throws {
        let file = DatabaseFile()
        let type = Schema.RecordType(
            "T",
            ["name": "string", "tags": "[string]", "n": "decimal"],
            unique: keys
        )
        for _ in 0..<2 {
            let store = try file.store([type])
            try store.write(
                [
                    Record("T", ["name": "a", "tags": ["x"], "n": 1]),
                    Record("T", ["name": "a", "tags": ["x", "y"], "n": .number(Number(10))]),
                ],
                note: ""
            )
        }
        #expect(try file.query("SELECT count(*) FROM T") == ["\(count)"])
    }

    /// Values that `unique` treats as the same are one key in any spelling, and the row has the latest one.
    @Test(
        arguments: [
            ("datetime", ["2018-05-28T10:00:00+02:00", "2018-05-28T08:00:00Z"], ["2018-05-28T08:00:00Z"]),
            ("datetime", ["2018-05-28T10:00:00", "2018-05-28T10:00:00Z"], nil),
            ("duration", ["P1D", "PT24H"], ["PT24H"]), ("duration", ["P1M", "P30D"], nil),
            ("json", ["1", .number(Number(1))], nil),
            ("[decimal]", [["1.0"], ["1"]], nil), ("string", ["1.0", "1"], nil),
        ] as [(String, [Value], [Value]?)]
    )
    func keysInSeveralSpellings(_ type: String, _ keys: [Value], _ stored: [Value]?) throws {
        let file = DatabaseFile()
        for key in keys {
            let store = try file.store([Schema.RecordType("T", ["k": type, "a": "string"], unique: ["k"])])
            try store.write([Record("T", ["k": key, "a": "x"])], note: "")
        }
        let tables = try StoredTables.read(file.path)
        #expect(tables.map(\.uniqueKeys) == [["k"]])
        let count = try file.query("SELECT count(*) FROM T")
        #expect(count == ["\(stored?.count ?? keys.count)"])
        if let stored { #expect(tables.first?.records.map { $0.first?.value } == stored) }
    }

    /// Numbers are keys by their value, however long they are.
    @Test(arguments: [
        ("number", ["1", "1.0", "1e0"], 1), ("text", ["1", "1.0", "1e0"], 1), ("text", ["1", "1.01"], 2),
        ("number", ["1234567890123456", "1234567890123456.0"], 1), ("number", ["1e400", "10e399"], 1),
        ("number", ["1e-400", "0"], 2), ("number", ["9007199254740993", "9007199254740992.0"], 2),
    ])
    func numbersAsKeys(_ decimals: String, _ numbers: [String], _ count: Int) throws {
        let file = DatabaseFile()
        for type in ["decimal", "[decimal]"] {
            let name = type.filter(\.isLetter) + "\(type.count)"
            let table = Schema.RecordType(name, ["k": type], unique: ["k"])
            for number in numbers {
                let value = Number(number).map(Value.number) ?? .null
                let store = try file.store([table], ["decimals": decimals])
                try store.write(
                    [Record(table.name, ["k": type.hasPrefix("[") ? .list([value]) : value])],
                    note: ""
                )
            }
            #expect(try file.query("SELECT count(*) FROM \(table.name)") == ["\(count)"], "\(type)")
        }
    }

    /// A column of texts does not distinguish a number from its text, but the key does.
    @Test func keysOfSeveralTypes() throws {
        let file = DatabaseFile()
        let types: [Schema.FieldType] = [.scalar(.string), .scalar(.decimal), .scalar(.boolean)]
        let field = Schema.Field(name: "k", type: .alternatives(types), isRequired: false)
        let type = Schema.RecordType(name: "T", fields: [field], uniqueKeys: ["k"])
        let longOne = Number("1.0").map(Value.number) ?? .null
        for key in [1, "1", longOne, true, "true", true] as [Value] {
            let store = try file.store([type])
            try store.write([Record("T", ["k": key])], note: "")
        }
        #expect(try file.query("SELECT k FROM T ORDER BY rowid") == ["1.0", "1", "true", "true"])
        #expect(try StoredTables.read(file.path).map(\.uniqueKeys) == [["k"]])
    }

    /// A part of the key may be missing, as with keys of one spelling.
    @Test func keysOfSeveralFieldsInSeveralSpellings() throws {
        let file = DatabaseFile()
        let type = Schema.RecordType(
            "T",
            ["name": "string", "time": "datetime", "n": "integer"],
            unique: ["name", "time"]
        )
        for (hour, n) in [("10:00:00+02:00", 1), ("08:00:00Z", 2)] as [(String, Value)] {
            let time = Value.string("2018-05-28T\(hour)")
            let store = try file.store([type])
            try store.write(
                [
                    Record("T", ["name": "a", "time": time, "n": n]), Record("T", ["time": time, "n": n]),
                    Record("T", ["name": "a", "n": n]), Record("T", ["n": n]),
                ],
                note: ""
            )
        }
        #expect(
            try file.query("SELECT name, time, n FROM T ORDER BY 1, 2, 3") == [
                "NULL|NULL|1", "NULL|NULL|2", "NULL|2018-05-28T08:00:00Z|2", "a|NULL|2",
                "a|2018-05-28T08:00:00Z|2",
            ]
        )
        #expect(try StoredTables.read(file.path).map(\.uniqueKeys) == [["name", "time"]])
        let other = Schema.RecordType("T", ["name": "string", "time": "datetime"], unique: ["time"])
        #expect(
            message { () throws(OutputError) in _ = try file.store([other]) }
                == "the table \"T\" of the database has the unique key name, time, and the rules have time"
        )
    }

    /// A table of an earlier version is used as before, with a warning.
    @Test func tablesWithoutAKeyColumn() throws {
        let file = DatabaseFile()
        try file.execute(
            #"CREATE TABLE "T" ("k" TEXT, UNIQUE ("k"))"#,
            "INSERT INTO T VALUES ('2018-05-28T10:00:00+02:00')"
        )
        let store = try file.store([Schema.RecordType("T", ["k": "datetime"], unique: ["k"])])
        for time in ["10:00:00+02:00", "08:00:00Z"] {
            try store.write([Record("T", ["k": .string("2018-05-28T\(time)")])], note: "")
        }
        #expect(try file.query("SELECT count(*) FROM T") == ["2"])
        #expect(
            store.warnings.map(\.message) == [
                "the table \"T\" of the database identifies its rows by the spelling of k, as earlier versions did: "
                    + "equal values in different spellings are different rows"
            ]
        )
    }

    /// A type whose fields are all keys.
    @Test func keysAlone() throws {
        let file = DatabaseFile()
        let store = try file.store([Schema.RecordType("T", ["a": "string"], unique: ["a"])])
        try store.write([Record("T", ["a": "x"]), Record("T", ["a": "x"]), Record("T", [:])], note: "")
        #expect(try file.query("SELECT a FROM T ORDER BY a") == ["NULL", "x"])
    }

    /// A portion that fails leaves nothing, and the store can still be used.
    @Test func aPortionIsWholeOrNotThere() throws {
        let file = DatabaseFile()
        let store = try file.store([UpsertTests.type])
        try store.write([lift("Squat", "d", 1)], note: "1")
        #expect(throws: OutputError.self) {
            try store.write([lift("Row", "d", 1), Record("None", [:])], note: "2")
        }
        try store.write([lift("Press", "d", 1)], note: "3")
        #expect(try file.query("SELECT name FROM Lift ORDER BY 1") == ["Press", "Squat"])
        #expect(try file.query("SELECT note FROM scrape_journal ORDER BY portion") == ["1", "3"])
    }
}
