import Foundation
import TestSupport

/// A run of the built command in its own folder.
struct Command {
    let status: Int32
    let output: String
    let errors: String

    /// The folder that contains the package.
    static let checkout = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The binary, which is built next to the tests.
    static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "scrape"
    )

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - folder: where it runs; the checkout unless given.
    ///   - input: what standard input holds.
    init(
        _ arguments: [String],
        in folder: URL = Command.checkout,
        input: Data = Data(),
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = Command.program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProgramEnvironment.with(environment)
        // Files, not pipes: then no amount of output can block the command.
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let paths = ["input", "output", "errors"].map { home.appending(path: $0) }
        try input.write(to: paths[0])
        for path in paths[1...] { try Data().write(to: path) }
        process.standardInput = try FileHandle(forReadingFrom: paths[0])
        process.standardOutput = try FileHandle(forWritingTo: paths[1])
        process.standardError = try FileHandle(forWritingTo: paths[2])
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self)
    }
}

extension Command {
    /// Runs a script of a shell.
    init(script: String, in folder: URL, path: String) throws {
        let shell = Process()
        let (output, errors) = (Pipe(), folder.appending(path: ".errors"))
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-euo", "pipefail", "-c", script]
        shell.currentDirectoryURL = folder
        shell.environment = ProgramEnvironment.with(
            ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC"],
            path: path
        )
        try Data().write(to: errors)
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = output
        shell.standardError = try FileHandle(forWritingTo: errors)
        try shell.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        status = shell.terminationStatus
        self.output = String(decoding: bytes, as: UTF8.self)
        self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }
}

extension Command {
    /// Runs the command from a shell, with a change to its standard streams, such as `>&-`.
    init(closing redirection: String, _ arguments: [String], in folder: URL) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "\"$0\" \"$@\" \(redirection)", Command.program.path] + arguments
        shell.currentDirectoryURL = folder
        let pipe = Pipe()
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = pipe
        try shell.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        (status, output, errors) = (shell.terminationStatus, "", String(decoding: text, as: UTF8.self))
    }
}

/// Calls `body` with a new folder that contains the given files, by their paths.
func withFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrape-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }
    try body(folder)
}
