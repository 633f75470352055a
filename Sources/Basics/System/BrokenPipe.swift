import Glibc

/// The signal that a write to a pipe raises which nobody reads any more.
package enum BrokenPipe {
    /// Calls `body`, in which such a write fails and no more: the signal, which ends a process by default, is held
    /// back in this thread and taken from it afterwards. What the process does about the signal stays as it is.
    package static func ignored<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var signal = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGPIPE)
        if isPending { return try body() }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        defer {
            if isPending {
                var noTime = timespec()
                sigtimedwait(&signal, nil, &noTime)
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }

    /// Whether the signal is held back already, be it by somebody else.
    private static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
