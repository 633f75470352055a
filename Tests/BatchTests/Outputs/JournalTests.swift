import Glibc
import Records
import Scraping
import Testing

@testable import Batch

/// Files with a journal after an interruption.
@Suite struct JournalTests {
    /// The text that each portion appends to each of two files.
    private static let portions = [
        ["a\n", "-"], ["bc\n", ""], ["", ""], ["déf\n", "--\n"], ["g", "-\n"],
    ]

    /// Writes the portions that are not in the files yet.
    ///
    /// - Returns: the notes of the portions that are.
    @discardableResult
    private func run(_ folder: TestFolder, continues: Bool) throws -> [String] {
        var notes: [String] = []
        let files = try JournaledFiles(
            [folder("a"), folder("b")],
            journal: folder("j"),
            continues: continues
        ) {
            notes.append($0)
        }
        for (index, portion) in JournalTests.portions.enumerated() where !notes.contains("\(index)") {
            for (file, text) in portion.enumerated() { try files.append(text.utf8, to: file) }
            try files.commit("\(index)")
        }
        files.synchronize()
        return notes
    }

    private static let whole = ["a\nbc\ndéf\ng", "---\n-\n"]

    /// However much of the files and their journal remains, each portion is in them exactly once in the end.
    @Test func everyCutIsContinued() throws {
        let folder = try TestFolder()
        try run(folder, continues: false)
        let (a, b, journal) = (folder.bytes("a"), folder.bytes("b"), folder.bytes("j"))
        #expect([folder.text("a"), folder.text("b")] == JournalTests.whole)
        for end in 0...journal.count {
            let cuts = (0...a.count).map { ($0, b.count) } + (0..<b.count).map { (a.count, $0) }
            for (endOfA, endOfB) in cuts {
                try folder.put(journal[..<end], "j")
                try folder.put(a[..<endOfA], "a")
                try folder.put(b[..<endOfB], "b")
                let notes = try run(folder, continues: true)
                let isWhole =
                    folder.bytes("a") == a && folder.bytes("b") == b && folder.bytes("j") == journal
                if !isWhole { Issue.record("cut at \(end), \(endOfA), \(endOfB)") }
                if notes != notes.indices.map(String.init) { Issue.record("notes \(notes) of \(end)") }
                let lines = journal[..<end].count { $0 == 0x0A }
                if endOfA == a.count, endOfB == b.count, notes.count != lines {
                    Issue.record("\(notes.count) of \(lines) portions are known")
                }
            }
        }
    }

