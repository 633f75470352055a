import Foundation
import Glibc
import Records
import Testing

@testable import SQLite

/// Runs that are interrupted, and concurrent runs.
@Suite(.enabled(if: DatabaseFile.isPossible, "SQLite's library is not installed")) struct InterruptionTests {
    private static let type = Schema.RecordType("Page", ["number": "integer", "part": "integer"])

    private static func records(_ index: Int) -> [Record] {
        (0..<10).map { Record("Page", ["number": .number(Number(index)), "part": .number(Number($0))]) }
    }

    /// A continued run knows which portions exist, and adds the rest.
    @Test func aRunIsContinued() throws {
        let file = DatabaseFile()
        for last in [3, 7, 7] {
            let store = try file.store([InterruptionTests.type], continues: true)
            var notes: [String] = []
            try store.readNotes { notes.append($0) }
            #expect(notes == notes.indices.map(String.init))
            for index in notes.count..<last {
                try store.write(InterruptionTests.records(index), note: "\(index)")
            }
        }
        #expect(try file.query("SELECT count(*), count(DISTINCT number) FROM Page") == ["70|7"])
    }

    /// The parts of a portion are in the database once its note is, and otherwise none of them.
    @Test func aPortionIsWrittenInParts() throws {
        let file = DatabaseFile()
        for isLast in [false, true] {
            let store = try file.store([InterruptionTests.type], continues: true)
            var notes: [String] = []
            try store.readNotes { notes.append($0) }
            #expect(notes == (isLast ? ["0"] : []))
            if !isLast { try store.write(InterruptionTests.records(0), note: "0") }
            for index in 1...3 { #expect(try store.add(RecordBatch(InterruptionTests.records(index)))) }
            #expect(try file.query("SELECT count(*) FROM Page") == ["10"])
            guard isLast else { continue }
            try store.write(InterruptionTests.records(4), note: "1")
            try store.write(InterruptionTests.records(5), note: "2")
            try store.finish()
        }
        #expect(try file.query("SELECT count(*), count(DISTINCT number) FROM Page") == ["60|6"])
        #expect(try file.query("SELECT note FROM scrape_journal ORDER BY portion") == ["0", "1", "2"])
    }

    /// What is written to a database that has lost its name is lost.
    @Test(arguments: [false, true], [false, true])
    func aRemovedDatabaseIsReported(_ isReplaced: Bool, _ isAtEnd: Bool) throws {
        let file = DatabaseFile()
        let store = try file.store([InterruptionTests.type])
        try store.write(InterruptionTests.records(0), note: "0")
        #expect(rename(file.path, file.path + ".old") == 0)
        defer { unlink(file.path + ".old") }
        if isReplaced { try Data("another".utf8).write(to: URL(filePath: file.path)) }
        let error = #expect(throws: OutputError.self) {
            if isAtEnd {
                try store.finish()
            } else {
                try store.write(InterruptionTests.records(1), note: "1")
            }
        }
        #expect(error?.message.hasSuffix("it was removed or replaced during the run") == true)
    }

    /// Wherever a process is killed, its portions are either complete or missing, and no written portion is lost.
    @Test(arguments: [1, 10, 50]) func aKilledRunIsContinued(_ portions: Int) async throws {
        let file = DatabaseFile()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = file.path as String, portions = portions as Int] in
            let tables = try SQLTable.tables(for: Schema(types: [InterruptionTests.type]), SQLiteOptions())
            let store = try SQLiteStore(path: path, tables: tables, continues: false)
            let written = open(path + "-journal", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
            let isDue = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                isDue.wait()
                kill(getpid(), SIGKILL)
            }
            for index in 0... {
                if index == portions { isDue.signal() }
                try store.write(InterruptionTests.records(index), note: "\(index)")
                _ = write(written, "x", 1)
            }
        }
        var status = stat()
        let written = stat(file.path + "-journal", &status) == 0 ? Int(status.st_size) : 0
        unlink(file.path + "-journal")
        let store = try file.store([InterruptionTests.type], continues: true)
        var notes: [String] = []
        try store.readNotes { notes.append($0) }
        #expect(notes == notes.indices.map(String.init))
        #expect((written...written + 1).contains(notes.count))
        try store.write(InterruptionTests.records(notes.count), note: "last")
        try store.finish()
        #expect(try file.query("PRAGMA integrity_check") == ["ok"])
        let counts = try file.query("SELECT count(*), count(DISTINCT number) FROM Page")
        #expect(counts == ["\(notes.count * 10 + 10)|\(notes.count + 1)"])
    }

    /// A continued run may have to start over because of its notes: until it writes, the database stays unchanged.
    @Test func whatIsReadIsLeftAsItIs() throws {
        let file = DatabaseFile()
        try file.store([InterruptionTests.type]).write(InterruptionTests.records(0), note: "run")
        let before = try file.query("SELECT sql FROM sqlite_master ORDER BY name")
        let other = Schema.RecordType("Page", ["number": "integer", "part": "integer", "text": "string"])
        let store = try file.store([other, Schema.RecordType("Pot", ["size": "integer"])], continues: true)
        var notes: [String] = []
        try store.readNotes { notes.append($0) }
        #expect(notes == ["run"])
        #expect(try file.query("SELECT sql FROM sqlite_master ORDER BY name") == before)
        try store.write(InterruptionTests.records(1), note: "more")
        #expect(try file.query("SELECT count(*), count(text) FROM Page") == ["20|0"])
        #expect(try file.query("SELECT note FROM scrape_journal ORDER BY portion") == ["run", "more"])
    }

    /// At the end of a run there is only one file.
    @Test func oneFileIsLeft() throws {
        let file = DatabaseFile()
        var store: SQLiteStore? = try file.store([InterruptionTests.type])
        try store?.write(InterruptionTests.records(0), note: "0")
        try store?.finish()
        store = nil
        for end in ["-wal", "-shm", "-journal"] { #expect(access(file.path + end, F_OK) != 0) }
        #expect(try file.query("PRAGMA journal_mode") == ["delete"])
    }

    @Test func aDatabaseOfAnotherProgramIsReportedAfterAWhile() throws {
        let file = DatabaseFile()
        let store = try file.store([InterruptionTests.type], busyTimeout: 50)
        let other = try Database(file.path, busyTimeout: 50)
        try other.execute("BEGIN IMMEDIATE")
        let text = "the database \(file.path) is in use by another program"
        #expect(message { () throws(OutputError) in try store.write([], note: "1") } == text)
        #expect(
            message { () throws(OutputError) in
                _ = try file.store([InterruptionTests.type], busyTimeout: 50)
            } == text
        )
        try other.execute("COMMIT")
        try store.write(InterruptionTests.records(0), note: "1")
        #expect(try file.query("SELECT count(*) FROM Page") == ["10"])
    }

    /// Concurrent readers neither wait nor delay the run.
    @Test func readersAreNotDisturbed() throws {
        let file = DatabaseFile()
        let store = try file.store([InterruptionTests.type], busyTimeout: 50)
        let reader = try Database(file.path, busyTimeout: 50)
        try reader.execute("BEGIN")
        #expect(try reader.rows("SELECT count(*) FROM Page") == [["0"]])
        try store.write(InterruptionTests.records(0), note: "1")
        #expect(try reader.rows("SELECT count(*) FROM Page") == [["0"]])
        try store.finish()
        try reader.execute("COMMIT")
        #expect(try reader.rows("SELECT count(*) FROM Page") == [["10"]])
    }

    /// Of two concurrent runs, the first one fails.
    @Test func twoRunsAreReported() throws {
        let file = DatabaseFile()
        let first = try file.store([InterruptionTests.type])
        try first.write([], note: "1")
        let second = try file.store([InterruptionTests.type])
        let expected = "another run keeps its records in the database \(file.path)"
        #expect(message { () throws(OutputError) in try first.write([], note: "2") } == expected)
        try second.write([], note: "a")
        #expect(try file.query("SELECT note FROM scrape_journal") == ["a"])
    }

    @Test(arguments: [["libnone.so.9"], []]) func aMissingLibraryIsAnError(_ names: [String]) {
        do throws(OutputError) {
            _ = try SQLiteLibrary(names)
            Issue.record("a library has been found")
        } catch {
            #expect(error.message == "SQLite's library (\(names.joined(separator: ", "))) is not installed")
            #expect(error.cause == .input)
        }
        #expect(
            message { () throws(OutputError) in _ = try SQLiteLibrary(["libc.so.6"]) }.contains("older than")
        )
    }
}
