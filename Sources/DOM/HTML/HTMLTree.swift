import CLibXML2

/// What reading HTML gives: a tree whose nodes are in the arena that it was read into.
///
/// Whoever gets one makes it a ``Document``'s, or takes its nodes and frees it with ``LibXML2/free(_:)``.
struct HTMLTree {
    let tree: UnsafeMutablePointer<xmlDoc>
    /// The page that the nodes' positions count in; `nil` where they have lines.
    var page: PageBuffer?
    var isQuirky = false
    /// Which limit the page has reached: the tree holds what stands before that.
    var limitReached: ParseError?
    /// Whether elements nested too deep have become siblings.
    var isFlattened = false
    /// Whether what `noscript` holds was read as text.
    var isScripting = false

    /// The document node.
    var node: NodeRef { NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)) }
}

/// A part of a page or a whole one that is to be read as HTML.
enum HTMLInput {
    case page
    /// Content of a `body`.
    case fragment

    /// Reads valid UTF-8, in which NUL bytes and line ends of all kinds may stand.
    ///
    /// - Parameters:
    ///   - arena: where the nodes are to be.
    ///   - names: where their names are to be.
    /// - Throws: ``ParseError`` where there is no tree.
    func read(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        options: HTMLOptions,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        switch (self, options.parser) {
        case (.page, _):
            try LibXML2Parser.parse(utf8, in: &arena, names, limits: limits)
        case (.fragment, _):
            try LibXML2Parser.parseFragment(utf8, in: &arena, names, limits: limits)
        }
    }
}
