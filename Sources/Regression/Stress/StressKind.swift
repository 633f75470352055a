/// A kind of change that sites make to their pages.
public enum StressKind: String, CaseIterable, Sendable {
    /// An element, or what stands in it, is put into a new `div` or `span`; what a key holds becomes that of a key in
    /// it.
    case wrap
    /// A new element comes to stand before or after another: a promotion, a key that there was not.
    case insert
    /// A table gets another column.
    case column
    /// A part of the page in which the rules look for nothing goes away.
    case drop
    /// A class has another name on the whole page: `price` becomes `price-v2`.
    case rename
    /// An element's attributes come in another order.
    case attributes
    /// White space between and within texts is another.
    case space
    /// The keys of an object, the columns of a table of data come in another order.
    case reorder

    /// How many of a plan's mutations are of the kind, compared to others: what hardly ever matters is tried less.
    var weight: Int {
        switch self {
        case .wrap, .insert, .drop, .rename: 3
        case .column, .reorder, .space: 2
        case .attributes: 1
        }
    }

    /// The kinds that there are for a kind of page.
    static func all(on ground: StressGround) -> [StressKind] {
        switch ground {
        case .html: [.wrap, .insert, .column, .drop, .rename, .attributes, .space]
        case .xml: [.wrap, .insert, .drop, .attributes, .space]
        case .json: [.wrap, .insert, .drop, .reorder]
        case .linkedData: [.insert, .drop, .reorder]
        case .csv: [.column, .drop, .reorder]
        case .text: [.insert]
        }
    }
}
