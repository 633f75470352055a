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
