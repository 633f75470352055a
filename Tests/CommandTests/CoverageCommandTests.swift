import Foundation
import Testing

/// `scrape test --coverage`, as a user types it.
@Suite struct CoverageCommandTests {
    static let files = [
        "Rules/site.json": #"{ "records": { "P": { "each": "p", "fields": { "x": ["b", "i"] } } } }"#,
        "Rules/other.json": #"{ "records": { "Q": { "each": "q", "fields": { "x": "b" } } } }"#,
        "Corpus/site/one/page.html": "<p><b>1</b>", "Corpus/site/one/case.json": "{}",
        "Corpus/site/one/golden.json": #"[{ "@type": "P", "x": "1" }]"#,
        "Corpus/other/two/page.html": "<q><b>1</b></q>", "Corpus/other/two/case.json": "{}",
        "Corpus/other/two/golden.json": #"[{ "@type": "Q", "x": "1" }]"#,
    ]

    @Test func whatIsNeverReachedIsListed() throws {
        try withFolder(CoverageCommandTests.files) { folder in
            let command = try Command(["test", "--coverage"], in: folder)
            #expect(command.status == 0)
            #expect(
                command.output.hasSuffix(
                    """
                    Rules/site.json:1:59: alternative P.x, alternative 2: never reached
                    Rules/other.json  100%, 2 of 2
                    Rules/site.json   66.6%, 2 of 3
                    coverage: 80%, 4 of 5

                    """
                )
            )
            let one = try Command(["test", "--coverage-cases", "site"], in: folder)
            #expect(
                one.output.hasSuffix(
                    """
                    Rules/site.json:1:16: record P: site/one
                    Rules/site.json:1:54: alternative P.x, alternative 1: site/one
                    Rules/site.json:1:59: alternative P.x, alternative 2: never reached
                    Rules/site.json  66.6%, 2 of 3
                    coverage: 66.6%, 2 of 3

                    """
                )
            )
        }
    }

    @Test(arguments: [("80", 0), ("80.1", 1), ("100%", 1), ("0", 0), ("101", 2), ("much", 2)])
    func aMinimumFails(_ minimum: String, _ status: Int32) throws {
        try withFolder(CoverageCommandTests.files) { folder in
            let command = try Command(["test", "--min-coverage", minimum], in: folder)
            #expect(command.status == status)
            #expect(command.errors.contains("under") == (status == 1))
        }
    }

    /// Rules without cases are not reached at all.
    @Test func rulesWithoutACaseCount() throws {
        var files = CoverageCommandTests.files
        for name in files.keys where name.hasPrefix("Corpus/other") { files[name] = nil }
        try withFolder(files) { folder in
            let command = try Command(["test", "--min-coverage", "50"], in: folder)
            #expect(command.status == 1)
            #expect(command.output.contains("Rules/other.json  0%, 0 of 2\n"))
            // It is not reported if one site is given.
            #expect(try !Command(["test", "--coverage", "site"], in: folder).output.contains("other"))
        }
    }
}
