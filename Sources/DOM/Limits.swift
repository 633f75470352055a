/// How much of a page is read at most. The defaults let every real page through.
public struct Limits: Sendable {
    /// The page's length in bytes.
    public var bytes = 512 << 20
    /// The number of elements.
    public var elements = 20_000_000
    /// How deep elements may be nested where no other limit holds: in XML and in data.
    public var depth = 2_000_000
    /// How many elements of HTML may be open at a time. What would be nested deeper becomes a sibling, as in browsers.
    public var openElements = 512
    /// How long building the tree of a page may take; `nil` for as long as it takes.
    public var time: Duration?
    /// The number of attributes of one tag in XML and for libxml2's parser of HTML, which takes time with the square
    /// of it.
    public var attributes = 4_000
    /// The number of namespaces that the open elements of an XML page declare, each of which a name is compared with.
    public var namespaces = 256

    /// The default limits.
    public init() {}

    func error(elements count: Int, depth: Int) -> ParseError? {
        if count > elements { return .tooManyElements(limit: elements) }
        if depth > self.depth { return .tooDeep(limit: self.depth) }
        return nil
    }
}
