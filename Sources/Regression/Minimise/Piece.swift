/// A part of a page's text that may be cut: an element, an attribute, a text, a member of an object, a row, a word.
struct Piece {
    /// What is known of what stands in a piece.
    enum Inside {
        /// Nothing that could be cut by itself.
        case nothing
        /// The pieces that have been appended to it.
        case pieces
        /// Words, looked at when it is their turn.
        case words(Range<Int>)
        /// Objects, lists and strings.
        case brackets(Range<Int>, isScript: Bool)
        /// Tags and text, in a string of JSON for one.
        case markup(Range<Int>)
        /// The cells of a row.
        case cells(Range<Int>, separator: UInt8)
    }

    /// Where it stands, with the separator behind it.
    var range: Range<Int>
    /// Where the separator begins that only stands between two: the end of the range where there is none.
    var separator: Int
    var inside: Inside
    /// Whether it is an attribute: those are cut apart from what stands in their element.
    var isAttribute = false
    /// What it is and what it stands in: the same for what repeats on a page, such as the prices of all its items.
    var likeness: UInt64 = 0
    /// Whether it is a text whose pieces are words.
    var isText = false
    var isCut = false
    var firstChild = Piece.none
    var lastChild = Piece.none
    var next = Piece.none
    var parent = Piece.none

    /// The number of no piece.
    static let none = -1

    init(_ range: Range<Int>, separator: Int? = nil, _ inside: Inside = .nothing) {
        self.range = range
        self.separator = separator ?? range.upperBound
        self.inside = inside
    }
}
