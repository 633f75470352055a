import Records

/// A difference as people read it: lines of spans whose roles tell a renderer how they look.
public struct DifferenceText: Hashable, Sendable {
    /// What a span is.
    public enum Role: Hashable, Sendable, CaseIterable {
        /// Where the difference is.
        case place
        /// Words between.
        case label
        /// Of the old value: what both have, and what it alone has.
        case old
        case oldPart
        /// Of the new value: what both have, and what it alone has.
        case new
        case newPart
    }

    /// A piece of a line.
    public struct Span: Hashable, Sendable {
        /// What it is.
        public let role: Role
        /// Its text, without line ends.
        public let text: String
    }

    /// The lines.
    public let lines: [[Span]]

    /// What stands before the two values.
    public enum Labels: Sendable {
        /// What must be there, and what is.
        case test
        /// What was there, and what is.
        case diff

        fileprivate var old: String { self == .test ? "  expected " : "  old " }
        fileprivate var new: String { self == .test ? "  found    " : "  new " }
    }

    /// The lines of a difference.
    ///
    /// - Parameters:
    ///   - width: how many characters a value may take; a longer one is cut around what differs. At least 20.
    ///   - labels: what the values are called.
    public init(_ difference: Difference, width: Int, labels: Labels = .test) {
        let width = max(width, 20)
        let place = Span(role: .place, text: difference.place)
        if difference.kind == .moved {
            let text = "moved from \(difference.old?.text ?? "?") to \(difference.new?.text ?? "?")"
            lines = [[place], [Span(role: .label, text: "  "), Span(role: .newPart, text: text)]]
            return
        }
        let parts = ValueContrast(
            difference.old.map(JSONWriter.compact),
            difference.new.map(JSONWriter.compact),
            width: width
        )
        lines = [
            [place],
            [Span(role: .label, text: labels.old)] + DifferenceText.spans(parts.old, .old, .oldPart),
            [Span(role: .label, text: labels.new)] + DifferenceText.spans(parts.new, .new, .newPart),
        ]
    }

    private static func spans(_ text: ValueContrast.Text?, _ common: Role, _ own: Role) -> [Span] {
        guard let text else { return [Span(role: .label, text: "nothing")] }
        return [(common, text.before), (own, text.part), (common, text.after)]
            .filter { !$0.1.isEmpty }.map { Span(role: $0.0, text: $0.1) }
    }

    /// The lines without any look.
    public var plain: String {
        lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}
