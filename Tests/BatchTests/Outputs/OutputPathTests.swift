import Scraping
import Testing

@testable import Batch

/// Writing files in a folder whose name is not UTF-8.
@Suite struct OutputPathTests {
    private let folder: TestFolder
    /// The folder's escaped path.
    private let place: String

    init() throws {
        folder = try TestFolder()
        try folder.write(bytes: [0xE9] + Array("/a.html".utf8), "page")
        place = folder.path + #"/\xE9"#
    }

    @Test func `A file is replaced in the folder`() throws {
        for text in ["first", "second"] {
            let file = try ReplacementFile(place + "/out.json")
            try file.write(text.utf8)
            try file.commit()
        }
        try ReplacementFile(place + "/not-committed").write("x".utf8)
        #expect(try File.read(place + "/out.json") == Array("second".utf8))
        try expectNothingElse(["a.html", "out.json"])
    }

    @Test func `A file is appended to, with the folders that it needs`() throws {
        try File.makeFolders(for: place + "/new/out.jsonl")
        for text in ["first\n", "second\n"] {
            let file = try AppendedFile(place + "/new/out.jsonl")
            try file.append(text.utf8)
            try file.flush()
        }
        var reader = try LineReader(place + "/new/out.jsonl")
        #expect(reader.next().map { String(decoding: $0, as: UTF8.self) } == "first")
        try expectNothingElse(["a.html", "new"])
    }

    /// The folder contains these files, and there is no other folder next to it.
    private func expectNothingElse(_ names: [String]) throws {
        #expect(try File.names(in: place).sorted() == names)
        #expect(try File.names(in: folder.path) == [#"\xE9"#])
    }
}
