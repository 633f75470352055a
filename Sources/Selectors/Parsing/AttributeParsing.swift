import Basics

extension Parser {
    /// `[name]`, `[name=value]`, … from the opening bracket to the closing one.
    mutating func attributeSelector() throws(SelectorError) -> AttributeSelector {
        advance()
        skipWhitespace()
        let subject = try attributeSubject()
        skipWhitespace()
        var condition: AttributeSelector.Condition?
        if let attributeOperator = attributeOperator() {
            condition = try attributeCondition(attributeOperator)
            skipWhitespace()
        }
        let next = peek()
        guard next.token == .closeBracket || next.token == .end else {
            throw error(condition == nil ? "an operator or \"]\"" : "\"]\"", at: next)
        }
        if next.token == .closeBracket { advance() }
        return AttributeSelector(subject: subject, condition: condition)
    }

    private mutating func attributeSubject() throws(SelectorError) -> AttributeSelector.Subject {
        let next = peek()
        switch next.token {
        case .ident(let name):
            advance()
            guard isNamespaceBar(at: offset) else { return .named(.unspecified, ByteText(name)) }
            return try qualifiedAttribute(try prefix(name, at: next))
        case .delimiter(UInt8(ascii: "*")):
            advance()
            if isNamespaceBar(at: offset) { return try qualifiedAttribute(.any) }
            return .any
        case .delimiter(UInt8(ascii: "|")) where isNamespaceBar(at: next.start):
            offset = next.start
            return try qualifiedAttribute(.none)
        case .delimiter(UInt8(ascii: "^")):
            advance()
            guard case .ident(let prefix) = peek().token, peek().start == next.end else {
                throw error("the beginning of an attribute's name after \"^\"", at: peek())
            }
            advance()
            return .prefixed(ByteText(prefix))
        default:
            throw error("an attribute's name", at: next)
        }
    }

    private mutating func qualifiedAttribute(
        _ namespace: NamespaceConstraint
    ) throws(SelectorError) -> AttributeSelector.Subject {
        offset += 1
        let next = peek()
        guard case .ident(let name) = next.token, next.start == offset else {
            throw error("an attribute's name after \"|\"", at: next)
        }
        advance()
        return .named(namespace, ByteText(name))
    }

    /// `=` or one of the operators of two characters, with nothing between them.
    private mutating func attributeOperator() -> AttributeSelector.Operator? {
        let next = peek()
        guard case .delimiter(let first) = next.token else { return nil }
        let isPair = first != UInt8(ascii: "=")
        let spelling = String(UnicodeScalar(first)) + (isPair ? "=" : "")
        guard let result = AttributeSelector.Operator(rawValue: spelling) else { return nil }
        if isPair, tokenizer.byte(at: next.end) != UInt8(ascii: "=") { return nil }
        offset = next.end + (isPair ? 1 : 0)
        return result
    }

    private mutating func attributeCondition(
        _ attributeOperator: AttributeSelector.Operator
    ) throws(SelectorError) -> AttributeSelector.Condition {
        skipWhitespace()
        let next = peek()
        let bare = bareValue(at: next)
        var condition = AttributeSelector.Condition(
            operator: attributeOperator,
            value: ByteText(""),
            caseRule: .byAttribute
        )
        if let bare {
            condition.value = ByteText(utf8: Array(tokenizer.text[bare]))
            condition.isBare = true
            offset = bare.upperBound
        } else if case .ident(let value) = next.token {
            condition.value = ByteText(value)
            advance()
        } else if case .string(let value) = next.token {
            condition.value = ByteText(value)
            advance()
        } else {
            throw error("a value in quotes", at: next, suggestion: quoted(from: next))
        }
        condition.caseRule = try caseRule()
        return condition
    }

    private mutating func caseRule() throws(SelectorError) -> AttributeSelector.CaseRule {
        skipWhitespace()
        let next = peek()
        guard case .ident(let flag) = next.token else { return .byAttribute }
        switch flag.asciiLowercased {
        case "i":
            advance()
            return .insensitive
        case "s":
            advance()
            return .sensitive
        default:
            throw error("\"i\", \"s\" or \"]\"", at: next)
        }
    }
}

// MARK: - Values without quotes

extension Parser {
    /// The extent of a value for which CSS requires quotes but whose meaning is clear: `#name`, `/path`, `.png` and
    /// `https://…`. Not standard.
    ///
    /// Anything else in place of a value is an error, as in a browser.
    private func bareValue(at next: CSSTokenizer.Lexeme) -> Range<Int>? {
        let start = next.start
        guard let first = tokenizer.byte(at: start) else { return nil }
        switch first {
        case UInt8(ascii: "/"): break
        case UInt8(ascii: "#"), UInt8(ascii: "."):
            guard let second = tokenizer.byte(at: start + 1), second.isNameStart else { return nil }
        default:
            guard case .ident = next.token, tokenizer.text[next.end...].starts(with: "://".utf8) else {
                return nil
            }
        }
        var end = start
        while let byte = tokenizer.byte(at: end), isBare(byte) { end += 1 }
        return start..<end
    }

    private func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "\\"):
            false
        default: !byte.isASCIIWhiteSpace
        }
    }

    /// The value with the missing quotes added, for a message.
    private func quoted(from next: CSSTokenizer.Lexeme) -> String? {
        guard next.token != .end, next.token != .closeBracket, next.token != .badString else { return nil }
        var end = next.start
        while let byte = tokenizer.byte(at: end), isBare(byte) { end += 1 }
        return CSSText.string(String(decoding: tokenizer.text[next.start..<end], as: UTF8.self))
    }
}
