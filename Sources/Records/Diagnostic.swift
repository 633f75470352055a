/// Something that the user must know: what is wrong, where, and what to do.
public struct Diagnostic: Hashable, Sendable, Error {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// The run's exit status tells of it.
        case error
        /// Worth a look; the exit status stays as it is.
        case warning
        /// More about the diagnostic that it belongs to.
        case note
    }

    /// Who has to act, which decides the exit status.
    public enum Cause: Hashable, Sendable {
        /// A page does not satisfy its rules.
        case page
        /// The command line or a rules file is wrong.
        case rules
        /// An input could not be read.
        case input
    }

    /// A further place that belongs to a diagnostic.
    public struct Note: Hashable, Sendable {
        /// What there is to say about the place.
        public var message: String
        /// The place.
        public var location: Location

        /// A further place.
        public init(_ message: String, at location: Location) {
            self.message = message
            self.location = location
        }
    }

    /// How bad it is.
    public var severity: Severity
    /// Who has to act.
    public var cause: Cause
    /// What is wrong, in one line.
    public var message: String
    /// Where; `nil` for the command line.
    public var location: Location?
    /// Further places.
    public var notes: [Note]
    /// What to do, in one line.
    public var help: String?
    /// The record type concerned.
    public var record: String?
    /// The field concerned, by its path of names.
    public var field: String?

    /// A diagnostic.
    public init(
        _ cause: Cause,
        _ message: String,
        severity: Severity = .error,
        at location: Location? = nil,
        notes: [Note] = [],
        help: String? = nil,
        record: String? = nil,
        field: String? = nil
    ) {
        self.severity = severity
        self.cause = cause
        self.message = message
        self.location = location
        self.notes = notes
        self.help = help
        self.record = record
        self.field = field
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The whole message: `file:line:column: error: …`, the source line, a caret, help and notes.
    public var description: String { text { $1 } }

    /// A piece of a message that may have a look of its own.
    package enum Part: Hashable, Sendable, CaseIterable {
        case location
        case error
        case warning
        case note
        case help
        case message
        /// The line's number and what parts it from the line.
        case gutter
        case caret
    }

    /// The whole message, each of its pieces as `style` writes it.
    package func text(_ style: (Part, String) -> String) -> String {
        let word: Part =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        var lines = [Diagnostic.head(location, word, severity.rawValue, message, style)]
        lines += Diagnostic.excerpt(location, style)
        if let help { lines.append("  " + style(.help, "help:") + " \(help)") }
        for note in notes {
            lines.append(Diagnostic.head(note.location, .note, "note", note.message, style))
            lines += Diagnostic.excerpt(note.location, style)
        }
        return lines.joined(separator: "\n")
    }

    private static func head(
        _ location: Location?,
        _ part: Part,
        _ word: String,
        _ message: String,
        _ style: (Part, String) -> String
    ) -> String {
        let place = location.map { style(.location, printable("\($0):")) + " " } ?? ""
        return place + style(part, "\(word):") + " " + style(.message, printable(message))
    }

    /// The text without what would move a terminal's cursor or change its colours: pages may hold anything. Line breaks stay,
    /// and tabs.
    private static func printable(_ text: String) -> String {
        let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F }
        // What is beyond ASCII and controls (U+0080 to U+009F) begins with the byte C2.
        guard text.utf8.contains(where: { isControl($0) || $0 == 0xC2 }) else { return text }
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isHarmless = scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
            printable.append(isHarmless ? scalar : "\u{FFFD}")
        }
        return String(printable)
    }

    private static func excerpt(_ location: Location?, _ style: (Part, String) -> String) -> [String] {
        guard let location, let line = location.line, let excerpt = location.excerpt else { return [] }
        let number = String(line)
        let blank = String(repeating: " ", count: number.count)
        return [
            "  " + style(.gutter, "\(number) |") + " \(printable(excerpt.text))",
            "  " + style(.gutter, "\(blank) |") + " " + style(.caret, excerpt.marker),
        ]
    }
}

/// Several diagnostics at once: why a rules file cannot be used.
public struct Diagnostics: Error, Hashable, Sendable {
    /// What is wrong, in the file's order.
    public var all: [Diagnostic]

    /// Several diagnostics at once.
    public init(_ all: [Diagnostic]) {
        self.all = all
    }
}

extension Diagnostics: CustomStringConvertible {
    /// All messages, one below the other.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
