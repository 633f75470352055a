extension Parser {
    /// Simple selectors without anything between them, and the take where one ends them.
    mutating func compoundSelector(
        _ context: Context
    ) throws(SelectorError) -> (CompoundSelector, Take?) {
        var compound = CompoundSelector()
        if let type = try typeSelector() { compound.simples.append(type) }
        while true {
            let next = peek()
            switch next.token {
            case .hash(let name, isID: true):
                advance()
                compound.simples.append(.id(ByteText(name)))
            case .delimiter(UInt8(ascii: ".")):
                compound.simples.append(try classSelector())
            case .delimiter(UInt8(ascii: "&")):
                advance()
                compound.simples.append(.nesting)
            case .openBracket:
                compound.simples.append(.attribute(try attributeSelector()))
            case .colon:
                if context.allowsLeaves, compound.simples.isEmpty, let leaf = try leafNode() {
                    return (CompoundSelector([.leaf(leaf)]), nil)
                }
                if let take = try pseudo(into: &compound, context) { return (compound, take) }
                continue
            default:
                return (compound, nil)
            }
            if compound.endsInPseudoElement {
                throw error("\",\" or the end after a pseudo-element", at: next)
            }
        }
    }

    private mutating func classSelector() throws(SelectorError) -> SimpleSelector {
        let dot = peek()
        offset = dot.end
        // Nothing may stand between the full stop and the name, not even a comment.
        guard tokenizer.startsIdentifier(at: offset) else { throw error("a class name", at: wordHere()) }
        return .class(ByteText(tokenizer.name(at: &offset)))
    }

    /// What stands here up to white space, for a message.
    func wordHere() -> Range<Int> {
        let lexeme = tokenizer.lexeme(at: offset)
        return lexeme.start..<lexeme.end
    }
}

// MARK: - Type selectors

extension Parser {
    /// `name`, `*`, and both with a namespace; `nil` where none stands here.
    private mutating func typeSelector() throws(SelectorError) -> SimpleSelector? {
        let start = peek()
        switch start.token {
        case .ident(let name):
            advance()
            guard isNamespaceBar(at: offset) else { return .type(.unspecified, ByteText(name)) }
            return try qualified(by: try prefix(name, at: start))
        case .delimiter(UInt8(ascii: "*")):
            advance()
            guard isNamespaceBar(at: offset) else { return .universal(.unspecified) }
            return try qualified(by: .any)
        case .delimiter(UInt8(ascii: "|")):
            guard isNamespaceBar(at: start.start) else { return nil }
            offset = start.start
            return try qualified(by: .none)
        default:
            return nil
        }
    }

    /// The rest of a type selector whose namespace has been read, from the bar on.
    private mutating func qualified(
        by namespace: NamespaceConstraint
    ) throws(SelectorError) -> SimpleSelector {
        offset += 1
        let next = peek()
        if next.start == offset {
            if case .ident(let name) = next.token {
                advance()
                return .type(namespace, ByteText(name))
            }
            if next.token == .delimiter(UInt8(ascii: "*")) {
                advance()
                return .universal(namespace)
            }
        }
        throw error("an element's name or \"*\" after \"|\"", at: next)
    }

    /// Whether a bar stands here that ends a namespace prefix: not `||` and not `|=`.
    func isNamespaceBar(at offset: Int) -> Bool {
        guard tokenizer.byte(at: offset) == UInt8(ascii: "|") else { return false }
        let next = tokenizer.byte(at: offset + 1)
        return next != UInt8(ascii: "|") && next != UInt8(ascii: "=")
    }

    func prefix(_ name: String, at lexeme: Tokenizer.Lexeme) throws(SelectorError) -> NamespaceConstraint {
        switch prefixes {
        case .page: return .prefix(ByteText(name))
        case .undeclared: throw error("a name without a namespace prefix", at: lexeme)
        }
    }
}
