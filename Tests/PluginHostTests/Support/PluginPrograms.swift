import Foundation
import PluginHost
import RulesTestSupport
import Scraping
import Synchronization
import TestSupport
import Testing

/// A script in a folder of its own, run as a plugin's program.
///
/// Two named pipes connect it with the test. A shell script finds them in `$reports` and `$gate`. What it writes to the
/// first, the test awaits; what it reads from the second, the test writes, or never does.
final class TestProgram {
    let program: PluginProgram
    let path: String
    let reports: NamedPipe
    let gate: NamedPipe
    private let folder: URL
    private let lines = LogLines()

    /// The lines of a log as they come.
    private final class LogLines: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// What python is called here; `nil` if there is none.
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Shell text.
    convenience init(shell text: String, limits: PluginLimits = PluginLimits()) throws {
        let pipes = "reports=${0%/*}/reports gate=${0%/*}/gate\n"
        try self.init("#!/bin/sh\n" + pipes + text + "\n", limits: limits)
    }

    /// Python text.
    convenience init(python text: String, limits: PluginLimits = PluginLimits()) throws {
        let python = try #require(TestProgram.python)
        try self.init("#!\(python)\n" + text + "\n", limits: limits)
    }

    init(
        _ text: String,
        name: String = "program",
        mode: Int = 0o755,
        limits: PluginLimits = PluginLimits()
    )
        throws
    {
        folder = FileManager.default.temporaryDirectory.appending(path: "plugin-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name)
        path = file.path()
        reports = try #require(NamedPipe(folder.appending(path: "reports").path, .reports))
        gate = try #require(NamedPipe(folder.appending(path: "gate").path, .gate))
        // No process started meanwhile may keep the file open: what is open for writing cannot be run.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(mode))
        let error = File.write(text.utf8, to: descriptor)
        close(descriptor)
        try #require(error == 0)
        let lines = lines
        program = PluginProgram(path: path, limits: limits) { line in lines.lines.withLock { $0.append(line) }
        }
    }

    deinit {
        program.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What the program has written to its log.
    var log: [String] { lines.lines.withLock { $0 } }

    /// The answer to a line, or the failure.
    func ask(_ line: String) -> String {
        do throws(PluginFailure) {
            return String(decoding: try program.exchange(Array(line.utf8)), as: UTF8.self)
        } catch {
            return "failure: \(error)"
        }
    }

    /// What a file in the program's folder holds.
    func file(_ name: String) -> String? {
        try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// Whether a process lives; one that has ended and that nobody has asked about does not.
func isAlive(_ process: String?) -> Bool {
    guard let process = process.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) else {
        return false
    }
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
        return false
    }
    return status.split(separator: ")").last?.hasPrefix(" Z") == false
}
