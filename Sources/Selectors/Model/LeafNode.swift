/// A node without children that an element has, asked for at the end of a `:has()`: `::comment`,
/// `::text:contains(x)`. Not standard (jsoup has it).
struct LeafNode: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case comment
        /// Text outside scripts and styles.
        case text
        /// The text of scripts and styles.
        case data
        /// Any of these.
        case leafnode
    }

    var kind: Kind
    /// What its content must satisfy; of kinds `contains` (without regard to case) and `matches` only.
    var conditions: [TextCondition]

    var specificity: Specificity { Specificity(classes: conditions.count, types: 1) }
}

extension LeafNode: CustomStringConvertible {
    var description: String { "::" + kind.rawValue + conditions.map(\.description).joined() }
}
