import Basics
import Platform

extension PluginProcess {
    /// Why an exchange has no answer.
    enum Interruption: Error {
        /// The program has ended.
        case exit(withinAnswer: Bool)
        /// Anything else.
        case failure(PluginFailure.Reason)
    }

    /// The time between two checks of the program's state during an exchange.
    private static let checkInterval = Duration.milliseconds(50)
    /// Checking its memory may take this fraction of the time.
    private static let memoryShare = 20
    /// The time within which a program must end after it has closed a pipe.
    private static let endTime = Duration.milliseconds(500)

    /// The state of an exchange.
    private struct Exchange {
        let request: [UInt8]
        /// The number of bytes of the request that have been written.
        var written = 0
        /// The number of bytes of the answer that have been searched for its end.
        var searched = 0
        var deadline: MonotonicTime
        var nextCheck: MonotonicTime
        var nextMemoryCheck: MonotonicTime
        var hasExited = false

        var isWriting: Bool { written < request.count }

        /// Moves the deadline forward.
        mutating func end(within time: Duration) {
            deadline = min(deadline, MonotonicTime.awake + time)
        }
    }

    /// Writes a line and waits for the line that answers it, both without line ends.
    ///
    /// - Complexity: O(bytes of both).
    func exchange(_ line: [UInt8]) throws(Interruption) -> [UInt8] {
        try checkNoOutput()
        log.beginRequest()
        let now = MonotonicTime.awake
        let answerTime = PluginProcess.duration(limits.answerTime)
        let pageTime = Deadline.current?.remaining
        var exchange = Exchange(
            request: line + [0x0A],
            deadline: now + min(answerTime, pageTime ?? answerTime),
            nextCheck: now + PluginProcess.checkInterval,
            nextMemoryCheck: now + PluginProcess.checkInterval
        )
        while true {
            let start = MonotonicTime.awake
            let time =
                exchange.hasExited ? .zero : max(.zero, min(exchange.nextCheck, exchange.deadline) - start)
            let ready = wait(time, isWriting: exchange.isWriting)
            // The clock runs on while this process is stopped, such as by the terminal's suspend key.
            let excess = MonotonicTime.awake - start - time
            if excess > .seconds(1) { exchange.deadline += excess }
            if let answer = try step(&exchange, ready) { return answer }
        }
    }

    /// A time limit as a duration of at most thirty years.
    private static func duration(_ seconds: Double) -> Duration {
        .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 1e9))
    }

    /// Reads and writes what is possible without waiting; returns the answer once it is complete.
    private func step(_ exchange: inout Exchange, _ ready: Readiness) throws(Interruption) -> [UInt8]? {
        if ready.errors { _ = readLog() }
        if ready.input, write(exchange.request, from: &exchange.written) == .ended {
            exchange.end(within: PluginProcess.endTime)
        }
        if ready.output {
            switch readOutput() {
            case .some: if let answer = try takeAnswer(&exchange) { return answer }
            case .none: break
            case .ended: throw interruptionAtEnd()
            }
        } else if exchange.hasExited {
            throw .exit(withinAnswer: !received.isEmpty)
        }
        try check(&exchange)
        return nil
    }

    /// The answer once its end has been received.
    private func takeAnswer(_ exchange: inout Exchange) throws(Interruption) -> [UInt8]? {
        let end = lineEnd(from: exchange.searched)
        exchange.searched = received.count
        guard (end ?? received.count) <= limits.answerSize else {
            throw .failure(.answerSize(limits.answerSize))
        }
        guard let end else { return nil }
        guard end == received.count - 1, !exchange.isWriting else { throw .failure(.unrequestedLine) }
        received.removeLast()
        defer { received = [] }
        return received
    }

    /// The end of the received line, searched for from an offset.
    private func lineEnd(from offset: Int) -> Int? {
        received.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return memchr(start + offset, 0x0A, bytes.count - offset).map { UnsafeRawPointer($0) - start }
        }
    }

    /// Checks the limits that no event of a pipe reports, such as the deadline.
    private func check(_ exchange: inout Exchange) throws(Interruption) {
        let now = MonotonicTime.awake
        if now >= exchange.deadline {
            let isDeaf = exchange.isWriting && input < 0
            if isDeaf { throw .failure(.closedInput) }
            throw .failure(Deadline.isPast ? .pageTime : .time(limits.answerTime))
        }
        guard now >= exchange.nextCheck else { return }
        exchange.nextCheck = now + PluginProcess.checkInterval
        if isEnding() { throw .failure(.ended) }
        // Its last output is still to be read.
        exchange.hasExited = hasExited
        guard now >= exchange.nextMemoryCheck else { return }
        if ProcessFamily.holdsMore(than: limits.memory, session: process) {
            throw .failure(.memory(limits.memory))
        }
        let cost = MonotonicTime.awake - now
        exchange.nextMemoryCheck = now + max(PluginProcess.checkInterval, cost * PluginProcess.memoryShare)
    }

    /// Reads the log since the last answer, and checks that nothing is on standard output.
    private func checkNoOutput() throws(Interruption) {
        readWaitingLog()
        switch readOutput() {
        case .some: throw .failure(.unrequestedLine)
        case .none: break
        case .ended: throw interruptionAtEnd()
        }
    }

    /// The reason for the end of standard output: the program has ended, is about to, or has closed it.
    private func interruptionAtEnd() -> Interruption {
        let deadline = MonotonicTime.awake + PluginProcess.endTime
        while MonotonicTime.awake < deadline {
            if hasExited { return .exit(withinAnswer: !received.isEmpty) }
            if wait(.milliseconds(1), isWriting: false).errors { _ = readLog() }
        }
        return .failure(.closedOutput)
    }
}
