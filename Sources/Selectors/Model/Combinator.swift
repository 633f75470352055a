/// How a compound selector's elements stand to those of the compound selector on its left.
enum Combinator: Hashable, Sendable {
    /// White space: somewhere below.
    case descendant
    /// `>`: directly below.
    case child
    /// `+`: directly behind.
    case nextSibling
    /// `~`: somewhere behind, with the same parent.
    case subsequentSibling
    /// White space before a lone take (`p ::text`): the element itself or somewhere below. Not standard.
    case descendantOrSelf
}

extension Combinator: CustomStringConvertible {
    var description: String {
        switch self {
        case .descendant, .descendantOrSelf: " "
        case .child: " > "
        case .nextSibling: " + "
        case .subsequentSibling: " ~ "
        }
    }
}
