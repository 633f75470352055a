import Foundation
import Testing

/// `scrape --rules RULES PAGE…`, as a user types it.
@Suite struct ScrapeTests {
    static let rules = """
        {
          "match": ["https://plants.example/*"],
          "records": {
            "Plant": {
              "each": "li",
              "fields": {
                "name": { "select": "b", "required": true },
                "height": { "select": "i", "type": "integer" },
                "link": { "select": "a::attr(href)", "type": "url" }
              }
            }
          }
        }
        """

    static let page =
        "<ul><li><b>Oak</b> <i>40</i> <a href='/oak'>more</a></li>\n<li><b>Ash</b> <i>35</i></li></ul>\n"

    static let files = ["Rules/plants.json": rules, "page.html": page, "other.html": "<li><b>Fir</b>"]

    private func run(
        _ arguments: [String],
        files: [String: String] = files,
        input: String = "",
        environment: [String: String] = [:],
        _ body: (Command, URL) throws -> Void
    ) throws {
        try withFolder(files) { folder in
            let command = try Command(
                arguments,
                in: folder,
                input: Data(input.utf8),
                environment: environment
            )
            try body(command, folder)
        }
    }

    // MARK: - Rules

    @Test(arguments: [
        "Rules/plants.json", "rules/plants.json", "rules/PLANTS.json", "plants", "plants.json",
        "./rules/plants.json",
    ])
    func rulesAreFoundByPathWithoutCaseAndByName(_ argument: String) throws {
        try run(["--rules", argument, "--format", "jsonl", "other.html"]) { command, _ in
            #expect(command.errors == "")
            #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
            #expect(command.status == 0)
        }
    }

    @Test func rulesAreFoundInTheSearchPath() throws {
        let files = ["far/away/trees.json": ScrapeTests.rules, "page.html": "<li><b>Fir</b>"]
        for options in [["-r", "trees", "-f", "jsonl", "-j", "1"], ["-rtrees", "-fjsonl", "-j1"]] {
            try run(
                options + ["page.html"],
                files: files,
                environment: ["SCRAPE_RULES_PATH": "nowhere:far/away"]
            ) { command, _ in
                #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
            }
        }
    }

