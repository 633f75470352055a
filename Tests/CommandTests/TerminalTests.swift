import Foundation
import TestSupport
import Testing

/// Colours and the progress bar: on a terminal, and nowhere else.
@Suite struct TerminalTests {
    private static let red = "\u{1B}[1;31m"

    /// Runs `scrape test` in its own terminal, which `script` (util-linux) opens.
    ///
    /// - Parameters:
    ///   - pipe: shell text before the command, which may read from the named pipe `gate`.
    ///   - event: the gate is opened once the terminal shows this.
    ///   - meanwhile: is called before the gate is opened.
    private func inTerminal(
        _ arguments: String,
        _ environment: [String: String],
        _ files: [String: String] = [:],
        from pipe: String = "",
        until event: String? = nil,
        meanwhile: () throws -> Void = {}
    ) throws -> String {
        var text = ""
        try withFolder(TestCommandTests.files.merging(files) { $1 }) { folder in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/script")
            process.arguments = ["-qec", "\(pipe)\(Command.program.path) \(arguments)", "/dev/null"]
            process.currentDirectoryURL = folder
            process.environment = ProgramEnvironment.with(
                ["SHELL": "/bin/sh"].merging(environment) { $1 }
            )
            process.standardInput = FileHandle.nullDevice
            let output = Pipe()
            process.standardOutput = output
            let gate = try #require(NamedPipe(folder.appending(path: "gate").path, .gate))
            try process.run()
            let reader = OutputReader(output.fileHandleForReading.fileDescriptor)
            if let event { text = reader.next { $0.contains(event) } }
            try meanwhile()
            gate.release()
            text += reader.next { _ in false }
            process.waitUntilExit()
        }
        return text
    }

    private static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test(
        .enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"),
        arguments: [
            ("test", ["TERM": "xterm-256color"], true), ("test", ["TERM": "dumb"], false),
            ("test", [:], false),
            ("test", ["TERM": "xterm", "NO_COLOR": "1"], false),
            ("test", ["TERM": "xterm", "NO_COLOR": ""], true),
            ("test --color never", ["TERM": "xterm"], false),
            ("test --color=always", ["TERM": "dumb", "NO_COLOR": "1"], true),
            ("check nothing", ["TERM": "xterm"], true),
            ("check nothing", ["TERM": "xterm", "NO_COLOR": "1"], false),
        ] as [(String, [String: String], Bool)]
    )
    func coloursFollowTheTerminal(
        _ arguments: String,
        _ environment: [String: String],
        _ isColored: Bool
    ) throws {
        let output = try inTerminal(arguments, environment)
        #expect(output.contains(arguments.hasPrefix("test") ? "FAILED" : "error:"), "\(output)")
        #expect(output.contains(TerminalTests.red) == isColored, "\(output)")
        // A slow run shows its progress, and clears the rest of its line.
        #expect(output.replacing("\u{1B}[K", with: "").contains("\u{1B}[") == isColored)
    }

    /// The progress of a run is shown unless its records go to the terminal itself.
    @Test(
        .enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"),
        arguments: [(" -o out.jsonl", true), (" > out.jsonl", true), ("", false), (" -o /dev/stdout", false)]
    )
    func aRunShowsItsProgress(output: String, isShown: Bool) throws {
        let shown = try progress(output, isShown: isShown) {
            // Another run began later, and already shows its progress.
            if !isShown { _ = try progress(" -o other.jsonl", isShown: true) {} }
        }
        #expect(shown.contains(TerminalTests.onePage) == isShown, "\(shown)")
    }

    private static let onePage = "\r1 pages · "

    /// The terminal output of a run whose input stays open until the progress is shown and `meanwhile` has returned.
    private func progress(_ output: String, isShown: Bool, meanwhile: () throws -> Void) throws -> String {
        let files = [
            "li.json": #"{ "records": { "Plant": { "each": "li", "fields": { "name": "::text" } } } }"#,
            "pages.jsonl": #"{"html":"<li>Fern"}"# + "\n",
        ]
        return try inTerminal(
            "--rules ./li.json --input jsonl --format jsonl -q -\(output)",
            ["TERM": "xterm"],
            files,
            from: "(cat pages.jsonl; read -r go < gate) | ",
            until: isShown ? TerminalTests.onePage : nil,
            meanwhile: meanwhile
        )
    }

