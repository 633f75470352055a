import Basics
import Records
import Scraping
import Synchronization
import Testing

@testable import Batch

/// Runs over tables: their records are written as they are read.
@Suite struct DataRunTests {
    private static let rules = """
        { "source": "csv", "records": { "Row": { "each": "row", "unique": "id", "fields": {
          "id": { "select": "id", "type": "integer", "required": true }, "name": "name"
        } } } }
        """

    /// A row of a table; every 50th has an invalid number.
    private static func row(_ number: Int, _ table: String) -> String {
        "\(number % 50 == 0 ? "x" : "")\(number),\(table) \(String(repeating: "name ", count: 10))\(number)\n"
    }

    /// A table that arrives in parts of some rows.
    private struct Table: Sendable {
        let name: String
        let rows: Int
        var rowsOfPart = 100
        /// Whether reading may wait for more.
        var mayWait = true
        /// Whether no row is one of the table's.
        var isWrong = false
        /// Called before a part is read, with the number of rows before it.
        var willRead: @Sendable (Int) -> Void = { _ in }

        var pending: PendingPage {
            PendingPage(name: name, place: InputPlace(file: name), open: { .stream(stream) }) { .leftOut("") }
        }

        private var stream: PageStream {
            var next = 0
            return PageStream(name: name, mayWait: mayWait) {
                if next > rows { return nil }
                willRead(max(0, next - 1))
                var text = next == 0 ? "id,name\n" : ""
                if next == 0 { next = 1 }
                let end = min(rows, next + rowsOfPart - 1)
                for number in stride(from: next, through: end, by: 1) {
                    text += isWrong ? "x,\n" : DataRunTests.row(number, name)
                }
                next = end + 1
                return Array(text.utf8)
            } failure: {
                nil
            }
        }
    }

    private struct Tables: PageInput {
        var tables: [Table]

        mutating func next() -> PendingPage? { tables.isEmpty ? nil : tables.removeFirst().pending }
    }

    /// An output that passes everything on to another, and fails at a write.
    private final class Output: RunOutput {
        private let other: (any RunOutput)?
        private let failingWrite: Int
        private let willWrite: ([FinishedPage]) -> Void
        private(set) var writes = 0

        init(
            _ other: (any RunOutput)? = nil,
            failingAt write: Int = .max,
            willWrite: @escaping ([FinishedPage]) -> Void = { _ in }
        ) {
            self.other = other
            failingWrite = write
            self.willWrite = willWrite
        }

        var portion: Int { other?.portion ?? 1 }

        func write(_ pages: [FinishedPage], note: String?) throws(Diagnostic) -> Bool {
            willWrite(pages)
            writes += 1
            let isWanted = try other?.write(pages, note: note) ?? true
            // What has been written remains, as if the process had been killed.
            if writes == failingWrite { throw Diagnostic(.input, "killed") }
            return isWanted
        }

        func finish(note: String) throws(Diagnostic) { try other?.finish(note: note) }
    }

    private static func work(_ format: String, encodesErrors: Bool = false) throws -> PageWork {
        let registry = Registry()
        let rules = try Rules(
            SourceText(name: "rules.json", bytes: Array(rules.utf8)),
            registry: registry
        )
        var options = PageWork.Options()
        options.encodesErrors = encodesErrors
        let schema = rules.schema
        let output = try registry.outputFormat(named: format)
        let isStateless = try output.makeEncoder(schema, options: [:]).isStateless
        return PageWork(.named(rules), options: options) {
            isStateless ? try? output.makeEncoder(schema, options: [:]) : nil
        }
    }

    /// The records of a part are written before the next part is awaited, all but the last one, whose end is not known.
    @Test(arguments: [0, 1, 2], ["jsonl", "json"]) func recordsAreWrittenAsTheyAreRead(
        _ threads: Int,
        _ format: String
    ) throws {
        let written = Mutex(0)
        let condition = Condition()
        let rows = 1000
        let table = Table(name: "table", rows: rows, rowsOfPart: 10) { before in
            // Waits forever if they are not written.
            condition.withLock {
                while written.withLock({ $0 }) < before - 1 {
                    if threads == 0 {
                        Issue.record("\(before) rows have been read")
                        return
                    }
                    condition.wait()
                }
            }
        }
        let output = Output { pages in
            let count = pages.reduce(0) { sum, page in
                sum + page.result.records.count + page.result.encoded.count { $0 == 0x0A }
            }
            condition.withLock {
                written.withLock { $0 += count }
                condition.broadcast()
            }
        }
        let run = BatchRun(
            Tables(tables: [table]),
            try Self.work(format),
            to: BatchRun.Destination(output, errors: nil),
            options: BatchRun.Options(threads: threads)
        )
        try run.run(shouldContinue: { true }, report: { _ in })
        #expect(written.withLock { $0 } == rows)
    }

    /// No more than a portion of a long table is in memory at a time, however long it is.
    @Test(arguments: ["jsonl", "json"]) func aLongTableTakesLittleMemory(_ format: String) throws {
        var most: [Int] = []
        for rows in [4000, 12_000] {
            var largest = 0
            var count = 0
            let output = Output { pages in
                largest = max(largest, pages.reduce(0) { $0 + $1.result.heldBytes })
                count += pages.reduce(0) { $0 + $1.result.records.count }
            }
            let table = Table(name: "table", rows: rows, mayWait: false)
            let run = BatchRun(
                Tables(tables: [table]),
                try Self.work(format),
                to: BatchRun.Destination(output, errors: nil),
                options: BatchRun.Options(threads: 0)
            )
            try run.run(shouldContinue: { true }, report: { _ in })
            #expect(format == "jsonl" || count == rows)
            most.append(largest)
        }
        // The records of a window are added together.
        #expect(most[0] > 1 << 16 && most[0] < 1 << 18)
        #expect(most[1] < most[0] * 5 / 4)
    }

