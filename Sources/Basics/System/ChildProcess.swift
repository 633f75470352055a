import Platform

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with an exit status.
    case exit(Int32)
    /// By a signal.
    case signal(Int32)
    /// Unknown: another part of the program has already collected the status.
    case unknown

    /// Reads the status that `wait4` returns.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }

    /// Whether the process failed: by a signal or with an exit status other than 0.
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

/// The text of limits in messages.
package enum LimitText {
    private static let binaryUnits = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    private static let decimalUnits = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]

    /// A number of bytes, in the largest unit that divides it.
    package static func bytes(_ count: Int) -> String {
        for (name, size) in binaryUnits + decimalUnits where count >= size && count.isMultiple(of: size) {
            return "\(count / size) \(name)"
        }
        return "\(count) bytes"
    }

    /// A number of seconds, without a fraction of zero.
    package static func seconds(_ count: Double) -> String {
        if let whole = Int(exactly: count) { return "\(whole) s" }
        return "\(count) s"
    }
}
