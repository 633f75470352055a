import Foundation
import Testing

/// Options on the command line for how pages become trees, and how much of them is read.
@Suite struct ReadingOptionTests {
    private static let files = [
        "Rules/site.json": #"""
        { "scripting": false, "records": { "P": { "each": "p", "fields": { "x": "noscript > b" } } } }
        """#,
        "page.html": "<p><noscript><b>1</b></noscript>\n<p><noscript><b>2</b></noscript>\n",
        "table.html": "<table><tr><td>1</table>",
        "feed.xml": "<feed><a><b><c>1</c></b></a></feed>",
        "Corpus/site/one/page.html": "<p><noscript><b>1</b></noscript>",
        "Corpus/site/one/case.json": "{}\n",
        "Corpus/site/one/golden.json":
            #"{ "records": [{ "@type": "P", "x": "1" }], "diagnostics": [] }"# + "\n",
    ]

    private func run(_ arguments: [String]) throws -> Command {
        var result: Command?
        try withFolder(ReadingOptionTests.files) { folder in result = try Command(arguments, in: folder) }
        return try #require(result)
    }

    /// Arguments, and the output.
    @Test(arguments: [
        (["select", "noscript > b::text", "page.html"], ""),
        (["select", "--scripting", "off", "noscript > b::text", "page.html"], "1\n2\n"),
        (["select", "--parser=libxml2", "noscript > b::text", "page.html"], "1\n2\n"),
        (["select", "table > tbody > tr::text", "table.html"], "1\n"),
        (["select", "--parser", "libxml2", "table > tr::text", "table.html"], "1\n"),
        (
            ["--rules", "site", "--format", "jsonl", "page.html"],
            #"{"@type":"P","x":"1"}|{"@type":"P","x":"2"}|"#
        ),
    ])
    func treesAreMadeSo(_ arguments: [String], _ output: String) throws {
        let command = try run(arguments)
        #expect(command.output == output.replacing("|", with: "\n"))
        #expect(command.errors == "")
    }

    /// The command line takes precedence over the rules, in every command that reads pages with rules.
    @Test func itGoesBeforeTheRules() throws {
        for arguments in [
            ["--rules", "site", "page.html"], ["explain", "--rules", "site", "page.html"],
            ["check", "site", "--page", "page.html"], ["report", "--rules", "site", "page.html"],
        ] {
            #expect(try run(arguments).status == 0)
            let other = try run(arguments + ["--scripting", "on"])
            #expect(other.status == 1 || arguments[0] == "check")
            #expect(other.errors.contains("the page has no records"))
        }
        #expect(try run(["test"]).status == 0)
        #expect(try run(["test", "--scripting", "on"]).status == 1)
    }

    @Test func whatTheTreeIsCanBeLookedAt() throws {
        let on = try run(["tree", "--format", "html5lib", "page.html"])
        #expect(on.output.contains("|       <noscript>\n|         \"<b>1</b>\"\n"))
        let off = try run(["tree", "--format", "html5lib", "--scripting", "off", "page.html"])
        #expect(off.output.contains("|       <noscript>\n|         <b>\n|           \"1\"\n"))
        #expect(try run(["tree", "table.html"]).output.contains("\n        tr @1:8\n"))
        #expect(try run(["tree", "--parser", "libxml2", "table.html"]).output.contains("\n      tr @1\n"))
    }

    /// Arguments, the standard output, and the standard error.
    @Test(arguments: [
        (
            ["select", "--max-elements", "4", "p", "--count", "page.html"], "1\n",
            "page.html: error: the page has more than 4 elements: what comes after is not read\n"
                + "  help: --max-elements raises the limit\n"
        ),
        (
            ["--rules", "site", "--max-elements", "6", "--format", "jsonl", "page.html"],
            #"{"@type":"P","x":"1"}"# + "\n",
            "page.html: error: the page has more than 6 elements: what comes after is not read\n"
                + "  help: --max-elements raises the limit\n"
        ),
    ])
    func whatWasReadUpToABoundIsPrinted(_ arguments: [String], _ output: String, _ errors: String) throws {
        let command = try run(arguments)
        #expect(command.status == 1)
        #expect(command.output == output)
        #expect(command.errors.hasPrefix(errors))
    }

    /// What is found when the time is over is not printed: a condition may have failed only for lack of time.
    @Test(arguments: [
        ["select", "p"], ["select", "-c", "p"], ["select", "p:matches(1)"], ["text"],
        ["text", "--format", "blocks"],
        ["--rules", "site", "--format", "jsonl"],
    ])
    func nothingIsPrintedWithoutTime(_ arguments: [String]) throws {
        let command = try run(arguments + ["--max-time", "0.000001", "page.html"])
        #expect(command.status == 1)
        #expect(command.output == "")
        #expect(
            command.errors.hasPrefix(
                "page.html: error: the page takes more than 1e-06 seconds to read: what comes after is not read\n"
                    + "  help: --max-time raises the limit\n"
            )
        )
    }

    @Test func aQuestionHasItsTime() throws {
        let question = Data(#"{"html": "<p>1", "selector": "p"}"#.utf8)
        let late = try Command(["select", "--batch", "--max-time", "0.000001"], input: question)
        #expect(
            late.output.hasPrefix(#"{"error":"the page takes more than 1e-06 seconds to read; --max-time"#)
        )
        #expect(
            try Command(["select", "--batch", "--max-time", "100"], input: question).output.contains("[3]")
        )
    }

    /// An answer about a page that looks cut off says so, also the next one about the same page.
    @Test func aQuestionAboutATruncatedPageHasWarnings() throws {
        let question = #"{"html": "<p>1</p><b", "selector": "p"}"# + "\n"
        let answer =
            #"{"indexes":[3],"n":4,"warnings":["1:9: the page ends within a tag: it looks cut off"]}"# + "\n"
        let result = try Command(["select", "--batch"], input: Data((question + question).utf8))
        #expect(result.output == answer + answer)
    }

    @Test func jsonNamesItsLimit() throws {
        let page = Data(#"{"a": {"b": {"c": 1}}}"#.utf8)
        let result = try Command(["tree", "--source", "json", "--max-depth", "2", "-"], input: page)
        #expect(result.status == 3)
        #expect(result.errors.contains("help: --max-depth raises the limit"))
    }

    @Test func nestingIsBoundedAsInBrowsers() throws {
        let page = Data((String(repeating: "<div>", count: 600) + "x").utf8)
        let deep = try Command(["tree", "-"], input: page)
        #expect(deep.status == 0)
        #expect(deep.errors.hasPrefix("<standard input>: warning: elements are nested so deep"))
        #expect(try Command(["tree", "--max-depth", "700", "-"], input: page).errors == "")
        #expect(try run(["tree", "--max-depth", "2", "feed.xml"]).errors.contains("more than 2 deep"))
    }

    /// Wrong values, and the first line of the message.
    @Test(arguments: [
        (["--scripting", "no"], #"--scripting takes on or off, found "no""#, ""),
        (
            ["--parser", "libxml"], #"--parser takes standard or libxml2, found "libxml""#,
            "did you mean \"libxml2\"?"
        ),
        (
            ["--max-bytes", "16Q"], #"--max-bytes takes a whole number of bytes above 0, found "16Q""#,
            "200k or 16M"
        ),
        (
            ["--max-bytes", "0"], #"--max-bytes takes a whole number of bytes above 0, found "0""#,
            "200k or 16M"
        ),
        (
            ["--max-elements", "-3"],
            #"--max-elements takes a whole number from 1 to 1000000000, found "-3""#, ""
        ),
        (["--max-depth", "1.5"], #"--max-depth takes a whole number from 1 to 1000000000, found "1.5""#, ""),
        (
            ["--max-time", "soon"],
            #"--max-time takes a number of seconds above 0 and up to 1000000, found "soon""#, ""
        ),
        (["--max-time", "1", "--max-time", "2"], "--max-time is given more than once", ""),
    ])
    func mistakesAreReported(_ options: [String], _ message: String, _ help: String) throws {
        for command in [["tree"], ["select", "p"], ["--rules", "site"], ["explain"], ["test"]] {
            let result = try run(command + options + ["page.html"])
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("error: \(message)\n"))
            #expect(result.errors.contains(help) || help.isEmpty)
        }
    }

    @Test(arguments: ["scrape", "select", "tree", "explain", "report", "check", "diff", "test"])
    func helpKnowsThem(_ name: String) throws {
        let help = try run([name, "--help"]).output
        for option in [
            "parser", "scripting", "max-bytes", "max-elements", "max-depth", "max-growth", "max-attributes",
            "max-namespaces", "max-time",
        ] {
            #expect(help.contains("  --\(option) "))
        }
    }
}
