import Records

/// A difference as text: lines of spans with roles, which a renderer maps to styles.
public struct DifferenceText: Hashable, Sendable {
    /// The role of a span.
    public enum Role: Hashable, Sendable, CaseIterable {
        /// The place of the difference.
        case place
        /// A label.
        case label
        /// The part of the old value that both have.
        case old
        /// The part that only the old value has.
        case oldPart
        /// The part of the new value that both have.
        case new
        /// The part that only the new value has.
        case newPart
    }

    /// A part of a line.
    public struct Span: Hashable, Sendable {
        /// Its role.
        public let role: Role
        /// Its text, without line ends.
        public let text: String
    }

    /// The lines.
    public let lines: [[Span]]

    /// The labels of the two values.
    public enum Labels: Sendable {
        /// "expected" and "found".
        case test
        /// "old" and "new".
        case diff

        fileprivate var old: String { self == .test ? "  expected " : "  old " }
        fileprivate var new: String { self == .test ? "  found    " : "  new " }
    }

    /// Creates the text of a difference.
    ///
    /// - Parameters:
    ///   - difference: the difference to describe.
    ///   - width: the maximum number of characters of a value, at least 20. A longer value is shortened around the part
    ///     that differs.
    ///   - labels: the labels of the values.
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

    /// The lines as plain text.
    public var plain: String {
        lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}

/// Two texts, split into their common prefix, the part that differs and their common suffix, and shortened to a width
/// around that part.
struct ValueContrast {
    /// A text in three parts.
    struct Text: Hashable {
        var before: String
        var part: String
        var after: String
    }

    let old: Text?
    let new: Text?

    init(_ old: String?, _ new: String?, width: Int) {
        guard let old, let new else {
            self.old = old.map { Text(before: "", part: ValueContrast.shortened($0, width), after: "") }
            self.new = new.map { Text(before: "", part: ValueContrast.shortened($0, width), after: "") }
            return
        }
        let left = Array(old)
        let right = Array(new)
        let start = zip(left, right).prefix { $0 == $1 }.count
        let rest = min(left.count, right.count) - start
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(rest).count
        self.old = ValueContrast.text(left, start, end, width)
        self.new = ValueContrast.text(right, start, end, width)
    }

    /// The number of common characters that are shown before and after a difference in a long text.
    private static let context = 30

    /// Shortens a text to a width. The part that differs is shown in full if it fits.
    private static func text(_ text: [Character], _ start: Int, _ end: Int, _ width: Int) -> Text {
        let part = text[start..<text.count - end]
        if text.count <= width {
            return Text(
                before: String(text[..<start]),
                part: String(part),
                after: String(text[(text.count - end)...])
            )
        }
        let context = min(context, max(8, (width - min(part.count, width)) / 2))
        let before = text[..<start]
        let after = text[(text.count - end)...]
        return Text(
            before: before.count > context ? "…" + String(before.suffix(context - 1)) : String(before),
            part: shortened(String(part), max(width - 16, 8)),
            after: after.count > context ? String(after.prefix(context - 1)) + "…" : String(after)
        )
    }

    private static func shortened(_ text: String, _ width: Int) -> String {
        guard text.count > width else { return text }
        let tail = width / 4
        return text.prefix(width - tail - 1) + "…" + text.suffix(tail)
    }
}
