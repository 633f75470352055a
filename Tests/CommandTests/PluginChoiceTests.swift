import Foundation
import Testing

/// Runs without `--rules`, with rules in the catalogue that require programs.
@Suite struct PluginChoiceTests {
    static let hello = """
        {"scrape":1,"plugin":"loud","about":"","transforms":[{"name":"loud","about":"","input":"string","output":"string"}]}
        """

    /// A program that answers one request and then ends with a status.
    static func program(_ status: Int) -> String {
        """
        #!/bin/sh
        read -r line
        echo '\(hello)'
        read -r line
        echo '{"id":1,"results":[{"output":"LOUD"}]}'
        read -r line
        exit \(status)
        """
    }

    static func rules(_ site: String, _ type: String, _ field: String, _ rest: String = "") -> String {
        """
        { "match": "https://\(site).example/*", \(rest) "records": { "\(type)": { "fields": { "title": \(field) } } } }
        """
    }

    static func page(_ site: String) -> String {
        "<link rel=canonical href=\"https://\(site).example/1\"><h1>\(site)</h1>"
    }

    /// Runs in a folder with the rules of a site that needs no plugin, and of one that does.
    static func run(_ program: String, _ arguments: [String], format: String = "jsonl") throws -> Command {
        let loud = #"{ "select": "h1", "apply": ["loud"] }"#
        let files = [
            "Rules/plain.json": rules("plain", "Plain", "\"h1\""),
            "Rules/loud.json": rules("loud", "Loud", loud, "\"plugins\": [\"loud\"],"),
            "plain.html": page("plain"),
            "loud.html": page("loud"),
            "path/scrape-plugin-loud": program,
        ]
        var command: Command?
        try withFolder(files) { folder in
            let file = folder.appending(path: "path/scrape-plugin-loud").path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
            let environment = ["SCRAPE_PLUGIN_PATH": folder.appending(path: "path").path]
            command = try Command(["--format", format] + arguments, in: folder, environment: environment)
        }
        return try #require(command)
    }

    static let plain = #"{"@type":"Plain","title":"plain"}"# + "\n"
    static let loud = #"{"@type":"Loud","title":"LOUD"}"# + "\n"

    @Test func onlyWhatAPageNeedsIsStarted() throws {
        let command = try PluginChoiceTests.run("#!/bin/sh\nexit 7\n", ["plain.html"])
        #expect(command.status == 0)
        #expect(command.output == PluginChoiceTests.plain)
        #expect(command.errors == "")
        let needed = try PluginChoiceTests.run(PluginChoiceTests.program(0), ["plain.html", "loud.html"])
        #expect(needed.status == 0)
        #expect(needed.output == PluginChoiceTests.plain + PluginChoiceTests.loud)
        #expect(needed.errors == "")
    }

    /// A run's tables have columns for all records that its pages may yield, including the types that only a program
    /// declares.
    @Test func tablesOfARunHaveTheColumnsOfAllRules() throws {
        let run = ["--errors", "/dev/null", "-q", "plain.html", "loud.html"]
        let whole = PluginChoiceTests.program(0)
        let command = try PluginChoiceTests.run(whole, run, format: "csv")
        #expect(command.output == "@type,title\nPlain,plain\nLoud,LOUD\n")
        #expect(command.status == 0)
        let loud = try PluginChoiceTests.run(whole, ["--record", "Loud"] + run, format: "csv")
        #expect(loud.output == "@type,title\nLoud,LOUD\n")
        let broken = try PluginChoiceTests.run("#!/bin/sh\nexit 7\n", run, format: "csv")
        #expect(broken.status == 3)
        #expect(broken.output == "")
        #expect(broken.errors.contains("scrape-plugin-loud ended with exit status 7"))
    }

    @Test func aBrokenPluginIsInTheWayOfItsOwnPagesOnly() throws {
        let pages = ["plain.html", "loud.html", "plain.html", "loud.html"]
        let command = try PluginChoiceTests.run("#!/bin/sh\nexit 7\n", pages)
        #expect(command.status == 3)
        #expect(command.output == PluginChoiceTests.plain + PluginChoiceTests.plain)
        let errors = command.errors.split(separator: "\n").filter { $0.contains("error: ") }
        #expect(errors.count == 3, "\(command.errors)")
        #expect(errors.first?.hasSuffix("scrape-plugin-loud ended with exit status 7") == true)
        #expect(
            errors.dropFirst().allSatisfy {
                $0 == "loud.html: error: its rules, Rules/loud.json, cannot be used"
            }
        )
        let alone = try PluginChoiceTests.run("#!/bin/sh\nexit 7\n", ["--record", "Loud", "loud.html"])
        #expect(alone.status == 3)
        #expect(alone.output == "")
        #expect(alone.errors.contains("ended with exit status 7"))
    }

    @Test func aCrashAfterTheLastAnswerIsAWarning() throws {
        let command = try PluginChoiceTests.run(PluginChoiceTests.program(9), ["loud.html"])
        #expect(command.status == 0)
        #expect(command.output == PluginChoiceTests.loud)
        #expect(
            command.errors == "warning: the plugin loud ended with exit status 9 at the end of its input\n"
        )
    }

    /// Programs, the plugins of a rules file, and the message about duplicate names.
    static let duplicates: [(programs: [String: String], asked: String, message: String)] = [
        (["one": "loud", "two": "loud"], #"["loud"]"#, "there are two plugins \"loud\""),
        (
            ["one": "loud", "two": "quiet"], #"["loud", "quiet"]"#,
            "plugin \"quiet\" adds the transform \"loud\", which exists already"
        ),
        (["scrape-plugin-chart": "chart"], #"["chart"]"#, "there are two plugins \"chart\""),
    ]

    @Test(arguments: duplicates) func duplicatesAreRefused(
        _ programs: [String: String],
        _ asked: String,
        _ message: String
    ) throws {
        var files = [
            "rules.json": PluginChoiceTests.rules("plain", "Plain", "\"h1\"", "\"plugins\": \(asked),"),
            "plain.html": PluginChoiceTests.page("plain"),
        ]
        for (file, name) in programs {
            let plugin = "\"plugin\":\"\(name)\""
            files[file] = PluginChoiceTests.program(0).replacing("\"plugin\":\"loud\"", with: plugin)
        }
        try withFolder(files) { folder in
            for file in programs.keys {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755],
                    ofItemAtPath: folder.appending(path: file).path
                )
            }
            let arguments = programs.keys.sorted().flatMap { ["--plugin", "./\($0)"] }
            let command = try Command(["--rules", "rules.json", "plain.html"] + arguments, in: folder)
            #expect(command.status == 3)
            #expect(command.errors.contains(message), "\(command.errors)")
        }
    }
}
