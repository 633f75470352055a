/// Limits for reading a page. No real page reaches the defaults.
public struct Limits: Sendable {
    /// The page's length in bytes.
    public var bytes = 512 << 20
    /// The number of elements.
    public var elements = 20_000_000
    /// The depth of nested elements in XML and in data.
    public var depth = 2_000_000
    /// The number of open elements of HTML. An element that would be nested deeper becomes a sibling, as in browsers.
    public var openElements = 512
    /// The time for building the tree of a page; `nil` for no limit.
    public var time: Duration?
    /// The number of attributes of one tag, in XML and for libxml2's parser of HTML, whose time is quadratic in it.
    public var attributes = 4_000
    /// The number of namespaces that the open elements of an XML page declare, all of which a look-up searches.
    public var namespaces = 256

    /// The default limits.
    public init() {}

    func error(elements count: Int, depth: Int) -> ParseError? {
        if count > elements { return .tooManyElements(limit: elements) }
        if depth > self.depth { return .tooDeep(limit: self.depth) }
        return nil
    }
}

/// The reason why a page has no tree.
public enum ParseError: Error, Hashable, Sendable {
    case tooLarge(bytes: Int, limit: Int)
    case tooManyElements(limit: Int)
    case tooDeep(limit: Int)
    /// Building the tree took longer than the limit.
    case tooSlow(limit: Duration)
    /// A tag has more attributes than can be read in reasonable time.
    case tooManyAttributes(line: Int, limit: Int)
    /// The open elements declare more namespaces than can be searched in reasonable time.
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
