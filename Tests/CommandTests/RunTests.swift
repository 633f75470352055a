import Foundation
import Testing

/// Runs over many pages.
@Suite struct RunTests {
    static let rules = """
        {
          "match": ["https://plants.example/*"],
          "records": {
            "Plant": {
              "each": "li",
              "unique": "name",
              "fields": {
                "name": { "select": "b", "required": true },
                "height": { "select": "i", "type": "integer" }
              }
            }
          }
        }
        """

    /// Pages as lines of JSON; every seventh lacks a name, every eleventh has an invalid height.
    static func lines(_ count: Int) -> String {
        (1...count).map { number in
            let name = number % 7 == 0 ? "" : "<b>Plant \(number)</b>"
            let height = number % 11 == 0 ? "tall" : "\(number)"
            let html = "<meta charset=utf-8><ul><li>\(name) <i>\(height)</i></ul>"
            return #"{"url":"https://plants.example/\#(number)","html":"\#(html)"}"# + "\n"
        }.joined()
    }

    /// Runs `scrape` on lines of JSON in a folder with rules.
    static func run(_ arguments: [String], in folder: URL) throws -> Command {
        try Command(["--rules", "plants.json"] + arguments, in: folder)
    }

    static func text(_ name: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static let stream = ["--input", "jsonl", "--format", "jsonl", "--quiet", "pages.jsonl"]

    @Test func recordsComeInOrderAndErrorsAsLines() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(30)]) { folder in
            let run = try Self.run(Self.stream + ["--with-page", "--errors", "errors.jsonl"], in: folder)
            #expect(run.status == 1)
            #expect(run.errors == "")
            let records = run.output.split(separator: "\n")
            #expect(
                records.first
                    == #"{"@type":"Plant","name":"Plant 1","height":1,"@page":"pages.jsonl:1","@url":"https://plants.example/1"}"#
            )
            #expect(records.count == 30)
            #expect(records.last?.contains("pages.jsonl:30") == true)
            let errors = try Self.text("errors.jsonl", in: folder).split(separator: "\n")
            #expect(errors.count == 6)
            #expect(
                errors.first?.hasPrefix(
                    #"{"page":"pages.jsonl:7","url":"https://plants.example/7","rules":"plants.json","record":"Plant","field":"name","severity":"error","reason":"Plant.name is required"#
                ) == true
            )
        }
    }

    @Test(arguments: [["--unordered"], ["--jobs", "1"], ["--jobs", "7"]])
    func thePagesAreTheSameHoweverTheyAreRead(arguments: [String]) throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(200)]) { folder in
            let one = try Self.run(Self.stream + ["--errors", "one"], in: folder)
            let other = try Self.run(Self.stream + ["--errors", "other"] + arguments, in: folder)
            #expect(one.status == 1 && other.status == 1)
            #expect(
                one.output.split(separator: "\n").sorted() == other.output.split(separator: "\n").sorted()
            )
            #expect(
                try Self.text("one", in: folder).split(separator: "\n").sorted()
                    == Self.text("other", in: folder).split(separator: "\n").sorted()
            )
        }
    }

    @Test func failFastEndsWithThePageThatFails() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(200)]) { folder in
            let run = try Self.run(Self.stream + ["--errors", "errors", "--fail-fast"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.split(separator: "\n").count == 7)
            #expect(try Self.text("errors", in: folder).split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [
        (["--resume", "pages.jsonl", "--input", "jsonl"], "--resume needs a file"),
        (["--resume", "-o", "o", "pages.jsonl", "--input", "jsonl"], "is written as a whole"),
        (
            ["--resume", "-o", "old.jsonl", "--format", "jsonl", "pages.jsonl", "--input", "jsonl"],
            "is missing"
        ),
        (
            ["--resume", "-o", "old/", "--format", "csv", "pages.jsonl", "--input", "jsonl"],
            "cannot continue old/Plant.csv (--resume): its journal old/.journal"
        ),
        (["--input", "json", "pages.jsonl"], "did you mean \"jsonl\"?"),
        (["--jobs", "0", "pages.jsonl"], "--jobs takes"),
        (["--fail-fast", "--keep-going", "pages.jsonl"], "cannot be combined"),
        (["--expect", "nothing.json", "pages.jsonl"], "cannot read the expectation"),
        (["--expect", "plants.json", "pages.jsonl"], "expected a summary"),
        (["--tolerance", "5", "pages.jsonl"], "needs --expect"),
        (["--root", ".", "pages.jsonl"], "needs --input sitemap"),
        (["--format", "sqlite", "pages.jsonl"], "not to standard output"),
        (["--format", "json", "-o", "tables/", "pages.jsonl"], "choose a --format"),
        (["--errors", "o", "-o", "o", "pages.jsonl"], "same file"),
        (["--errors", "./o", "-o", "o", "pages.jsonl"], "same file"),
        (["--summary", "o", "--errors", "o", "pages.jsonl"], "same file"),
        (["--errors", "o.journal", "-o", "o", "pages.jsonl"], "same file"),
        (["--errors", "pages.jsonl", "pages.jsonl"], "one of the pages"),
        (["--errors", "plants.json", "pages.jsonl"], "is the rules file"),
        (["--summary", "-", "pages.jsonl"], "takes the name of a file"),
        (["--output", "./o.csv", "--format", "csv", "."], "whose files are read as pages"),
        (
            ["--output", "t/", "--errors", "t/e", "--format", "csv", "pages.jsonl"],
            "which the run writes"
        ),
        (["--expect", ".", "pages.jsonl"], "no cases"),
    ])
    func contradictionsAreReportedBeforeAnythingIsRead(arguments: [String], message: String) throws {
        let files = [
            "plants.json": Self.rules, "pages.jsonl": Self.lines(1), "old.jsonl": "{}\n",
            "old/Plant.csv": "name\n",
        ]
        try withFolder(files) { folder in
            let run = try Self.run(arguments, in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.output == "")
            #expect(try Self.text("plants.json", in: folder) == Self.rules)
        }
    }

    @Test func aRunWithoutAnyPageIsAMistake() throws {
        let files = ["plants.json": Self.rules, "empty.jsonl": "", "pages/notes.md": "none"]
        try withFolder(files) { folder in
            let empty = try Self.run(["--input", "jsonl", "-q", "empty.jsonl"], in: folder)
            #expect(empty.status == 3)
            #expect(empty.errors.contains("error: no page in empty.jsonl"))
            // If pages are left out, this is reported.
            let other = try Self.run(["pages"], in: folder)
            #expect(other.status == 0)
            #expect(other.errors.contains("left out 1: "))
            // A stream may be empty.
            let stream = try Self.run(["--input", "jsonl", "-q"], in: folder)
            #expect(stream.status == 0)
            #expect(stream.output == "[]\n")
            #expect(stream.errors.contains("warning: no page in <standard input>"))
        }
    }

    @Test func anUnwritableSummaryIsReportedBeforeAnythingIsRead() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(3)]) { folder in
            let run = try Self.run(Self.stream + ["--summary", "none/s.json"], in: folder)
            #expect(run.status == 3)
            #expect(run.errors.contains("none/s.json: error: cannot write the summary: "))
            #expect(run.output == "")
        }
    }

    /// Otherwise the next opened file, such as that of errors, would receive its output.
    @Test func whatWasClosedIsNotWrittenIntoOtherFiles() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(30)]) { folder in
            let arguments = Self.stream + ["--rules", "plants.json"]
            let output = try Command(
                closing: ">&-",
                arguments + ["--errors", "errors"],
                in: folder
            )
            #expect(output.status == 3)
            #expect(output.errors.contains("cannot write the output: "))
            #expect(try !Self.text("errors", in: folder).contains("@type"))
            let errors = try Command(closing: "2>&-", arguments + ["-o", "out"], in: folder)
            #expect(errors.status == 1)
            #expect(try Self.text("out", in: folder).split(separator: "\n").count == 30)
            #expect(try !Self.text("out.journal", in: folder).contains("required"))
        }
    }

    @Test func rulesOfAFolderAreChosenByEachPagesAddress() throws {
        let other = Self.rules.replacing("plants.example", with: "trees.example").replacing(
            "Plant",
            with: "Tree"
        )
        let pages = """
            {"url":"https://trees.example/1","html":"<li><b>Oak</b>"}
            {"url":"https://plants.example/1","html":"<li><b>Fern</b>"}
            {"url":"https://stones.example/1","html":"<li><b>Slate</b>"}

            """
        let files = [
            "rules/plants.json": Self.rules,
            "rules/wood/tall/trees.json": other.replacing(
                "{\n  \"match",
                with: "{\n  \"extends\": \"../base\",\n  \"match"
            ),
            "rules/._trees.json": "no rules", "rules/.git/trees.json": "no rules",
            // Only extended by other rules.
            "rules/wood/base.json": #"{ "about": "Wood" }"#, "pages.jsonl": pages,
        ]
        try withFolder(files) { folder in
            let arguments = ["--rules", "Rules/"] + Self.stream
            let run = try Command(arguments, in: folder)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    {"@type":"Tree","name":"Oak"}
                    {"@type":"Plant","name":"Fern"}

                    """
            )
            #expect(
                run.errors.contains("pages.jsonl:3: error: no rules file matches https://stones.example/1")
            )
            let skipping = try Command(arguments + ["--skip-unmatched"], in: folder)
            #expect(skipping.status == 0)
            #expect(skipping.errors == "")
        }
    }

    @Test func theSummaryIsWhatALaterRunIsComparedWith() throws {
        let changed = Self.lines(100).replacing("<b>", with: "<strong>").replacing("</b>", with: "</strong>")
        let files = ["plants.json": Self.rules, "pages.jsonl": Self.lines(100), "changed.jsonl": changed]
        try withFolder(files) { folder in
            let first = try Self.run(
                Self.stream + ["--errors", "e", "--summary", "summary.json"],
                in: folder
            )
            #expect(first.status == 1)
            let summary = try Self.text("summary.json", in: folder)
            #expect(summary.contains("\"pages\": 100"))
            let expecting = [
                "--input", "jsonl", "--format", "jsonl", "-q", "--errors", "e", "--expect", "summary.json",
            ]
            let second = try Self.run(expecting + ["pages.jsonl"], in: folder)
            #expect(second.errors == "")
            // A type without any records left is a change as well.
            let nothing = try Self.run(expecting, in: folder)
            #expect(nothing.status == 1)
            #expect(nothing.errors.contains("plants: expected pages for these rules, found none"))
            let third = try Self.run(expecting + ["changed.jsonl"], in: folder)
            #expect(third.status == 1)
            #expect(third.errors.contains("plants: Plant.name is in 0% of the records, expected 86.9%"))
        }
    }

    /// A table cannot identify its rows in two ways: the message names both files.
    @Test func otherUniqueKeysOfOneTypeAreReported() throws {
        let other = Self.rules.replacing("plants.example", with: "trees.example").replacing(
            #""unique": "name""#,
            with: #""unique": ["name", "height"]"#
        )
        let files = ["rules/a.json": Self.rules, "rules/b.json": other, "pages.jsonl": Self.lines(1)]
        try withFolder(files) { folder in
            let arguments = ["--rules", "rules/", "--input", "jsonl", "--format", "sqlite", "-oplants.db"]
            let run = try Command(arguments + ["pages.jsonl"], in: folder)
            #expect(run.status == 2)
            #expect(
                run.errors == """
                    plants.db: error: records of the type "Plant" have different unique keys: "name" in rules/a.json, \
                    "name", "height" in rules/b.json
                      help: name the same "unique" fields in both, or keep each rules file's records in a database \
                    of its own

                    """
            )
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "plants.db").path))
        }
    }

    @Test func aTableOfEachTypeGoesToAFolder() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(3)]) { folder in
            let arguments = ["--input", "jsonl", "-q", "pages.jsonl", "--format", "csv", "-o", "tables/"]
            let run = try Self.run(arguments, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try Self.text("tables/Plant.csv", in: folder)
                    == "name,height\nPlant 1,1\nPlant 2,2\nPlant 3,3\n"
            )
        }
    }
}
