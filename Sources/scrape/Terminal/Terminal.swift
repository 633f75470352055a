import Cases
import Engine
import Platform
import Records
import Regression

/// The terminal, file or pipe to which standard output or standard error is connected.
struct Terminal: Equatable {
    private let descriptor: Int32
    /// Whether it is a terminal.
    let isTerminal: Bool

    static let output = Terminal(STDOUT_FILENO)
    static let errors = Terminal(STDERR_FILENO)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Writes a text. All output of the program to its standard streams is written here, so that no page can control a
    /// terminal; a file or a pipe gets the text unchanged.
    ///
    /// - Parameter style: the style of the text, whose colours a terminal gets.
    /// - Returns: the system's error number, 0 on success.
    func write(_ utf8: some Collection<UInt8>, _ style: Style = .plain) -> Int32 {
        if isTerminal, let shown = TerminalText.withoutControls(utf8, keeping: style.sequences) {
            return File.write(shown, to: descriptor)
        }
        return File.write(utf8, to: descriptor)
    }

    /// Replaces the text of the last line, which has no line end.
    func draw(_ line: String) -> Int32 {
        File.write("\r\(TerminalText.withoutControls(line))\u{1B}[K".utf8, to: descriptor)
    }

    /// Whether it is a terminal with colours and a cursor that can be moved.
    var isCapable: Bool {
        guard isTerminal, let kind = Terminal.variable("TERM") else { return false }
        return kind != "dumb"
    }

    /// Whether it is a pipe, whose reader may use the terminal.
    var isPipe: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// The style of its text.
    func style(_ choice: ColorChoice) -> Style {
        switch choice {
        case .always: Style(isColored: true)
        case .never: Style(isColored: false)
        case .auto: Style(isColored: isCapable && Terminal.variable("NO_COLOR") == nil)
        }
    }

    /// The number of columns; that of `COLUMNS` if the system does not know it, or else 80.
    var width: Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = Terminal.variable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) {
            return columns
        }
        return 80
    }

    /// An environment variable; `nil` if it is unset or empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// Whether output has colours: the values of `--color`.
enum ColorChoice: String, CaseIterable {
    /// On a terminal that has them, unless `NO_COLOR` is set.
    case auto
    case always
    case never
}

/// The style of text: a terminal's colours (ECMA-48, section 8.3.117), or none.
struct Style {
    let isColored: Bool

    /// No colours.
    static let plain = Style(isColored: false)

    /// The role of a span of text.
    enum Role: CaseIterable {
        case error
        case warning
        case note
        case help
        /// A location.
        case place
        /// A heading or a message.
        case strong
        /// Context, such as line numbers.
        case faint
        case passed
        case failed
        case old
        case oldPart
        case new
        case newPart

        fileprivate var begin: String { "\u{1B}[\(codes)m" }

        /// The parameters of "select graphic rendition".
        fileprivate var codes: String {
            switch self {
            case .error, .failed: "1;31"
            case .warning: "1;33"
            case .note, .help: "1;36"
            case .place, .strong: "1"
            case .faint: "2"
            case .passed: "32"
            case .old: "31"
            case .oldPart: "1;4;31"
            case .new: "32"
            case .newPart: "1;4;32"
            }
        }
    }

    private static let end = "\u{1B}[0m"
    private static let allSequences = Role.allCases.map(\.begin) + [end]

    /// The control sequences of its colours.
    var sequences: [String] { isColored ? Style.allSequences : [] }

    /// A text that may have these colours, without other characters that control a terminal.
    func shown(_ text: String) -> String { TerminalText.withoutControls(text, keeping: sequences) }

    /// The text in the style of a role. It has no other control sequences, such as the colours of another role.
    func callAsFunction(_ role: Role, _ text: String) -> String {
        isColored && !text.isEmpty ? role.begin + TerminalText.withoutControls(text) + Style.end : text
    }

    /// A diagnostic.
    func text(_ diagnostic: Diagnostic) -> String {
        diagnostic.text { part, text in
            switch part {
            case .location, .message: self(.strong, text)
            case .error, .caret: self(.error, text)
            case .warning: self(.warning, text)
            case .note: self(.note, text)
            case .help: self(.help, text)
            case .gutter: self(.faint, text)
            }
        }
    }

    /// A part of a trace's text.
    func text(_ part: Trace.TextPart, _ text: String) -> String {
        switch part {
        case .heading: self(.strong, text)
        case .place: self(.faint, text)
        case .taken: self(.passed, text)
        case .failed: self(.failed, text)
        }
    }

    /// A difference, with its values shortened to a width.
    func text(_ difference: Difference, width: Int, labels: DifferenceText.Labels = .test) -> String {
        DifferenceText(difference, width: width, labels: labels).lines.map { line in
            line.map { span in
                switch span.role {
                case .place: self(.place, span.text)
                case .label: span.text
                case .old: self(.old, span.text)
                case .oldPart: self(.oldPart, span.text)
                case .new: self(.new, span.text)
                case .newPart: self(.newPart, span.text)
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
