import Basics
import Glibc

/// A plugin's running program and the three pipes to it. Not to be used by two threads at a time.
final class PluginProcess {
    /// Its process, which leads a session and a group of the same number.
    let process: pid_t
    let limits: PluginLimits
    /// Whether somebody waits for it to be ended; asked for while it is waited for.
    let isEnding: @Sendable () -> Bool
    /// This side's ends of the pipes; -1 once closed.
    var input: Int32
    var output: Int32
    var errors: Int32
    /// What came on its standard output and has not been handed on.
    var received: [UInt8] = []
    var log: PluginLog
    private var watchdog: Watchdog?

    /// How much is read or written at a time, in bytes: what a pipe holds.
    static let pieceSize = 1 << 16

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
            throw .start("too many plugins run at a time")
        }
        setSystemLimits()
        watchdog = Watchdog(group: process)
    }

    /// What the system refuses at once, where the watch over the memory held comes too late. It counts what is
    /// asked for and never touched, so it is wider.
    private func setSystemLimits() {
        let memory = UInt64(clamping: limits.memory)
        LinuxCalls.limit(process, RLIMIT_DATA, to: memory &+ max(memory, 256 << 20))
        LinuxCalls.limit(process, RLIMIT_CORE, to: 0)
    }

    /// Whether the program has ended; its number stays taken until it is reaped.
    var hasExited: Bool {
        var information = siginfo_t()
        let status = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        return status != 0 && errno == ECHILD || information.si_signo == SIGCHLD
    }

    /// Ends the program and all that it started, and forgets it.
    ///
    /// - Returns: how it had ended, where it had before.
    func stop() -> (ending: ProcessEnding, peakMemory: Int) {
        kill(-process, SIGKILL)
        ProcessFamily.end(session: process)
        // Who left the session could write on for ever.
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
        // What has been killed is gone in no time, except where a device keeps it.
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
