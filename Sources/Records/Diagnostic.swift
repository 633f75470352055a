public import Basics

/// A message to the user: what is wrong, where, and what to do.
public struct Diagnostic: Hashable, Sendable, Error {
    /// How serious a diagnostic is.
    public enum Severity: String, Hashable, Sendable {
        /// Makes the exit status of the run nonzero.
        case error
        /// Does not change the exit status.
        case warning
        /// Adds to the diagnostic before it.
        case note
    }

    /// The party at fault, which decides the exit status.
    public enum Cause: Hashable, Sendable {
        /// A page does not satisfy its rules.
        case page
        /// The command line or a rules file is wrong.
        case rules
        /// An input could not be read.
        case input
    }

    /// A further place that explains a diagnostic.
    public struct Note: Hashable, Sendable {
        /// What the place contributes, in one line.
        public var message: String
        /// The place.
        public var location: Location

        /// Creates a note.
        public init(_ message: String, at location: Location) {
            self.message = message
            self.location = location
        }
    }

    /// How serious it is.
    public var severity: Severity
    /// The party at fault.
    public var cause: Cause
    /// What is wrong, in one line.
    public var message: String
    /// The place; `nil` for the command line.
    public var location: Location?
    /// Further places.
    public var notes: [Note]
    /// What to do, in one line.
    public var help: String?
    /// The record type concerned.
    public var record: String?
    /// The field concerned, by its path of names.
    public var field: String?
    /// Whether a limit has ended the reading of a page: a part of it, or all of it, is not read.
    package var isOfLimit = false
    /// Whether it reports that a page looks truncated.
    package var isOfTruncation = false

    /// Creates a diagnostic.
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

    /// A part of a message that can have a style of its own.
    package enum Part: Hashable, Sendable, CaseIterable {
        case location
        case error
        case warning
        case note
        case help
        case message
        /// The line number and the bar after it.
        case gutter
        case caret
    }

    /// Returns the whole message, each part passed through `style`.
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
        let place = location.map { style(.location, TerminalText.withoutControls("\($0):")) + " " } ?? ""
        return place + style(part, "\(word):") + " " + style(.message, TerminalText.withoutControls(message))
    }

    private static func excerpt(_ location: Location?, _ style: (Part, String) -> String) -> [String] {
        guard let location, let line = location.line, let excerpt = location.excerpt else { return [] }
        let number = String(line)
        let blank = String(repeating: " ", count: number.count)
        return [
            "  " + style(.gutter, "\(number) |") + " \(TerminalText.withoutControls(excerpt.text))",
            "  " + style(.gutter, "\(blank) |") + " " + style(.caret, excerpt.marker),
        ]
    }
}

/// Several diagnostics, thrown together: why a rules file cannot be used.
public struct Diagnostics: Error, Hashable, Sendable {
    /// The diagnostics, in the file's order.
    public var all: [Diagnostic]

    /// Creates an error of several diagnostics.
    public init(_ all: [Diagnostic]) {
        self.all = all
    }
}

extension Diagnostics: CustomStringConvertible {
    /// All messages, each on its own lines.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}

extension String {
    /// The maximum number of characters of a value in messages.
    private static let shownLength = 80

    /// The text for a message: shortened if it is long.
    package var shortened: String {
        let shown = unicodeScalars.prefix(String.shownLength)
        return shown.endIndex == unicodeScalars.endIndex ? self : String(shown) + "…"
    }
}

extension Diagnostic {
    /// Whether it is the reason why a part of an input is not read.
    package var leavesUnread: Bool { severity == .error && (isOfLimit || cause == .input) }
}

extension Sequence<Diagnostic> {
    /// The reports that a page looks cut off.
    package var truncations: [Diagnostic] { filter(\.isOfTruncation) }

    /// Whether a page with these diagnostics looks cut off, and an older one with others does not.
    package func lookCutOff(unlike older: some Sequence<Diagnostic>) -> Bool {
        contains(where: \.isOfTruncation) && !older.contains(where: \.isOfTruncation)
    }

    /// The reasons why a part of an input is not read, each once, as errors of the input: it cannot be read, or a limit
    /// has ended the reading. What is missing in its records may be in that part.
    ///
    /// Commands that compare records, or learn from them, report these errors and do not conclude anything from such an
    /// input.
    package var unread: [Diagnostic] {
        var known: Set<Diagnostic> = []
        return filter(\.leavesUnread).compactMap { diagnostic in
            var diagnostic = diagnostic
            diagnostic.cause = .input
            return known.insert(diagnostic).inserted ? diagnostic : nil
        }
    }
}
