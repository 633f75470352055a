import Basics
import Platform
import Records

/// The program that sends requests: this one, or another one with the same protocol.
package struct TransportProgram: Sendable {
    package let path: String
    package let arguments: [String]

    package init(path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// This program, which has libcurl.
    package static func own() -> TransportProgram? {
        SystemCalls.programPath().map { TransportProgram(path: $0, arguments: ["transport"]) }
    }
}

/// Sends requests and receives their answers.
package protocol Transport: AnyObject {
    /// Accepts a request, which is sent by the next exchange.
    func send(_ request: TransportRequest)

    /// Sends and receives as much as possible, and returns the complete answers.
    ///
    /// - Parameter wait: the maximum time to wait, in milliseconds.
    /// - Throws: an error if the transport has ended, or does not follow the protocol.
    func exchange(wait: Int32) throws(FetchFailure) -> [TransportAnswer]
}

/// A running program that is a transport. Requests go to its standard input, answers come from its standard output.
final class TransportProcess: Transport {
    /// Its process, which leads its own session.
    let process: pid_t
    private var input: Int32
    private var output: Int32
    private var unsent: [UInt8] = []
    private var reader = TransportReader()
    /// The answers for which records are missing.
    private var partial: [Int: TransportAnswer] = [:]
    /// The maximum length of a record.
    private let longestRecord: Int

    init(_ program: TransportProgram?, limits: FetchLimits) throws(FetchFailure) {
        guard let program else { throw FetchFailure(.transport, "this program's own path is unknown") }
        if let problem = StartProblem.ofFile(program.path) {
            throw FetchFailure(.transport, "cannot start \(program.path): \(problem)")
        }
        do throws(SystemError) {
            var input = try ChildPipe(.toChild)
            var output = try ChildPipe(.fromChild)
            let descriptors = [input.childsEnd, output.childsEnd, STDERR_FILENO]
            process = try ChildProgram(
                path: program.path,
                arguments: program.arguments,
                descriptors: descriptors
            ).start()
            (self.input, self.output) = (input.takeOwnEnd(), output.takeOwnEnd())
        } catch {
            let problem = StartProblem.text(error, path: program.path)
            throw FetchFailure(.transport, "cannot start \(program.path): \(problem)")
        }
        longestRecord = limits.bytes + limits.headerBytes * 2 + 1 << 20
    }

    deinit { _ = end() }

    func send(_ request: TransportRequest) { unsent += request.line }

    func exchange(wait: Int32) throws(FetchFailure) -> [TransportAnswer] {
        if !unsent.isEmpty { write() }
        var ends = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&ends, 2, wait) > 0 else { return [] }
        if ends[1].revents != 0 { write() }
        guard ends[0].revents != 0 else { return [] }
        guard read() else {
            let ending = end()
            throw FetchFailure(.transport, "the program \(ending)")
        }
        var answers: [TransportAnswer] = []
        while let record = try reader.next(limit: longestRecord) {
            if let answer = try add(record) { answers.append(answer) }
        }
        return answers
    }

    private func write() {
        let count = BrokenPipe.ignored {
            unsent.withUnsafeBytes { Platform.write(input, $0.baseAddress, min($0.count, 1 << 16)) }
        }
        if count > 0 { unsent.removeFirst(count) }
        // The end of the process is noticed when its output is read.
        if count < 0, errno != EAGAIN, errno != EINTR { unsent = [] }
    }

    /// Reads the available bytes; false at the end.
    private func read() -> Bool {
        var isAtEnd = false
        _ = reader.read { room in
            let result = Platform.read(output, room.baseAddress, room.count)
            isAtEnd = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
            return result
        }
        return !isAtEnd
    }

    /// Adds a record to its answer; returns the answer when it is complete.
    private func add(_ record: TransportReader.Record) throws(FetchFailure) -> TransportAnswer? {
        var answer = partial.removeValue(forKey: record.id) ?? TransportAnswer(id: record.id, date: "")
        answer.date = record.fields[.date] ?? answer.date
        answer.ip = record.fields[.ip] ?? answer.ip
        answer.version = record.fields[.version] ?? answer.version
        switch record.type {
        case "request": answer.request = record.block
        case "response":
            answer.response = record.block
            if !record.isTruncated { return answer }
        case "metadata":
            let value = JSON.read(record.block, dialect: .strict).0?.value
            let cause = (value?["failure"]?.string).flatMap(FetchFailure.Cause.init(rawValue:)) ?? .other
            answer.failure = FetchFailure(cause, TerminalText.line(value?["detail"]?.string ?? ""))
            return answer
        default: throw FetchFailure(.transport, "it wrote a record of the type \(record.type)")
        }
        partial[record.id] = answer
        return nil
    }

    /// Ends the process and everything that it has started, and reaps it.
    func end() -> ProcessEnding {
        guard input >= 0 else { return .unknown }
        // A transport ends when its input does; what is left of it is killed.
        close(input)
        close(output)
        input = -1
        var status: Int32 = 0
        for attempt in 0..<2000 {
            let found = waitpid(process, &status, WNOHANG)
            if found == process {
                ProcessFamily.end(session: process)
                return ProcessEnding(status: status)
            }
            if found < 0, errno != EINTR { return .unknown }
            if attempt == 200 { kill(-process, SIGKILL) }
            usleep(1000)
        }
        return .unknown
    }
}
