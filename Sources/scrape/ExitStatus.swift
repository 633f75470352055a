import Glibc
import Records

/// How a run ends, as scripts see it.
enum ExitStatus: Int32, Comparable {
    /// All is well.
    case success = 0
    /// A page did not satisfy its rules, or a case its golden file.
    case page = 1
    /// The command line or a rules file is wrong.
    case usage = 2
    /// An input could not be read, or an output not be written.
    case input = 3
    /// The user has ended the run (SIGINT); what is written is whole.
    case interrupted = 130
    /// The run has been told to end (SIGTERM); what is written is whole.
    case terminated = 143

    /// That a signal has ended the run, as shells tell it.
    init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }

    /// What a diagnostic means for the run.
    init(_ diagnostic: Diagnostic) {
        switch (diagnostic.severity, diagnostic.cause) {
        case (.warning, _), (.note, _): self = .success
        case (.error, .page): self = .page
        case (.error, .rules): self = .usage
        case (.error, .input): self = .input
        }
    }

    /// The gravest of several: a run remembers its worst page.
    init(_ diagnostics: [Diagnostic]) {
        self = diagnostics.map(ExitStatus.init).max() ?? .success
    }

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
