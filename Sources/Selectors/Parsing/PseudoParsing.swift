extension Parser {
    /// A pseudo-class, a pseudo-element or a take, from the colon on. A take is returned, others are appended.
    mutating func pseudo(
        into compound: inout CompoundSelector,
        _ context: Context
    ) throws(SelectorError) -> Take? {
        let colon = peek()
        offset = colon.end
        let isDouble = tokenizer.byte(at: offset) == UInt8(ascii: ":")
        if isDouble { offset += 1 }
        // A comment may not stand behind a colon.
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
        _ name: Tokenizer.Lexeme,
        _ colon: Tokenizer.Lexeme,
        into compound: inout CompoundSelector,
        _ context: Context
    ) throws(SelectorError) -> Take? {
        if context.allowsPseudoElements, !compound.endsInPseudoElement, let take = try take(name) {
            return take
        }
        try append(try pseudoElement(name, context), to: &compound, colon)
        return nil
    }

    // MARK: Pseudo-elements

    private func append(
        _ element: PseudoElement,
        to compound: inout CompoundSelector,
        _ colon: Tokenizer.Lexeme
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
        _ lexeme: Tokenizer.Lexeme,
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

    /// One compound selector and nothing else, as `:host()` and `::slotted()` take it.
    mutating func soleCompound() throws(SelectorError) -> CompoundSelector {
        skipWhitespace()
        let start = peek()
        let compound = try compoundSelector(Context(allowsPositions: false)).0
        guard !compound.simples.isEmpty else { throw error("a selector", at: start) }
        return compound
    }

    private func unknownPseudoElement(
        _ name: String,
        _ lexeme: Tokenizer.Lexeme,
        _ context: Context
    ) -> SelectorError {
        guard context.allowsPseudoElements else {
            return error("a selector without pseudo-elements", at: lexeme)
        }
        let nearest = NearestName.find(name, among: Take.names + PseudoElement.known.sorted())
        return error("a pseudo-element", at: lexeme, suggestion: nearest.map { "::" + $0 })
    }

    // MARK: Takes

    /// The take of the given name; `nil` where the name is none.
    private mutating func take(_ lexeme: Tokenizer.Lexeme) throws(SelectorError) -> Take? {
        switch lexeme.token {
        case .ident(let name):
            guard let take = Take(name: name.asciiLowercased) else { return nil }
            offset = lexeme.end
            return take
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

extension Take {
    /// The takes' names, `attr` among them.
    static let names = ["text", "own-text", "lines", "attr", "html", "inner-html", "name"]

    /// The take without an argument that has this name.
    init?(name: String) {
        switch name {
        case "text": self = .text
        case "own-text": self = .ownText
        case "lines": self = .lines
        case "html": self = .html
        case "inner-html": self = .innerHTML
        case "name": self = .name
        default: return nil
        }
    }
}
