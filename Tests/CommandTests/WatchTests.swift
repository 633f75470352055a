import Foundation
import Glibc
import TestSupport
import Testing

/// `scrape test --watch`: only the cases that a change affects are run again.
@Suite struct WatchTests {
    /// A command that watches files, and its output.
    private final class Watch {
        private let process = Process()
        private let pipe = Pipe()
        private let output: OutputReader

        init(_ arguments: [String], in folder: URL) throws {
            output = OutputReader(pipe.fileHandleForReading.fileDescriptor)
            // A shell starts background programs, which may include the tests, with SIGINT ignored.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["--default-signal=INT", Command.program.path, "test", "--watch"] + arguments
            process.currentDirectoryURL = folder
            process.environment = ProgramEnvironment.with()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
        }

        /// The further output, up to the line with the totals.
        func next() -> String { output.next { $0.hasSuffix("failed\n") } }

        /// Presses Ctrl-C; a command that does not end is killed.
        func interrupt() -> (Process.TerminationReason, Int32) {
            process.interrupt()
            if !output.awaitEnd() { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            return (process.terminationReason, process.terminationStatus)
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    private func write(_ text: String, _ path: String, in folder: URL, atomically: Bool = true) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: url, atomically: atomically, encoding: .utf8)
    }

    private static let files = [
        "Rules/base.json": #"{ "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#,
        "Rules/site.json": #"{ "extends": "base" }"#,
        "Rules/other.json": #"{ "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#,
        "Corpus/site/a/page.html": "<p><b>1</b>", "Corpus/site/a/case.json": "{}",
        "Corpus/site/a/golden.json": #"[{ "@type": "P", "x": "1" }]"#,
        "Corpus/other/b/page.html": "<p><b>2</b>", "Corpus/other/b/case.json": "{}",
        "Corpus/other/b/golden.json": #"[{ "@type": "P", "x": "2" }]"#,
    ]

    @Test func onlyWhatAChangeTouchesIsRunAgain() throws {
        try withFolder(WatchTests.files) { folder in
            let watch = try Watch([], in: folder)
            #expect(watch.next() == "2 passed, 0 failed\n")
            // The file that the rules extend, replaced by renaming as editors do.
            let base = try #require(WatchTests.files["Rules/base.json"])
            try write(base.replacing("\"b\"", with: "\"i\""), "Rules/base.json", in: folder)
            let missed = watch.next()
            #expect(missed.hasPrefix("\nRules/base.json changed: 1 case\nFAILED site/a\n    P 1\n"))
            #expect(missed.hasSuffix("\n0 passed, 1 failed; of all cases, 1 passed, 1 failed\n"), "\(missed)")
            try write("{ oops", "Rules/base.json", in: folder, atomically: false)
            #expect(watch.next().hasPrefix("\nRules/base.json changed: 1 case\nFAILED site/a\n"))
            try write(base, "Rules/base.json", in: folder)
            let healed = "1 passed, 0 failed; of all cases, 2 passed, 0 failed\n"
            #expect(watch.next() == "\nRules/base.json changed: 1 case\n" + healed)
            try write("<p><b>3</b>", "Corpus/other/b/page.html", in: folder)
            #expect(
                watch.next().hasPrefix("\nCorpus/other/b/page.html changed: 1 case\nFAILED other/b\n")
            )
            let golden = #"[{ "@type": "P", "x": "3" }]"#
            try write(golden, "Corpus/other/b/golden.json", in: folder, atomically: false)
            #expect(watch.next() == "\nCorpus/other/b/golden.json changed: 1 case\n" + healed)
            let (reason, status) = watch.interrupt()
            #expect(reason == .uncaughtSignal)
            #expect(status == SIGINT)
        }
    }

    @Test func casesComeAndGo() throws {
        try withFolder(WatchTests.files) { folder in
            let watch = try Watch(["--filter", "site/*"], in: folder)
            #expect(watch.next() == "1 passed, 0 failed\n")
            // Created elsewhere and moved into place as a whole.
            try write("{}", "new/case.json", in: folder)
            try write("<p><b>1</b>", "new/page.html", in: folder)
            try write(#"[{ "@type": "P", "x": "1" }]"#, "new/golden.json", in: folder)
            try FileManager.default.moveItem(
                at: folder.appending(path: "new"),
                to: folder.appending(path: "Corpus/site/n")
            )
            #expect(
                watch.next()
                    == "\nCorpus/site/n changed: 1 case\n1 passed, 0 failed; of all cases, 2 passed, 0 failed\n"
            )
            try FileManager.default.removeItem(at: folder.appending(path: "Corpus/site/n"))
            try write("<p><b>1</b>\n", "Corpus/site/a/page.html", in: folder)
            #expect(
                watch.next() == "\nCorpus/site/a/page.html changed: 1 case\n1 passed, 0 failed\n"
            )
            _ = watch.interrupt()
        }
    }

    /// A plugin whose transform `shout` adds a mark to every text.
    private static func program(_ mark: String) -> String {
        """
        #!/usr/bin/env python3
        import json, sys
        for line in sys.stdin:
            request = json.loads(line)
            if "scrape" in request:
                answer = {"scrape": 1, "plugin": "shout", "about": "shouts", "transforms": [
                    {"name": "shout", "about": "shouts", "input": "string", "output": "string"}]}
            else:
                results = [{"output": call["input"] + "\(mark)"} for call in request["calls"]]
                answer = {"id": request["id"], "results": results}
            print(json.dumps(answer), flush=True)

        """
    }

    @Test(.enabled(if: PluginCommandTests.hasPython, "python3 is not installed"))
    func aPluginsProgramIsStartedAgainWhenItHasChanged() throws {
        var files = WatchTests.files
        files["Rules/other.json"] = """
            { "plugins": ["shout"], "records": { "P": { "each": "p", "fields": {
              "x": { "select": "b", "apply": ["shout"] } } } } }
            """
        files["Corpus/other/b/golden.json"] = #"[{ "@type": "P", "x": "2!" }]"#
        try withFolder(files) { folder in
            func program(_ mark: String) throws {
                let path = folder.appending(path: "plugins/new").path
                try write(WatchTests.program(mark), "plugins/new", in: folder)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
                rename(path, folder.appending(path: "plugins/scrape-plugin-shout").path)
            }
            try program("!")
            let watch = try Watch(["--plugin", "plugins/scrape-plugin-shout", "--filter", "*"], in: folder)
            #expect(watch.next().hasSuffix("2 passed, 0 failed\n"))
            try program("?")
            #expect(
                watch.next() == """

                    plugins/scrape-plugin-shout changed: 2 cases
                    FAILED other/b
                        P 1 · x
                          expected "2!"
                          found    "2?"
                    1 passed, 1 failed

                    """
            )
            _ = watch.interrupt()
        }
    }
}
