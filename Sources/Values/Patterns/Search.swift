import Records

/// What a transform searches for: a regular expression or a literal text.
struct Search: Sendable {
    let expression: RegularExpression
    /// Whether the expression was written as such, so that a replacement may name its groups.
    let isPattern: Bool

    /// The meaning of a bare string.
    enum Bare {
        case pattern
        case text
    }

    /// Reads a string, `{"pattern": …}` or `{"text": …}`.
    ///
    /// - Parameter takesAny: whether the pattern `.` is allowed: where a character is extracted, not searched for.
    init(_ arguments: Value, bare: Bare, takesAny: Bool = false) throws(StepError) {
        let text = arguments["text"]?.string ?? (bare == .text ? arguments.string : nil)
        isPattern = text == nil
        do throws(PatternError) {
            if let text {
                expression = try RegularExpression(literal: text)
            } else {
                let pattern = arguments["pattern"]?.string ?? arguments.string ?? ""
                expression = try RegularExpression(pattern)
                if pattern != "." || !takesAny { try Search.refuseTrap(pattern, hasTexts: !takesAny) }
            }
        } catch {
            throw StepError(error.description)
        }
    }

    /// Rejects patterns that are useless as such and plausible as texts.
    private static func refuseTrap(_ pattern: String, hasTexts: Bool) throws(PatternError) {
        guard [".", "|", "^", "$", ""].contains(pattern) else { return }
        let help =
            pattern.isEmpty || !hasTexts ? "" : ": for the character itself write {\"text\": \"\(pattern)\"}"
        throw PatternError(description: "the regular expression \"\(pattern)\" says nothing\(help)")
    }

    func matches(in text: String, limit: Int = .max) throws(StepError) -> [RegularExpression.Match] {
        try expression.matches(in: text, limit: limit)
    }

    /// The shape of the arguments.
    static func shape(bare: Bare) -> ArgumentShape {
        let pattern = Argument("pattern", "a regular expression", .pattern, isRequired: true)
        let text = Argument("text", "a literal text", .string, isRequired: true)
        return .either([bare == .pattern ? .pattern : .string, .object([pattern]), .object([text])])
    }
}

extension [UInt16] {
    /// The text of a range.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: self[range.clamped(to: indices)], as: UTF16.self)
    }
}

/// The replacement of a match: text with the groups of the match, `$1`, `${name}`, `$0` for the whole match; `$$` is a
/// dollar sign.
struct Replacement: Sendable {
    private enum Part {
        case text(String)
        case group(Int)
    }

    private let parts: [Part]

    /// The text that replaces every match; `nil` where it contains groups.
    var literal: String? {
        var result = ""
        for part in parts {
            guard case .text(let text) = part else { return nil }
            result += text
        }
        return result
    }

    /// A literal text.
    init(literal text: String) {
        parts = [.text(text)]
    }

    /// Reads a replacement for an expression of the given groups.
    init(_ text: String, groups: [String?]) throws(StepError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "$", let next = rest.first else {
                literal.append(character)
                continue
            }
            if next == "$" {
                literal.append("$")
                rest.removeFirst()
            } else if let group = try Replacement.group(&rest, groups) {
                parts += [.text(literal), .group(group)]
                literal = ""
            } else {
                literal.append("$")
            }
        }
        self.parts = parts + [.text(literal)]
    }

    /// Reads the group after a dollar sign; `nil` where there is none.
    private static func group(_ rest: inout Substring, _ groups: [String?]) throws(StepError) -> Int? {
        let known = groups.count == 1 ? "1 group" : "\(groups.count) groups"
        if rest.first == "{" {
            let name = String(rest.dropFirst().prefix { $0 != "}" })
            guard let index = groups.firstIndex(of: name) ?? Int(name).map({ $0 - 1 }), index < groups.count,
                index >= -1
            else {
                throw StepError("\"${\(name)}\" is not a group of the regular expression, which has \(known)")
            }
            rest = rest.dropFirst(name.count + 2)
            return index + 1
        }
        // Of "$12" the longest number of a group is used.
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if digits.isEmpty { return nil }
        for length in stride(from: min(digits.count, 3), to: 0, by: -1) {
            guard let index = Int(digits.prefix(length)), index <= groups.count else { continue }
            rest = rest.dropFirst(length)
            return index
        }
        throw StepError("\"$\(digits)\" is not a group of the regular expression, which has \(known)")
    }

    /// The text for a match.
    func text(for match: RegularExpression.Match, in subject: [UInt16]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .group(let index): index < match.count ? match[index].map(subject.text) ?? "" : ""
            }
        }.joined()
    }
}
