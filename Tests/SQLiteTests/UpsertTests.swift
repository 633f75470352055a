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
