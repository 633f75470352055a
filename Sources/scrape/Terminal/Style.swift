import Records
import Regression
import Scraping

/// How pieces of text look: colours of a terminal (ECMA-48, section 8.3.117), or nothing at all.
struct Style {
    let isColored: Bool

    /// What a piece of text is.
    enum Role: CaseIterable {
        case error
        case warning
        case note
        case help
        /// Where something is.
        case place
        /// What is said of it.
        case strong
        /// What is there for orientation only.
        case faint
        case passed
        case failed
        case old
        case oldPart
        case new
        case newPart

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

    /// The text in a look.
    func callAsFunction(_ role: Role, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.codes)m\(text)\u{1B}[0m" : text
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

    /// A difference, its values cut to a width.
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
