import Basics
import Glibc

extension PluginProcess {
    /// Why an exchange came to no answer.
    enum Interruption: Error {
        /// The program has ended.
        case exit(withinAnswer: Bool)
        /// Anything else.
        case failure(PluginFailure.Reason)
    }

    /// How often the program is looked at while it is waited for.
    private static let lookInterval = Duration.milliseconds(50)
    /// Looking at its memory may take one in so many parts of the time.
    private static let memoryShare = 20
    /// How long a program that has closed a pipe may take to end.
    private static let endTime = Duration.milliseconds(500)

    /// What is known of an exchange on its way.
    private struct Exchange {
        let request: [UInt8]
        /// How much of the request has been written.
        var written = 0
        /// How much of the answer has been looked through.
        var searched = 0
        var deadline: SuspendingClock.Instant
        var nextLook: SuspendingClock.Instant
        var nextMemoryLook: SuspendingClock.Instant
        var hasExited = false

        var isWriting: Bool { written < request.count }

        /// Brings the deadline nearer.
        mutating func end(within time: Duration) {
            deadline = min(deadline, SuspendingClock.now + time)
        }
    }

    /// Writes a line and waits for the line that answers it, without their ends.
    ///
    /// - Complexity: O(bytes of both).
    func exchange(_ line: [UInt8]) throws(Interruption) -> [UInt8] {
        try checkNothingUnasked()
        log.markQuestion()
        let now = SuspendingClock.now
        var exchange = Exchange(
            request: line + [0x0A],
            deadline: now + PluginProcess.duration(limits.answerTime),
            nextLook: now + PluginProcess.lookInterval,
            nextMemoryLook: now + PluginProcess.lookInterval
        )
        while true {
            let start = SuspendingClock.now
            let time =
                exchange.hasExited ? .zero : max(.zero, min(exchange.nextLook, exchange.deadline) - start)
            let ready = wait(time, isWriting: exchange.isWriting)
            // Whoever stops this program, with the terminal's key for one, does not stop the clock.
            let excess = SuspendingClock.now - start - time
            if excess > .seconds(1) { exchange.deadline += excess }
            if let answer = try step(&exchange, ready) { return answer }
        }
    }

    /// A time limit as a duration; more than thirty years are as good as none.
    private static func duration(_ seconds: Double) -> Duration {
        .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 1e9))
    }

    /// Does what is possible without waiting; the answer, where it has come.
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
        try look(&exchange)
        return nil
    }

    /// The answer, where its end has come.
    private func takeAnswer(_ exchange: inout Exchange) throws(Interruption) -> [UInt8]? {
        let end = lineEnd(from: exchange.searched)
        exchange.searched = received.count
        guard (end ?? received.count) <= limits.answerSize else {
            throw .failure(.answerSize(limits.answerSize))
        }
        guard let end else { return nil }
        guard end == received.count - 1, !exchange.isWriting else { throw .failure(.unaskedLine) }
        received.removeLast()
        defer { received = [] }
        return received
    }

    /// Where the line that was received ends, looked for from an offset on.
    private func lineEnd(from offset: Int) -> Int? {
        received.withUnsafeBytes { bytes in
            guard offset < bytes.count, let start = bytes.baseAddress else { return nil }
            return memchr(start + offset, 0x0A, bytes.count - offset).map { UnsafeRawPointer($0) - start }
        }
    }

    /// Looks after the limits that no pipe tells of.
    private func look(_ exchange: inout Exchange) throws(Interruption) {
        let now = SuspendingClock.now
        if now >= exchange.deadline {
            let isDeaf = exchange.isWriting && input < 0
            throw .failure(isDeaf ? .closedInput : .time(limits.answerTime))
        }
        guard now >= exchange.nextLook else { return }
        exchange.nextLook = now + PluginProcess.lookInterval
        if isEnding() { throw .failure(.ended) }
        // What it had written by then is still to be read.
        exchange.hasExited = hasExited
        guard now >= exchange.nextMemoryLook else { return }
        if ProcessFamily.holdsMore(than: limits.memory, session: process) {
            throw .failure(.memory(limits.memory))
        }
        let cost = SuspendingClock.now - now
        exchange.nextMemoryLook = now + max(PluginProcess.lookInterval, cost * PluginProcess.memoryShare)
    }

    /// Takes what came since the last answer: words for the log, and nothing on standard output.
    private func checkNothingUnasked() throws(Interruption) {
        readWaitingLog()
        switch readOutput() {
        case .some: throw .failure(.unaskedLine)
        case .none: break
        case .ended: throw interruptionAtEnd()
        }
    }

    /// Standard output is at its end: the program has ended, or is about to, or has closed it.
    private func interruptionAtEnd() -> Interruption {
        let deadline = SuspendingClock.now + PluginProcess.endTime
        while SuspendingClock.now < deadline {
            if hasExited { return .exit(withinAnswer: !received.isEmpty) }
            if wait(.milliseconds(1), isWriting: false).errors { _ = readLog() }
        }
        return .failure(.closedOutput)
    }
}
