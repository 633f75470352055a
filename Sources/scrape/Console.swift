import Glibc
import Records
import Scraping

/// Standard output and standard error.
enum Console {
    /// Writes a line of text for the user to standard error.
    static func error(_ text: String) {
        _ = File.write((text + "\n").utf8, to: STDERR_FILENO)
    }

    /// Writes diagnostics to standard error, one below the other.
    static func report(_ diagnostics: [Diagnostic]) {
        if !diagnostics.isEmpty { error(diagnostics.map(\.description).joined(separator: "\n")) }
    }

    /// Writes a line of text to standard output.
    static func print(_ text: String) {
        _ = File.write((text + "\n").utf8, to: STDOUT_FILENO)
    }
}
