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
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Writes a problem in one line to standard error, after the word that tells how bad it is.
    static func tell(_ severity: Diagnostic.Severity, _ message: String) {
        report([Diagnostic(.input, message, severity: severity)])
    }

    /// Writes diagnostics to standard error, one below the other.
    static func report(_ diagnostics: [Diagnostic]) {
        if diagnostics.isEmpty { return }
        let style = errorStyle
        error(diagnostics.map(style.text).joined(separator: "\n"))
    }

    /// Writes a line of text to standard output.
    static func print(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }
}

// MARK: - The line that is written over

extension Console {
    /// Whether the last line of the terminal is one that is to be written over.
    private static let hasBar = Mutex(false)

    /// Writes a line that stays until anything else is written, such as a further one.
    static func draw(bar: String) {
        hasBar.withLock { hasBar in
            hasBar = true
            _ = File.write("\r\(bar)\u{1B}[K".utf8, to: STDERR_FILENO)
        }
    }

    /// Takes that line away.
    static func clearBar() { write("", to: STDERR_FILENO) }

    /// Writes text, whichever thread it comes from, where that line stood.
    private static func write(_ text: String, to descriptor: Int32) {
        hasBar.withLock { hasBar in
            if hasBar { _ = File.write("\r\u{1B}[K".utf8, to: STDERR_FILENO) }
            hasBar = false
            if !text.isEmpty { _ = File.write(text.utf8, to: descriptor) }
        }
    }
}
