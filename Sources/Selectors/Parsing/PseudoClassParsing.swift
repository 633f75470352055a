extension Parser {
    /// A pseudo-class from its name on.
    mutating func pseudoClass(
        _ lexeme: Tokenizer.Lexeme,
        _ colon: Tokenizer.Lexeme,
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
            let name = spelling.asciiLowercased
            guard PseudoClass.functionNames.contains(name) else {
                throw unknownPseudoClass(spelling, range, isFunction: true)
            }
            offset = lexeme.end
            return try arguments(of: lexeme) { parser throws(SelectorError) in
                try parser.function(name, context)
            }
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

    /// A function's argument; the name is in lower case and known.
    private mutating func function(_ name: String, _ context: Context) throws(SelectorError) -> PseudoClass {
        if let kind = Nth.Kind(rawValue: name) { return .nth(try nth(kind)) }
        if let kind = TextCondition.Kind(function: name) { return .text(try textCondition(kind, name)) }
        let inner = Context(allowsPositions: context.allowsPositions)
        switch name {
        case "is", "-webkit-any": return .is(try forgivingSelectorList(inner))
        case "where": return .where(try forgivingSelectorList(inner))
        case "not": return .not(try selectorList(inner))
        case "has": return .has(try relativeSelectorList(default: .descendant))
        case "haschild": return .has(try relativeSelectorList(default: .child))
        case "lang": return .lang(try languageRanges())
        case "dir": return .dir(ByteText(try identifierArgument("\"ltr\" or \"rtl\"")).asciiLowercased)
        case "eq", "lt", "gt": return .nth(try siblingPosition(name))
        case "host", "host-context": return .shadowHost(name, try soleCompound())
        default: return .script(name, ByteText(try identifierArgument("a name")))
        }
    }

    /// What `:has()` takes: selectors that start at the element in question.
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

    /// `:eq(n)`, `:lt(n)` and `:gt(n)`, positions among siblings from 0, as the `:nth-child()` that they mean.
    private mutating func siblingPosition(_ name: String) throws(SelectorError) -> Nth {
        skipWhitespace()
        let start = peek()
        offset = start.start
        guard let position = digits(), position < Int32.max - 2 else {
            throw error("a position from 0", at: start)
        }
        let formula =
            switch name {
            case "eq": Nth.Formula(step: 0, offset: position + 1)
            case "lt": Nth.Formula(step: -1, offset: position)
            default: Nth.Formula(step: 1, offset: position + 2)
            }
        return Nth(kind: .child, formula: formula)
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
        if !isFunction, PseudoClass.functionNames.contains(name) {
            return error("\"(\" and an argument after it", at: range.upperBound..<range.upperBound)
        }
        if !isFunction, isKeyword {
            return error("a selector without positions", at: range)
        }
        let names = isFunction ? PseudoClass.functionSpellings : PseudoClass.keywordNames.sorted()
        let others = isFunction ? PseudoClass.keywordNames.sorted() : PseudoClass.functionSpellings
        let nearest = NearestName.find(name, among: names) ?? NearestName.find(name, among: others)
        return error("a pseudo-class", at: range, suggestion: nearest.map { ":" + $0 })
    }
}

extension PseudoClass {
    /// The names of all that take no argument.
    static let keywordNames = Set(
        Keyword.allCases.map(\.rawValue) + Dynamic.allCases.map(\.rawValue)
            + Position.allCases.map(\.rawValue)
    )

    /// The names of all that take an argument, as people write them.
    static let functionSpellings: [String] =
        Nth.Kind.allCases.map(\.rawValue) + TextCondition.Kind.allCases.map(\.spelling) + [
            "is", "where", "not", "has", "haschild", "lang", "dir", "eq", "lt", "gt", "host", "host-context",
            "state", "active-view-transition-type", "-soup-contains", "-webkit-any",
        ]

    /// The same in lower case.
    static let functionNames = Set(functionSpellings.map(\.asciiLowercased))
}
