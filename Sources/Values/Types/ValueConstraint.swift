import Basics
package import Patterns
package import Records

/// Constraints on a value in addition to its type: `pattern`, `min`, `max`, `length`, and `one-of`.
package struct ValueConstraint: Sendable {
    /// Must match somewhere in the value's text.
    package var pattern: (pattern: Pattern, text: String)?
    /// The minimum.
    package var least: Value?
    /// The maximum.
    package var greatest: Value?
    /// The permitted number of characters of the value's text.
    package var length: ClosedRange<Int>?
    /// The permitted values.
    package var words: [Value]? {
        didSet { comparedWords = Set((words ?? []).map { $0.compared(as: type) }) }
    }
    private var comparedWords: Set<Value> = []
    /// The type of the values, by which they are compared.
    let type: Schema.FieldType

    /// No constraint on values of a type.
    package init(on type: Schema.FieldType) { self.type = type }

    /// Whether there is any constraint.
    package var isEmpty: Bool {
        pattern == nil && least == nil && greatest == nil && length == nil && words == nil
    }

    /// The first of its keys in the rules.
    package var key: String {
        if pattern != nil { return "pattern" }
        if least != nil { return "min" }
        if greatest != nil { return "max" }
        return length == nil ? "one-of" : "length"
    }

    /// The violation of a value, worded to follow the value in a message; `nil` if it fits.
    ///
    /// - Complexity: linear in the length of its text.
    package func problem(with value: Value) -> String? {
        if let pattern, !pattern.pattern.isMatch(in: value.text) {
            return "does not match the pattern \(pattern.text.quoted)"
        }
        if let least, SortKey.isLess(value, least, type) {
            return "is less than the min \(least.text)"
        }
        if let greatest, SortKey.isLess(greatest, value, type) {
            return "is more than the max \(greatest.text)"
        }
        if let length {
            let count = value.text.unicodeScalars.count
            if !length.contains(count) {
                return "has \(count) \(count == 1 ? "character" : "characters"), expected \(length.countText)"
            }
        }
        if let words, !comparedWords.contains(value.compared(as: type)) {
            return "is not one of \(words.prefix(8).map(\.quoted).joined(separator: ", "))"
                + (words.count > 8 ? ", …" : "") + value.text.spelling(unlike: words.compactMap(\.string))
        }
        return nil
    }

    /// The constraint on values, worded to follow a field in a message.
    package var wording: String {
        var parts: [String] = []
        if let pattern { parts.append("to match the pattern \(pattern.text.quoted)") }
        if let least { parts.append("to be at least \(least.text)") }
        if let greatest { parts.append("to be at most \(greatest.text)") }
        if let length { parts.append("to have \(length.countText) characters") }
        if let words {
            parts.append(
                "to be one of \(words.prefix(8).map(\.quoted).joined(separator: ", "))"
                    + (words.count > 8 ? ", …" : "")
            )
        }
        return parts.joined(separator: " and ")
    }
}

// MARK: - Counts

extension ClosedRange<Int> {
    /// Reads `5`, `1..`, `..9` or `1..9`.
    package init?(count text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bounds =
            parts.count == 3 && parts[1].isEmpty ? [parts[0], parts[2]] : [Substring(text), Substring(text)]
        let low = bounds[0].isEmpty ? 0 : Int(bounds[0])
        let high = bounds[1].isEmpty ? Int.max : Int(bounds[1])
        guard let low, let high, low >= 0, low <= high, text != "..", !text.isEmpty else { return nil }
        self = low...high
    }

    /// The range as rules files spell it.
    package var countSpelling: String {
        if lowerBound == upperBound { return "\(lowerBound)" }
        return "\(lowerBound).." + (upperBound == .max ? "" : "\(upperBound)")
    }

    /// The range in messages.
    package var countText: String {
        if lowerBound == upperBound { return "\(lowerBound)" }
        if upperBound == .max { return "at least \(lowerBound)" }
        if lowerBound == 0 { return "at most \(upperBound)" }
        return "\(lowerBound) to \(upperBound)"
    }
}
