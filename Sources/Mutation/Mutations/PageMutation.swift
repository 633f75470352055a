/// A mutation of a page, which is deterministic.
public struct PageMutation: Hashable, Sendable {
    /// The mutation operator.
    public let kind: MutationKind
    /// The line of the element that is changed, or 0 if it has none.
    public let line: Int
    /// The part that is changed, as in reports: `<li>`, `class "price"`.
    public let subject: String
    /// The element's index in document order.
    let element: Int
    /// The index of the class or the column.
    let part: Int
    /// The random bits that choose a variant.
    let variant: UInt64
}

extension PageMutation: CustomStringConvertible {
    /// The mutation in a few words: `line 14: wrap <li>`.
    public var description: String { (line > 0 ? "line \(line): " : "") + "\(kind.rawValue) \(subject)" }
}

/// A mutation operator: a kind of change that sites make to their pages.
public enum MutationKind: String, CaseIterable, Sendable {
    /// Wraps an element or its content in a new `div` or `span`, or a JSON value in a new object.
    case wrap
    /// Inserts an element before or after another: a promotion, a new key.
    case insert
    /// Inserts a column into a table.
    case column
    /// Drops a part of the page that the rules do not use.
    case drop
    /// Renames a class on the whole page: `price` becomes `price-v2`.
    case rename
    /// Reorders an element's attributes.
    case attributes
    /// Changes white space between and within texts.
    case space
    /// Reorders the keys of an object or the columns of a CSV table.
    case reorder

    /// The weight of the operator in a plan. Operators with a rare effect have less weight.
    var weight: Int {
        switch self {
        case .wrap, .insert, .drop, .rename: 3
        case .column, .reorder, .space: 2
        case .attributes: 1
        }
    }

    /// The operators for a kind of page.
    static func all(on kind: PageKind) -> [MutationKind] {
        switch kind {
        case .html: [.wrap, .insert, .column, .drop, .rename, .attributes, .space]
        case .xml: [.wrap, .insert, .drop, .attributes, .space]
        case .json: [.wrap, .insert, .drop, .reorder]
        case .linkedData: [.insert, .drop, .reorder]
        case .csv: [.column, .drop, .reorder]
        case .text: [.insert]
        }
    }
}
