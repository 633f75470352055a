package import Basics
import Platform
import Synchronization

/// A plugin that is a program: it reads requests line by line from its standard input, and answers each with a line on
/// its standard output. Its standard error is its log.
///
/// There is one process, started by the first exchange and never again: after any failure the program is ended, and
/// each later exchange throws the same failure immediately.
///
/// The process leads its own session; all processes of that session end with it. One that leaves the session (`setsid`)
/// is not subject to the memory limit and is not ended.
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

    /// A flag that is set once.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    /// A program that has not been started.
    ///
    /// - Parameters:
    ///   - path: the program's path from the working directory; no other folder is searched.
    ///   - log: receives each printable line of the plugin's log, in the thread of an exchange or of ``end()``. It must
    ///     not call either.
    package init(path: String, limits: PluginLimits, log: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.limits = limits
        self.log = log
    }

    deinit {
        end()
    }

    /// Writes a request to the program, which the first call starts, and returns its answer.
    ///
    /// Calls from several threads run one after another; the time limit of an answer starts with its call's turn.
    ///
    /// - Parameter line: a line without line feeds.
    /// - Returns: the line that answers it, without its line feed.
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

    /// Ends the program: closes its standard input; if it does not end within half a second, sends it a signal, then
    /// kills it and everything that it started. An exchange in another thread fails. Later calls do nothing.
    ///
    /// - Returns: how the program ended, if it did so by itself during this call.
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
            let log = PluginLog(limit: limits.logSize, write: log)
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
    /// Kills all running programs and everything that they started. Safe in a signal handler; called automatically when
    /// the process exits.
    package static func endAll() {
        RunningPrograms.end()
    }

    /// Makes the signals that end this process by default end all programs first. A signal that is ignored or handled
    /// remains so.
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
