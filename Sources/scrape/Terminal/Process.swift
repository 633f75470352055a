import Basics
import Engine
import Platform
import PluginHost
import Synchronization

/// The settings of a process before it does any work.
enum ProcessSetup {
    static func run() {
        SystemCalls.keepFreedMemory()
        openClosedStreams()
        // A reader that goes away makes the write fail, which ends the run quietly.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that reaches the size limit of the process, which is reported as for a full device.
        signal(SIGXFSZ, SIG_IGN)
        // A signal that ends the process also ends the programs that it has started.
        PluginPrograms.endAllOnSignals()
    }

    /// Opens standard input, output and error if the parent process has closed them (`>&-`).
    ///
    /// Otherwise the next opened files get their numbers, and output or messages are written into these files. The
    /// replacements can neither be read nor written, which is reported as for any file.
    private static func openClosedStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The system gives the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
        }
    }

}

/// A user's request to end a run: the first SIGINT or SIGTERM asks it to end in good order, the second ends it
/// immediately.
///
/// A separate thread waits for the signals, since a signal handler may do almost nothing.
final class Interruption: Sendable {
    private let received = Atomic<Int32>(0)

    /// Starts to wait for signals. Must be created once and before other threads, which inherit the blocked signals.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let awaited = signals
        // Without the thread, the signals stay blocked; then they end the process as usual.
        if !WorkerThread.start({ [self] in wait(for: awaited) }) {
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }

    /// The signal that has requested the end; `nil` if there was none.
    var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    private func wait(for awaited: sigset_t) {
        var signals = awaited
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { return }
            if received.exchange(number, ordering: .relaxed) == 0 { continue }
            // A shell starts background programs with SIGINT ignored; the second signal ends them anyway.
            var action = sigaction()
            sigaction(number, nil, &action)
            if action.__sigaction_handler.sa_handler.map({ unsafeBitCast($0, to: Int.self) }) == 1 {
                Platform.signal(number, SIG_DFL)
            }
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
            return
        }
    }
}
