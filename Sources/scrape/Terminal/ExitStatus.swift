import Platform
import Records

/// The exit status of the process.
enum ExitStatus: Int32, Comparable {
    /// Success: no errors.
    case success = 0
    /// A page does not satisfy its rules, or a case its golden file.
    case page = 1
    /// The command line or a rules file is wrong.
    case usage = 2
    /// An input cannot be read, or an output cannot be written.
    case input = 3
    /// SIGINT has ended the run; its output is complete up to that point.
    case interrupted = 130
    /// SIGTERM has ended the run; its output is complete up to that point.
    case terminated = 143

    /// The status of a run that a signal has ended: 128 and its number, as in shells.
    init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }

    /// The status for a diagnostic.
    init(_ diagnostic: Diagnostic) {
        switch (diagnostic.severity, diagnostic.cause) {
        case (.warning, _), (.note, _): self = .success
        case (.error, .page): self = .page
        case (.error, .rules): self = .usage
        case (.error, .input): self = .input
        }
    }

    /// The most serious status of several diagnostics.
    init(_ diagnostics: [Diagnostic]) {
        self = diagnostics.map(ExitStatus.init).max() ?? .success
    }

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
