import Foundation
import TestSupport
import Testing

/// Sessions in a shell, kept verbatim: the output of the commands, on the corpus's own pages.
///
/// A file of `Transcripts` has lines that begin with `$ `, which the shell runs in the package's folder, each followed
/// by its output on both streams and by `? STATUS` if the exit status is not 0. `$T` is a folder for the transcript.
/// Lines before the first command describe it. After an intended change, write them again and read the difference:
///
///     TRANSCRIPTS=write swift test --filter TranscriptTests
@Suite struct TranscriptTests {
    private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
        path: "Transcripts"
    )

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
        $0.hasSuffix(".txt")
    }
    .sorted()

    @Test func thereAreTranscripts() { #expect(TranscriptTests.names.count >= 10) }

    @Test(arguments: names)
    func commandsPrintWhatTheyDid(_ name: String) throws {
        let file = TranscriptTests.folder.appending(path: name)
        let kept = try String(contentsOf: file, encoding: .utf8)
        var text = ""
        try withFolder([:]) { scratch in
            var hasBegun = false
            for line in kept.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("$ ") {
                    hasBegun = true
                    text += line + "\n" + (try TranscriptTests.run(String(line.dropFirst(2)), scratch))
                } else if !hasBegun {
                    text += line + "\n"
                }
            }
        }
        if ProcessInfo.processInfo.environment["TRANSCRIPTS"] == "write" {
            try Data(text.utf8).write(to: file)
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let place =
            zip(lines, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, wanted.count)
        if lines != wanted {
            let found = place < lines.count ? lines[place] : "(the end)"
            let expected = place < wanted.count ? wanted[place] : "(the end)"
            Issue.record("\(name):\(place + 1): expected \(expected)\nfound \(found)")
        }
    }

    /// The output of a command, and its status if that is not 0.
    private static func run(_ command: String, _ scratch: URL) throws -> String {
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "exec 2>&1; \(command)"]
        shell.currentDirectoryURL = Command.checkout
        shell.environment = ProgramEnvironment.with(
            [
                "T": scratch.path, "HOME": scratch.path, "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100",
                "NO_COLOR": "1",
            ],
            path: "\(Command.program.deletingLastPathComponent().path):/usr/bin:/bin"
        )
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = output
        try shell.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        var text = String(decoding: bytes, as: UTF8.self).replacing(scratch.path, with: "$T")
            .replacing(Command.checkout.path + "/", with: "")
        // The name of the build folder contains the machine's name.
        text.replace(/\.build\/[^ ,]*\/(?:debug|release)/, with: "$B")
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        return shell.terminationStatus == 0 ? text : text + "? \(shell.terminationStatus)\n"
    }
}