    @Test func missingRulesAreReportedWithTheTriedPaths() throws {
        try run(["--rules", "plant", "page.html"]) { command, _ in
            #expect(command.status == 2)
            #expect(command.output == "")
            #expect(
                command.errors.hasPrefix("error: no rules file \"plant\": tried plant, Rules/plant.json, ")
            )
            #expect(command.errors.hasSuffix("  help: did you mean \"plants\"?\n"))
        }
        try run(["--rules", "rules/plant.json", "page.html"]) { command, _ in
            #expect(
                command.errors == """
                    error: no rules file "rules/plant.json": tried rules/plant.json
                      help: did you mean "plants"?

                    """
            )
        }
    }

    @Test func wrongRulesAreReportedBeforeAnyPageIsRead() throws {
        let files = ["r.json": "{ \"records\": { \"R\": { \"fields\": { \"x\": { \"slect\": \"a\" } } } } }"]
        try run(["--rules", "r.json", "nothing.html"], files: files) { command, _ in
            #expect(command.status == 2)
            #expect(
                command.errors
                    == """
                    r.json:1:42: error: unknown key "slect" in the field "x"
                      1 | { "records": { "R": { "fields": { "x": { "slect": "a" } } } } }
                        |                                          ^~~~~~~
                      help: did you mean "select"?

                    """
            )
        }
    }

    @Test func rulesAreChosenByThePagesAddress() throws {
        try run(["--url", "https://PLANTS.example/trees", "-f", "jsonl", "other.html"]) { command, _ in
            #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
        }
        let page = "<link rel='icon canonical' href='https://plants.example/x'><li><b>Fir</b>"
        try run(["-f", "jsonl", "-"], input: page) { command, _ in
            #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
        }
        try run(["other.html"]) { command, _ in
            #expect(command.status == 2)
            #expect(
                command.errors == """
                    other.html: error: the page does not declare its address
                      help: choose its rules with --rules, or give its address with --url

                    """
            )
        }
        try run(["--url", "https://rocks.example/", "other.html"]) { command, _ in
            #expect(command.status == 2)
            #expect(
                command.errors.hasPrefix("other.html: error: no rules file matches https://rocks.example/\n")
            )
        }
    }

    /// Arguments with pages that select their rules, and the table of their records: it has the columns of the selected
    /// rules.
    @Test(arguments: [
        ("plants.html", "@type,name,height,link Plant,Fir,,", 0),
        ("rocks.html", "@type,mineral Rock,Quartz", 0),
        ("-", "@type,mineral Rock,Flint", 0),
        (
            "rocks.html plants.html - rocks.html",
            "@type,mineral,name,height,link Rock,Quartz,,, Plant,,Fir,, Rock,Flint,,, Rock,Quartz,,,", 0
        ),
        ("none.html rocks.html", "@type,mineral Rock,Quartz", 3),
        ("rocks.html --record Rock", "@type,mineral Rock,Quartz", 0),
        ("rocks.html --record Plant", "", 2),
        ("other.html", "@type,name,height,link,mineral", 2),
    ])
    func tablesHaveTheColumnsOfTheRulesThatPagesChoose(
        _ arguments: String,
        _ table: String,
        _ status: Int32
    ) throws {
        let rocks = ScrapeTests.rules.replacing("plants", with: "rocks").replacing("Plant", with: "Rock")
            .replacing(#/"height".*\n.*"link".*\n/#, with: "").replacing("true },", with: "true }")
            .replacing("\"name\"", with: "\"mineral\"")
        let files = ScrapeTests.files.merging([
            "Rules/rocks.json": rocks,
            "plants.html": "<link rel=canonical href='https://plants.example/x'><li><b>Fir</b>",
            "rocks.html": "<link rel=canonical href='https://rocks.example/x'><li><b>Quartz</b>",
        ]) { $1 }
        let input = "<link rel=canonical href='https://rocks.example/y'><li><b>Flint</b>"
        let words = arguments.split(separator: " ").map(String.init)
        try run(["-f", "csv"] + words, files: files, input: input) { command, _ in
            #expect(
                command.output.split(separator: "\n").joined(separator: " ") == table,
                "\(command.errors)"
            )
            #expect(command.status == status)
        }
    }

    // MARK: - Pages

    @Test func severalPagesAndStandardInputGoIntoOneArray() throws {
        try run(["--rules", "plants", "other.html", "-", "other.html"], input: "<li><b>Yew</b>") {
            command,
            _ in
            #expect(command.status == 0)
            #expect(
                command.output == """
                    [
                      {
                        "@type": "Plant",
                        "name": "Fir"
                      },
                      {
                        "@type": "Plant",
                        "name": "Yew"
                      },
                      {
                        "@type": "Plant",
                        "name": "Fir"
                      }
                    ]

                    """
            )
        }
    }

    @Test(arguments: [
        ("", "page.html: error: the file is empty\n"),
        ("%PDF-1.4\n", "page.html: error: the file is a PDF, not a page\n"),
        ("\u{1}\u{2}\u{3}", "page.html: error: the file is binary, not a page\n"),
    ])
    func filesThatAreNoPagesAreReported(_ page: String, _ message: String) throws {
        try run(
            ["--rules", "plants", "page.html"],
            files: ScrapeTests.files.merging(["page.html": page]) { $1 }
        ) { command, _ in
            #expect(command.status == 3)
            #expect(command.output == "[]\n")
            #expect(command.errors == message)
        }
    }

    /// Without a tree nothing can be read; with one, the page does not satisfy its rules.
    @Test(
        arguments: [
            ("\"json\"", "<html>", "p:1:1: error: not JSON: expected a value, found \"<\"\n", 3),
            (
                "\"json\"", "{\"x\": 1",
                "p:1:8: error: not JSON: expected a comma or \"}\", found the end of the text\n", 3
            ),
            ("\"xml\"", "text", "p:1:1: error: not XML: there is no element\n", 3),
            ("[\"json\", \"xml\"]", "text", "p: error: the page is neither json nor xml\n", 3),
            ("\"json\"", "{\"y\": 1}", "p: error: the page has no records\n", 1),
            (
                "\"xml\"", "<r><x>1</x></q></r>",
                "p:1:12: error: an end tag </q> has no start tag: left out\n", 1
            ),
        ] as [(String, String, String, Int32)]
    )
    func whatIsNoPageOfItsSource(_ source: String, _ page: String, _ message: String, _ status: Int32) throws
    {
        let rules = "{ \"source\": \(source), \"records\": { \"R\": { \"fields\": { \"x\": \"x\" } } } }"
        try run(["--rules", "r.json", "-f", "jsonl", "p"], files: ["r.json": rules, "p": page]) {
            command,
            _ in
            #expect(command.errors.hasPrefix(message), "\(command.errors)")
            #expect(command.status == status)
        }
    }

    /// Records of data are printed up to a syntax error, from a file and from standard input.
    @Test(arguments: ["p", "-"]) func recordsBeforeAMistakeArePrinted(_ operand: String) throws {
        let rules = """
            { "source": "json", "records": { "R": { "each": "json > item", "fields": { "x": "x" } } } }
            """
        let page = #"[{"x": 1}, {"x": 2}, {"x": ]"#
        try withFolder(["r.json": rules, "p": page]) { folder in
            let command = try Command(
                ["--rules", "r.json", "-f", "jsonl", operand],
                in: folder,
                input: Data(page.utf8)
            )
            #expect(command.output == #"{"@type":"R","x":1}"# + "\n" + #"{"@type":"R","x":2}"# + "\n")
            #expect(command.errors.contains(":1:28: error: not JSON: expected a value, found"))
            #expect(command.status == 3)
        }
    }

    @Test func unreadablePagesAreReportedAndTheOthersRead() throws {
        try run(["--rules", "plants", "-f", "jsonl", "none.html", "Rules/x/y", "other.html"]) { command, _ in
            #expect(command.status == 3)
            #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
            #expect(
                command.errors == """
                    none.html: error: cannot read the page: no such file or directory
                    Rules/x/y: error: cannot read the page: no such file or directory

                    """
            )
        }
    }

    /// The status is that of the worst page, in whatever order the pages are given.
    @Test(arguments: [
        ("good.html good.html", 0), ("good.html bad.html", 1), ("bad.html good.html", 1),
        ("none.html good.html", 3),
        ("none.html bad.html", 3), ("bad.html none.html", 3), ("bad.html none.html good.html bad.html", 3),
    ])
    func theStatusIsThatOfTheWorstPage(_ pages: String, _ status: Int) throws {
        let files = ScrapeTests.files.merging([
            "good.html": "<li><b>Fir</b>", "bad.html": "<li><i>7</i>",
        ]) { $1 }
        for more in [[], ["--jobs", "1"], ["--jobs", "2", "--errors", "errors"]] {
            let words =
                ["--rules", "plants", "-f", "jsonl"] + more + pages.split(separator: " ").map(String.init)
            try run(words, files: files) { command, _ in
                #expect(command.status == Int32(status), "\(command.errors)")
            }
        }
    }

    @Test func missingRequiredFieldsAreReportedWhileTheRestIsPrinted() throws {
        let page = "<ul>\n<li><i>7</i></li>\n<li><b>Elm</b><i>high</i></li></ul>"
        try run(["--rules", "plants", "-f", "jsonl", "-"], input: page) { command, _ in
            #expect(command.status == 1)
            #expect(
                command.output == """
                    {"@type":"Plant","height":7}
                    {"@type":"Plant","name":"Elm"}

                    """
            )
            #expect(
                command.errors == """
                    <standard input>:2:1: error: Plant.name is required: `b` found nothing
                    Rules/plants.json:7:9: note: the field is declared here
                      7 |         "name": { "select": "b", "required": true },
                        |         ^~~~~~
                    <standard input>:3:15: error: Plant.height (`i`): "high" is not an integer
                    Rules/plants.json:8:19: note: the field is declared here
                      8 |         "height": { "select": "i", "type": "integer" },
                        |                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                    """
            )
        }
    }

    // MARK: - Options

    @Test(arguments: [
        ("csv", "@type,name,height,link\nPlant,Oak,40,https://plants.example/oak\nPlant,Ash,35,\n"),
        ("tsv", "@type\tname\theight\tlink\nPlant\tOak\t40\thttps://plants.example/oak\nPlant\tAsh\t35\t\n"),
        (
            "jsonl",
            """
            {"@type":"Plant","name":"Oak","height":40,"link":"https://plants.example/oak"}
            {"@type":"Plant","name":"Ash","height":35}

            """
        ),
    ])
    func formats(_ format: String, _ output: String) throws {
        try run(["--rules=plants", "--format=\(format)", "--url=https://plants.example/list", "page.html"]) {
            command,
            _ in
            #expect(command.output == output)
        }
    }

    @Test(arguments: [
        (["--where", "height=35"], ["Ash"]), (["--where", "height=35.0"], ["Ash"]),
        (["--where", "name=Oak"], ["Oak"]),
        (["--where", "name=Oak", "--where", "height=35"], []), (["--record", "Plant"], ["Oak", "Ash"]),
    ])
    func recordsAreChosen(_ arguments: [String], _ names: [String]) throws {
        try run(
            ["--rules", "plants", "-f", "csv", "--url", "https://plants.example/"] + arguments + ["page.html"]
        ) { command, _ in
            let rows = command.output.split(separator: "\n").dropFirst()
            #expect(rows.map { String($0.split(separator: ",")[1]) } == names)
            #expect(command.status == 0)
        }
    }

    @Test(arguments: [
        (["--formt", "csv", "p"], "error: unknown option --formt\n  help: did you mean --format?\n"),
        (["-x", "p"], "error: unknown option -x\n  help: scrape --help lists the options\n"),
        (["-output", "p"], "error: unknown option -output\n  help: did you mean --output?\n"),
        (["-output=o", "p"], "error: unknown option -output=o\n  help: did you mean --output?\n"),
        (["-o=o", "p"], "error: -o takes its value without \"=\"\n  help: write -o o, or --output=o\n"),
        (["-hx", "p"], "error: unknown option -hx\n  help: scrape --help lists the options\n"),
        (["-j0", "p"], "error: --jobs takes a whole number from 1 to 1024, found \"0\"\n"),
        (["--format", "cvs", "p"], "error: unknown format \"cvs\"\n  help: did you mean \"csv\"?\n"),
        (["--rules"], "error: --rules needs a value\n  help: write --rules RULES\n"),
        (["--help=x"], "error: --help takes no value\n  help: write --help\n"),
        (
            ["--rules", "plants"],
            "error: no page is given\n  help: name a file, or - for standard input; see scrape --help\n"
        ),
        (
            ["--rules", "", "p"],
            "error: the value of --rules is empty\n"
                + "  help: write --rules RULES, or leave it out; is a shell variable unset?\n"
        ),
        (
            ["--rules=plants", "--url=", "p"],
            "error: the value of --url is empty\n"
                + "  help: write --url URL, or leave it out; is a shell variable unset?\n"
        ),
        (
            ["--rules", "plants", "p", ""],
            "error: an operand is empty\n"
                + "  help: is a shell variable unset?\n"
        ),
        (
            ["check", ""],
            "error: an operand is empty\n"
                + "  help: is a shell variable unset?\n"
        ),
        (
            ["select", "p", ""],
            "error: an operand is empty\n"
                + "  help: is a shell variable unset?\n"
        ),
        (["--rules", "a", "--rules", "b", "p"], "error: --rules is given more than once\n"),
        (["--rules", "plants", "-", "-"], "error: standard input (-) can be read only once\n"),
        (
            ["--rules", "plants", "--url", "plants.example", "a"],
            "error: --url takes an absolute address, found \"plants.example\"\n"
                + "  help: write it like https://example.org/page\n"
        ),
        (
            ["--rules", "plants", "--url", "https://u.example/", "a", "b"],
            "error: --url https://u.example/ is the address of one page, but 2 are given\n"
        ),
        (
            ["--rules", "plants", "--where", "name", "p"],
            "error: --where takes FIELD=VALUE, found \"name\"\n  help: write --where name=value\n"
        ),
        (
            ["--rules", "plants", "--where", "nme=x", "p"],
            "error: no record has a field \"nme\" (--where)\n  help: did you mean \"name\"?\n"
        ),
        (
            ["--rules", "plants", "--record", "Plants", "p"],
            "error: no record type \"Plants\" (--record)\n  help: did you mean \"Plant\"?\n"
        ),
        (
            ["--rules", "plants", "--encoding", "utf-9", "p"],
            "error: --encoding takes the label of an encoding, found \"utf-9\"\n  help: did you mean \"utf-8\"?\n"
        ),
        (
            ["--rules", "plants", "--output", "no/where", "p"],
            "no/where: error: cannot write the output: no such file or directory\n"
        ),
    ])
    func wrongArgumentsAreReported(_ arguments: [String], _ message: String) throws {
        try run(arguments) { command, _ in
            #expect(command.errors == message)
            #expect(command.output == "")
            #expect(command.status == (message.contains("cannot write") ? 3 : 2))
        }
    }

    @Test func helpAndVersion() throws {
        let help = try Command(["--help"])
        #expect(help.status == 0)
        for word in [
            "--rules", "--format", "--output", "--record", "--where", "--url", "--encoding", "jsonl",
            "Exit status",
        ] {
            #expect(help.output.contains(word))
        }
        #expect(try Command(["test", "-h"]).output.contains("--update"))
        #expect(try Command(["-V"]).output.hasPrefix("scrape "))
        #expect(try Command([]).status == 2)
    }

    // MARK: - Output

    @Test func outputReplacesAFileWhenTheRunHasSucceeded() throws {
        try run(["--rules", "plants", "-f", "jsonl", "-o", "out.jsonl", "other.html"]) { command, folder in
            #expect(command.output == "")
            let out = folder.appending(path: "out.jsonl")
            #expect(
                try String(contentsOf: out, encoding: .utf8) == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n"
            )
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.hasPrefix("out") } == ["out.jsonl"])
        }
    }

    @Test func devicesAreWrittenToAndNeverReplaced() throws {
        try run(["--rules", "plants", "-f", "jsonl", "-o", "/dev/stdout", "other.html"]) { command, _ in
            #expect(command.output == "{\"@type\":\"Plant\",\"name\":\"Fir\"}\n")
            #expect(command.status == 0)
        }
        try run(["--rules", "plants", "-o", "/dev/null", "other.html"]) { command, _ in
            #expect(command.status == 0)
            let type =
                try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    }

    @Test(arguments: [["none.html"], ["other.html", "none.html"], ["empty.html"], ["nothing.html"]])
    func aFailedRunLeavesTheOldFile(_ pages: [String]) throws {
        let files = ScrapeTests.files.merging(["out.json": "old", "empty.html": "", "nothing.html": "<p>x"]) {
            $1
        }
        try run(["--rules", "plants", "-o", "out.json"] + pages, files: files) { command, folder in
            #expect(command.status != 0)
            #expect(command.errors.hasSuffix("note: the run has failed, out.json is unchanged\n"))
            #expect(try String(contentsOf: folder.appending(path: "out.json"), encoding: .utf8) == "old")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.hasPrefix("out") } == ["out.json"])
        }
    }

    /// A run over many pages fails if it has no records, or no page at all. Pages that cannot be read do not affect the others.
    @Test(arguments: [("[\n  ", ["Oak", ""], 1), ("old", ["", ""], 1), ("old", [], 3)])
    func aRunOverManyPagesReplacesTheOldFile(_ start: String, _ names: [String], _ status: Int32) throws {
        let lines = names.map { #"{"url":"https://a.example/","html":"<li><b>\#($0)</b></li>"}"# + "\n" }
            .joined()
        let files = ScrapeTests.files.merging(["out.json": "old", "pages.jsonl": lines]) { $1 }
        let arguments = ["--rules", "plants", "--input", "jsonl", "-o", "out.json", "pages.jsonl"]
        try run(arguments, files: files) { command, folder in
            #expect(command.status == status)
            let output = try String(contentsOf: folder.appending(path: "out.json"), encoding: .utf8)
            #expect(output.hasPrefix(start))
            #expect(command.errors.contains("out.json is unchanged") == (output == "old"))
        }
    }

    @Test func aReaderThatGoesAwayEndsTheRunQuietly() throws {
        let item = "<li><b>Oak</b></li>"
        let files = [
            "Rules/plants.json": ScrapeTests.rules, "page.html": String(repeating: item, count: 20_000),
        ]
        try withFolder(files) { folder in
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = [
                "-c", "\"$0\" --rules plants page.html page.html 2>errors | head -n 1 >first",
                Command.program.path,
            ]
            shell.currentDirectoryURL = folder
            try shell.run()
            shell.waitUntilExit()
            #expect(try String(contentsOf: folder.appending(path: "first"), encoding: .utf8) == "[\n")
            #expect(try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8) == "")
        }
    }
}
