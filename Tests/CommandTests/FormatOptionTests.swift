import Foundation
import Testing

/// Options of output formats on the command line, and formats that reject the records.
@Suite struct FormatOptionTests {
    private static let files = [
        "Rules/log.json": """
        { "source": "csv", "records": {
          "Day": { "each": "row", "fields": {
            "day": { "select": "day", "type": "date" }, "n": { "select": "n", "type": "integer" },
            "m": { "select": "m", "type": "integer" } } } } }
        """,
        "page.csv": "day,n,m\n2020-01-01,1,10\n2020-01-02,2,20\n",
        "empty.csv": "day,n,m\n2020-01-01,,\n",
    ]

    private func run(_ arguments: String...) throws -> Command {
        var result: Command?
        try withFolder(FormatOptionTests.files) { folder in
            result = try Command(["--rules", "log"] + arguments, in: folder)
        }
        return try #require(result)
    }

    @Test func optionsReachTheFormat() throws {
        let chart = try run("--format", "chart", "--option", "y=m", "--option=title=a=b", "page.csv")
        #expect(chart.status == 0 && chart.errors.isEmpty)
        #expect(chart.output.hasPrefix("<svg ") && chart.output.hasSuffix("</svg>\n"))
        #expect(chart.output.contains("<title id=\"chart-title\">a=b</title>"))
        #expect(chart.output.contains("Line chart of m by day: one line, 2 points."))
    }

    @Test(
        arguments: [
            (
                ["--option", "titel=x"],
                "the format chart has no option \"titel\"\n  help: did you mean \"title\"?\n"
            ),
            (["--option", "title"], "--option takes NAME=VALUE, found \"title\"\n"),
            (["--option", "x=day", "--option", "x=n"], "--option x is given more than once\n"),
            (["--option", "y=q"], "no record has a field \"q\" for the chart's y\n"),
            (
                ["--format", "json", "--option", "x=day"],
                "the format json has no option \"x\"\n  help: it has no options\n"
            ),
            (
                ["--format", "csv", "-o", "tables/", "--option", "formulas=raw"],
                """
                tables/ is a folder (--output), whose tables always escape formulas: --option formulas=raw has no effect
                  help: name a file with --output, or leave the option out

                """
            ),
            (
                ["--format", "tsv", "-o", "tables/", "--option", "formula=raw"],
                "the format tsv has no option \"formula\"\n  help: did you mean \"formulas\"?\n"
            ),
            (
                ["--format", "jsonl", "-o", "tables/", "--option", "x=day"],
                "the format jsonl has no option \"x\"\n  help: it has no options\n"
            ),
        ]
    )
    func mistakesAreReportedBeforeAnyPageIsRead(_ options: [String], _ message: String) throws {
        let format = options.contains("--format") ? [] : ["--format", "chart"]
        try withFolder(FormatOptionTests.files) { folder in
            let result = try Command(["--rules", "log"] + format + options + ["nonesuch.csv"], in: folder)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("error: " + message))
            #expect(result.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "tables").path))
        }
    }

    @Test func whatDoesNotFitIsNoEmptyPicture() throws {
        try withFolder(FormatOptionTests.files.merging(["old.svg": "old"]) { $1 }) { folder in
            let result = try Command(
                ["--rules", "log", "-f", "chart", "-o", "old.svg", "empty.csv"],
                in: folder
            )
            #expect(result.status == 1)
            #expect(result.errors == "error: there is nothing to draw: no Day with day and n\n")
            let kept = try String(contentsOf: folder.appending(path: "old.svg"), encoding: .utf8)
            #expect(kept == "old")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
        }
    }

    @Test func helpListsTheOptions() throws {
        let help = try Command(["--help"]).output
        #expect(help.contains("\nOptions of chart (--option NAME=VALUE):\n  x "))
        #expect(help.contains("  --option NAME=VALUE\n"))
    }
}
