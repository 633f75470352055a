import Foundation
import Testing

/// `scrape diff`, as a user types it.
@Suite struct DiffCommandTests {
    private static let rules = #"{ "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#
    private static let changed = #"{ "records": { "P": { "each": "p", "fields": { "x": "i" } } } }"#
    private static let files = [
        "Rules/site.json": rules, "new/site.json": changed,
        "Corpus/site/same/page.html": "<p><b>1</b><i>1</i></p>", "Corpus/site/same/case.json": "{}",
        "Corpus/site/other/page.html": "<p><b>a|b</b><i>2</i></p>", "Corpus/site/other/case.json": "{}",
        "Corpus/else/case/page.html": "<p>", "Corpus/else/case/case.json": "{}",
        "old.html": "<p><b>1</b></p><p><b>2</b></p>", "new.html": "<h1>News</h1>\n<p><b>2</b></p>",
    ]

    @Test func rulesAreComparedOverTheirCases() throws {
        try withFolder(DiffCommandTests.files) { folder in
            let same = try Command(["diff", "site", "Rules/site.json"], in: folder)
            #expect(same.status == 0)
            #expect(same.output == "Rules/site.json → Rules/site.json\nno difference in 2 pages\n")
            let command = try Command(["diff", "site", "new/site.json"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.output == """
                    Rules/site.json → new/site.json
                    site/other
                        P 1 · x
                          old "a|b"
                          new "2"
                    1 of 2 pages differs, 1 difference

                    """
            )
        }
    }

    @Test func reviewsGetMarkdown() throws {
        try withFolder(DiffCommandTests.files) { folder in
            let command = try Command(["diff", "site", "new/site.json", "--format", "markdown"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.output == #"""
                    ### `Rules/site.json` → `new/site.json`

                    1 of 2 pages differs, 1 difference.

                    #### `site/other`

                    | record | field | old | new |
                    |---|---|---|---|
                    | P 1 | x | `"a\|b"` | `"2"` |

                    """#
            )
        }
    }

    @Test func machinesGetAnObject() throws {
        try withFolder(DiffCommandTests.files) { folder in
            let arguments = ["diff", "site", "new/site.json", "--page", "old.html", "--format", "json"]
            let command = try Command(arguments, in: folder)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
            )
            #expect(object["same"] as? Bool == false)
            let pages = try #require(object["pages"] as? [[String: Any]])
            #expect(pages.map { $0["page"] as? String } == ["old.html"])
            #expect((pages[0]["differences"] as? [Any])?.isEmpty == false)
        }
    }

    @Test func versionsOfAPageAreCompared() throws {
        try withFolder(DiffCommandTests.files) { folder in
            let command = try Command(["diff", "--rules", "site", "old.html", "new.html"], in: folder)
            #expect(command.status == 1)
            #expect(command.output.contains("P 1\n"))
            #expect(command.output.contains(#"old {"@type":"P","x":"1"}"#))
            #expect(command.output.hasSuffix("1 of 1 page differs, 1 difference\n"))
            #expect(try Command(["diff", "-r", "site", "old.html", "old.html"], in: folder).status == 0)
        }
    }

    /// Runs git in a folder; returns whether it is available and has succeeded.
    private func git(_ arguments: [String], in folder: URL) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-c", "user.name=a", "-c", "user.email=a@a.example"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test func revisionsAreCompared() throws {
        try withFolder(DiffCommandTests.files) { folder in
            guard git(["init", "-q"], in: folder), git(["add", "."], in: folder),
                git(["commit", "-qm", "One"], in: folder)
            else {
                print("skipped: git is not there")
                return
            }
            let file = folder.appending(path: "Rules/site.json")
            // The rules that a file extends are also those of the revision.
            try Data(DiffCommandTests.changed.utf8).write(to: folder.appending(path: "Rules/base.json"))
            try Data(#"{ "extends": "base" }"#.utf8).write(to: file)
            #expect(git(["add", "."], in: folder) && git(["commit", "-qm", "Two"], in: folder))
            try Data("{}".utf8).write(to: folder.appending(path: "Rules/base.json"))
            let command = try Command(["diff", "Rules/site.json@HEAD~1", "site@HEAD"], in: folder)
            #expect(command.errors == "")
            #expect(command.status == 1)
            #expect(command.output.hasPrefix("Rules/site.json@HEAD~1 → Rules/site.json@HEAD\nsite/other\n"))

            let unknown = try Command(["diff", "Rules/site.json@HEAD~9", "new/site.json"], in: folder)
            #expect(unknown.status == 2)
            #expect(unknown.errors.hasPrefix("error: git does not have Rules/site.json@HEAD~9: "))
            #expect(
                unknown.errors.contains("help: git log -- Rules/site.json lists the revisions of the file")
            )
            let option = try Command(["diff", "Rules/site.json@--output=x", "new/site.json"], in: folder)
            #expect(option.status == 2)
            #expect(option.errors.hasPrefix("error: \"--output=x\" is not a revision"))
            let bare = try Command(
                ["diff", "Rules/site.json@HEAD", "new/site.json"],
                in: folder,
                environment: ["PATH": "/nowhere"]
            )
            #expect(bare.status == 3)
            #expect(bare.errors.hasPrefix("error: cannot read Rules/site.json@HEAD"))
        }
    }

    @Test(
        arguments: [
            (["one"], "expected two rules files, found 1"),
            (["--rules", "site", "one"], "expected two pages, found 1"),
            (
                ["a", "b", "--rules", "site", "--page", "c"],
                "--rules compares two versions of a page"
            ),
            (["site", "site", "--url", "https://a.example/"], "--url is for pages"),
            (["site", "site", "--format", "jsn"], "--format takes text, json or markdown, found \"jsn\""),
            (["site", "sitte"], "no rules file \"sitte\""),
            (["Rules/site.json", "site", "--corpus", "new"], "no cases for site in new"),
        ]
    )
    func mistakesAreReported(arguments: [String], message: String) throws {
        try withFolder(DiffCommandTests.files) { folder in
            let command = try Command(["diff"] + arguments, in: folder)
            #expect(command.status == 2)
            #expect(command.errors.hasPrefix("error: \(message)"))
            #expect(command.output == "")
        }
    }
}
