import Foundation
import Testing

/// `scrape test --stress`, as a user types it.
@Suite struct StressCommandTests {
    private static let files = [
        "Rules/site.json": #"""
        { "records": { "P": { "each": "p", "fields": {
          "x": "b",
          "y": "i:nth-child(2)" } } } }
        """#,
        "Corpus/site/one/page.html": "<p><b>1</b><i class=big>2</i></p><p><b>3</b><i class=big>4</i></p>",
        "Corpus/site/one/case.json": "{}",
    ]

    @Test func fieldsAreListedTheWorstFirst() throws {
        try withFolder(StressCommandTests.files) { folder in
            let command = try Command(["test", "--stress", "--mutations", "12"], in: folder)
            #expect(command.status == 0)
            #expect(command.errors == "")
            let lines = command.output.split(separator: "\n").map(String.init)
            #expect(lines[0] == "Rules/site.json: 12 mutations of 1 page")
            #expect(lines[1].hasPrefix("survived %  wrap  insert"))
            #expect(lines[2].hasSuffix("P.y  Rules/site.json:3 `i:nth-child(2)`"))
            #expect(lines[3].hasPrefix("    lost by Corpus/site/one/page.html:1: "))
            #expect(lines[4].hasPrefix("    more robust: `"))
            // No golden file is read, and the report is always the same.
            let again = try Command(["test", "--stress", "--mutations", "12", "--seed", "1"], in: folder)
            #expect(again.output == command.output)
        }
    }

    @Test func silentRenamingsFailARun() throws {
        try withFolder(StressCommandTests.files) { folder in
            let options = ["test", "--stress", "--mutations", "1"]
            let command = try Command(options + ["--all", "--min-reported", "50"], in: folder)
            // The rules only use elements, which are not renamed.
            #expect(command.status == 0)
            #expect(
                command.output.hasSuffix(
                    "  Rules/site.json: (a) – of 0, – without expectations; (b) – of 0, – without expectations; (c) – of 0, – without expectations\n"
                )
            )
        }
        var files = StressCommandTests.files
        files["Rules/site.json"] =
            #"{ "records": { "P": { "each": "p", "fields": { "x": "b", "y": ".big" } } } }"#
        try withFolder(files) { folder in
            let options = ["test", "--stress", "--mutations", "1", "--all", "--min-reported", "50"]
            let command = try Command(options, in: folder)
            #expect(command.status == 1)
            let silent = command.output.split(separator: "\n").filter { $0.hasPrefix("SILENT   (a) exit 0") }
            #expect(silent.count == 3 && silent[0].hasSuffix("class \"big\" to \"big-v2\": lost P.y"))
            #expect(
                command.errors.hasPrefix(
                    "error: a plain run reports 0.0% of the renamings (a), less than 50.0%"
                )
            )
            // Learned expectations report it.
            _ = try Command(["test", "--update"], in: folder)
            #expect(try Command(["expect", "site"], in: folder).status == 0)
            #expect(try Command(options, in: folder).status == 0)
        }
    }

    @Test func machinesGetAnObject() throws {
        try withFolder(StressCommandTests.files) { folder in
            let arguments = ["test", "site/one", "--stress", "--mutations=9", "--seed=7", "--format", "json"]
            let command = try Command(arguments, in: folder)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
            )
            #expect(object["seed"] as? Int == 7)
            let rules = try #require(object["rules"] as? [[String: Any]])
            #expect(rules.first?["mutations"] as? Int == 9)
            let fields = try #require(rules.first?["fields"] as? [[String: Any]])
            #expect(Set(fields.compactMap { $0["field"] as? String }) == ["P", "P.x", "P.y"])
            #expect(fields.allSatisfy { $0["share"] is NSNumber && $0["kinds"] is [String: Any] })
        }
    }

    @Test(
        arguments: [
            (["--seed", "2"], "--seed needs --stress"),
            (["--all"], "--all needs --stress"),
            (["--min-reported", "90"], "--min-reported needs --stress"),
            (
                ["--stress", "--min-reported", "101"],
                "--min-reported takes a number from 0 to 100, found \"101\""
            ),
            (
                ["--stress", "--mutations", "0"],
                "--mutations takes a whole number from 1 to 1000000, found \"0\""
            ),
            (["--stress", "--seed", "-1"], "--seed takes a whole number, found \"-1\""),
            (
                ["--stress", "--format", "tap"],
                "--stress reports on rules, not on cases, and cannot be combined with --format tap"
            ),
            (
                ["--stress", "--update"],
                "--stress reports on rules, not on cases, and cannot be combined with --update"
            ),
        ]
    )
    func mistakesAreReported(arguments: [String], message: String) throws {
        let command = try Command(["test"] + arguments)
        #expect(command.status == 2)
        #expect(command.errors == "error: \(message)\n")
    }
}
