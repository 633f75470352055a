import Foundation
import Testing

/// `scrape expect SITE`, as a user types it.
@Suite struct ExpectCommandTests {
    private static let rules = """
        {
          "records": {
            // A plant.
            "Plant": { "each": "li", "fields": { "name": "b", "height": "i" } }
          }
        }

        """
    private static let golden = """
        { "records": [{ "@type": "Plant", "name": "Oak" }], "diagnostics": [] }
        """
    private static let files = [
        "Rules/plants.json": rules, "Corpus/plants/one/page.html": "<li><b>Oak</b>",
        "Corpus/plants/one/case.json": "{}", "Corpus/plants/one/golden.json": golden,
        "Corpus/plants/two/page.html": "<li><b>Ash</b><li><b>Elm</b><i>7</i>",
        "Corpus/plants/two/case.json": "{}",
    ]

    private func text(in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: "Rules/plants.json"), encoding: .utf8)
    }

    @Test func itWritesWhatTheCasesShow() throws {
        try withFolder(ExpectCommandTests.files) { folder in
            for option in ["--dry-run", "--check"] {
                let command = try Command(["expect", option, "plants"], in: folder)
                #expect(command.status == (option == "--check" ? 1 : 0))
                #expect(
                    command.output.contains(
                        #"+      "expect": { "count": "1..", "filled": { "name": "1.." } },"#
                    )
                )
                #expect(try text(in: folder) == ExpectCommandTests.rules)
            }
            let command = try Command(["expect", "plants"], in: folder)
            #expect(command.status == 0)
            #expect(command.errors == "")
            let text = try text(in: folder)
            #expect(text.contains("// A plant."))
            #expect(text.contains(#""expect": { "count": "1..", "filled": { "name": "1.." } },"#), "\(text)")
            #expect(try Command(["fmt", "--check", "plants"], in: folder).status == 0)
            let again = try Command(["expect", "--check", "plants"], in: folder)
            #expect(again.output == "Rules/plants.json: unchanged, 2 cases\n")
            #expect(again.status == 0)
        }
    }

    @Test func aChangedPageIsReportedByAPlainRun() throws {
        try withFolder(ExpectCommandTests.files) { folder in
            _ = try Command(["expect", "plants"], in: folder)
            let page = Data("<li><b></b><i>6</i><li><i>7</i>".utf8)
            let command = try Command(["--rules", "plants", "-"], in: folder, input: page)
            #expect(command.status == 1)
            let message = "expected Plant.name in at least 1 of the records, found it in 0 of 2: `b`"
            #expect(command.errors.contains(message), "\(command.errors)")
            #expect(command.errors.contains("Rules/plants.json:"))
        }
    }

    @Test(
        arguments: [
            (["expect"], 2, "no site is given"), (["expect", "plans"], 2, "plans"),
            (["expect", "--corpus", "Rules", "plants"], 2, "no cases in Rules"),
        ] as [([String], Int32, String)]
    )
    func mistakes(_ arguments: [String], _ status: Int32, _ message: String) throws {
        try withFolder(ExpectCommandTests.files) { folder in
            let command = try Command(arguments, in: folder)
            #expect(command.status == status)
            #expect(command.errors.contains(message), "\(command.errors)")
        }
    }

    @Test func aBuildServerWritesNothing() throws {
        try withFolder(ExpectCommandTests.files) { folder in
            let command = try Command(["expect", "plants"], in: folder, environment: ["CI": "1"])
            #expect(command.status == 2)
            #expect(try text(in: folder) == ExpectCommandTests.rules)
        }
    }

    /// A bound that no case satisfies, and a layout that no case has.
    @Test func testReportsWhatNoCaseBearsOut() throws {
        var files = ExpectCommandTests.files
        files["Rules/plants.json"] = ExpectCommandTests.rules.replacing(
            "\"fields\"",
            with: "\"expect\": [{ \"count\": 9 }, { \"when\": \"nav\", \"count\": 1 }], \"fields\""
        )
        try withFolder(files) { folder in
            let command = try Command(["test"], in: folder)
            #expect(command.errors.contains("warning: no case meets this expectation: expected 9 records"))
            #expect(command.errors.contains("warning: no case is a page of this expectation: `nav`"))
        }
    }

    /// In a strict run, warnings are failures; the file of errors contains them with their severity.
    @Test(arguments: [([], 0), (["--strict"], 1)] as [([String], Int32)])
    func strictRuns(_ options: [String], _ status: Int32) throws {
        try withFolder(ExpectCommandTests.files) { folder in
            let page = Data("<li><b>Ash</b><li>x".utf8)
            let arguments = options + ["-q", "--rules", "plants", "--errors", "e.jsonl", "-"]
            #expect(try Command(arguments, in: folder, input: page).status == status)
            let errors = try String(contentsOf: folder.appending(path: "e.jsonl"), encoding: .utf8)
            #expect(
                errors.contains(
                    #""severity":"warning","reason":"1 of 2 elements for Plant yielded no field""#
                ),
                "\(errors)"
            )
        }
    }

    /// The folder of one site's cases is a baseline.
    @Test(arguments: ["--expect", "--baseline"]) func aSitesCasesAreABaseline(_ option: String) throws {
        try withFolder(ExpectCommandTests.files) { folder in
            let page = Data("<li><i>7</i>".utf8)
            let arguments = ["-q", "--rules", "plants", option, "Corpus/plants", "-"]
            let command = try Command(arguments, in: folder, input: page)
            #expect(command.status == 1)
            #expect(
                command.errors.contains("error: plants: Plant.name is in 0% of the records, expected 100%"),
                "\(command.errors)"
            )
        }
    }

    /// A run that ends at the first page that fails says nothing about the site.
    @Test func aPartOfARunIsNotCompared() throws {
        let pages = ["a.html": "<p>", "b.html": "<li><i>7</i>"]
        try withFolder(ExpectCommandTests.files.merging(pages) { $1 }) { folder in
            let arguments = ["--rules", "plants", "--expect", "Corpus/plants", "a.html", "b.html"]
            let part = try Command(arguments + ["--fail-fast"], in: folder)
            #expect(
                part.errors.contains("note: this is part of a run, and is not compared"),
                "\(part.errors)"
            )
            let whole = try Command(arguments, in: folder)
            #expect(whole.errors.contains("plants: Plant.name is in 0% of the records"), "\(whole.errors)")
            #expect(!whole.errors.contains("part of a run"))
        }
    }

    /// Texts beside numbers are texts: the share of them with letters is expected.
    @Test func aFieldsTextsBesideNumbers() throws {
        let rules =
            #"{ "records": { "R": { "each": "li", "fields": { "x": { "select": "b", "type": "json" } } } } }"#
        let golden = (0..<6).map { #"{"@type":"R","x":\#($0 == 0 ? "1" : #""a""#)}"# }.joined(separator: ",")
        let files = [
            "Rules/r.json": rules, "Corpus/r/a/page.html": "<p>",
            "Corpus/r/a/case.json": "{}",
            "Corpus/r/a/golden.json": #"{"records": [\#(golden)], "diagnostics": []}"#,
        ]
        try withFolder(files) { folder in
            let page = Data(String(repeating: "<li><b>7</b>", count: 6).utf8)
            let command = try Command(
                ["-q", "--rules", "r", "--expect", "Corpus/r", "-"],
                in: folder,
                input: page
            )
            #expect(
                command.errors.contains("r: R.x: 0% of the values have letters, expected 83.3%"),
                "\(command.errors)"
            )
        }
    }
}
