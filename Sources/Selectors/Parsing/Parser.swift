/// The limits on a selector's text.
public enum SelectorLimits {
    /// The maximum length of a selector list in UTF-8 bytes.
    public static let length = 65_536
    /// The maximum nesting depth of functions such as `:is()`, `:not()` and `:has()`.
    public static let nesting = 32
    /// The maximum number of compound selectors that combinators join.
    public static let compounds = 256
    /// The maximum number of `:first`, `:last`, `:even` and `:odd`.
    public static let positions = 16
}

/// Parses a selector list, with a function for each rule of the grammar (Selectors level 4, section 18).
///
/// ``SelectorLimits/nesting`` bounds the recursion.
struct Parser {
    /// The constructs that are allowed where a selector list is parsed.
    struct Context {
        /// A leading combinator (`> a`).
        var allowsLeadingCombinator = false
        /// Pseudo-elements and extractors.
        var allowsPseudoElements = false
        /// `:first` and similar pseudo-classes, which need a set of elements to select from.
        var allowsPositions = true
        /// Leaf nodes (`::comment`), which only `:has()` matches.
        var allowsLeaves = false
    }

    let tokenizer: CSSTokenizer
    let prefixes: NamespacePrefixes
    /// Where the next token begins.
    var offset = 0
    private var nesting = 0
    private var positions = 0

    init(_ text: String, prefixes: NamespacePrefixes) throws(SelectorError) {
        guard text.utf8.count <= SelectorLimits.length else {
            throw SelectorError(
                expected: "at most \(SelectorLimits.length) bytes",
                found: "\(text.utf8.count)",
                at: 0..<0,
                in: [],
                isLimit: true
            )
        }
        tokenizer = CSSTokenizer(text: Array(text.utf8))
        self.prefixes = prefixes
    }

    mutating func wholeSelectorList() throws(SelectorError) -> [ComplexSelector] {
        let list = try selectorList(Context(allowsLeadingCombinator: true, allowsPseudoElements: true))
        let next = peek()
        guard next.token == .end else { throw error("\",\" or the end", at: next) }
        return list
    }
}

// MARK: - Lists

extension Parser {
    /// `selector, selector, …`, all valid.
    mutating func selectorList(_ context: Context) throws(SelectorError) -> [ComplexSelector] {
        var selectors: [ComplexSelector] = []
        while true {
            selectors.append(try complexSelector(context))
            skipWhitespace()
            guard peek().token == .comma else { return selectors }
            advance()
        }
    }

    /// `selector, selector, …` without those that are invalid: the argument of `:is()` and `:where()`.
    mutating func forgivingSelectorList(_ context: Context) throws(SelectorError) -> [ComplexSelector] {
        var selectors: [ComplexSelector] = []
        while true {
            let start = offset
            do {
                let selector = try complexSelector(context)
                skipWhitespace()
                try expectListSeparator()
                selectors.append(selector)
            } catch {
                if error.isLimit { throw error }
                offset = start
                skipToListSeparator()
            }
            guard peek().token == .comma else { return selectors }
            advance()
        }
    }

    private func expectListSeparator() throws(SelectorError) {
        let next = peek()
        switch next.token {
        case .comma, .closeParenthesis, .end: return
        default: throw error("\",\" or \")\"", at: next)
        }
    }

    /// Skips to the next comma or closing parenthesis that is not within brackets.
    private mutating func skipToListSeparator() {
        var closers: [CSSToken] = []
        while true {
            let token = peek().token
            switch token {
            case .end: return
            case .function, .openParenthesis: closers.append(.closeParenthesis)
            case .openBracket: closers.append(.closeBracket)
            case .openBrace: closers.append(.closeBrace)
            case .closeParenthesis where closers.isEmpty, .comma where closers.isEmpty: return
            default: if token == closers.last { closers.removeLast() }
            }
            advance()
        }
    }

    /// The contents of a function's parentheses, which the end of the text closes too.
    mutating func arguments<Result>(
        of function: CSSTokenizer.Lexeme,
        _ read: (inout Parser) throws(SelectorError) -> Result
    ) throws(SelectorError) -> Result {
        guard nesting < SelectorLimits.nesting else {
            throw error("at most \(SelectorLimits.nesting) nested functions", at: function, isLimit: true)
        }
        nesting += 1
        defer { nesting -= 1 }
        let result = try read(&self)
        skipWhitespace()
        let next = peek()
        guard next.token == .closeParenthesis || next.token == .end else { throw error("\")\"", at: next) }
        if next.token == .closeParenthesis { advance() }
        return result
    }
}

