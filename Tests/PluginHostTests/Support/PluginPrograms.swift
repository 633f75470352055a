import Foundation
import PluginHost
import RulesTestSupport
import Scraping
import Synchronization
import TestSupport
import Testing

/// A script in its own folder, run as a plugin's program.
///
/// Two named pipes connect it with the test. A shell script finds them in `$reports` and `$gate`. The test waits for
/// the lines that the script writes to the first; the script waits for the lines that the test writes to the second.
final class TestProgram {
    let program: PluginProgram
    let path: String
    let reports: NamedPipe
    let gate: NamedPipe
    private let folder: URL
    private let lines = LogLines()

    /// The lines of a log as they arrive.
    private final class LogLines: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// The name of Python's interpreter on this machine; `nil` if there is none.
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Text quoted for the shell.
    convenience init(shell text: String, limits: PluginLimits = PluginLimits()) throws {
        let pipes = "reports=${0%/*}/reports gate=${0%/*}/gate\n"
        try self.init("#!/bin/sh\n" + pipes + text + "\n", limits: limits)
    }

    /// Text quoted for Python.
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
        // No process that is started meanwhile may inherit the open file: a file that is open for writing cannot be
        // run.
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

    /// The text that the program has written to its log.
    var log: [String] { lines.lines.withLock { $0 } }

    /// The answer to a line, or the failure.
    func ask(_ line: String) -> String {
        do throws(PluginFailure) {
            return String(decoding: try program.exchange(Array(line.utf8)), as: UTF8.self)
        } catch {
            return "failure: \(error)"
        }
    }

    /// The content of a file in the program's folder.
    func file(_ name: String) -> String? {
        try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// Whether a process is alive; one that has ended, and whose status nobody has read, is not.
func isAlive(_ process: String?) -> Bool {
    guard let process = process.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) else {
        return false
    }
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
        return false
    }
    return status.split(separator: ")").last?.hasPrefix(" Z") == false
}
