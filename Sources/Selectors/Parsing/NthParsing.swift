extension Parser {
    /// The argument of `:nth-child()` and its relatives: `an+b`, `odd`, `even`, and `of S` for children.
    mutating func nth(_ kind: Nth.Kind) throws(SelectorError) -> Nth {
        skipWhitespace()
        let formula = try nthFormula()
        skipWhitespace()
        var of: [ComplexSelector]?
        let next = peek()
        if case .ident(let word) = next.token, word.asciiLowercased == "of",
            kind == .child || kind == .lastChild
        {
            advance()
            of = try selectorList(Context(allowsPositions: false))
        }
        return Nth(kind: kind, formula: formula, of: of)
    }

    /// `an+b` (CSS Syntax, section 6), read from the bytes: as tokens it falls apart in a dozen ways.
    private mutating func nthFormula() throws(SelectorError) -> Nth.Formula {
        let start = peek()
        offset = start.start
        if case .ident(let word) = start.token {
            switch word.asciiLowercased {
            case "odd":
                advance()
                return Nth.Formula(step: 2, offset: 1)
            case "even":
                advance()
                return Nth.Formula(step: 2, offset: 0)
            default: break
            }
        }
        let sign = sign() ?? 1
        let number = digits()
        guard let byte = tokenizer.byte(at: offset), byte | 0x20 == UInt8(ascii: "n") else {
            guard let number, isNumberEnd else { throw formulaExpected(start) }
            return Nth.Formula(step: 0, offset: sign * number)
        }
        offset += 1
        let step = sign * (number ?? 1)
        let beforeSign = offset
        skipWhitespace()
        offset = tokenizer.skippingComments(from: offset)
        guard let offsetSign = self.sign() else {
            offset = beforeSign
            guard isNumberEnd else { throw formulaExpected(start) }
            return Nth.Formula(step: step, offset: 0)
        }
        skipWhitespace()
        offset = tokenizer.skippingComments(from: offset)
        guard let constant = digits(), isNumberEnd else { throw formulaExpected(start) }
        return Nth.Formula(step: step, offset: offsetSign * constant)
    }

    private mutating func sign() -> Int32? {
        switch tokenizer.byte(at: offset) {
        case UInt8(ascii: "+"):
            offset += 1
            return 1
        case UInt8(ascii: "-"):
            offset += 1
            return -1
        default: return nil
        }
    }

    /// Digits as a number, which is cut off at what 32 bits hold: no page has so many elements.
    mutating func digits() -> Int32? {
        var value: Int32?
        while let byte = tokenizer.byte(at: offset), byte.isASCIIDigit {
            let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int32(byte - 0x30))
            value = overflow || overflow2 ? .max : sum
            offset += 1
        }
        return value
    }

    /// Whether nothing stands here that would make the number before it another token.
    private var isNumberEnd: Bool {
        guard let byte = tokenizer.byte(at: offset) else { return true }
        return !byte.isNameByte && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "%")
            && byte != UInt8(ascii: "\\")
    }

    private func formulaExpected(_ start: Tokenizer.Lexeme) -> SelectorError {
        var end = start.start
        while let byte = tokenizer.byte(at: end), byte != UInt8(ascii: ")"), byte != UInt8(ascii: ",") {
            end += 1
        }
        while end > start.start, tokenizer.text[end - 1].isCSSWhitespace { end -= 1 }
        return error("a position such as \"2\", \"odd\" or \"3n+1\"", at: start.start..<end)
    }
}
