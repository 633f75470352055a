import Glibc
import Records
import Scraping
import Synchronization

/// Standard output and standard error.
enum Console {
    private static let color = Mutex(ColorChoice.auto)

    /// Settles whether output has colours, for all that is written from now on.
    static func use(_ choice: ColorChoice) {
        color.withLock { $0 = choice }
    }

    /// How text on standard output looks.
    static var outputStyle: Style { Terminal.output.style(color.withLock { $0 }) }

    /// How text on standard error looks.
    static var errorStyle: Style { Terminal.errors.style(color.withLock { $0 }) }

    /// Writes a line of text for the user to standard error.
    static func error(_ text: String) {
        _ = File.write((text + "\n").utf8, to: STDERR_FILENO)
    }

    /// Writes diagnostics to standard error, one below the other.
    static func report(_ diagnostics: [Diagnostic]) {
        if diagnostics.isEmpty { return }
        let style = errorStyle
        error(diagnostics.map(style.text).joined(separator: "\n"))
    }

    /// Writes a line of text to standard output.
    static func print(_ text: String) {
        _ = File.write((text + "\n").utf8, to: STDOUT_FILENO)
    }
}