extension Parser {
    /// Counts a pseudo-class that selects by position against the limit.
    mutating func countPosition(at range: Range<Int>) throws(SelectorError) {
        positions += 1
        guard positions <= SelectorLimits.positions else {
            throw error(
                "at most \(SelectorLimits.positions) of \":first\" and similar pseudo-classes",
                at: range,
                isLimit: true
            )
        }
    }
}

// MARK: - Complex selectors

extension Parser {
    /// Compound selectors joined by combinators.
    mutating func complexSelector(_ context: Context) throws(SelectorError) -> ComplexSelector {
        skipWhitespace()
        let leading = context.allowsLeadingCombinator ? visibleCombinator() : nil
        skipWhitespace()
        var compounds: [CompoundSelector] = []
        var combinators: [Combinator] = []
        while true {
            let start = peek()
            let (compound, extractor) = try compoundSelector(context)
            if compound.simples.isEmpty, extractor == nil { throw selectorExpected(at: start) }
            compounds.append(compound)
            if compound.leaf != nil, !canLeadToLeaf(combinators.last ?? leading) {
                throw error("a child or descendant combinator before it", at: start)
            }
            guard compounds.count <= SelectorLimits.compounds else {
                throw error(
                    "at most \(SelectorLimits.compounds) compound selectors",
                    at: start,
                    isLimit: true
                )
            }
            if compound.simples.isEmpty, combinators.last == .descendant {
                combinators[combinators.count - 1] = .descendantOrSelf
            }
            guard let combinator = try combinator() else {
                return ComplexSelector(
                    leading: leading,
                    compounds: compounds,
                    combinators: combinators,
                    extractor: extractor
                )
            }
            if extractor != nil || compound.endsInPseudoElement || compound.leaf != nil {
                throw error("\",\" or the end", at: peek())
            }
            combinators.append(combinator)
        }
    }

    private func canLeadToLeaf(_ combinator: Combinator?) -> Bool {
        switch combinator {
        case nil, .descendant, .descendantOrSelf, .child: true
        case .nextSibling, .subsequentSibling: false
        }
    }

    /// The combinator after a compound selector; `nil` if no other compound follows.
    private mutating func combinator() throws(SelectorError) -> Combinator? {
        let hasSpace = peek().token == .whitespace
        skipWhitespace()
        if let combinator = visibleCombinator() {
            skipWhitespace()
            return combinator
        }
        let next = peek()
        switch next.token {
        case .end, .comma, .closeParenthesis: return nil
        default:
            if hasSpace { return .descendant }
            throw unexpectedAfterCompound(next)
        }
    }

    private mutating func visibleCombinator() -> Combinator? {
        let combinator: Combinator? =
            switch peek().token {
            case .delimiter(UInt8(ascii: ">")): .child
            case .delimiter(UInt8(ascii: "+")): .nextSibling
            case .delimiter(UInt8(ascii: "~")): .subsequentSibling
            default: nil
            }
        if combinator != nil { advance() }
        return combinator
    }

    private func unexpectedAfterCompound(_ next: CSSTokenizer.Lexeme) -> SelectorError {
        if case .hash(let name, isID: false) = next.token {
            return error("an identifier after \"#\"", at: next, suggestion: "#" + CSSText.identifier(name))
        }
        return error("a combinator, \",\" or the end", at: next)
    }

    private func selectorExpected(at next: CSSTokenizer.Lexeme) -> SelectorError {
        if case .hash = next.token { return unexpectedAfterCompound(next) }
        return error("a selector", at: next)
    }
}

extension CompoundSelector {
    var endsInPseudoElement: Bool {
        simples.contains {
            if case .pseudoElement = $0 { true } else { false }
        }
    }
}

// MARK: - Tokens

extension Parser {
    /// The next token, after any comments.
    func peek() -> CSSTokenizer.Lexeme { tokenizer.lexeme(at: offset) }

    /// Skips the next token.
    mutating func advance() { offset = peek().end }

    mutating func skipWhitespace() {
        while true {
            let next = peek()
            guard next.token == .whitespace else { return }
            offset = next.end
        }
    }

    func error(
        _ expected: String,
        at found: CSSTokenizer.Lexeme,
        suggestion: String? = nil,
        isLimit: Bool = false
    ) -> SelectorError {
        error(expected, at: found.start..<found.end, suggestion: suggestion, isLimit: isLimit)
    }

    func error(
        _ expected: String,
        at range: Range<Int>,
        suggestion: String? = nil,
        explanation: String? = nil,
        isLimit: Bool = false
    ) -> SelectorError {
        let text = tokenizer.text
        let found = String(decoding: text[range].prefix(40), as: UTF8.self)
        return SelectorError(
            expected: expected,
            found: range.isEmpty ? "the end" : "\"\(found)\(range.count > 40 ? "…" : "")\"",
            at: range,
            in: text,
            suggestion: suggestion,
            explanation: explanation,
            isLimit: isLimit
        )
    }
}