    /// Pages that try to control a terminal: by the title of its window, a bell, a backspace, a colour, a control
    /// character of one byte in Latin-1, and a mark that reverses the text.
    private static let hostile: [String: String] = {
        let name = "A\u{1B}]0;title\u{7}B\u{8}C\u{1B}[1;31mD\u{9B}E\u{202E}F"
        let rules =
            #"{ "records": { "A": { "each": "li", "unique": ["n"], "fields": { "n": "b", "v": "i" } } } }"#
        let record = { (value: String) in
            #"{"@type":"A","n":"A\u001b]0;title\u0007B\bC\u001b[1;31mD\u009bE\u202eF","v":"\#(value)"}"#
        }
        return [
            "page.html": "<!doctype html><li><b>\(name)</b><i>1</i>",
            "new.html": "<!doctype html><li><b>\(name)</b><i>2</i>",
            "d.json": #"{"k\u001b]0;title\u0007":"\u001b]0;title\u0007\b\u009b\u202e"}"#,
            "Rules/li.json": rules, "Rules/other.json": rules.replacing(#""i""#, with: #""em""#),
            "old.jsonl": record("1") + "\n", "new.jsonl": record("2") + "\n",
            "Corpus/li/case/page.html": "<!doctype html><li><b>\(name)</b><i>2</i>",
            "Corpus/li/case/case.json": "{}", "Corpus/li/case/golden.json": "[\(record("1"))]",
        ]
    }()

    /// What a page has put into the output of a command: replaced on a terminal, unchanged in a file.
    @Test(
        .enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"),
        arguments: [
            ("-r Rules/li.json -f csv page.html", true), ("-r Rules/li.json -f tsv page.html", true),
            ("-r Rules/li.json -f markdown page.html", true), ("-r Rules/li.json -f json page.html", false),
            ("-r Rules/li.json -f jsonl page.html", false), ("select b::text page.html", true),
            ("select b page.html", true), ("text page.html", true), ("tree page.html", false),
            ("tree --format html5lib page.html", true), ("tree d.json", true),
            ("report -r Rules/li.json page.html", true),
            ("changes --key n old.jsonl new.jsonl", nil),
            ("changes -f markdown --key n old.jsonl new.jsonl", false),
            ("diff Rules/li.json Rules/other.json --page page.html", nil),
            ("diff -r Rules/li.json page.html new.html", nil),
            ("test li/case", nil), ("test --color always li/case", nil), ("test --format tap li/case", false),
            ("explain -r Rules/li.json page.html", nil),
        ] as [(String, Bool?)]
    )
    func noPageControlsTheTerminal(_ arguments: String, _ isRawInFiles: Bool?) throws {
        let isColored = arguments.contains("--color")
        let shown = try inTerminal(arguments, ["COLUMNS": "200"], TerminalTests.hostile)
        #expect(shown.contains("\u{FFFD}"), "\(shown)")
        for control in ["\u{1B}]", "\u{7}", "\u{8}", "\u{9B}", "\u{202E}", "\u{1B}[1;31mD"]
            + (isColored ? [] : ["\u{1B}"])
        {
            #expect(!shown.unicodeScalars.contains(control.unicodeScalars), "\(shown.debugDescription)")
        }
        if isColored { #expect(shown.contains(TerminalTests.red + "FAILED")) }
        try withFolder(TerminalTests.hostile) { folder in
            let output = try Command(arguments.split(separator: " ").map(String.init), in: folder).output
            let written = output.unicodeScalars
            // Text for people has none in a file either.
            let isRaw =
                written.contains("\u{1B}]".unicodeScalars) || written.contains("\u{9B}".unicodeScalars)
            if let isRawInFiles {
                #expect(written.contains("\u{202E}"), "\(output.debugDescription)")
                #expect(
                    written.contains("\u{1B}]".unicodeScalars) == isRawInFiles,
                    "\(output.debugDescription)"
                )
            } else {
                #expect(!isRaw && output.contains("\u{FFFD}"), "\(output.debugDescription)")
            }
        }
    }

    /// A terminal that is named as the output is one as well.
    @Test(
        .enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"),
        arguments: [
            "-r Rules/li.json -f csv -o /dev/tty page.html",
            "-r Rules/li.json -f jsonl -o /dev/tty page.html",
            "-r Rules/li.json -f csv -o /dev/tty -q page.html new.html",
        ]
    )
    func noPageControlsANamedTerminal(_ arguments: String) throws {
        let shown = try inTerminal(arguments, ["COLUMNS": "200"], TerminalTests.hostile)
        #expect(shown.contains("\u{FFFD}"), "\(shown)")
        for control in ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"] {
            #expect(!shown.unicodeScalars.contains(control.unicodeScalars), "\(shown.debugDescription)")
        }
    }

