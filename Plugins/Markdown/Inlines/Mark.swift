/// What a part of a line can be beside plain text; one within its like is the same as one of them.
enum Mark: Hashable {
    case strong, emphasis, deletion
    case lowered, raised, key, highlight, insertion
    /// A link, by its number in the ``InlineStyles``.
    case link(Int)

    /// The mark's bit in a set of marks; that of links is the same for all.
    var bit: UInt16 {
        switch self {
        case .strong: 1
        case .emphasis: 2
        case .deletion: 4
        case .lowered: 8
        case .raised: 16
        case .key: 32
        case .highlight: 64
        case .insertion: 128
        case .link: 256
        }
    }

    /// What Markdown encloses the text in; `nil` for a mark that only HTML has, and for links.
    var delimiter: String? {
        switch self {
        case .strong: "**"
        case .emphasis: "*"
        case .deletion: "~~"
        case .lowered, .raised, .key, .highlight, .insertion, .link: nil
        }
    }

    /// The HTML element that says the same, where there is one.
    var element: String {
        switch self {
        case .strong: "strong"
        case .emphasis: "em"
        case .deletion: "del"
        case .lowered: "sub"
        case .raised: "sup"
        case .key: "kbd"
        case .highlight: "mark"
        case .insertion: "ins"
        case .link: "a"
        }
    }
}