    /// Bytes beyond those in the journal are removed.
    @Test func halfWrittenPortionsAreCut() throws {
        let folder = try TestFolder()
        try run(folder, continues: false)
        let (a, journal) = (folder.bytes("a"), folder.bytes("j"))
        try folder.put(a + Array("half a li".utf8), "a")
        try folder.put(journal + Array(#"{"sizes":[99"#.utf8), "j")
        #expect(try run(folder, continues: true).count == JournalTests.portions.count)
        #expect(folder.bytes("a") == a)
        #expect(folder.bytes("j") == journal)
    }

    @Test func aRunStartsOver() throws {
        let folder = try TestFolder()
        try run(folder, continues: false)
        try folder.put(Array(repeating: 0x2E, count: 1000), "a")
        #expect(try run(folder, continues: false).isEmpty)
        #expect([folder.text("a"), folder.text("b")] == JournalTests.whole)
    }

    /// A file that is not a journal of these files is an error, and nothing is truncated.
    @Test(arguments: [
        ("my notes\n", "is not the journal of a run"), ("my notes", "is not the journal of a run"),
        (#"{"sizes":[1],"note":"0"}"# + "\n", "is the journal of 1 files, not 2"),
        (#"{"sizes":[-1,2],"note":"0"}"# + "\n", "is not the journal of a run"),
        (#"{"sizes":[1,2]}"# + "\n", "is not the journal of a run"),
    ])
    func otherFilesAreKept(_ journal: String, _ message: String) throws {
        let folder = try TestFolder()
        try folder.put("kept".utf8, "a")
        try folder.put(journal.utf8, "j")
        let error = #expect(throws: OutputError.self) { try run(folder, continues: true) }
        #expect(error?.message == "cannot write \(folder("j")): \(message)")
        #expect(error?.cause == .input)
        #expect(folder.text("a") == "kept")
        #expect(folder.text("j") == journal)
    }

    /// Files without a journal are not truncated, and continuing them is a mistake in the command line.
    @Test func aMissingJournalIsAnError() throws {
        let folder = try TestFolder()
        try folder.put("kept".utf8, "b")
        let error = #expect(throws: OutputError.self) { try run(folder, continues: true) }
        #expect(
            error?.message
                == "cannot continue \(folder("b")) (--resume): its journal \(folder("j")) is missing"
        )
        #expect(error?.cause == .rules)
        #expect(error?.help?.contains("--resume") == true)
        #expect(folder.text("b") == "kept")
    }

    /// A path that cannot be written does not change the other files.
    @Test func noFileIsCutBeforeAllAreOpen() throws {
        let folder = try TestFolder()
        try folder.put("kept".utf8, "a")
        #expect(throws: OutputError.self) {
            try JournaledFiles([folder("a"), folder("none/b")], journal: folder("j"), continues: false)
        }
        #expect(folder.text("a") == "kept")
    }

    @Test func twoRunsDoNotShareAJournal() throws {
        let folder = try TestFolder()
        let first = try JournaledFiles([folder("a")], journal: folder("j"), continues: false)
        try first.append("one\n".utf8, to: 0)
        try first.commit("1")
        for continues in [true, false] {
            let error = #expect(throws: OutputError.self) {
                try JournaledFiles([folder("a")], journal: folder("j"), continues: continues)
            }
            #expect(error?.message == "cannot write \(folder("j")): is in use by another run")
        }
        #expect(folder.text("a") == "one\n")
    }

    /// Files with another identity are not changed, and the note with the identity is not a note of a portion.
    @Test(arguments: ["one", "other"]) func filesAreIdentified(_ identity: String) throws {
        let folder = try TestFolder()
        func open(_ note: String, continues: Bool, _ body: (String) -> Void) throws -> JournaledFiles {
            let mismatch = OutputError("another identity", cause: .rules)
            return try JournaledFiles(
                [folder("a")],
                journal: folder("j"),
                identity: .init(note: note, mismatch: mismatch),
                continues: continues,
                note: body
            )
        }
        try {
            let files = try open("one", continues: false) { _ in }
            #expect(files.isNew)
            try files.commit("one")
            try files.append("x".utf8, to: 0)
            try files.commit("1")
        }()
        let journal = folder.text("j")
        var notes: [String] = []
        if identity == "one" {
            let files = try open(identity, continues: true) { notes.append($0) }
            #expect(!files.isNew)
            try files.readNotes { notes.append($0) }
            #expect(notes == ["1", "1"])
        } else {
            #expect(throws: OutputError.self) { try open(identity, continues: true) { notes.append($0) } }
            #expect(notes == [])
        }
        #expect(folder.text("a") == "x" && folder.text("j") == journal)
    }

    /// After the disk was full, no commit succeeds, even if space becomes available again.
    @Test func aFailureIsForGood() throws {
        let folder = try TestFolder()
        let files = try JournaledFiles([folder("a"), "/dev/full"], journal: folder("j"), continues: false)
        try files.append("x".utf8, to: 0)
        try files.commit("0")
        try files.append("y".utf8, to: 1)
        for _ in 0..<2 {
            #expect(throws: File.Failure.self) { try files.commit("1") }
        }
        #expect(folder.text("j").count { $0.isNewline } == 1)
    }
}
