import Foundation
import Testing

/// `scrape fmt RULES…`, as a user types it.
@Suite struct FormatTests {
    static let untidy = "{\"records\":{ // all\n\"P\":{\"fields\":{\"x\":\"b\",}}}}"
    static let tidy = """
        {
          "records": { // all
            "P": { "fields": { "x": "b" } }
          }
        }

        """
    static let broken = "{ \"records\" {} }\n"
    static let files = ["Rules/untidy.json": untidy, "tidy.json": tidy, "broken.json": broken]

    private func text(_ name: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func filesAreFormattedInPlace() throws {
        try withFolder(FormatTests.files) { folder in
            let path = folder.appending(path: "Rules/untidy.json").path
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let tidy = folder.appending(path: "tidy.json").path
            let before = try FileManager.default.attributesOfItem(atPath: tidy)

            let command = try Command(["fmt", "untidy", "tidy.json"], in: folder)
            #expect(command.status == 0)
            #expect(command.output == "")
            #expect(command.errors == "")
            #expect(try text("Rules/untidy.json", in: folder) == FormatTests.tidy)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            let after = try FileManager.default.attributesOfItem(atPath: tidy)
            #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        }
    }

    @Test func checkingWritesNothing() throws {
        try withFolder(FormatTests.files) { folder in
            let command = try Command(["fmt", "--check", "tidy.json", "rules/untidy.json"], in: folder)
            #expect(command.status == 1)
            #expect(command.output == "Rules/untidy.json\n")
            #expect(try text("Rules/untidy.json", in: folder) == FormatTests.untidy)
            #expect(try Command(["fmt", "--check", "tidy.json"], in: folder).status == 0)
        }
    }

    @Test func filesWithMistakesAreUnchangedAndReported() throws {
        try withFolder(FormatTests.files) { folder in
            let command = try Command(["fmt", "broken.json", "none.json", "Rules/untidy.json"], in: folder)
            #expect(command.status == 2)
            #expect(
                command.errors.hasPrefix(
                    """
                    broken.json:1:13: error: expected a colon after the key, found "{"
                      1 | { "records" {} }
                        |             ^
                    error: no rules file "none.json": tried none.json, Rules/none.json
                    """
                )
            )
            #expect(try text("broken.json", in: folder) == FormatTests.broken)
            #expect(try text("Rules/untidy.json", in: folder) == FormatTests.tidy)
        }
    }

    @Test func standardInputGoesToStandardOutput() throws {
        let command = try Command(["fmt", "-"], input: Data(FormatTests.untidy.utf8))
        #expect(command.status == 0)
        #expect(command.output == FormatTests.tidy)
        let check = try Command(["fmt", "--check", "-"], input: Data(FormatTests.untidy.utf8))
        #expect(check.status == 1)
        #expect(check.output == "<standard input>\n")
        let broken = try Command(["fmt", "-"], input: Data("{".utf8))
        #expect(broken.status == 2)
        #expect(broken.output == "")
        #expect(broken.errors.hasPrefix("<standard input>:1:2: error: "))
    }

    @Test(arguments: [
        (["fmt"], "error: no rules file is given\n"),
        (["fmt", "--chek", "a"], "error: unknown option --chek\n"),
        (["fmt", "-", "-"], "error: standard input (-) can be read only once\n"),
    ])
    func wrongArgumentsAreReported(_ arguments: [String], _ message: String) throws {
        let command = try Command(arguments)
        #expect(command.status == 2)
        #expect(command.errors.hasPrefix(message))
    }

    @Test func theRulesOfTheRepositoryAreFormatted() throws {
        let folder = Command.checkout.appending(path: "Rules")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
        let command = try Command(["fmt", "--check"] + names.map { "Rules/\($0)" })
        #expect(command.output == "")
        #expect(command.status == 0)
    }
}
