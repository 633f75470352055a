import DOM

/// Short quotations, which browsers show in quotation marks.
enum Quotation {
    /// How far the beginning of the text is looked for.
    private static let reach = 8
    private static let marks: Set<Unicode.Scalar> = [
        "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "‹", "›", "「", "『",
    ]

    /// Whether the text of a `q` has quotation marks of its own.
    static func isMarked(_ element: Element) -> Bool {
        var walk = TreeWalk(element)
        for _ in 0..<reach {
            guard case .text(let text) = walk.next() else { continue }
            let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
            if let first { return marks.contains(first) }
        }
        return false
    }
}
