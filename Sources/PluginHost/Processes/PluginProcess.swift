import Basics
import Platform

/// A plugin's running program and the three pipes to it. Only one thread may use it at a time.
final class PluginProcess {
    /// Its process, which leads a session and a group with the same number.
    let process: pid_t
    let limits: PluginLimits
    /// Whether another thread is about to end it; polled during an exchange.
    let isEnding: @Sendable () -> Bool
    /// This side's ends of the pipes; -1 once closed.
    var input: Int32
    var output: Int32
    var errors: Int32
    /// Bytes of its standard output that are not part of an answer yet.
    var received: [UInt8] = []
    var log: PluginLog
    private var watchdog: Watchdog?

    /// The number of bytes that are read at a time: the size of a pipe.
    static let chunkSize = 1 << 16

    /// Starts a program.
    init(
        path: String,
        limits: PluginLimits,
        log: PluginLog,
        isEnding: @escaping @Sendable () -> Bool
    ) throws(PluginFailure.Reason) {
        if let problem = StartProblem.ofFile(path) { throw .start(problem) }
        do {
            var input = try ChildPipe(.toChild)
            var output = try ChildPipe(.fromChild)
            var errors = try ChildPipe(.fromChild)
            let descriptors = [input.childsEnd, output.childsEnd, errors.childsEnd]
            process = try ChildProgram(path: path, descriptors: descriptors).start()
            (self.input, self.output, self.errors) =
                (input.takeOwnEnd(), output.takeOwnEnd(), errors.takeOwnEnd())
        } catch {
            throw .start(StartProblem.text(error, path: path))
        }
        self.limits = limits
        self.log = log
        self.isEnding = isEnding
        guard RunningPrograms.add(process) else {
            _ = stop()
            throw .start("too many plugins are running")
        }
        setSystemLimits()
        watchdog = Watchdog(group: process)
    }

    /// Sets limits that the system enforces, since a check of the memory in use may come too late. These limits also
    /// count memory that is reserved and never used, so they are larger.
    private func setSystemLimits() {
        let memory = UInt64(clamping: limits.memory)
        SystemCalls.limit(process, .data, to: memory &+ max(memory, 256 << 20))
        SystemCalls.limit(process, .core, to: 0)
    }

    /// Whether the program has ended; its number is not reused until it is reaped.
    var hasExited: Bool {
        var information = siginfo_t()
        let status = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        return status != 0 && errno == ECHILD || information.si_signo == SIGCHLD
    }

    /// Ends the program and all processes that it started, and reaps it.
    ///
    /// - Returns: how it ended, and its peak memory in bytes.
    func stop() -> (ending: ProcessEnding, peakMemory: Int) {
        kill(-process, SIGKILL)
        ProcessFamily.end(session: process)
        // A process that left the session could write without end.
        readWaitingLog()
        log.finish()
        for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
        (input, output, errors) = (-1, -1, -1)
        RunningPrograms.remove(process)
        watchdog.take()?.dismiss()
        return reap()
    }

    private func reap() -> (ending: ProcessEnding, peakMemory: Int) {
        var status: Int32 = 0
        var usage = rusage()
        // A killed process ends within milliseconds, except where it waits for a device.
        for _ in 0..<1000 {
            switch wait4(process, &status, WNOHANG, &usage) {
            case process: return (ProcessEnding(status: status), usage.ru_maxrss &* 1024)
            case 0: usleep(1000)
            default: if errno != EINTR { return (.unknown, 0) }
            }
        }
        return (.unknown, 0)
    }
}

extension PluginProcess {
    /// The time limits for a program to end after the end of its input, and after a signal.
    private static let grace = Duration.milliseconds(500)
    private static let graceAfterSignal = Duration.milliseconds(200)

    /// Closes the program's input so that it ends by itself, and ends it by force if it does not.
    ///
    /// - Returns: how it ended by itself; `nil` if it was ended by force.
    func finish() -> ProcessEnding? {
        if input >= 0 { close(input) }
        input = -1
        let isByItself = ends(within: PluginProcess.grace)
        if !isByItself {
            kill(-process, SIGTERM)
            _ = ends(within: PluginProcess.graceAfterSignal)
        }
        let (ending, _) = stop()
        return isByItself ? ending : nil
    }

