/// A look-around that needs a table of the places at which it matches.
struct CompiledLook: Sendable {
    let look: PatternNode.Look
    /// Reads the text up to the place for a condition on the text before it, and from the end back to the place for one
    /// on the text after it.
    let table: Program
    /// Finds the groups of a condition that is satisfied; `nil` if it has none.
    let captures: Program?
    /// The slot in which a match records the place at which the condition held last, to find its groups.
    let slot: Int?

    /// The maximum number in a pattern.
    static let limit = 32
}

/// Look-arounds as nodes.
enum Looks {
    /// The node of a look-around: if it tests only one character, a condition on the characters next to the place,
    /// which needs no table.
    static func node(_ look: PatternNode.Look) -> PatternNode {
        if !look.groups.isEmpty, !look.isNegated { return .look(look) }
        let alternatives: [PatternNode] =
            if case .choice(let nodes) = look.node { nodes } else { [look.node] }
        var conditions: [PatternNode] = []
        var rest: [PatternNode] = []
        for alternative in alternatives {
            switch alternative {
            case .character(let set):
                let assertion = look.isBehind ? Assertion.behind(set) : .ahead(set)
                conditions.append(.assertion(look.isNegated ? .not(assertion) : assertion))
            case .assertion(let assertion):
                conditions.append(.assertion(look.isNegated ? .not(assertion) : assertion))
            case .empty, .sequence, .choice, .repetition, .group, .look: rest.append(alternative)
            }
        }
        if !rest.isEmpty {
            conditions.append(
                .look(
                    PatternNode.Look(
                        node: rest.count == 1 ? rest[0] : .choice(rest),
                        isBehind: look.isBehind,
                        isNegated: look.isNegated,
                        groups: look.groups
                    )
                )
            )
        }
        if conditions.count == 1 { return conditions[0] }
        return look.isNegated ? .sequence(conditions) : .choice(conditions)
    }
}
