/// A mistake in a selector's text.
public struct SelectorError: Error, Hashable, Sendable {
    /// The text or construct that the parser expected.
    public let expected: String
    /// The text found instead.
    public let found: String
    /// Where the mistake begins, in UTF-8 bytes from the selector's start.
    public let offset: Int
    /// The number of wrong bytes; 0 at the text's end.
    public let length: Int
    /// The problem, if it is more than that something else was expected: a mistake in a regular expression.
    public let explanation: String?
    /// The line from 1.
    public let line: Int
    /// The column in Unicode scalars from 1.
    public let column: Int
    /// The probably intended text, in the spelling of a selector.
    public let suggestion: String?
    /// The line of the selector's text with the mistake.
    public let sourceLine: String
    /// Whether a limit was exceeded, which a forgiving list does not forgive.
    let isLimit: Bool

    init(
        expected: String,
        found: String,
        at range: Range<Int>,
        in text: [UInt8],
        suggestion: String? = nil,
        explanation: String? = nil,
        isLimit: Bool = false
    ) {
        self.expected = expected
        self.found = found
        self.suggestion = suggestion
        self.explanation = explanation
        self.isLimit = isLimit
        offset = range.lowerBound
        length = range.count
        let isLineFeed = { (byte: UInt8) in byte == UInt8(ascii: "\n") }
        let before = text[..<range.lowerBound]
        let start = before.lastIndex(where: isLineFeed).map { $0 + 1 } ?? 0
        let end = text[start...].firstIndex(where: isLineFeed) ?? text.count
        line = 1 + before.count(where: isLineFeed)
        column = 1 + String(decoding: text[start..<range.lowerBound], as: UTF8.self).unicodeScalars.count
        sourceLine = String(decoding: text[start..<end], as: UTF8.self)
    }

    /// The mistake in one line.
    public var message: String { explanation ?? "expected \(expected), found \(found)" }

    /// The mistake in one line, if the selector is part of something else.
    public var messageInContext: String { explanation ?? "\(message) in the selector" }
}

extension SelectorError: CustomStringConvertible {
    /// The whole message: `line:column: error: …`, the source line, a caret and the probably intended text.
    public var description: String {
        let number = String(line)
        let blank = String(repeating: " ", count: number.utf8.count)
        let window = window
        var lines = [
            "\(line):\(column): error: \(message)",
            "  \(number) | \(window.text)",
            "  \(blank) | \(window.marker)",
        ]
        if let suggestion { lines.append("  help: did you mean \"\(suggestion)\"?") }
        return lines.joined(separator: "\n")
    }

    /// The part of the source line around the mistake, and the line with the caret below it.
    private var window: (text: String, marker: String) {
        let scalars = Array(sourceLine.unicodeScalars)
        let margin = 60
        let index = min(column - 1, scalars.count)
        let start = index > 2 * margin ? index - margin : 0
        let end = min(scalars.count, start + 3 * margin)
        var text = start > 0 ? "…" : ""
        var marker = start > 0 ? " " : ""
        for scalar in scalars[start..<end] {
            text.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        }
        for scalar in scalars[start..<index] { marker += scalar == "\t" ? "\t" : " " }
        if end < scalars.count { text += "…" }
        let marked = String(
            decoding: Array(sourceLine.utf8.dropFirst(bytesBefore(index, scalars)).prefix(length)),
            as: UTF8.self
        )
        let width = min(marked.unicodeScalars.count, max(1, end - index))
        return (text, marker + "^" + String(repeating: "~", count: max(0, width - 1)))
    }

    private func bytesBefore(_ index: Int, _ scalars: [Unicode.Scalar]) -> Int {
        scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }
}
