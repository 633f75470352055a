import Foundation
import Glibc
import Records
import Testing

@testable import Batch

/// A folder with a file for each record type.
@Suite struct FolderStoreTests {
    private static let schema = Schema(types: [
        Schema.RecordType(
            name: "Plant",
            fields: [
                Schema.Field(name: "name", type: .scalar(.string), isRequired: true),
                Schema.Field(name: "colours", type: .list(.scalar(.string)), isRequired: false),
            ]
        ),
        Schema.RecordType(
            name: "Pot/Vase",
            fields: [Schema.Field(name: "size", type: .scalar(.integer), isRequired: false)]
        ),
    ])

    private static func plant(_ name: String) -> Record {
        Record(
            type: "Plant",
            fields: [Value.Member("name", .string(name)), Value.Member("colours", ["red"])]
        )
    }

    private static let pots = [
        Record(type: "Pot/Vase", fields: [Value.Member("size", 7)]), Record(type: "Pot/Vase", fields: []),
    ]

    private func store(
        _ folder: TestFolder,
        _ format: FolderFormat = .csv,
        _ schema: Schema = schema,
        continues: Bool = false
    ) throws(OutputError) -> FolderStore {
        try FolderStore(folder.path, format: format, schema: schema, continues: continues)
    }

    @Test(
        arguments: [
            (
                .csv, "name,colours\nAsh,\"[\"\"red\"\"]\"\n\"Box, \"\"x\"\"\",\"[\"\"red\"\"]\"\n",
                "size\n7\n\"\"\n"
            ),
            (.tsv, "name\tcolours\nAsh\t[\"red\"]\nBox, \"x\"\t[\"red\"]\n", "size\n7\n\n"),
            (
                .jsonLines,
                """
                {"@type":"Plant","name":"Ash","colours":["red"]}
                {"@type":"Plant","name":"Box, \\"x\\"","colours":["red"]}

                """, "{\"@type\":\"Pot/Vase\",\"size\":7}\n{\"@type\":\"Pot/Vase\"}\n"
            ),
        ] as [(FolderFormat, String, String)]
    )
    func formats(_ format: FolderFormat, _ plants: String, _ pots: String) throws {
        let folder = try TestFolder()
        let store = try store(folder, format)
        try store.write([FolderStoreTests.plant("Ash"), FolderStoreTests.pots[0]], note: "1")
        try store.write([FolderStoreTests.plant("Box, \"x\""), FolderStoreTests.pots[1]], note: "2")
        try store.finish()
        #expect(folder.text("Plant.\(format.rawValue)") == plants)
        #expect(folder.text("Pot%2FVase.\(format.rawValue)") == pots)
    }

    @Test func filesHaveHeadersWithoutRecords() throws {
        let folder = try TestFolder()
        try store(folder).finish()
        #expect(folder.text("Plant.csv") == "name,colours\n")
        #expect(folder.text("Pot%2FVase.csv") == "size\n")
    }

    /// Wherever the journal and the files end, a continued run completes them in the same way.
    @Test func everyCutIsContinued() throws {
        let folder = try TestFolder()
        let names = ["Ash", "Box", "Cep"]
        func run(continues: Bool) throws {
            let store = try store(folder, continues: continues)
            var notes: [String] = []
            try store.readNotes { notes.append($0) }
            for name in names where !notes.contains(name) {
                try store.write([FolderStoreTests.plant(name)], note: name)
            }
            try store.finish()
        }
        try run(continues: false)
        let (plants, journal) = (folder.bytes("Plant.csv"), folder.bytes(".journal"))
        for end in 0...journal.count {
            for file in stride(from: 0, through: plants.count, by: 3) {
                try folder.put(journal[..<end], ".journal")
                try folder.put(plants[..<file], "Plant.csv")
                try run(continues: true)
                let isWhole = folder.bytes("Plant.csv") == plants && folder.bytes(".journal") == journal
                if !isWhole { Issue.record("cut at \(end), \(file)") }
            }
        }
    }

    @Test func otherFieldsAreAnError() throws {
        let folder = try TestFolder()
        try store(folder).write([FolderStoreTests.plant("Ash")], note: "1")
        var other = FolderStoreTests.schema
        other.types[0].fields.removeLast()
        // A missing file is shorter than the length in the journal, which would invalidate the whole journal.
        var renamed = FolderStoreTests.schema
        renamed.types[0] = Schema.RecordType(name: "Tree", fields: renamed.types[0].fields)
        for schema in [other, Schema(types: Array(other.types.prefix(1))), renamed] {
            #expect(throws: OutputError.self) { try store(folder, .csv, schema, continues: true) }
        }
        #expect(folder.text("Plant.csv").contains("Ash"))
        #expect(folder.names == [".journal", "Plant.csv", "Pot%2FVase.csv"])
    }

    @Test(arguments: [
        ("Plant", "Plant.csv"), ("Änder ung", "Änder ung.csv"), ("..", "%2E..csv"),
        ("a/../b", "a%2F..%2Fb.csv"),
        ("a\0\n%", "a%00%0A%25.csv"), ("-rf", "%2Drf.csv"), ("", nil),
        (String(repeating: "x", count: 300), nil),
    ])
    func fileNames(_ type: String, _ name: String?) {
        #expect((try? FolderStore.fileName(for: type, .csv)) == name)
    }

    @Test func recordsOfUnknownTypesAreAnError() throws {
        let folder = try TestFolder()
        let store = try store(folder)
        #expect(throws: OutputError.self) { try store.write([Record(type: "Tree", fields: [])], note: "1") }
    }

    @Test func aFolderThatCannotBeMadeIsAnError() throws {
        let error = #expect(throws: OutputError.self) {
            try FolderStore("/dev/null/x", format: .csv, schema: FolderStoreTests.schema, continues: false)
        }
        #expect(error?.cause == .input)
    }

    /// A run that is killed at any moment can be continued.
    @Test(arguments: [1, 10, 50]) func aKilledRunIsContinued(_ portions: Int) async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, portions = portions as Int] in
            let store = try FolderStore(path, format: .csv, schema: FolderStoreTests.schema, continues: false)
            let killer = Killer()
            for index in 0... {
                if index == portions { killer.kill() }
                try store.write([FolderStoreTests.plant("\(index)")], note: "\(index)")
            }
        }
        let store = try store(folder, continues: true)
        var count = 0
        try store.readNotes {
            if $0 != "\(count)" { Issue.record("note \($0) is not \(count)") }
            count += 1
        }
        try store.write([FolderStoreTests.plant("last")], note: "last")
        try store.finish()
        let rows = ["name"] + (0..<count).map(String.init) + ["last", ""]
        let found = folder.text("Plant.csv").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(found.map { String($0.prefix { $0 != "," }) } == rows)
    }
}

/// Ends this process abruptly.
private struct Killer {
    private let isDue = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [isDue] in
            isDue.wait()
            Glibc.kill(getpid(), SIGKILL)
        }
    }

    /// Kills this process from another thread, at any point in this one.
    func kill() { isDue.signal() }
}
