import Basics

extension Parser {
    /// A pseudo-class, starting at its name.
    mutating func pseudoClass(
        _ lexeme: CSSTokenizer.Lexeme,
        _ colon: CSSTokenizer.Lexeme,
        _ context: Context
    ) throws(SelectorError) -> PseudoClass {
        let range = colon.start..<lexeme.end
        switch lexeme.token {
        case .ident(let spelling):
            guard let result = keyword(spelling.asciiLowercased, context) else {
                throw unknownPseudoClass(spelling, range, isFunction: false)
            }
            if case .position = result { try countPosition(at: range) }
            offset = lexeme.end
            return result
        case .function(let spelling):
            guard let read = function(spelling.asciiLowercased, context) else {
                throw unknownPseudoClass(spelling, range, isFunction: true)
            }
            offset = lexeme.end
            return try arguments(of: lexeme, read)
        default:
            throw error("a pseudo-class's name", at: lexeme)
        }
    }

    private func keyword(_ name: String, _ context: Context) -> PseudoClass? {
        if let keyword = PseudoClass.Keyword(rawValue: name) { return .keyword(keyword) }
        if let dynamic = PseudoClass.Dynamic(rawValue: name) { return .dynamic(dynamic) }
        if context.allowsPositions, let position = PseudoClass.Position(rawValue: name) {
            return .position(position)
        }
        return nil
    }

    /// The function that parses the argument of a pseudo-class, by its name in lower case; `nil` for an unknown one.
    private func function(
        _ name: String,
        _ context: Context
    ) -> ((inout Parser) throws(SelectorError) -> PseudoClass)? {
        if let kind = Nth.Kind(rawValue: name) {
            return { parser throws(SelectorError) in .nth(try parser.nth(kind)) }
        }
        if let kind = TextCondition.Kind(function: name) {
            return { parser throws(SelectorError) in .text(try parser.textCondition(kind, name)) }
        }
        guard let function = PseudoClass.Function(rawValue: name) else { return nil }
        return { parser throws(SelectorError) in try parser.argument(of: function, context) }
    }

    private mutating func argument(
        of function: PseudoClass.Function,
        _ context: Context
    ) throws(SelectorError) -> PseudoClass {
        let inner = Context(allowsPositions: context.allowsPositions)
        switch function {
        case .is, .webkitAny: return .is(try forgivingSelectorList(inner))
        case .where: return .where(try forgivingSelectorList(inner))
        case .not: return .not(try selectorList(inner))
        case .has: return .has(try relativeSelectorList(default: .descendant))
        case .haschild: return .has(try relativeSelectorList(default: .child))
        case .lang: return .lang(try languageRanges())
        case .dir: return .dir(ByteText(try identifierArgument("\"ltr\" or \"rtl\"")).asciiLowercased)
        case .eq: return .nth(try siblingPosition { Nth.Formula(step: 0, offset: $0 + 1) })
        case .lt: return .nth(try siblingPosition { Nth.Formula(step: -1, offset: $0) })
        case .gt: return .nth(try siblingPosition { Nth.Formula(step: 1, offset: $0 + 2) })
        case .host, .hostContext: return .shadowHost(function.rawValue, try soleCompound())
        case .state, .activeViewTransitionType:
            return .script(function.rawValue, ByteText(try identifierArgument("a name")))
        }
    }

    /// The argument of `:has()`: selectors that start at the element that is matched.
    private mutating func relativeSelectorList(
        default leading: Combinator
    ) throws(SelectorError) -> [ComplexSelector] {
        let list = try selectorList(
            Context(allowsLeadingCombinator: true, allowsPositions: false, allowsLeaves: true)
        )
        return list.map {
            ComplexSelector(
                leading: $0.leading ?? leading,
                compounds: $0.compounds,
                combinators: $0.combinators
            )
        }
    }

    private mutating func languageRanges() throws(SelectorError) -> [LanguageRange] {
        var ranges: [LanguageRange] = []
        while true {
            skipWhitespace()
            let next = peek()
            switch next.token {
            case .ident(let range): ranges.append(LanguageRange(text: ByteText(range), isQuoted: false))
            case .string(let range): ranges.append(LanguageRange(text: ByteText(range), isQuoted: true))
            default: throw error("a language such as \"en\"", at: next)
            }
            advance()
            skipWhitespace()
            guard peek().token == .comma else { return ranges }
            advance()
        }
    }

    private mutating func identifierArgument(_ expected: String) throws(SelectorError) -> String {
        skipWhitespace()
        let next = peek()
        guard case .ident(let name) = next.token else { throw error(expected, at: next) }
        advance()
        return name
    }

    /// `:eq(n)`, `:lt(n)` and `:gt(n)`: positions among siblings from 0, as the equivalent `:nth-child()`.
    private mutating func siblingPosition(_ formula: (Int32) -> Nth.Formula) throws(SelectorError) -> Nth {
        skipWhitespace()
        let start = peek()
        offset = start.start
        guard let position = digits(), position < Int32.max - 2 else {
            throw error("a position from 0", at: start)
        }
        return Nth(kind: .child, formula: formula(position))
    }

    private func unknownPseudoClass(
        _ spelling: String,
        _ range: Range<Int>,
        isFunction: Bool
    ) -> SelectorError {
        let name = spelling.asciiLowercased
        let isKeyword = PseudoClass.keywordNames.contains(name)
        if isFunction, isKeyword {
            return error("no argument", at: range, suggestion: ":" + name)
        }
        if !isFunction, function(name, Context()) != nil {
            return error("\"(\" and an argument after it", at: range.upperBound..<range.upperBound)
        }
        if !isFunction, isKeyword {
            return error("a selector without positions", at: range)
        }
        let (keywords, functions) = (PseudoClass.keywordNames.sorted(), PseudoClass.functionNames)
        let nearest =
            NearestName.find(name, among: isFunction ? functions : keywords)
            ?? NearestName.find(name, among: isFunction ? keywords : functions)
        return error("a pseudo-class", at: range, suggestion: nearest.map { ":" + $0 })
    }
}

// MARK: - an+b

extension Parser {
    /// The argument of `:nth-child()` and similar pseudo-classes: `an+b`, `odd`, `even`, and `of S` for children.
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

    /// `an+b` (CSS Syntax, section 6), read from the bytes, since it can be split into tokens in many ways.
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

    /// Digits as a number, at most the largest 32-bit number: no page has so many elements.
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

    /// Whether the next byte does not continue the number before it.
    private var isNumberEnd: Bool {
        guard let byte = tokenizer.byte(at: offset) else { return true }
        return !byte.isNameByte && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "%")
            && byte != UInt8(ascii: "\\")
    }

    private func formulaExpected(_ start: CSSTokenizer.Lexeme) -> SelectorError {
        var end = start.start
        while let byte = tokenizer.byte(at: end), byte != UInt8(ascii: ")"), byte != UInt8(ascii: ",") {
            end += 1
        }
        while end > start.start, tokenizer.text[end - 1].isASCIIWhiteSpace { end -= 1 }
        return error("a position such as \"2\", \"odd\" or \"3n+1\"", at: start.start..<end)
    }
}
