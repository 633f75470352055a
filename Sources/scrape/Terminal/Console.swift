import Engine
import Platform
import Records
import Synchronization

/// Standard output and standard error.
enum Console {
    private static let color = Mutex(ColorChoice.auto)

    /// Sets whether everything that is written from now on has colours.
    static func use(_ choice: ColorChoice) {
        color.withLock { $0 = choice }
    }

    /// The style of text on standard output.
    static var outputStyle: Style { Terminal.output.style(color.withLock { $0 }) }

    /// The style of text on standard error.
    static var errorStyle: Style { Terminal.errors.style(color.withLock { $0 }) }

    /// Writes a line to standard error.
    static func error(_ text: String) {
        write(text + "\n", to: .errors, errorStyle)
    }

    /// Writes a one-line message to standard error, after its severity.
    static func log(_ severity: Diagnostic.Severity, _ message: String) {
        report([Diagnostic(.input, message, severity: severity)])
    }

    /// Writes diagnostics to standard error, one below the other.
    static func report(_ diagnostics: [Diagnostic]) {
        if diagnostics.isEmpty { return }
        let style = errorStyle
        error(diagnostics.map(style.text).joined(separator: "\n"))
    }

    /// Writes errors to standard error, and returns the corresponding exit status.
    static func fail(_ errors: Diagnostics) -> ExitStatus {
        report(errors.all)
        return ExitStatus(errors.all)
    }

    /// Writes the reasons why parts of pages are not read to standard error, and returns the corresponding exit status.
    static func report(unread: [Diagnostic]) -> ExitStatus {
        var log = MessageLog(printsAll: nil)
        log.add(unread)
        log.end()
        return ExitStatus(unread)
    }

    /// Writes a line without colours to standard output.
    static func print(_ text: String) {
        write(text + "\n", to: .output)
    }

    /// Writes text for people, which may have colours, to standard output, always without characters with which a page
    /// could change a terminal.
    static func show(_ text: String) {
        let style = outputStyle
        write(style.shown(text) + "\n", to: .output, style)
    }

    /// Whether standard output could not be written, which has been reported.
    static var hasLostOutput: Bool { lostOutput.withLock { $0 } }

    private static let lostOutput = Mutex(false)

    /// Reports once that standard output cannot be written. A reader that has closed it is not an error.
    private static func lose(_ error: Int32) {
        guard error != 0, error != EPIPE else { return }
        let isFirst = lostOutput.withLock { lost in
            defer { lost = true }
            return !lost
        }
        guard isFirst else { return }
        let style = errorStyle
        let message = "cannot write the output: \(String(cString: strerror(error)))"
        _ = Terminal.errors.write((style.text(Diagnostic(.input, message)) + "\n").utf8, style)
    }
}

extension Diagnostics {
    /// Does work that ends at its first error, where others have several.
    static func single<Result>(_ work: () throws(Diagnostic) -> Result) throws(Diagnostics) -> Result {
        do throws(Diagnostic) { return try work() } catch { throw Diagnostics([error]) }
    }
}

/// The messages about pages on standard error, grouped by cause.
struct MessageLog {
    private let printsAll: Bool
    /// Whether the command has the option to print all messages.
    private let hasOption: Bool
    private var log: DiagnosticLog
    private var omitsAny = false

    /// - Parameters:
    ///   - printsAll: whether each message is printed by itself; `nil` for a command without `--all`.
    ///   - isCrawl: whether the messages are about a crawl, in which many addresses may fail for the same reason.
    init(printsAll: Bool?, isCrawl: Bool = false) {
        self.printsAll = printsAll ?? false
        hasOption = printsAll != nil
        log = DiagnosticLog(groupsInputs: isCrawl)
    }

    /// Adds the diagnostics of a page.
    mutating func add(_ diagnostics: [Diagnostic]) {
        if printsAll { return Console.report(diagnostics) }
        log.add(diagnostics)
        if log.isFull { write() }
    }

    /// Writes the messages that have not been written.
    mutating func end() {
        write()
        if omitsAny {
            let help = hasOption ? "; --all prints all" : ""
            Console.log(.note, "of repeated messages, only the first places are shown" + help)
        }
        omitsAny = false
    }

    private mutating func write() {
        omitsAny = omitsAny || log.omitsAny
        Console.report(log.take())
    }
}

// MARK: - The progress line

extension Console {
    /// Whether the last line of the terminal is a progress line, which the next text overwrites.
    private static let hasProgressLine = Mutex(false)

    /// Writes a progress line, which stays until anything else is written.
    static func draw(progress line: String) {
        hasProgressLine.withLock { hasLine in
            hasLine = true
            _ = Terminal.errors.draw(line)
        }
    }

    /// Removes the progress line.
    static func clearProgress() { write("", to: .errors) }

    /// Writes text from any thread in place of the progress line.
    private static func write(_ text: String, to terminal: Terminal, _ style: Style = .plain) {
        hasProgressLine.withLock { hasLine in
            if hasLine { _ = Terminal.errors.draw("") }
            hasLine = false
            if text.isEmpty { return }
            let error = terminal.write(text.utf8, style)
            if terminal == .output { lose(error) }
        }
    }
}

/// Standard output, written in large chunks. When the reader has closed its end, further output is dropped.
final class StandardOutput {
    /// Whether the output could be written.
    private(set) var status = ExitStatus.success
    private var isClosed = false
    private var buffer: [UInt8] = []
    private let style: Style
    private static let capacity = 1 << 16

    /// - Parameter style: the style of what is written, whose colours a terminal gets.
    init(_ style: Style = .plain) {
        self.style = style
    }

    func write(_ text: String) {
        write(text.utf8)
    }

    func write(_ bytes: some Collection<UInt8>) {
        guard !isClosed else { return }
        buffer.append(contentsOf: bytes)
        if buffer.count >= StandardOutput.capacity { flush() }
    }

    /// Writes the buffered output.
    func flush() {
        guard !isClosed else { return }
        let error = Terminal.output.write(buffer, style)
        buffer.removeAll(keepingCapacity: true)
        guard error != 0 else { return }
        isClosed = true
        if error != EPIPE {
            status = .input
            Console.log(.error, "cannot write the output: \(String(cString: strerror(error)))")
        }
    }
}
