import Glibc

/// What stands at the other end of standard output or standard error.
struct Terminal {
    private let descriptor: Int32

    static let output = Terminal(descriptor: STDOUT_FILENO)
    static let errors = Terminal(descriptor: STDERR_FILENO)

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether it is a terminal on which what is written can be moved over and coloured.
    var isCapable: Bool {
        guard isTerminal, let kind = Terminal.variable("TERM") else { return false }
        return kind != "dumb"
    }

    /// Whether it is a pipe: someone reads on, and may use the terminal for that.
    var isPipe: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// How its text looks.
    func style(_ choice: ColorChoice) -> Style {
        switch choice {
        case .always: Style(isColored: true)
        case .never: Style(isColored: false)
        case .auto: Style(isColored: isCapable && Terminal.variable("NO_COLOR") == nil)
        }
    }

    /// How many columns it has; `COLUMNS` where it does not say, 80 where nothing does.
    var width: Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = Terminal.variable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) {
            return columns
        }
        return 80
    }

    /// A variable of the environment that is set and not empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
