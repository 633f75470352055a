import Foundation
import Testing

/// Runs over tables have the records, messages and exit status of the plain command, which prints records while it reads.
@Suite struct TableRunTests {
    private static let rules = """
        { "source": "csv", "records": { "Row": { "each": "row", "unique": "id", "fields": {
          "id": { "select": "id", "type": "integer", "required": true }, "name": "name"
        } } } }
        """

    /// Every 500th row has an invalid number, and every 700th repeats another.
    private static func table(_ rows: Int, _ name: String) -> String {
        "id,name\n"
            + (1...rows).map { number in
                let id = number % 700 == 0 ? "1" : number % 500 == 0 ? "x" : "\(number)"
                return "\(id),\(name) \(String(repeating: "name ", count: 12))\(number)\n"
            }.joined()
    }

    private static let files = [
        "rules.json": rules, "a.csv": table(800, "a"), "d/b.csv": table(1300, "b"), "d/c.csv": table(2, "c"),
        "list": "a.csv\nd/b.csv\nd/c.csv\n",
    ]

    private static func run(_ arguments: [String], in folder: URL) throws -> Command {
        try Command(["--rules", "rules.json", "--quiet"] + arguments, in: folder)
    }

    @Test(arguments: ["json", "jsonl", "csv", "markdown"]) func aRunHasTheRecordsOfTheCommand(
        _ format: String
    ) throws {
        try withFolder(Self.files) { folder in
            let names = ["a.csv", "d/b.csv", "d/c.csv"]
            let plain = try Self.run(["-f", format, "--jobs", "1"] + names, in: folder)
            #expect(plain.status == 1)
            #expect(plain.errors.contains("several Row have id 1 and differ; the first is kept"))
            #expect(plain.output.contains("c name name") && plain.output.contains("name 1300"))
            for (jobs, operands) in [
                (2, names), (3, ["--summary", "s"] + names), (1, ["--input", "pages"] + names),
                (5, ["--input", "list", "list"]), (1, ["--input", "pages", "a.csv", "d"]),
                (2, ["--input", "pages", "a.csv", "d"]),
            ] {
                let run = try Self.run(["-f", format, "--jobs", "\(jobs)"] + operands, in: folder)
                #expect(run.output == plain.output, "\(jobs) \(operands)")
                #expect(run.errors == plain.errors, "\(jobs) \(operands)")
                #expect(run.status == plain.status)
            }
        }
    }

    /// What is written to files, folders and databases is the same as well.
    @Test(arguments: [
        ["-f", "jsonl", "-o", "out"], ["-f", "csv", "-o", "out/"], ["-f", "sqlite", "-o", "out"],
    ])
    func aRunWritesTheSame(_ output: [String]) throws {
        try withFolder(Self.files) { folder in
            var found: [String] = []
            for more in [
                ["--jobs", "1"], ["--jobs", "3"], ["--jobs", "2", "--errors", "e", "--summary", "s"],
            ] {
                let run = try Self.run(output + more + ["--input", "pages", "a.csv", "d"], in: folder)
                #expect(run.status == 1)
                let path = output[1] == "csv" ? "out/Row.csv" : "out"
                if output[1] == "sqlite" {
                    let same = try Command(
                        script:
                            "command -v sqlite3 > /dev/null && sqlite3 out 'SELECT * FROM Row' || echo none",
                        in: folder,
                        path: "/usr/local/bin:/usr/bin:/bin"
                    )
                    found.append(same.output)
                    try FileManager.default.removeItem(at: folder.appending(path: "out"))
                } else {
                    found.append(try String(contentsOf: folder.appending(path: path), encoding: .utf8))
                }
            }
            #expect(found[0] == found[1] && found[0] == found[2])
        }
    }

    /// From a pipe, the first records of a run are printed before more of the table has arrived.
    @Test(arguments: [
        ["--errors", "e"], ["--summary", "s", "--jobs", "3"],
        ["--input", "pages", "--errors", "e", "--jobs", "1"],
    ])
    func recordsArePrintedAsTheyArrive(_ arguments: [String]) throws {
        try withFolder(Self.files) { folder in
            let process = Process()
            process.executableURL = Command.program
            process.arguments = ["--rules", "rules.json", "-q", "-f", "jsonl"] + arguments + ["-"]
            process.currentDirectoryURL = folder
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("id,name\n".utf8))
            for number in 1...3 {
                try input.fileHandleForWriting.write(contentsOf: Data("\(number),row\n".utf8))
                // Blocks until they are there; only then does the table continue.
                #expect(output.fileHandleForReading.availableData.count { $0 == 0x0A } == 1)
            }
            try input.fileHandleForWriting.close()
            #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }
}
