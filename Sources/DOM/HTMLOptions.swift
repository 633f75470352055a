/// How a page of HTML is read.
public struct HTMLOptions: Hashable, Sendable {
    /// Who builds a page's tree.
    public enum Parser: String, CaseIterable, Sendable {
        /// The HTML standard's algorithm: the tree is the one that a browser builds.
        case standard
        /// libxml2's own parser, to compare with.
        case libxml2
    }

    /// Who builds the tree.
    public var parser = Parser.standard

    /// The standard's scripting flag: whether what `noscript` holds is text, as in a browser that runs scripts.
    /// libxml2's parser knows no such flag, and reads elements there.
    public var scripting = true

    /// A browser's tree.
    public init() {}
}
