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
                        there is no golden.json; scrape test --update site/bare writes it
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
            #expect(unknown.errors == "error: no case \"site/rihgt\"\n  help: did you mean site/right?\n")
        }
    }

    @Test func goldenFilesAreWrittenWhenAskedAndNeverInCI() throws {
        try withFolder(TestCommandTests.files) { folder in
            let refused = try Command(["test", "--update"], in: folder, environment: ["CI": "true"])
            #expect(refused.status == 2)
            #expect(refused.errors.hasPrefix("error: --update is refused where CI is set\n"))
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
}
