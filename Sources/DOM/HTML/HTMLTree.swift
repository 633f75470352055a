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
    /// Whether there may be an element `base`.
    var hasBase = true
    /// Whether what `noscript` holds was read as text.
    var isScripting = false
    /// What has been noted of all elements of a page, where each has been put behind all others.
    var notes: ElementNotes?

    /// The document node.
    var node: NodeRef { NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)) }
}

/// A page or a part of one that is to be read as HTML.
enum HTMLInput {
    case page
    /// What stands in an element: the tree's root holds it.
    case content(of: FragmentContext)
    /// What stands in a `body`, of a document that is or is not in quirks mode: the tree is a page with it.
    case body(isQuirky: Bool)

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
        switch options.parser {
        case .standard:
            let html = try HTMLTreeParser.parse(
                utf8,
                in: context,
                &arena,
                names,
                scripting: options.scripting,
                limits: limits
            )
            if case .body = self { html.makePage(in: &arena, names) }
            return html
        case .libxml2:
            // It knows no other context than a body.
            if context == nil { return try LibXML2Parser.parse(utf8, in: &arena, names, limits: limits) }
            return try LibXML2Parser.parseFragment(utf8, in: &arena, names, limits: limits)
        }
    }

    private var context: FragmentContext? {
        switch self {
        case .page: nil
        case .content(let context): context
        case .body(let isQuirky): FragmentContext(isQuirky: isQuirky)
        }
    }
}

extension HTMLTree {
    /// Puts what a fragment's root holds into a `body` behind an empty `head`.
    fileprivate func makePage(in arena: inout Arena, _ names: NameTable) {
        guard let root = node.lastElementChild else { return }
        func make(_ name: StaticString) -> UnsafeMutablePointer<xmlNode> {
            let name = names.intern(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            return arena.makeElement(name, in: tree, at: .none)
        }
        let head = make("head")
        let body = make("body")
        NodeRef(body).takeChildren(of: root)
        root.append(head)
        root.append(body)
    }
}