    /// The name of a page may contain the sequences of this program's own colours.
    @Test(
        .enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"),
        arguments: [
            "explain -r Rules/li.json \(TerminalTests.name)",
            "diff -r Rules/li.json page.html \(TerminalTests.name)",
            "diff -r Rules/li.json \(TerminalTests.name) page.html",
            "-r Rules/li.json -f jsonl --summary s --errors e \(TerminalTests.name) page.html",
        ]
    )
    func noNameColoursTheTerminal(_ arguments: String) throws {
        var files = TerminalTests.hostile
        files["a\u{1B}[31mred\u{1B}[0m.html"] = files["new.html"]
        let shown = try inTerminal(arguments + " --color always", ["COLUMNS": "200"], files)
        #expect(shown.contains("red"), "\(shown)")
        #expect(!shown.contains("\u{1B}[31mred"), "\(shown.debugDescription)")
    }

    /// In quotation marks for the shell.
    private static let name = "'a\u{1B}[31mred\u{1B}[0m.html'"

    @Test func elsewhereThereAreNoneUnlessAskedFor() throws {
        try withFolder(TestCommandTests.files) { folder in
            let plain = try Command(["test"], in: folder, environment: ["TERM": "xterm"])
            #expect(!(plain.output + plain.errors).contains("\u{1B}"))
            let colored = try Command(["test", "--color", "always", "site/wrong"], in: folder)
            #expect(
                colored.output == """
                    \u{1B}[1;31mFAILED\u{1B}[0m site/wrong
                        \u{1B}[1mP 1 · x\u{1B}[0m
                          expected \u{1B}[31m"\u{1B}[0m\u{1B}[1;4;31m3\u{1B}[0m\u{1B}[31m"\u{1B}[0m
                          found    \u{1B}[32m"\u{1B}[0m\u{1B}[1;4;32m2\u{1B}[0m\u{1B}[32m"\u{1B}[0m
                    \u{1B}[32m0 passed\u{1B}[0m, \u{1B}[1;31m1 failed\u{1B}[0m

                    """
            )
            let wrong = try Command(["test", "--color", "always", "site/wrnog"], in: folder)
            #expect(wrong.errors.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
        }
    }

    /// The reports of `explain` and of coverage.
    @Test(arguments: [
        (["explain", "--rules", "Rules/site.json", "Corpus/site/wrong/page.html"], "\u{1B}[32m"),
        (["test", "--coverage", "site/right"], "\u{1B}[32m100%"),
    ])
    func reportsHaveColoursWhereAsked(_ arguments: [String], _ expected: String) throws {
        try withFolder(TestCommandTests.files) { folder in
            let plain = try Command(arguments, in: folder, environment: ["TERM": "xterm"])
            #expect(!plain.output.contains("\u{1B}"))
            let colored = try Command(arguments + ["--color", "always"], in: folder)
            #expect(colored.output.contains(expected), "\(colored.output)")
            let never = try Command(arguments + ["--color", "never"], in: folder)
            #expect(never.output == plain.output)
        }
    }

    /// A value of 200 characters, on a terminal with 60 columns.
    @Test(.enabled(if: TerminalTests.hasTerminal, "there is no program script, which opens a terminal"))
    func valuesAreCutToTheTerminalsWidth() throws {
        let files = [
            "Corpus/site/wrong/page.html": "<p><b>\(String(repeating: "a", count: 200))</b>",
            "Corpus/site/wrong/golden.json": "[]",
        ]
        let environment = ["TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "60"]
        let output = try inTerminal("test site/wrong", environment, files)
        #expect(output.contains("aaa…aaa"))
        #expect(output.split(separator: "\r\n").allSatisfy { $0.count <= 60 }, "\(output)")
    }
}
