extension Parser {
    /// `::comment` and its like with their conditions; `nil` where something else stands.
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
    /// The leaf node that the compound asks for instead of an element.
    var leaf: LeafNode? {
        guard case .leaf(let leaf) = simples.first else { return nil }
        return leaf
    }
}
