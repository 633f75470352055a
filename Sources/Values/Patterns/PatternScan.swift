/// An error in a regular expression.
package struct PatternError: Error, Sendable {
    package let description: String
    /// The offset in the expression, in bytes; `nil` where it is unknown.
    package let offset: Int?

    package init(description: String, offset: Int? = nil) {
        self.description = description
        self.offset = offset
    }
}

/// A scan of a regular expression's parentheses: the names of its groups and the place of an error, neither of which
/// the engine reports.
struct PatternScan {
    /// The capturing groups in their order, with their names if they have one.
    private(set) var groups: [String?] = []
    /// The first syntax error.
    private(set) var error: PatternError?

    private let pattern: [UInt8]
    private var offset = 0
    /// The offsets of unclosed parentheses and brackets.
    private var parentheses: [Int] = []
    private var brackets: [Int] = []
    /// Whether a quantifier would have nothing before it.
    private var isAtStart = true

    init(_ pattern: String) {
        self.pattern = Array(pattern.utf8)
        while offset < self.pattern.count, error == nil { step() }
        if error != nil { return }
        if let open = brackets.first {
            error = PatternError(
                description: "the \"[\" in the regular expression does not end",
                offset: open
            )
        } else if let open = parentheses.last {
            error = PatternError(
                description: "the \"(\" in the regular expression does not end",
                offset: open
            )
        }
    }

    private mutating func step() {
        let byte = pattern[offset]
        let wasAtStart = isAtStart
        isAtStart = false
        switch byte {
        case UInt8(ascii: "\\"): escape()
        case UInt8(ascii: "["): brackets.append(offset)
        case UInt8(ascii: "]"): _ = brackets.popLast()
        case _ where !brackets.isEmpty: break
        case UInt8(ascii: "("):
            parentheses.append(offset)
            openGroup()
            isAtStart = true
        case UInt8(ascii: ")"):
            if parentheses.popLast() == nil {
                error = PatternError(
                    description:
                        "the \")\" in the regular expression has no \"(\" before it; for the character write \"\\\\)\"",
                    offset: offset
                )
            }
        case UInt8(ascii: "|"): isAtStart = true
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
            if wasAtStart {
                let character = Unicode.Scalar(byte)
                error = PatternError(
                    description: "the \"\(character)\" in the regular expression has nothing to repeat; "
                        + "for the character write \"\\\\\(character)\"",
                    offset: offset
                )
            }
        default: break
        }
        offset += 1
    }

    private mutating func escape() {
        guard offset + 1 < pattern.count else {
            error = PatternError(description: "the regular expression ends within an escape", offset: offset)
            return
        }
        offset += 1
        guard pattern[offset] == UInt8(ascii: "Q") else { return }
        // All up to `\E` is literal.
        while offset < pattern.count, !pattern[offset...].starts(with: "\\E".utf8) { offset += 1 }
        offset = min(offset + 1, pattern.count)
    }

    /// Records a group that captures: `(` alone or `(?<name>`; all other `(?` do not.
    private mutating func openGroup() {
        let rest = pattern[(offset + 1)...]
        guard rest.first == UInt8(ascii: "?") else {
            groups.append(nil)
            return
        }
        if rest.starts(with: "?#".utf8) {
            // A comment ends at the next parenthesis.
            offset = pattern[offset...].firstIndex(of: UInt8(ascii: ")")).map { $0 - 1 } ?? offset
            return
        }
        let ends = Set(":=!>)".utf8)
        let end = rest.firstIndex(where: ends.contains) ?? rest.endIndex - 1
        if rest.starts(with: "?<".utf8), pattern[end] == UInt8(ascii: ">") {
            groups.append(String(decoding: pattern[(offset + 3)..<end], as: UTF8.self))
        }
        // The prefix of the group is not matched: it contains neither a quantifier nor something to repeat.
        offset = pattern[end] == UInt8(ascii: ")") ? end - 1 : end
    }
}
