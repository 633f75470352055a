package import Basics
import Glibc
import Synchronization

/// A plugin that is a program of its own: it is asked line by line over its standard input, and answers each line
/// with one on its standard output. Its standard error is its log.
///
/// There is one process per plugin and run, started with the first exchange and never again: whatever goes wrong,
/// the program is ended, and each later exchange fails at once and in the same way.
///
/// The process leads a session of its own; with it end all processes of that session. One that leaves the session
/// (`setsid`) is neither counted against the memory limit nor ended.
package final class PluginProgram: Sendable {
    /// The program's path.
    package let path: String
    private let limits: PluginLimits
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State.new)
    private let isEnding = Flag()

    private enum State {
        case new
        case running(PluginProcess)
        case dead(PluginFailure)
    }

    /// A truth that becomes one once.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    /// A program, not started yet.
    ///
    /// - Parameters:
    ///   - path: leads to the program from the working directory; never looked up elsewhere.
    ///   - log: gets each line of the plugin's log as it comes, fit to be printed, in the thread of an exchange or
    ///     of ``end()``. It must not call either.
    package init(path: String, limits: PluginLimits, log: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.limits = limits
        self.log = log
    }

    deinit {
        end()
    }

    /// Asks the program, which is started by the first call.
    ///
    /// Threads take turns; the time for an answer begins with the turn.
    ///
    /// - Parameter line: a line without its end, and without a line feed in it.
    /// - Returns: the line that answers it, without its end.
    /// - Complexity: O(bytes of both).
    package func exchange(_ line: [UInt8]) throws(PluginFailure) -> [UInt8] {
        try state.withLock { state throws(PluginFailure) in
            let process = try started(&state)
            do throws(PluginProcess.Interruption) {
                return try BrokenPipe.ignored { () throws(PluginProcess.Interruption) in
                    try process.exchange(line)
                }
            } catch {
                let failure = process.fail(error)
                state = .dead(failure)
                throw failure
            }
        }
    }

    /// Ends the program: closes its standard input, and where it does not end within half a second asks it to by
    /// a signal, then forces it and all that it started. An exchange on its way in another thread fails.
    ///
    /// It may be called any number of times.
    ///
    /// - Returns: how the program ended, where it did so by itself and now.
    @discardableResult
    package func end() -> ProcessEnding? {
        isEnding.set()
        return state.withLock { state in
            switch state {
            case .new: state = .dead(PluginFailure(.ended))
            case .running(let process):
                let ending = process.finish()
                state = .dead(PluginFailure(.ended))
                return ending
            case .dead: break
            }
            return nil
        }
    }

    /// Whether it has ended, or been ended.
    package var isEnded: Bool {
        state.withLock { state in
            guard case .dead = state else { return false }
            return true
        }
    }

    private func started(_ state: inout State) throws(PluginFailure) -> PluginProcess {
        switch state {
        case .running(let process): return process
        case .dead(let failure): throw failure
        case .new: break
        }
        do throws(PluginFailure.Reason) {
            let flag = isEnding
            let log = PluginLog(limit: limits.logSize, tell: log)
            let process = try PluginProcess(path: path, limits: limits, log: log) { flag.isSet }
            state = .running(process)
            return process
        } catch {
            let failure = PluginFailure(error)
            state = .dead(failure)
            throw failure
        }
    }
}

extension PluginProgram {
    /// Ends all programs that run, at once and with all that they started. Safe in a signal handler; done by itself
    /// when the process exits.
    package static func endAll() {
        RunningPrograms.end()
    }

    /// Has the signals that end this process by default end all programs first. A signal that is ignored or
    /// handled stays so.
    package static func endAllOnSignals() {
        RunningPrograms.prepare()
        for number in [SIGHUP, SIGINT, SIGTERM] {
            let before = signal(number) { number in
                PluginProgram.endAll()
                signal(number, SIG_DFL)
                raise(number)
            }
            // The default is the handler at address 0.
            if unsafeBitCast(before, to: Int.self) != 0 { signal(number, before) }
        }
    }
}
