/// Two texts parted into what they begin and end with in common, and what differs, cut to a width around that.
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
            self.old = old.map { Text(before: "", part: ValueContrast.cut($0, width), after: "") }
            self.new = new.map { Text(before: "", part: ValueContrast.cut($0, width), after: "") }
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

    /// How much is shown of what stands around a difference in a long text: enough to find it by.
    private static let context = 30

    /// What differs is whole if it fits.
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
            part: cut(String(part), max(width - 16, 8)),
            after: after.count > context ? String(after.prefix(context - 1)) + "…" : String(after)
        )
    }

    private static func cut(_ text: String, _ width: Int) -> String {
        guard text.count > width else { return text }
        let tail = width / 4
        return text.prefix(width - tail - 1) + "…" + text.suffix(tail)
    }
}
