import Foundation
import TestSupport
import Testing

// Runs that are interrupted and continued.
extension RunTests {
    /// A run that a signal ends once it has written something.
    private static func interrupt(_ signal: Int32, _ arguments: [String], in folder: URL) throws -> Int32 {
        let process = Process()
        process.executableURL = Command.program
        process.arguments = ["--rules", "plants.json"] + arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        // With these arguments the command prints nothing: the pipe ends when the process ends.
        let pipe = Pipe()
        process.standardOutput = pipe
        func size() -> Int {
            let output = folder.appending(path: "out.jsonl").path
            return (try? FileManager.default.attributesOfItem(atPath: output)[.size] as? Int) ?? 0
        }
        let before = size()
        let events = try #require(FolderEvents(folder.path))
        try process.run()
        _ = events.wait(endingWith: pipe.fileHandleForReading.fileDescriptor) { size() > before + 2000 }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// A run ends while it waits for more of its input, also if it has one thread.
    @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM], [[], ["--jobs", "1"]])
    func aSignalEndsARunThatWaitsForItsInput(signal: Int32, more: [String]) throws {
        try withFolder(["plants.json": Self.rules]) { folder in
            let process = Process()
            process.executableURL = Command.program
            let arguments = ["--rules", "plants.json", "--format", "jsonl", "--input", "jsonl", "-"]
            process.arguments = arguments + more
            process.currentDirectoryURL = folder
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(Self.lines(1).utf8))
            // The first line has been read, and there is no other.
            #expect(!output.fileHandleForReading.availableData.isEmpty)
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationStatus == 128 + signal)
            try input.fileHandleForWriting.close()
        }
    }

    @Test(arguments: [SIGKILL, SIGINT, SIGTERM], [[], ["--unordered"], ["--jobs", "1"]])
    func anInterruptedRunIsContinuedWithEveryPageOnce(signal: Int32, more: [String]) throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(3000)]) { folder in
            let whole = try Self.run(
                Self.stream + ["-o", "whole.jsonl", "--errors", "whole-errors", "--summary", "whole.json"],
                in: folder
            )
            #expect(whole.status == 1)
            let arguments = Self.stream + ["-o", "out.jsonl", "--errors", "errors"] + more
            let status = try Self.interrupt(signal, arguments, in: folder)
            if signal != SIGKILL {
                #expect(status == 128 + signal || status == 1)
                #expect(try Self.text("out.jsonl", in: folder).hasSuffix("}\n"))
            }
            _ = try Self.interrupt(SIGKILL, arguments + ["--resume"], in: folder)
            // As if it had been interrupted in the middle of a line.
            let handle = try FileHandle(forWritingTo: folder.appending(path: "out.jsonl"))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(#"{"@type":"Plant","na"#.utf8))
            try handle.close()
            let options = ["--resume", "--summary", "last.json", "--expect", "whole.json"]
            let last = try Self.run(arguments + options, in: folder)
            #expect(last.status <= 1, "\(last.errors)")
            // The summary covers all parts.
            #expect(last.errors == "")
            #expect(try Self.tally("last.json", in: folder) == Self.tally("whole.json", in: folder))
            for (one, other) in [("whole.jsonl", "out.jsonl"), ("whole-errors", "errors")] {
                let expected = try Self.text(one, in: folder).split(separator: "\n")
                let found = try Self.text(other, in: folder).split(separator: "\n")
                #expect(more.isEmpty ? found == expected : found.sorted() == expected.sorted())
            }
            // A complete run has nothing left to do.
            let again = try Self.run(arguments + ["--resume"], in: folder)
            #expect(again.status == 0)
            #expect(
                try Self.text("out.jsonl", in: folder).count == Self.text("whole.jsonl", in: folder).count
            )
        }
    }

    /// The pages and records of a summary, without times.
    private static func tally(_ name: String, in folder: URL) throws -> String {
        let text = try Self.text(name, in: folder)
        return text.split(separator: "\n").filter { line in
            !["\"seconds\"", "\"doneBefore\"", "\"page\"", "\"milliseconds\""].contains { line.contains($0) }
        }.joined(separator: "\n")
    }

    /// If the output is a database or a folder, the summary also covers the whole run.
    @Test(arguments: [["--format", "sqlite", "-o", "p.db"], ["--format", "csv", "-o", "tables/"]])
    func theSummaryIsOfAllParts(output: [String]) throws {
        let files = ["plants.json": Self.rules, "a.jsonl": Self.lines(300), "b.jsonl": Self.lines(40)]
        try withFolder(files) { folder in
            let arguments = ["--input", "jsonl", "--errors", "e", "--resume"] + output
            let first = try Self.run(arguments + ["--summary", "a.json", "a.jsonl"], in: folder)
            #expect(first.errors.hasPrefix("300 pages, 66 failed in "))
            let both = arguments + ["./a.jsonl", "b.jsonl"]
            let second = try Self.run(both + ["--expect", "a.json", "--summary", "b.json"], in: folder)
            #expect(second.errors.hasPrefix("340 pages, 300 of them done before, 74 failed in "))
            #expect(!second.errors.contains("not compared"))
            let one = try Self.run(
                ["--input", "jsonl", "--errors", "e2", "-q", "--format", "jsonl", "-o", "o"]
                    + ["--summary", "one.json", "a.jsonl", "b.jsonl"],
                in: folder
            )
            #expect(one.status == 1)
            #expect(try Self.tally("b.json", in: folder) == Self.tally("one.json", in: folder))
        }
    }

    /// A page is read once, however often it is named, so that a continued run reads the same pages as any other.
    @Test func whatIsGivenTwiceIsReadOnce() throws {
        let files = [
            "plants.json": Self.rules, "pages.jsonl": Self.lines(3), "d/a.html": "<li><b>A</b>",
            "b.html": "<li><b>B</b>",
        ]
        try withFolder(files) { folder in
            let stream = try Self.run(Self.stream + ["./pages.jsonl", "pages.jsonl"], in: folder)
            #expect(stream.status == 0)
            #expect(stream.output.split(separator: "\n").count == 3)
            #expect(stream.errors == "warning: ./pages.jsonl is given more than once, and read once\n")
            let named = ["-f", "jsonl", "b.html", ".//b.html", "d/a.html"]
            // Pages that are named one by one, and are not a run, are read as often as they are named.
            #expect(try Self.run(named, in: folder).output.split(separator: "\n").count == 3)
            let pages = try Self.run(["--errors", "e"] + named, in: folder)
            #expect(
                pages.output == #"{"@type":"Plant","name":"B"}"# + "\n" + #"{"@type":"Plant","name":"A"}"#
                    + "\n"
            )
            for nested in [
                ["d", "./d/a.html"], ["d/a.html", "d/"], [".", "b.html"], ["d", "\(folder.path)/d/a.html"],
                [folder.path, "b.html"],
            ] {
                let nestedRun = try Self.run(["-f", "jsonl"] + nested, in: folder)
                #expect(nestedRun.status == 2)
                #expect(nestedRun.errors.contains(", whose pages are read too"), "\(nestedRun.errors)")
            }
            let other = try Self.run(["-f", "jsonl", "-q", "d", "d/../b.html"], in: folder)
            #expect(other.status == 0, "\(other.errors)")
            #expect(other.output.split(separator: "\n").count == 2)
        }
    }

    /// The journal keeps the errors of earlier parts if a part writes none.
    @Test func aPartWithoutAFileOfErrorsLosesNone() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(30)]) { folder in
            let arguments = Self.stream + ["-o", "out.jsonl"]
            _ = try Self.run(arguments + ["--errors", "errors"], in: folder)
            let errors = try Self.text("errors", in: folder)
            try Data(Self.lines(31).utf8).write(to: folder.appending(path: "pages.jsonl"))
            _ = try Self.run(arguments + ["--resume"], in: folder)
            let last = try Self.run(
                arguments.dropLast(3) + [
                    "./pages.jsonl", "-o", "out.jsonl", "--resume", "--errors", "errors",
                ],
                in: folder
            )
            #expect(last.status == 0, "\(last.errors)")
            #expect(try Self.text("errors", in: folder) == errors)
            #expect(try Self.text("out.jsonl", in: folder).split(separator: "\n").count == 31)
        }
    }

    @Test func otherRulesContinueNothing() throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(20)]) { folder in
            let arguments = Self.stream + ["-o", "out.jsonl", "--errors", "errors"]
            _ = try Self.run(arguments, in: folder)
            let before = try Self.text("out.jsonl", in: folder)
            try Data(Self.rules.replacing("\"i\"", with: "\"em\"").utf8).write(
                to: folder.appending(path: "plants.json")
            )
            let run = try Self.run(arguments + ["--resume"], in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("cannot continue"))
            #expect(try Self.text("out.jsonl", in: folder) == before)
        }
    }

    /// With options that would give other records, a run is not continued; other spellings of a folder are the same option.
    @Test(
        arguments: [
            (["--url", "https://a.example/"], ["--url", "https://b.example/"], false),
            (["--url", "https://a.example/"], [], false), ([], ["--clock", "2020-01-01"], false),
            (["--root", "d"], ["--root", "e"], false), (["--root", "d"], ["--root", "./d/"], true),
            ([], ["--input", "pages"], false), (["--input", "pages"], ["--input", "pages"], true),
        ] as [([String], [String], Bool)]
    )
    func otherOptionsContinueNothing(_ first: [String], _ second: [String], _ isContinued: Bool) throws {
        let page = "<li><b>A</b>"
        let files = [
            "plants.json": Self.rules, "d/a.html": page, "e/a.html": page,
            "l.jsonl": #"{"file": "a.html"}"# + "\n",
        ]
        try withFolder(files) { folder in
            let pages = first.contains("--root") ? ["--input", "jsonl", "l.jsonl"] : ["d"]
            let arguments = ["-o", "out.jsonl", "--format", "jsonl"] + pages
            #expect(try Self.run(first + arguments, in: folder).status == 0)
            for name in ["d/b.html", "e/b.html"] {
                try Data(page.utf8).write(to: folder.appending(path: name))
            }
            let lines = #"{"file": "a.html"}"# + "\n" + #"{"file": "b.html"}"# + "\n"
            try Data(lines.utf8).write(to: folder.appending(path: "l.jsonl"))
            let run = try Self.run(second + arguments + ["--resume"], in: folder)
            #expect(run.status == (isContinued ? 0 : 2), "\(run.errors)")
            #expect(run.errors.contains("it was written with other rules or options") != isContinued)
            let records = try Self.text("out.jsonl", in: folder).split(separator: "\n")
            #expect(records.count == (isContinued ? 2 : 1))
        }
    }

    /// With different rules, no kind of output is changed.
    @Test(arguments: [["--format", "sqlite", "-o", "p.db"], ["--format", "csv", "-o", "tables/"]])
    func otherRulesChangeNothing(output: [String]) throws {
        let fields = Self.rules.replacing("\"name\"", with: "\"title\"")
        let types = Self.rules.replacing("\"Plant\"", with: "\"Tree\"")
        let files = [
            "plants.json": Self.rules, "fields.json": fields, "types.json": types,
            "pages.jsonl": Self.lines(20), "more.jsonl": Self.lines(21),
        ]
        try withFolder(files) { folder in
            let arguments = ["--input", "jsonl", "-q", "--errors", "e"] + output
            _ = try Command(arguments + ["--rules", "plants.json", "pages.jsonl"], in: folder)
            let names = output.contains("tables/") ? ["tables/Plant.csv", "tables/.journal"] : ["p.db"]
            func state() -> [Data?] { names.map { try? Data(contentsOf: folder.appending(path: $0)) } }
            let before = state()
            #expect(before.allSatisfy { $0?.isEmpty == false })
            for rules in ["fields.json", "types.json"] {
                let run = try Command(
                    arguments + ["--resume", "--rules", rules, "more.jsonl"],
                    in: folder
                )
                #expect(run.status == 2, "\(run.errors)")
                #expect(state() == before)
            }
            // The same rules with another path are the same.
            for rules in ["./plants.json", "\(folder.path)/plants.json"] {
                let run = try Command(
                    arguments + ["--resume", "--rules", rules, "pages.jsonl"],
                    in: folder
                )
                #expect(run.status == 0, "\(run.errors)")
            }
        }
    }

    /// Lines with the given names.
    private static func named(_ names: String) -> String {
        names.map { #"{"html":"<li><b>\#($0)</b>"}"# + "\n" }.joined()
    }

    /// A file whose beginning is the same is continued. Any other is reported, and its report is not kept: once the file is
    /// right again, the run continues as if nothing had happened.
    @Test(
        arguments: [
            ("abc", nil, "abc"), ("abcd", nil, "abcd"),
            ("ab", "pages.jsonl: error: it ends before the last page that the run has read", "abc"),
            ("xy", "pages.jsonl: error: it ends before the last page", "abc"),
            ("", "error: no page in pages.jsonl", "abc"),
            ("xyz", "pages.jsonl:3: error: up to this place the file is not the one", "abc"),
            ("xabc", "pages.jsonl:3: error: up to this place the file is not the one", "abc"),
            (nil, "pages.jsonl: error: cannot read the input", "abc"),
        ] as [(String?, String?, String)]
    )
    func onlyTheSameFileIsContinued(_ lines: String?, _ message: String?, _ names: String) throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.named("abc")]) { folder in
            func run(_ lines: String?) throws -> Command {
                let file = folder.appending(path: "pages.jsonl")
                if let lines {
                    try Data(Self.named(lines).utf8).write(to: file)
                } else {
                    try FileManager.default.removeItem(at: file)
                }
                return try Self.run(
                    ["--input", "jsonl", "--format", "jsonl", "-o", "o", "--resume", "pages.jsonl"],
                    in: folder
                )
            }
            func output() throws -> String {
                try Self.text("o", in: folder).matches(of: /"name":"(.)"/).map { String($0.1) }.joined()
            }
            #expect(try run("abc").status == 0)
            let changed = try run(lines)
            #expect(changed.status == (message == nil ? 0 : 3), "\(changed.errors)")
            #expect(message.map(changed.errors.contains) ?? true, "\(changed.errors)")
            #expect(try output() == names)
            let longer = try run("abcde")
            #expect(longer.status == 0, "\(longer.errors)")
            #expect(longer.errors.hasPrefix("5 pages, "), "\(longer.errors)")
            #expect(!longer.errors.contains("1 failed"), "\(longer.errors)")
            #expect(try output() == "abcde")
        }
    }
}
