import Basics
import Patterns

extension Parser {
    /// The argument of `:contains()` and similar pseudo-classes.
    mutating func textCondition(
        _ kind: TextCondition.Kind,
        _ name: String
    ) throws(SelectorError) -> TextCondition {
        skipWhitespace()
        let next = peek()
        if kind.isPattern { return TextCondition(kind: kind, arguments: [try pattern(at: next)]) }
        if case .string = next.token {
            return TextCondition(kind: kind, arguments: try strings(orNames: false))
        }
        if name.hasPrefix("-soup-") {
            return TextCondition(kind: kind, arguments: try strings(orNames: true))
        }
        let range = try rawArgument(isPattern: false)
        return TextCondition(kind: kind, arguments: [unescaped(range)])
    }

    /// `"text", "text", …`
    private mutating func strings(orNames: Bool) throws(SelectorError) -> [ByteText] {
        var strings: [ByteText] = []
        while true {
            skipWhitespace()
            let next = peek()
            switch next.token {
            case .string(let value): strings.append(ByteText(value))
            case .ident(let value) where orNames: strings.append(ByteText(value))
            default: throw error("text in quotes", at: next)
            }
            advance()
            skipWhitespace()
            guard peek().token == .comma else { return strings }
            advance()
        }
    }

    /// A regular expression, in quotes or up to the closing parenthesis that is not its own.
    ///
    /// Backslashes are part of the expression. It is stored in a form that can be written in double quotes.
    private mutating func pattern(at next: CSSTokenizer.Lexeme) throws(SelectorError) -> ByteText {
        let range: Range<Int>
        if case .string = next.token {
            offset = next.end
            let isClosed =
                next.end - next.start > 1 && tokenizer.text[next.end - 1] == tokenizer.text[next.start]
            range = next.start + 1..<next.end - (isClosed ? 1 : 0)
        } else {
            range = try rawArgument(isPattern: true)
        }
        do {
            _ = try Pattern(Array(tokenizer.text[range]))
        } catch {
            let start = range.lowerBound + error.range.lowerBound
            let place = start..<range.lowerBound + error.range.upperBound
            throw self.error("another regular expression", at: place, explanation: error.message)
        }
        return quotable(tokenizer.text[range])
    }

    /// The extent of an argument without quotes: up to the parenthesis that closes the function, without
    /// white space at its end unless it is escaped. Parentheses within it are balanced or escaped.
    private mutating func rawArgument(isPattern: Bool) throws(SelectorError) -> Range<Int> {
        let start = offset
        var endOfEscape = start
        var depth = 0
        var isInClass = false
        while let byte = tokenizer.byte(at: offset) {
            switch byte {
            case UInt8(ascii: "\\"):
                offset += 1
                endOfEscape = offset + 1
            case UInt8(ascii: "[") where isPattern: isInClass = true
            case UInt8(ascii: "]") where isPattern: isInClass = false
            case UInt8(ascii: "(") where !isInClass: depth += 1
            case UInt8(ascii: ")") where !isInClass:
                if depth == 0 { return try trimmed(start..<offset, after: endOfEscape) }
                depth -= 1
            default: break
            }
            offset += 1
        }
        offset = tokenizer.text.count
        throw error("\")\"", at: offset..<offset)
    }

    private func trimmed(_ range: Range<Int>, after kept: Int) throws(SelectorError) -> Range<Int> {
        var end = range.upperBound
        while end > kept, tokenizer.text[end - 1].isASCIIWhiteSpace { end -= 1 }
        guard end > range.lowerBound else {
            throw error("text", at: range.upperBound..<min(range.upperBound + 1, tokenizer.text.count))
        }
        return range.lowerBound..<end
    }

    private func unescaped(_ range: Range<Int>) -> ByteText {
        var bytes: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = tokenizer.text[offset]
            offset += 1
            if byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: tokenizer.escape(at: &offset).utf8)
            } else if byte == 0 {
                bytes.append(contentsOf: "\u{FFFD}".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return ByteText(utf8: bytes)
    }

    /// A pattern with its line breaks and double quotes escaped as patterns escape them.
    private func quotable(_ pattern: ArraySlice<UInt8>) -> ByteText {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in pattern {
            switch byte {
            case UInt8(ascii: "\""), 0x0A, 0x0D, 0x0C, 0:
                if isEscaped { bytes.removeLast() }
                bytes.append(contentsOf: escapeInPattern(byte).utf8)
                isEscaped = false
            default:
                bytes.append(byte)
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
        }
        // A single backslash at the end would escape the quote.
        if isEscaped { bytes.append(UInt8(ascii: "\\")) }
        return ByteText(utf8: bytes)
    }

    private func escapeInPattern(_ byte: UInt8) -> String {
        switch byte {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x0C: "\\f"
        case 0: "\u{FFFD}"
        default: "\\\""
        }
    }
}
