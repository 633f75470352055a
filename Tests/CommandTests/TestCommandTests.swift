import Foundation
import Testing

/// `scrape test`, as a user types it.
@Suite struct TestCommandTests {
    static let files = [
        "Rules/site.json": #"{ "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#,
        "Corpus/site/right/page.html": "<p><b>1</b>", "Corpus/site/right/case.json": "{}",
        "Corpus/site/right/golden.json": #"[{ "@type": "P", "x": "1" }]"#,
        "Corpus/site/wrong/page.html": "<p><b>2</b>", "Corpus/site/wrong/case.json": "{}",
        "Corpus/site/wrong/golden.json": #"[{ "@type": "P", "x": "3" }]"#,
        "Corpus/site/bare/page.html": "<p><b>2</b>", "Corpus/site/bare/case.json": "{}",
    ]

    @Test func casesAreCompared() throws {
        try withFolder(TestCommandTests.files) { folder in
            let command = try Command(["test"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.output == """
                    FAILED site/bare
                        golden.json is missing; scrape test --update site/bare writes it
                    FAILED site/wrong
                        P 1 · x
                          expected "3"
                          found    "2"
                    1 passed, 2 failed

                    """
            )
            #expect(try Command(["test", "site/right"], in: folder).output == "1 passed, 0 failed\n")
            let unknown = try Command(["test", "site/rihgt"], in: folder)
            #expect(unknown.status == 2)
            #expect(unknown.errors == "error: no case \"site/rihgt\"\n  help: did you mean \"site/right\"?\n")
        }
    }

    @Test func goldenFilesAreWrittenWhenAskedAndNeverInCI() throws {
        try withFolder(TestCommandTests.files) { folder in
            for option in [["--update"], ["--accept", "site/wrong"]] {
                let refused = try Command(["test"] + option, in: folder, environment: ["CI": "true"])
                #expect(refused.status == 2)
                #expect(refused.errors.hasPrefix("error: \(option[0]) is refused where CI is set\n"))
            }
            let command = try Command(["test", "--update"], in: folder)
            #expect(
                command.output == """
                    wrote   site/bare
                    changed site/wrong
                        P 1 · x
                          expected "3"
                          found    "2"
                    2 of 3 golden files written

                    """
            )
            #expect(try Command(["test"], in: folder).output == "3 passed, 0 failed\n")
        }
    }

    // MARK: - Which cases

    @Test(
        arguments: [
            (["--filter", "site/r*"], 0, "1 passed, 0 failed\n"),
            (["--filter", "ri?ht"], 0, "1 passed, 0 failed\n"),
            (["--filter", "site", "--filter", "nothing/*"], 2, ""), (["--filter", "site/x*"], 2, ""),
            (["--filter", "right", "--filter", "*/right"], 0, "1 passed, 0 failed\n"),
            (["site/right", "--filter", "b*"], 2, ""),
            (
                ["--fail-fast"], 1,
                """
                FAILED site/bare
                    golden.json is missing; scrape test --update site/bare writes it
                0 passed, 1 failed

                """
            ), (["--jobs", "1", "--filter", "right"], 0, "1 passed, 0 failed\n"),
        ] as [([String], Int32, String)]
    )
    func someCasesAreRun(_ options: [String], _ status: Int32, _ output: String) throws {
        try withFolder(TestCommandTests.files) { folder in
            let command = try Command(["test"] + options, in: folder)
            #expect(command.status == status)
            #expect(command.output == output)
            if status == 2 { #expect(command.errors.contains("(--filter)"), "\(command.errors)") }
        }
    }

    @Test(
        arguments: [
            (["--update", "--accept", "site/wrong"], "error: --update accepts everything"),
            (
                ["--update", "--junit", "x"],
                "error: --update writes golden files and reports no results and cannot be combined with --junit"
            ),
            (["--accept", "x", "--format", "tap"], "error: --accept writes golden files"),
            (["--watch", "--format", "json"], "error: --watch prints text and does not end"),
            (["--watch", "--update"], "error: --watch prints text and does not end"),
            (["--format", "xml"], "error: --format takes text, tap or json, found \"xml\""),
            (["--max-age", "180"], "error: --max-age takes an age, found \"180\""),
            (["--jobs", "0"], "error: --jobs takes a whole number from 1 to 256, found \"0\""),
            (
                ["--color", "alway"],
                "error: --color takes auto, always or never, found \"alway\"\n  help: did you mean \"always\"?"
            ),
            (
                ["--accept", "site/wrogn"],
                "error: no case \"site/wrogn\" (--accept)\n  help: did you mean site/wrong?"
            ),
        ] as [([String], String)]
    )
    func wrongOptionsAreReported(_ options: [String], _ message: String) throws {
        try withFolder(TestCommandTests.files) { folder in
            let command = try Command(["test"] + options, in: folder)
            #expect(command.status == 2)
            #expect(command.errors.hasPrefix(message), "\(command.errors)")
        }
    }

    /// The output is the same for any number of threads.
    @Test func outputIsThatOfTheCorpusOrder() throws {
        var files = TestCommandTests.files
        for number in 0..<60 {
            files["Corpus/site/n\(number)/page.html"] = String(
                repeating: "<p><b>1</b>",
                count: (60 - number) * 5
            )
            files["Corpus/site/n\(number)/case.json"] = "{}"
            files["Corpus/site/n\(number)/golden.json"] = "[]"
        }
        try withFolder(files) { folder in
            let one = try Command(["test", "--jobs", "1", "--format", "tap"], in: folder)
            let many = try Command(["test", "--jobs", "8", "--format", "tap"], in: folder)
            #expect(one.output == many.output)
            #expect(one.output.hasPrefix("TAP version 14\n1..63\nnot ok 1 - site/bare\n"))
        }
    }
}
