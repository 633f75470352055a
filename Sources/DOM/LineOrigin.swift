/// Where the lines of a text stand on the page that it is part of.
package enum LineOrigin: Hashable, Sendable {
    /// The text begins on this line of the page, and its lines are the page's.
    case following(Int)
    /// The text stands on one line of the page however many lines it has: a string of JSON, an attribute.
    case fixed(Int)

    /// The page's line of a line of the text; both from 1.
    package func line(_ own: Int) -> Int {
        switch self {
        case .following(let first): first + own - 1
        case .fixed(let line): line
        }
    }
}
