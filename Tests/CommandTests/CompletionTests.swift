import Foundation
import Testing

/// `scrape completions` and `scrape manual`.
@Suite struct CompletionTests {
    private static let files = [
        "Rules/alchemy.json": "{}", "Rules/fitbod.json": "{}", "Rules/odd $(touch run) name.json": "{}",
        "Corpus/alchemy/monday/case.json": "{}", "page.html": "",
        "Rules/gym.json": """
        { "match": "https://gym.example/*", "tables": { "t": { "1": "North Loop", "2": "Edina" } },
          "inputs": { "location": { "type": { "values-of": "t" } }, "days": { "type": "integer" } },
          "requests": { "a": { "get": "https://gym.example/{location}/{days}" } }, "records": { "A": { "fields": { "a": "b" } } } }
        """,
    ]

    /// Whether a program is available.
    private static func path(of program: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The exit status of a program, and its output on both streams.
    private static func run(
        _ program: String,
        _ arguments: [String],
        in folder: URL
    ) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let file = folder.appending(path: "output-\(UUID().uuidString)")
        try Data().write(to: file)
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    /// The words after `scrape` on the command line, whose last word is being typed, and the completions of that word.
    @Test(
        .enabled(if: path(of: "bash") != nil, "no bash"),
        arguments: [
            (["ch"], "changes check"), (["--rul"], "--rules"), (["--rules", "al"], "alchemy"),
            (["-r", "f"], "fitbod"), (["-rf"], "-rfitbod"), (["test", "-ft"], "-ftext -ftap"), (["-rx"], ""),
            (["--rules", "=", "fit"], "fitbod"), (["--format", "js"], "json jsonl"),
            (["test", "-f", ""], "text tap json"),
            (["test", "alchemy/"], "alchemy/monday"), (["test", "--corpus", "Co"], "Corpus"),
            (["new", "pl"], "plugin"), (["help", "ch"], "changes check"), (["diff", "-f", "m"], "markdown"),
            (["--input", "s"], "sitemap"),
            (["new", "plants", "pa"], "page.html"), (["new", "--language", "p"], "python"),
            (["plugins", "one"], "one-rep-max"),
            (["completions", ""], "bash zsh fish"), (["tree", "--source", "html"], "html html-fragment"),
            (["check", "fi"], "fitbod"), (["manual", "x"], ""), (["--url", "x"], ""),
            (["crawl", "gy"], "gym"),
            (["crawl", "gym", "--input", "lo"], "location=North\\ Loop location=Edina"),
            (["crawl", "gym", "--input", "da"], "days="),
            (["crawl", "gym", "--input", "location", "="], "North\\ Loop Edina"),
            (["crawl", "gym", "--input", "location", "=", "E"], "Edina"),
            (["crawl", "gym", "--input", ""], "location=North\\ Loop location=Edina days="),
            (["crawl", "fitbod", "--input", "l"], ""),
            (["--rules", "odd"], #"odd\ \$\(touch\ run\)\ name"#),
        ]
    )
    func bashCompletes(_ words: [String], _ expected: String) throws {
        try withFolder(CompletionTests.files) { folder in
            let script = """
                source <("$0" completions bash)
                COMP_WORDS=("$0" "$@"); COMP_CWORD=$#
                _scrape
                echo "${COMPREPLY[*]}"
                """
            let bash = try #require(CompletionTests.path(of: "bash"))
            let (status, output) = try CompletionTests.run(
                bash,
                ["-c", script, Command.program.path] + words,
                in: folder
            )
            #expect(output == expected + "\n")
            #expect(status == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "run").path))
        }
    }

    /// A command line, and the completions of its last word, with truncated descriptions.
    @Test(
        .enabled(if: path(of: "fish") != nil, "no fish"),
        arguments: [
            ("scrape ch", ["changes", "check"]), ("scrape che", ["check"]), ("scrape --rul", ["--rules"]),
            ("scrape test -f t", ["text", "tap"]), ("scrape test --form", ["--format"]),
            ("scrape completions ", ["bash", "fish", "zsh"]), ("scrape new pl", ["plugin"]),
            ("scrape help exp", ["expect", "explain"]),
            ("scrape tree --source html", ["html", "html-fragment"]),
        ]
    )
    func fishCompletes(_ line: String, _ expected: [String]) throws {
        try withFolder(["script": try Command(["completions", "fish"]).output]) { folder in
            let fish = try #require(CompletionTests.path(of: "fish"))
            let program = Command.program.deletingLastPathComponent().path
            let arguments = [
                "-N", "-c", "set -x PATH '\(program)' $PATH; source script; complete -C '\(line)'",
            ]
            let (status, output) = try CompletionTests.run(fish, arguments, in: folder)
            let words = output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
            #expect(Set(words) == Set(expected), "\(output)")
            #expect(status == 0)
        }
    }

    /// A command line, and the same line after a tab: a command, an option, a file, a site, a format.
    @Test(
        .enabled(if: path(of: "zsh") != nil, "no zsh"),
        arguments: [
            ("scrape che", "scrape check "), ("scrape test --upd", "scrape test --update "),
            ("scrape select h1 pa", "scrape select h1 page.html "),
            ("scrape --rules pl", "scrape --rules plants "), ("scrape help expl", "scrape help explain "),
            ("scrape --format=sq", "scrape --format=sqlite "),
        ]
    )
    func zshCompletes(_ line: String, _ expected: String) throws {
        // The editor of lines needs a terminal.
        let terminal = """
            zmodload zsh/zpty
            zpty shell "TERM=dumb zsh -f -i"
            zpty -w shell "source ./completing"
            while zpty -r shell text 2> /dev/null; do :; done
            cat completed
            """
        let completing = """
            fpath=($PWD/functions $fpath)
            autoload -Uz compinit
            compinit -u -D
            complete() {
                BUFFER='\(line)' CURSOR=\(line.count)
                zle complete-word
                print -r -- "$BUFFER" > completed
                exit
            }
            zle -N zle-line-init complete
            """
        let files = [
            "terminal": terminal, "completing": completing, "page.html": "", "Rules/plants.json": "{}",
            "functions/_scrape": try Command(["completions", "zsh"]).output,
        ]
        try withFolder(files) { folder in
            let zsh = try #require(CompletionTests.path(of: "zsh"))
            let program = Command.program.deletingLastPathComponent().path
            let script = "PATH='\(program)':$PATH; source ./terminal"
            let (status, output) = try CompletionTests.run(zsh, ["-f", "-c", script], in: folder)
            #expect(output == expected + "\n")
            #expect(status == 0)
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsReadTheirScripts(_ shell: String) throws {
        let script = try Command(["completions", shell])
        #expect(script.status == 0)
        guard let path = CompletionTests.path(of: shell) else {
            print("skipped: no \(shell)")
            return
        }
        try withFolder(["script": script.output]) { folder in
            let (status, output) = try CompletionTests.run(path, ["-n", "script"], in: folder)
            #expect(output == "")
            #expect(status == 0)
        }
    }

    @Test func wrongKindsAreRefused() throws {
        let unknown = try Command(["completions", "bahs"])
        #expect(unknown.status == 2)
        #expect(unknown.errors == "error: unknown shell \"bahs\"\n  help: did you mean \"bash\"?\n")
        #expect(try Command(["completions"]).status == 2)
        #expect(try Command(["completions", "--list", "things"]).status == 2)
    }

    @Test func theManualIsValid() throws {
        let manual = try Command(["manual"])
        #expect(manual.status == 0)
        #expect(manual.output.hasPrefix(".\\\" Generated by scrape manual.\n.TH \"SCRAPE\" \"1\""))
        #expect(manual.output.contains("\\fB\\-\\-max\\-age\\fR \\fIAGE\\fR"))
        try withFolder(["scrape.1": manual.output]) { folder in
            let checks = [
                ("groff", ["-man", "-ww", "-z", "scrape.1"]),
                ("mandoc", ["-T", "lint", "-W", "error", "scrape.1"]),
            ]
            for (program, arguments) in checks {
                guard let path = CompletionTests.path(of: program) else { continue }
                let (status, output) = try CompletionTests.run(path, arguments, in: folder)
                #expect(output == "")
                #expect(status == 0)
            }
        }
    }
}
