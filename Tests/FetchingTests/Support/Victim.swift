import Foundation
import Platform
import Synchronization
import TestSupport

/// A run of the binary; a server ends one of its processes at one of the requests.
final class Victim: Sendable {
    /// A process of a run.
    enum Part: Sendable {
        /// The process that was started.
        case host
        /// Its child, which sends the requests.
        case transport
    }

    /// How a run has ended.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    private struct State {
        var process: Int32?
        var part = Part.host
        var moment = Int.max
        var requests = 0
    }

    private let state = Mutex(State())

    /// Has a part of the next run killed at the request with the given number, counted from 1.
    func arm(at moment: Int, _ part: Part = .host) {
        state.withLock { $0 = State(part: part, moment: moment) }
    }

    /// Ends the process if it is time; returns whether it is ended.
    func strike() -> Bool {
        state.withLock { state in
            state.requests += 1
            guard state.requests == state.moment, let host = state.process else { return false }
            switch state.part {
            case .host: kill(host, SIGKILL)
            case .transport: for child in Victim.children(of: host) { kill(child, SIGKILL) }
            }
            return true
        }
    }

    /// Runs the binary until it and all processes that it has started have ended: then their standard error has no
    /// writer left.
    func run(_ arguments: [String], in folder: String) throws -> End {
        let process = Process()
        process.executableURL = URL(filePath: scrapeProgram)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProgramEnvironment.with(["SCRAPE_CONTACT": "mailto:test@example.org"])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        state.withLock { $0.process = process.processIdentifier }
        try errors.fileHandleForWriting.close()
        while let bytes = try errors.fileHandleForReading.read(upToCount: 1 << 16), !bytes.isEmpty {}
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .signal(process.terminationStatus) : .status(process.terminationStatus)
    }

    private static func children(of process: Int32) -> [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { Int32($0) }.filter { child in
            // The parent is the second field after the name in parentheses: "12 (sh) S 11".
            guard let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8),
                let end = status.lastIndex(of: ")")
            else { return false }
            let fields = status[end...].split(separator: " ")
            return fields.count > 2 && Int32(fields[2]) == process
        }
    }
}
