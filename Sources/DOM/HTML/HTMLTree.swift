import CLibXML2

/// The result of parsing HTML: a tree whose nodes are in the given arena.
///
/// The caller makes it the tree of a ``Document``, or moves its nodes and frees it with ``LibXML2/free(_:)``.
struct HTMLTree {
    let tree: UnsafeMutablePointer<xmlDoc>
    /// The page in which the nodes' positions are offsets; `nil` if they are lines.
    var page: PageBuffer?
    var isQuirky = false
    /// The limit that the page has reached; the tree ends there.
    var limitReached: ParseError?
    /// Whether elements that were nested too deeply have become siblings.
    var isFlattened = false
    /// Whether there may be an element `base`.
    var hasBase = true
    /// Whether the content of `noscript` was read as text.
    var isScripting = false
    /// The index of all elements of a page; `nil` if its order is not that of the tree.
    var index: ParseIndex?
    /// The construct that the page's end truncates.
    var unfinished: UnfinishedPart?
    /// The sign that the page was truncated, if ``unfinished`` is not known.
    var truncation: Truncation?

    /// The document node.
    var node: NodeRef { NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)) }
}

/// Options for parsing HTML.
public struct HTMLOptions: Hashable, Sendable {
    /// The HTML parsers.
    public enum Parser: String, CaseIterable, Sendable {
        /// The HTML standard's algorithm, which builds the same tree as a browser.
        case standard
        /// libxml2's own parser, for comparison.
        case libxml2
    }

    /// The parser that builds the tree.
    public var parser = Parser.standard

    /// The standard's scripting flag: whether the content of `noscript` is text, as in a browser that runs scripts.
    /// libxml2's parser does not support it, and reads elements there.
    public var scripting = true

    /// Whether the contents of `template` elements are their children, which selectors find. In a browser they are a
    /// separate document, which no selector reaches; with `false`, they are not in the tree.
    public var templates = true

    /// The options with which the tree is the browser's, including the contents of templates.
    public init() {}

    /// The options with which selectors find the same elements as in a browser.
    package static let withoutTemplates: HTMLOptions = {
        var options = HTMLOptions()
        options.templates = false
        return options
    }()
}
