import Basics

extension Parser {
    /// Parses a pseudo-class, a pseudo-element or an extractor, starting at the colon. Appends the former and returns
    /// an extractor.
    mutating func pseudo(
        into compound: inout CompoundSelector,
        _ context: Context
    ) throws(SelectorError) -> Extractor? {
        let colon = peek()
        offset = colon.end
        let isDouble = tokenizer.byte(at: offset) == UInt8(ascii: ":")
        if isDouble { offset += 1 }
        // No comment is allowed after the colon.
        let name = peek()
        guard name.start == offset else {
            throw error(isDouble ? "a pseudo-element's name" : "a pseudo-class's name", at: name)
        }
        if isDouble {
            return try doubleColon(name, colon, into: &compound, context)
        }
        if case .ident(let spelling) = name.token, PseudoElement.legacy.contains(spelling.asciiLowercased) {
            try append(try pseudoElement(name, context), to: &compound, colon)
            return nil
        }
        let pseudoClass = try pseudoClass(name, colon, context)
        if compound.endsInPseudoElement {
            guard case .dynamic = pseudoClass else {
                throw error("\",\" or the end after a pseudo-element", at: colon.start..<offset)
            }
        }
        compound.simples.append(.pseudoClass(pseudoClass))
        return nil
    }

    private mutating func doubleColon(
        _ name: CSSTokenizer.Lexeme,
        _ colon: CSSTokenizer.Lexeme,
        into compound: inout CompoundSelector,
        _ context: Context
    ) throws(SelectorError) -> Extractor? {
        if context.allowsPseudoElements, !compound.endsInPseudoElement, let extractor = try extractor(name) {
            return extractor
        }
        try append(try pseudoElement(name, context), to: &compound, colon)
        return nil
    }

    // MARK: Pseudo-elements

    private func append(
        _ element: PseudoElement,
        to compound: inout CompoundSelector,
        _ colon: CSSTokenizer.Lexeme
    ) throws(SelectorError) {
        if case .pseudoElement(let previous) = compound.simples.last {
            guard ["part", "slotted", "details-content"].contains(previous.name) || element.name == "marker"
            else {
                throw error("\",\" or the end after a pseudo-element", at: colon.start..<offset)
            }
        }
        compound.simples.append(.pseudoElement(element))
    }

    private mutating func pseudoElement(
        _ lexeme: CSSTokenizer.Lexeme,
        _ context: Context
    ) throws(SelectorError) -> PseudoElement {
        switch lexeme.token {
        case .ident(let spelling):
            let name = spelling.asciiLowercased
            guard context.allowsPseudoElements,
                PseudoElement.known.contains(name) || name.hasPrefix("-webkit-")
            else {
                throw unknownPseudoElement(name, lexeme, context)
            }
            offset = lexeme.end
            return PseudoElement(name: name)
        case .function(let spelling):
            let name = spelling.asciiLowercased
            guard context.allowsPseudoElements, PseudoElement.knownFunctions.contains(name) else {
                throw unknownPseudoElement(name, lexeme, context)
            }
            offset = lexeme.end
            return try arguments(of: lexeme) { parser throws(SelectorError) in
                try parser.pseudoElementArgument(name)
            }
        default:
            throw error("a pseudo-element's name", at: lexeme)
        }
    }

    private mutating func pseudoElementArgument(_ name: String) throws(SelectorError) -> PseudoElement {
        if name == "slotted" || name == "cue" || name == "cue-region" {
            let compound = try soleCompound()
            return PseudoElement(
                name: name,
                argument: compound.description,
                argumentSpecificity: compound.specificity
            )
        }
        var words: [String] = []
        skipWhitespace()
        while true {
            let next = peek()
            if case .ident(let word) = next.token {
                words.append(CSSText.identifier(word))
            } else if next.token == .delimiter(UInt8(ascii: "*")), words.isEmpty {
                words.append("*")
            } else {
                guard !words.isEmpty else { throw error("a name", at: next) }
                return PseudoElement(name: name, argument: words.joined(separator: " "))
            }
            advance()
            skipWhitespace()
        }
    }

    /// A single compound selector: the argument of `:host()` and `::slotted()`.
    mutating func soleCompound() throws(SelectorError) -> CompoundSelector {
        skipWhitespace()
        let start = peek()
        let compound = try compoundSelector(Context(allowsPositions: false)).0
        guard !compound.simples.isEmpty else { throw error("a selector", at: start) }
        return compound
    }

    private func unknownPseudoElement(
        _ name: String,
        _ lexeme: CSSTokenizer.Lexeme,
        _ context: Context
    ) -> SelectorError {
        guard context.allowsPseudoElements else {
            return error("a selector without pseudo-elements", at: lexeme)
        }
        let nearest = NearestName.find(name, among: Extractor.names + PseudoElement.known.sorted())
        return error("a pseudo-element", at: lexeme, suggestion: nearest.map { "::" + $0 })
    }

    // MARK: Extractors

    /// The extractor with the given name; `nil` for any other name.
    private mutating func extractor(_ lexeme: CSSTokenizer.Lexeme) throws(SelectorError) -> Extractor? {
        switch lexeme.token {
        case .ident(let name):
            guard let extractor = Extractor(name: name.asciiLowercased) else { return nil }
            offset = lexeme.end
            return extractor
        case .function(let name) where name.asciiLowercased == "attr":
            offset = lexeme.end
            return try arguments(of: lexeme) { parser throws(SelectorError) in
                parser.skipWhitespace()
                let next = parser.peek()
                guard case .ident(let attribute) = next.token else {
                    throw parser.error("an attribute's name", at: next)
                }
                parser.advance()
                return .attribute(attribute)
            }
        default: return nil
        }
    }
}
