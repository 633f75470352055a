import Engine
import Glibc
import Records
import Testing

@testable import Batch

@Suite struct ErrorFileTests {
    private static let line = #"{"page":"a.html","reason":"none"}"# + "\n"

    /// A continued run keeps as many bytes of the file as its journal records.
    @Test(arguments: [
        (line + line + "{\"pa", line.utf8.count * 2, line + line),
        (line + line, line.utf8.count, line),
        (line + line, 0, ""),
        // After a crash of the machine, the file's end is missing.
        (line + "{\"page\":\"b", line.utf8.count * 3, line),
        ("", 100, ""),
    ])
    func keepsWholeLines(_ text: String, _ size: Int, _ kept: String) throws {
        let folder = try TestFolder()
        try folder.put(Array(text.utf8), "errors")
        try ErrorFile(folder("errors")).cut(to: size)
        #expect(folder.text("errors") == kept)
    }

    /// Errors that are written to a removed file would be lost.
    @Test func reportsThatItWasRemoved() throws {
        let folder = try TestFolder()
        let file = try ErrorFile(folder("errors"))
        try file.finish()
        #expect(unlink(folder("errors")) == 0)
        let error = #expect(throws: Diagnostic.self) { try file.finish() }
        #expect(error?.message == "cannot write the errors: it was removed during the run")
        try folder.put([], "errors")
        let other = #expect(throws: Diagnostic.self) { try file.finish() }
        #expect(other?.message == "cannot write the errors: it was replaced during the run")
    }

    /// What follows in a file that another program has made shorter would come after NUL bytes.
    @Test(arguments: [(2, "truncated"), (20, "written to by another program")])
    func reportsAnotherSize(_ size: Int, _ change: String) throws {
        let folder = try TestFolder()
        let file = try AppendedFile(folder("output"))
        try file.append(Array("12345\n".utf8))
        try file.flush()
        try file.checkPresence()
        #expect(truncate(folder("output"), size) == 0)
        let before = folder.text("output")
        try file.append(Array("6\n".utf8))
        let error = #expect(throws: File.Failure.self) { try file.flush() }
        #expect(error?.description == "it was \(change) during the run")
        #expect(throws: File.Failure.self) { try file.checkPresence() }
        #expect(folder.text("output") == before)
    }

    @Test(arguments: [
        ("my notes\nof last week\n", 9), (line + "and notes\n", line.utf8.count + 10), (line, 10),
    ])
    func keepsOtherFiles(_ text: String, _ size: Int) throws {
        let folder = try TestFolder()
        try folder.put(Array(text.utf8), "errors")
        let file = try ErrorFile(folder("errors"))
        #expect(throws: Diagnostic.self) { try file.cut(to: size) }
        #expect(folder.text("errors") == text)
    }
}
