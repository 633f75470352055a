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
