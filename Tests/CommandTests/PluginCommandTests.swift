import Foundation
import Testing

/// Plugins from a user's point of view.
@Suite struct PluginCommandTests {
    static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    static let rules = """
        { "plugins": "tidy-title", "records": { "P": { "each": "head", "fields": {
            "title": { "select": "title", "apply": ["tidy-title"] } } } } }
        """

    @Test func whatIsCompiledInIsListed() throws {
        let command = try Command(["plugins", "one-rep-max"])
        #expect(command.status == 0)
        #expect(
            command.output == """
                one-rep-max (compiled in): estimates the weight that can be lifted once from a set's weight and repetitions
                  transform one-rep-max: a list of numbers to a number
                      [weight, reps] to the one-rep max after Brzycki: weight × 36 / (37 − reps)

                """
        )
        let all = try Command(["plugins"])
        #expect(all.status == 0)
        #expect(all.output.contains("scrape (built in)"))
        #expect(all.output.contains("  transform trim: a string to a string\n"))
        let unknown = try Command(["plugins", "one-rep-mix"])
        #expect(unknown.status == 2)
        #expect(
            unknown.errors == "error: no plugin \"one-rep-mix\"\n  help: did you mean \"one-rep-max\"?\n"
        )
    }

    @Test func thePluginsThatAreCompiledInPassTheirCases() throws {
        let command = try Command(["test", "--plugin", "one-rep-max"])
        #expect(command.status == 0, "\(command.output)")
        #expect(command.output == "one-rep-max: 12 passed, 0 failed\n")
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func aNewPluginWorks() throws {
        let files = ["page.html": "<title>Squats | Gym</title>", "rules.json": PluginCommandTests.rules]
        try withFolder(files) { folder in
            let made = try Command(["new", "plugin", "tidy-title"], in: folder)
            #expect(made.status == 0)
            #expect(
                made.output == """
                    wrote tidy-title/scrape-plugin-tidy-title
                    wrote tidy-title/cases.jsonl

                    scrape plugins --plugin ./tidy-title/scrape-plugin-tidy-title tidy-title
                    scrape test --plugin ./tidy-title/scrape-plugin-tidy-title

                    """
            )
            let program = "./tidy-title/scrape-plugin-tidy-title"
            let list = try Command(["plugins", "--plugin", program, "tidy-title"], in: folder)
            #expect(list.status == 0)
            #expect(list.output.hasPrefix("tidy-title (\(program)): removes the site's name from titles\n"))
            let test = try Command(["test", "--plugin", program], in: folder)
            #expect(test.status == 0)
            #expect(test.output == "tidy-title: 4 passed, 0 failed\n")

            let expected = "{\"@type\":\"P\",\"title\":\"Squats\"}\n"
            let arguments = ["--rules", "rules.json", "--format", "jsonl", "page.html"]
            let named = try Command(arguments + ["--plugin", program], in: folder)
            #expect(named.output == expected)
            #expect(named.errors == "")
            let found = try Command(
                arguments,
                in: folder,
                environment: ["SCRAPE_PLUGIN_PATH": "/nowhere:" + folder.appending(path: "tidy-title").path]
            )
            #expect(found.output == expected)
            let missing = try Command(arguments, in: folder)
            #expect(missing.status == 2)
            #expect(missing.errors.hasPrefix("rules.json:1:14: error: unknown plugin \"tidy-title\"\n"))

            let again = try Command(["new", "plugin", "tidy-title"], in: folder)
            #expect(again.status == 2)
            #expect(again.errors.hasPrefix("error: tidy-title already exists\n"))
        }
    }

    /// A plugin in Swift is a package that uses the library of a checkout.
    @Test func aNewPluginInSwiftNamesItsCheckout() throws {
        try withFolder([:]) { folder in
            let checkout = Command.checkout.path
            let made = try Command(
                ["new", "plugin", "tidy", "--language", "swift", "--package", checkout],
                in: folder
            )
            #expect(made.status == 0, "\(made.errors)")
            let manifest = try String(
                contentsOf: folder.appending(path: "tidy/Package.swift"),
                encoding: .utf8
            )
            #expect(manifest.contains(#".package(name: "scrape", path: ""#))
            let program = try String(
                contentsOf: folder.appending(path: "tidy/Sources/scrape-plugin-tidy/main.swift"),
                encoding: .utf8
            )
            #expect(program == "import Glibc\nimport Scraping\n\nexit(Plugin.tidy.serve())\n")
            let other = ["new", "plugin", "x", "--language", "swift", "--package", folder.path]
            #expect(try Command(other, in: folder).status == 2)
        }
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func casesThatFailAreShown() throws {
        try withFolder([:]) { folder in
            _ = try Command(["new", "plugin", "tidy"], in: folder)
            let cases = """
                {"transform": "tidy", "input": "A | B", "output": "B"}
                {"transform": "tidy", "input": "A | B", "error": "no"}

                {"transform": "tidy", "input": "A | B", "output": "A"}
                """
            try Data(cases.utf8).write(to: folder.appending(path: "tidy/cases.jsonl"))
            let command = try Command(["test", "--plugin", "tidy/scrape-plugin-tidy"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.output == """
                    FAILED tidy
                        tidy/cases.jsonl:1: {"transform":"tidy","input":"A | B"}
                          expected "B"
                          found    "A"
                    FAILED tidy
                        tidy/cases.jsonl:2: {"transform":"tidy","input":"A | B"}
                          expected the error "no"
                          found    "A"
                    tidy: 1 passed, 2 failed

                    """
            )
            try Data("{\"transfrom\": \"tidy\"}\n{".utf8).write(
                to: folder.appending(path: "tidy/cases.jsonl")
            )
            let wrong = try Command(["test", "--plugin", "tidy/scrape-plugin-tidy"], in: folder)
            #expect(wrong.status == 2)
            #expect(
                wrong.errors.hasPrefix(
                    "tidy/cases.jsonl:1: error: unknown key \"transfrom\" in a plugin's case\n"
                )
            )
        }
    }

    /// Wrong arguments, and the messages.
    static let mistakes: [(arguments: [String], message: String)] = [
        (["--plugin", "./nowhere", "-"], "error: no program \"./nowhere\" (--plugin)\n"),
        (["--plugin", "Rules", "-"], "error: Rules is a folder, not a program (--plugin)\n"),
        (
            ["--plugin-time", "0", "-"],
            "error: --plugin-time takes a number of seconds above 0 and up to 1000000, found \"0\"\n"
        ),
        (
            ["--plugin-memory", "much", "-"],
            "error: --plugin-memory takes a number of megabytes above 0 and up to 1000000, found \"much\"\n"
        ),
        (["new"], "error: neither a site nor a plugin is given\n"),
        (["new", "plugn", "x"], "error: scrape new cannot create \"plugn\"\n"),
        (["new", "plugin", "Tidy"], "error: \"Tidy\" cannot be a plugin's name\n"),
        (["new", "plugin", "../x"], "error: \"../x\" cannot be a plugin's name\n"),
        (
            ["new", "plugin", "x", "--language", "pyton"],
            "error: --language takes python or swift, found \"pyton\"\n"
        ),
        (["test", "--plugin", "one-rep-mix"], "error: no plugin \"one-rep-mix\" (--plugin)\n"),
        (["--rules", "alchemy", "--format", "jsno", "-"], "error: unknown format \"jsno\"\n"),
    ]

    @Test(arguments: mistakes) func mistakesAreReported(_ arguments: [String], _ message: String) throws {
        let command = try Command(arguments)
        #expect(command.status == 2)
        #expect(command.errors.hasPrefix(message), "\(command.errors)")
    }
}
