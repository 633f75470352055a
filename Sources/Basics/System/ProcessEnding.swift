import Glibc

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with an exit status.
    case exit(Int32)
    /// By a signal.
    case signal(Int32)
    /// Somebody else has asked the system about it first.
    case unknown

    /// Reads the status that `wait4` gives.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }

    /// Whether the process did not end as one does that is well.
    package var isCrash: Bool {
        switch self {
        case .exit(let status): status != 0
        case .signal: true
        case .unknown: false
        }
    }

    package var description: String {
        switch self {
        case .exit(let status): "ended with exit status \(status)"
        case .signal(let number): "was ended by signal \(number)\(ProcessEnding.name(ofSignal: number))"
        case .unknown: "ended"
        }
    }

    private static let signals = [
        (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"),
        (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"),
        (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"), (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"),
        (SIGTERM, "SIGTERM"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"), (SIGXCPU, "SIGXCPU"),
        (SIGXFSZ, "SIGXFSZ"), (SIGSYS, "SIGSYS"),
    ]

    private static func name(ofSignal number: Int32) -> String {
        signals.first { $0.0 == number }.map { " (\($0.1))" } ?? ""
    }
}
