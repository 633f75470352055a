import Basics

extension Parser {
    /// Simple selectors with nothing between them, and the extractor if there is one at their end.
    mutating func compoundSelector(
        _ context: Context
    ) throws(SelectorError) -> (CompoundSelector, Extractor?) {
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
                if let extractor = try pseudo(into: &compound, context) { return (compound, extractor) }
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
        // Nothing is allowed between the full stop and the name, not even a comment.
        guard tokenizer.startsIdentifier(at: offset) else { throw error("a class name", at: wordHere()) }
        return .class(ByteText(tokenizer.name(at: &offset)))
    }

    /// The extent of the next token, for a message.
    func wordHere() -> Range<Int> {
        let lexeme = tokenizer.lexeme(at: offset)
        return lexeme.start..<lexeme.end
    }
}

// MARK: - Type selectors

extension Parser {
    /// `name`, `*`, and both with a namespace; `nil` if there is none.
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

    /// The rest of a type selector whose namespace has been read, starting at the bar.
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

    /// Whether a bar at an offset ends a namespace prefix: not `||` and not `|=`.
    func isNamespaceBar(at offset: Int) -> Bool {
        guard tokenizer.byte(at: offset) == UInt8(ascii: "|") else { return false }
        let next = tokenizer.byte(at: offset + 1)
        return next != UInt8(ascii: "|") && next != UInt8(ascii: "=")
    }

    func prefix(_ name: String, at lexeme: CSSTokenizer.Lexeme) throws(SelectorError) -> NamespaceConstraint {
        switch prefixes {
        case .page: return .prefix(ByteText(name))
        case .undeclared: throw error("a name without a namespace prefix", at: lexeme)
        }
    }
}

extension Parser {
    /// A leaf node (`::comment`) with its conditions; `nil` if there is none.
    mutating func leafNode() throws(SelectorError) -> LeafNode? {
        let colon = peek()
        guard tokenizer.byte(at: colon.end) == UInt8(ascii: ":") else { return nil }
        let name = tokenizer.lexeme(at: colon.end + 1)
        guard name.start == colon.end + 1, case .ident(let spelling) = name.token,
            let kind = LeafNode.Kind(rawValue: spelling.asciiLowercased)
        else { return nil }
        offset = name.end
        var leaf = LeafNode(kind: kind, conditions: [])
        while peek().token == .colon {
            leaf.conditions.append(try leafCondition())
        }
        return leaf
    }

    private mutating func leafCondition() throws(SelectorError) -> TextCondition {
        let colon = peek()
        offset = colon.end
        let name = peek()
        let pseudoClass = try pseudoClass(name, colon, Context(allowsPositions: false))
        guard case .text(let condition) = pseudoClass, condition.arguments.count == 1,
            condition.kind == .contains || condition.kind == .matches
        else { throw error("\":contains()\" or \":matches()\" with one text", at: colon.start..<name.end) }
        return condition
    }
}

extension CompoundSelector {
    /// The leaf node that the compound matches instead of an element.
    var leaf: LeafNode? {
        guard case .leaf(let leaf) = simples.first else { return nil }
        return leaf
    }
}
