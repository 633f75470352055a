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
