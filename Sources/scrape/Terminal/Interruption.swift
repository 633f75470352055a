import Foundation
import Glibc
import Synchronization

/// The user's wish to end a run: the first SIGINT or SIGTERM asks it to end in good order, the second ends it at once.
///
/// A thread of its own waits for the signals, since a handler may do next to nothing.
final class Interruption: Sendable {
    private let received = Atomic<Int32>(0)

    /// Waits for signals from now on. To be made once, before there are other threads: they inherit that signals are not
    /// for them.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let awaited = signals
        Thread.detachNewThread { [self] in wait(for: awaited) }
    }

    /// The signal that has asked for the end; `nil` where none has.
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
            // What would have been done about it without this; a script that starts its programs deaf to it means the first.
            var action = sigaction()
            sigaction(number, nil, &action)
            if action.__sigaction_handler.sa_handler.map({ unsafeBitCast($0, to: Int.self) }) == 1 {
                Glibc.signal(number, SIG_DFL)
            }
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
            return
        }
    }
}
