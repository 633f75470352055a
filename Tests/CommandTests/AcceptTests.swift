import Foundation
import Testing

/// `scrape test --accept`: only the named parts are written to the golden file.
@Suite struct AcceptTests {
    private static let files = [
        "Rules/site.json": """
        { "records": {
          "P": { "each": "p", "unique": ["id"], "fields": {
            "id": "::attr(id)", "x": "b",
            "parts": { "each": "i", "required": false, "fields": { "n": "::text" } }
          } },
          "Q": { "each": "q", "fields": { "x": "b" } }
        } }
        """,
        "Corpus/site/v1.0/page.html": """
        <p id=a><b>1</b><i>u</i></p><p id=b><b>2</b><i>v</i><i>w</i></p><q><b>3</b></q><q><b>4</b></q>
        """,
        "Corpus/site/v1.0/case.json": "{}",
        "Corpus/site/v1.0/golden.json": """
        [
          {"@type": "P", "id": "b", "x": "0", "parts": [{"n": "o"}]},
          {"@type": "P", "id": "c", "x": "0", "parts": []},
          {"@type": "Q", "x": "0"}, {"@type": "Q", "x": "4"}
        ]
        """,
    ]

    @Test(
        arguments: [
            (["site/v1.0.x"], ["P 2 (id b) · x", "Q 1 · x"]), (["site/v1.0.Q.x"], ["Q 1 · x"]),
            (["site/v1.0.Q"], ["Q 1 · x"]), (["site/v1.0.parts.n"], ["P 2 (id b) · parts[0].n"]),
            (["site/v1.0.parts"], ["P 2 (id b) · parts[0].n", "P 2 (id b) · parts[1]"]),
            (["site/v1.0.P.x", "site/v1.0.Q.x"], ["P 2 (id b) · x", "Q 1 · x"]),
            (["site/v1.0.P"], AcceptTests.all.dropLast()), (["site/v1.0"], AcceptTests.all),
        ] as [([String], [String])]
    )
    func onlyWhatIsNamedIsWritten(_ parts: [String], _ accepted: [String]) throws {
        try withFolder(AcceptTests.files) { folder in
            #expect(AcceptTests.places(try Command(["test"], in: folder)) == AcceptTests.all)
            let command = try Command(["test"] + parts.flatMap { ["--accept", $0] }, in: folder)
            #expect(command.status == 0)
            #expect(command.output.hasPrefix("changed site/v1.0\n"))
            #expect(command.output.hasSuffix("\n1 of 1 golden files written\n"))
            #expect(AcceptTests.places(command) == accepted)
            let left = AcceptTests.places(try Command(["test"], in: folder)).count
            #expect(left == AcceptTests.all.count - accepted.count)
        }
    }

    private static let all = [
        "P 1 (id a)", "P 2 (id b) · x", "P 2 (id b) · parts[0].n", "P 2 (id b) · parts[1]", "P 2 (id c)",
        "Q 1 · x",
    ]

    /// The differences that a run reports, by their places.
    private static func places(_ command: Command) -> [String] {
        command.output.split(separator: "\n")
            .filter { $0.hasPrefix("    ") && !$0.hasPrefix("      ") }.map { String($0.dropFirst(4)) }
    }

    @Test func unchangedPartsAreReportedWithChangedOnes() throws {
        try withFolder(AcceptTests.files) { folder in
            let command = try Command(["test", "--accept", "site/v1.0.part"], in: folder)
            #expect(command.status == 2)
            #expect(
                command.errors == """
                    error: site/v1.0 does not differ in "part" (--accept)
                      help: did you mean "parts"?

                    """
            )
            _ = try Command(["test", "--update"], in: folder)
            let again = try Command(["test", "--accept", "site/v1.0.x"], in: folder)
            #expect(again.status == 0)
            #expect(again.output == "0 of 1 golden files written\n")
        }
    }
}