    /// Messages are passed on as well, if a table has nothing else.
    @Test func messagesOfALongTableArePassedOn() throws {
        var (writes, reported) = (0, 0)
        let output = Output { _ in writes += 1 }
        let table = Table(name: "table", rows: 2000, mayWait: false, isWrong: true)
        let run = BatchRun(
            Tables(tables: [table]),
            try Self.work("jsonl"),
            to: BatchRun.Destination(output, errors: nil),
            options: BatchRun.Options(threads: 0)
        )
        try run.run(shouldContinue: { true }, report: { reported += $0.count })
        #expect(reported >= 2000 && run.summary.failed == 1)
        #expect(writes > 10)
    }

    // MARK: - Runs that are continued

    private static let tables = [
        Table(name: "a", rows: 3), Table(name: "b", rows: 450), Table(name: "c", rows: 1),
        Table(name: "d", rows: 320, rowsOfPart: 40), Table(name: "e", rows: 90),
    ]

    /// A destination for a run and its continuations.
    private enum Kind: CaseIterable { case file, folder }

    private static func open(
        _ kind: Kind,
        _ folder: TestFolder,
        continues: Bool,
        _ journal: inout RunJournal
    ) throws -> any RunOutput {
        let registry = Registry()
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(rules.utf8)), registry: registry)
        switch kind {
        case .file:
            let encoder = try registry.outputFormat(named: "csv").makeEncoder(rules.schema, options: [:])
            return try JournaledOutput(
                folder("o"),
                encoder: encoder,
                run: "r",
                continues: continues,
                &journal
            )
        case .folder:
            let path = folder("f")
            let store = try FolderStore(path, format: .csv, schema: rules.schema, continues: continues)
            return try StoreOutput(store, path: path, run: "r", continues: continues, &journal)
        }
    }

    /// Runs until a write fails; returns false if none did.
    private static func run(
        _ kind: Kind,
        in folder: TestFolder,
        continues: Bool,
        threads: Int = 0,
        failingAt write: Int = .max
    ) throws -> Bool {
        var journal = RunJournal()
        let output = Output(
            try open(kind, folder, continues: continues, &journal),
            failingAt: write
        )
        let errors = try ErrorFile(folder("e"))
        try errors.cut(to: journal.errors)
        let run = BatchRun(
            Tables(tables: tables),
            try work("csv", encodesErrors: true),
            to: BatchRun.Destination(output, errors: errors, after: journal),
            options: BatchRun.Options(threads: threads)
        )
        do throws(Diagnostic) {
            try run.run(shouldContinue: { true }, report: { _ in })
            try run.finish()
            return false
        } catch {
            return true
        }
    }

    private static func content(_ kind: Kind, _ folder: TestFolder) -> [String] {
        [folder.text(kind == .file ? "o" : "f/Row.csv"), folder.text("e")]
    }

    /// A run that is interrupted after any write, in the middle of a table or not, has every record once in the end.
    @Test(arguments: Kind.allCases) private func everyInterruptionIsContinued(_ kind: Kind) throws {
        let whole = try TestFolder()
        #expect(try !Self.run(kind, in: whole, continues: false))
        let expected = Self.content(kind, whole)
        #expect(expected[0].split(separator: "\n").count > 800)
        #expect(expected[1].split(separator: "\n").count > 10)
        var write = 1
        while true {
            let folder = try TestFolder()
            guard try Self.run(kind, in: folder, continues: false, failingAt: write) else { break }
            // The second part is interrupted as well.
            _ = try Self.run(kind, in: folder, continues: true, failingAt: 2)
            #expect(try !Self.run(kind, in: folder, continues: true, threads: write % 3))
            #expect(Self.content(kind, folder) == expected, "interrupted at write \(write)")
            write += 1
        }
        #expect(write > 5)
    }

    /// The records, errors and counts of a run do not depend on the number of threads.
    @Test(arguments: Kind.allCases, [1, 2, 5]) private func threadsHaveNoEffect(
        _ kind: Kind,
        threads: Int
    ) throws {
        let (one, several) = (try TestFolder(), try TestFolder())
        _ = try Self.run(kind, in: one, continues: false)
        _ = try Self.run(kind, in: several, continues: false, threads: threads)
        #expect(Self.content(kind, one) == Self.content(kind, several))
    }

    /// A table that has changed since it was read is reported by a continued run.
    @Test func aChangedTableIsRecognised() throws {
        var done = DonePages()
        let work = try Self.work("csv")
        let table = Table(name: "a", rows: 700)
        let result = work.result(of: table.pending) { _ in true }
        let digest = try #require(result.digest)
        done.insert(table.pending.place, digest: digest)
        #expect(RemainingInput(Tables(tables: [table]), without: done).next() == nil)
        // The size of the parts has no effect.
        let same = Table(name: "a", rows: 700, rowsOfPart: 33)
        #expect(RemainingInput(Tables(tables: [same]), without: done).next() == nil)
        let other = Table(name: "a", rows: 701)
        #expect(RemainingInput(Tables(tables: [other]), without: done).next()?.isNoted == false)
    }
}