    /// Whether the program ends in time; its pipes are emptied in the meantime, so that it is not blocked.
    private func ends(within time: Duration) -> Bool {
        let deadline = MonotonicTime.awake + time
        while MonotonicTime.awake < deadline {
            if hasExited { return true }
            let ready = wait(.milliseconds(5), isWriting: false)
            if ready.errors { _ = readLog() }
            if ready.output { _ = readOutput() }
            received.removeAll(keepingCapacity: true)
        }
        return hasExited
    }

    /// Ends the program after an exchange without an answer, and returns the reason.
    func fail(_ interruption: Interruption) -> PluginFailure {
        let (ending, peakMemory) = stop()
        let reason: PluginFailure.Reason
        switch interruption {
        case .failure(let failure): reason = failure
        case .exit(let isWithinAnswer):
            if ending != .exit(0), hasRunOutOfMemory(peakMemory) {
                reason = .memory(limits.memory)
            } else {
                reason = isWithinAnswer ? .endingWithinAnswer(ending) : .ending(ending)
            }
        }
        return PluginFailure(reason, lastLogLine: reason.isExplainedByLog ? log.lastLine : nil)
    }

    /// Whether the program's peak memory exceeds its limit, so that the system ended it before a check did.
    private func hasRunOutOfMemory(_ peakMemory: Int) -> Bool {
        var own = rusage()
        getrusage(RUSAGE_SELF.rawValue, &own)
        // A started program inherits the peak of its parent, so only a greater one is its own.
        return peakMemory > max(limits.memory, own.ru_maxrss &* 1024)
    }
}

/// The result of reading from a pipe or writing to it without waiting.
enum PipeProgress {
    case some
    /// There is nothing to read, or no room to write.
    case none
    /// The other end is closed.
    case ended
}

extension PluginProcess {
    /// Which pipes can be used without waiting.
    struct Readiness {
        let input: Bool
        let output: Bool
        let errors: Bool
    }

    /// Waits until a pipe is ready, at most for the given time. A closed pipe is never ready; one whose other end is
    /// closed always is.
    ///
    /// - Parameter isWriting: whether to wait for standard input too.
    func wait(_ time: Duration, isWriting: Bool) -> Readiness {
        // The system skips negative descriptors.
        var pipes = [
            pollfd(fd: isWriting ? input : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&pipes, nfds_t(pipes.count), PluginProcess.milliseconds(time))
        guard count > 0 else { return Readiness(input: false, output: false, errors: false) }
        return Readiness(
            input: pipes[0].revents != 0,
            output: pipes[1].revents != 0,
            errors: pipes[2].revents != 0
        )
    }

    /// Milliseconds rounded up, so that the caller does not poll in a busy loop.
    private static func milliseconds(_ time: Duration) -> Int32 {
        guard time > .zero else { return 0 }
        let parts = time.components
        guard parts.seconds < 1000 else { return 1_000_000 }
        return Int32(clamping: parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// Appends a chunk of standard output to ``received``.
    func readOutput() -> PipeProgress {
        read(&output) { received.append(contentsOf: $0) }
    }

    /// Reads a chunk of standard error into the log.
    func readLog() -> PipeProgress {
        read(&errors) { log.add($0) }
    }

    /// Reads what is waiting on standard error, at most the size of the largest pipe: the program may write as fast as
    /// it is read.
    func readWaitingLog() {
        for _ in 0..<16 {
            guard readLog() == .some else { return }
        }
    }

    private func read(_ descriptor: inout Int32, _ body: (UnsafeRawBufferPointer) -> Void) -> PipeProgress {
        guard descriptor >= 0 else { return .ended }
        return withUnsafeTemporaryAllocation(byteCount: PluginProcess.chunkSize, alignment: 1) { chunk in
            let count = Platform.read(descriptor, chunk.baseAddress, chunk.count)
            if count > 0 {
                body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
                return .some
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return .none }
            close(descriptor)
            descriptor = -1
            return .ended
        }
    }

    /// Writes as many bytes as fit, starting at an offset, and advances the offset.
    func write(_ bytes: [UInt8], from offset: inout Int) -> PipeProgress {
        guard input >= 0 else { return .ended }
        let count = bytes[offset...].withUnsafeBytes { Platform.write(input, $0.baseAddress, $0.count) }
        if count >= 0 {
            offset += count
            return .some
        }
        if errno == EAGAIN || errno == EINTR { return .none }
        close(input)
        input = -1
        return .ended
    }
}
