import Records

/// What a transform looks for in a text: a regular expression, or a text as it is.
struct Search: Sendable {
    let expression: RegularExpression
    /// Whether the expression was written as such, so that a replacement may name its groups.
    let isPattern: Bool

    /// What a string means that stands for itself.
    enum Bare {
        case pattern
        case text
    }

    /// Reads a string, `{"pattern": …}` or `{"text": …}`.
    ///
    /// - Parameter takesAny: whether any character may be meant: where one is taken, not looked for.
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

    /// What is no pattern that anyone wants and a text that many do.
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
        let text = Argument("text", "a text as it is", .string, isRequired: true)
        return .either([bare == .pattern ? .pattern : .string, .object([pattern]), .object([text])])
    }
}

extension [UInt16] {
    /// The text of a part.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: self[range.clamped(to: indices)], as: UTF16.self)
    }
}
