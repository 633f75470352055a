/// Why a page could not become a tree.
public enum ParseError: Error, Hashable, Sendable {
    case tooLarge(bytes: Int, limit: Int)
    case tooManyElements(limit: Int)
    case tooDeep(limit: Int)
    /// Building the tree took longer than was allowed.
    case tooSlow(limit: Duration)
    /// A tag has more attributes than can be read in reasonable time.
    case tooManyAttributes(line: Int, limit: Int)
    /// More namespaces hold at one place than can be told apart in reasonable time.
    case tooManyNamespaces(line: Int, limit: Int)
    case outOfMemory
    /// The input does not follow its own format (XML, JSON); a page of HTML always does.
    case malformed(line: Int, column: Int, reason: String)
}

extension ParseError: CustomStringConvertible {
    /// The message, in one line.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "the page has \(bytes) bytes; at most \(limit) are read"
        case .tooManyElements(let limit):
            "the page has more than \(limit) elements"
        case .tooDeep(let limit):
            "the page nests elements more than \(limit) deep"
        case .tooSlow(let limit):
            "building the page's tree takes more than \(limit)"
        case .tooManyAttributes(_, let limit):
            "a tag has more than \(limit) attributes"
        case .tooManyNamespaces(_, let limit):
            "more than \(limit) namespaces are declared around an element"
        case .outOfMemory:
            "memory is exhausted"
        case .malformed(_, _, let reason):
            reason
        }
    }
}
