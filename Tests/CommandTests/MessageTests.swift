import Foundation
import Testing

/// One cause results in one message, in `scrape` and in golden files that accept errors.
@Suite struct MessageTests {
    private static let files = [
        "r.json": #"""
        { "source": "csv", "records": { "R": { "each": "row", "whole": true, "fields": {
          "a": "> a", "b": { "select": "> b", "required": true }, "c": { "select": "> c", "type": "integer" } } } } }
        """#,
        "page.csv": "a,c\n" + (1...691).map { "\($0),x\n" }.joined(),
        "one.csv": "a,b,c\n1,2,3\n2,,4\n",
    ]

    @Test func recordsThatMissAColumnAreOneMessage() throws {
        try withFolder(MessageTests.files) { folder in
            let command = try Command(["--rules", "r.json", "page.csv"], in: folder)
            #expect(command.status == 1)
            let heads = command.errors.split(separator: "\n").filter { $0.contains("error: ") }
            #expect(heads.count == 2, "\(command.errors)")
            #expect(
                heads.first?.hasPrefix("page.csv:2") == true && heads.first?.hasSuffix(" (691 times)") == true
            )
            #expect(command.errors.split(separator: "\n").count < 20)
            #expect(command.errors.contains("--all prints all"))
            let all = try Command(["--rules", "r.json", "--all", "page.csv"], in: folder)
            #expect(all.errors.split(separator: "\n").count { $0.contains("R.b is required") } == 691)
            #expect(all.status == 1 && !all.errors.contains("times)"))
            let file = ["--rules", "r.json", "--errors", "errors.jsonl", "-q", "page.csv"]
            #expect(try Command(file, in: folder).status == 1)
            let lines = try String(contentsOf: folder.appending(path: "errors.jsonl"), encoding: .utf8)
            #expect(lines.split(separator: "\n").count { $0.contains("R.b is required") } == 691)
        }
    }

    @Test func oneMessageIsUnchanged() throws {
        try withFolder(MessageTests.files) { folder in
            let command = try Command(["--rules", "r.json", "one.csv"], in: folder)
            let all = try Command(["--rules", "r.json", "--all", "one.csv"], in: folder)
            #expect(command.errors == all.errors && !command.errors.isEmpty && command.status == all.status)
        }
    }

    /// For a golden file that accepts errors, their number is printed.
    @Test(arguments: [
        ("1,2,3\n", ""), ("1,,3\n2,3,4\n", ", which accepts one error"),
        ("1,,3\n2,,4\n", ", which accepts 2 errors"),
    ])
    func updatesSayWhatTheyAccept(_ rows: String, _ words: String) throws {
        let files = [
            "Rules/r.json": MessageTests.files["r.json"]!.replacing(#""whole": true, "#, with: ""),
            "Corpus/r/one/page.csv": "a,b,c\n\(rows)", "Corpus/r/one/case.json": "{}",
        ]
        try withFolder(files) { folder in
            let command = try Command(["test", "--update"], in: folder)
            #expect(command.output == "wrote   r/one\(words)\n1 of 1 golden files written\n")
            let golden = folder.appending(path: "Corpus/r/one/golden.json")
            try Data("[]".utf8).write(to: golden)
            let again = try Command(["test", "--update"], in: folder)
            #expect(again.output.hasPrefix("changed r/one\(words)\n"))
        }
    }
}
