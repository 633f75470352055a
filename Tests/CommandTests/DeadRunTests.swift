import Foundation
import TestSupport
import Testing

// Runs that die at a page.
extension RunTests {
    /// Kills a run as soon as it has begun a page for a certain time.
    private static func kill(whenBegun line: String, _ arguments: [String], in folder: URL) throws -> Bool {
        let process = Process()
        process.executableURL = Command.program
        process.arguments = ["--rules", "plants.json"] + arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        // With these arguments the command prints nothing: the pipe ends when the process ends.
        let pipe = Pipe()
        process.standardOutput = pipe
        let events = try #require(FolderEvents(folder.path))
        try process.run()
        let hasBegun = events.wait(endingWith: pipe.fileHandleForReading.fileDescriptor) {
            (try? text("out.jsonl.begun", in: folder).contains(line)) ?? false
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return hasBegun
    }

    /// The names in the output.
    private static func names(in folder: URL) throws -> [String] {
        try text("out.jsonl", in: folder).matches(of: /"name":"([^"]*)"/).map { String($0.1) }
    }

    /// Several pages. One takes long to read.
    private static let slowPages: [String: String] = {
        var files = [
            "plants.json": rules, "d/07.html": "<li><b>7</b>" + String(repeating: "<p>x", count: 500_000),
        ]
        for number in [1, 2, 3, 4, 5, 6, 8, 9] { files["d/0\(number).html"] = "<li><b>\(number)</b>" }
        return files
    }()

    /// A page at which the run dies is tried once more, while no other page is read, and then passed over.
    @Test func aPageAtWhichTheRunDiesTwiceIsPassedOver() throws {
        try withFolder(Self.slowPages) { folder in
            let arguments = ["d", "-f", "jsonl", "-o", "out.jsonl", "-q", "-j", "3", "--resume"]
            #expect(try Self.kill(whenBegun: #"["d/07.html",0,1]"#, arguments, in: folder))
            #expect(try Self.kill(whenBegun: #"["d/07.html",0,2]"#, arguments, in: folder))
            // Pages before it have been cleared, and those after it are not read at the same time.
            #expect(try Self.names(in: folder) == (1...6).map(String.init))
            let third = try Self.run(arguments, in: folder)
            #expect(third.status == 3)
            #expect(
                third.errors == """
                    d/07.html: error: the run died each of 2 times while this page was read: it is passed over (--resume)
                      help: read it in a run of its own, where more memory is free; a run without --resume reads it again

                    """
            )
            #expect(try Self.names(in: folder) == (1...9).filter { $0 != 7 }.map(String.init))
            let list = folder.appending(path: "out.jsonl.begun").path
            #expect(!FileManager.default.fileExists(atPath: list))
            // It stays passed over, as any page that could not be read.
            let fourth = try Self.run(arguments, in: folder)
            #expect(fourth.status == 0, "\(fourth.errors)")
        }
    }

    /// A run that is killed once loses no page.
    @Test func aPageAtWhichARunIsKilledOnceIsRead() throws {
        try withFolder(Self.slowPages) { folder in
            let arguments = ["d", "-f", "jsonl", "-o", "out.jsonl", "-q", "-j", "3", "--resume"]
            #expect(try Self.kill(whenBegun: #"["d/07.html",0,1]"#, arguments, in: folder))
            let second = try Self.run(arguments, in: folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(try Self.names(in: folder) == (1...9).map(String.init))
        }
    }

    /// The list of begun pages is a file of the run's own: a link to another file is refused, not followed.
    @Test(arguments: [true, false])
    func aLinkInPlaceOfTheListIsRefused(_ isSymbolic: Bool) throws {
        let files = ["plants.json": Self.rules, "pages.jsonl": Self.lines(3), "other.txt": "kept\n"]
        try withFolder(files) { folder in
            let manager = FileManager.default
            let (list, other) = (
                folder.appending(path: "out.jsonl.begun").path, folder.appending(path: "other.txt").path
            )
            if isSymbolic {
                try manager.createSymbolicLink(atPath: list, withDestinationPath: "other.txt")
            } else {
                try manager.linkItem(atPath: other, toPath: list)
            }
            let run = try Self.run(
                ["--input", "jsonl", "-q", "--resume", "pages.jsonl", "-f", "jsonl", "-o", "out.jsonl"],
                in: folder
            )
            #expect(run.status == 3)
            #expect(
                run.errors == """
                    out.jsonl.begun: error: cannot write the list of begun pages: it is a link to another file, which is not followed: remove it, or replace it by a copy

                    """
            )
            #expect(try Self.text("other.txt", in: folder) == "kept\n")
        }
    }

    /// In every kind of output, pages that were begun twice are passed over, and others are read.
    @Test(arguments: [
        (["-f", "jsonl", "-o", "out.jsonl"], "out.jsonl.begun"),
        (["-f", "csv", "-o", "tables/"], "tables/.begun"),
        (["-f", "sqlite", "-o", "out.db"], "out.db.begun"),
    ])
    func onlyPagesThatWereBegunTwiceArePassedOver(_ output: [String], _ list: String) throws {
        try withFolder(["plants.json": Self.rules, "pages.jsonl": Self.lines(3)]) { folder in
            let arguments =
                ["--input", "jsonl", "-q", "--resume", "--summary", "s.json", "pages.jsonl"] + output
            #expect(try Self.run(arguments, in: folder).status == 0)
            try Data(Self.lines(6).utf8).write(to: folder.appending(path: "pages.jsonl"))
            // The first is in the output, the last does not exist, and the end of the file is missing.
            let begun = """
                ["pages.jsonl",2,2]
                ["pages.jsonl",4,1]
                ["pages.jsonl",5,1]
                ["pages.jsonl",5,2]
                ["other.jsonl",1,2]
                ["pages.json
                """
            try Data(begun.utf8).write(to: folder.appending(path: list))
            let run = try Self.run(arguments, in: folder)
            #expect(run.status == 3)
            #expect(
                run.errors.hasPrefix("pages.jsonl:5: error: the run died each of 2 times while"),
                "\(run.errors)"
            )
            #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
            let summary = try Self.text("s.json", in: folder)
            #expect(summary.contains(#""pages": 6"#) && summary.contains(#""failed": 1"#), "\(summary)")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: list).path))
            #expect(try Self.run(arguments, in: folder).status == 0)
        }
    }
}
