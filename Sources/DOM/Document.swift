import CLibXML2

/// One page as one libxml2 tree, whatever the page was: HTML, XML, JSON, CSV or plain text.
///
/// The document owns its tree and frees it at once with its last reference. It belongs to one task at a time:
/// libxml2's trees are not made for several.
public final class Document {
    /// What a tree was made from, as far as names and text depend on it.
    public enum Kind: Sendable {
        /// Names without regard to case; text by HTML's rules of blocks and line breaks.
        case html
        /// Names exactly as spelled; elements in namespaces.
        case xml
        /// The tree of a JSON, CSV or text file: names exactly as spelled, every element a block.
        case data
    }

    /// What the tree was made from.
    public let kind: Kind

    /// Whether the page has no doctype that switches a browser to standards mode: class names and ids are then
    /// compared without regard to case.
    public let isQuirky: Bool

    /// libxml2's own; all that hangs in it is in the arena.
    let tree: UnsafeMutablePointer<xmlDoc>

    /// Where the tree's nodes and their texts are, those that were cut out of it too.
    var arena: Arena

    /// Where the tree's names are.
    let names: NameTable

    /// The page that positions count in; `nil` where nodes have lines instead.
    let page: PageBuffer?

    /// The lines of the page; made when the first line is asked for.
    private(set) lazy var lineTable: LineTable? = page.map(LineTable.init)

    /// Where the page's bytes stand in its file: what a position is, once it is told to somebody.
    package var source = SourceOffsets()

    /// Which limit the page has reached: the tree holds what stands before that.
    package internal(set) var limitReached: ParseError?

    /// Whether elements nested too deep have become siblings, as in a browser (``Limits/openElements``).
    package internal(set) var isFlattened = false

    /// Whether what `noscript` holds was read as text: the HTML standard's scripting flag.
    package internal(set) var isScripting = false

    /// Whether there may have been an element `base` when the tree was made.
    var hadBase = true

    /// Whether there may be an element `base`: to look for it in vain takes a walk over the whole tree.
    package var mayHaveBase: Bool { hadBase || revision > 0 }

    /// Counts the changes made to the tree: whoever keeps something that a change makes wrong compares it.
    package internal(set) var revision = 0

    /// What the parser has noted of all elements, where it has put each behind all others.
    var notes: ElementNotes?

    /// What is known of all the tree's elements, in document order; `nil` where that is not known, or not any more.
    package var elementNotes: ElementNotes? { revision == 0 ? notes : nil }

    /// The namespace of HTML elements in a tree that is not HTML's; made when the first one is grown.
    var htmlNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of data in a tree that is not XML's; made when the first is grown.
    var dataNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of XML's elements without one in a tree that is not XML's; made when the first is grown.
    var markupNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of the elements that hold data which the page never showed; made with the first one.
    var hiddenNamespace: UnsafeMutablePointer<xmlNs>?

    /// What the names of HTML elements mean for text.
    let textRoles = TextRoles.shared

    /// Where texts are gathered, one after the other.
    var textBuffer = TextBuffer()

    /// What drawings hold and do not show; filled when text in one is first read.
    lazy var undrawnNames = TextRole.undrawn(in: self)

    /// Takes over a tree all of whose nodes, names and texts are in `arena` and `names`.
    ///
    /// - Parameter page: the page that the nodes' positions count in, which is in the arena too.
    init(
        adopting tree: UnsafeMutablePointer<xmlDoc>,
        arena: consuming Arena,
        names: NameTable,
        page: PageBuffer? = nil,
        kind: Kind,
        isQuirky: Bool = false
    ) {
        self.tree = tree
        self.arena = arena
        self.names = names
        self.page = page
        self.kind = kind
        self.isQuirky = isQuirky
        tree.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        LibXML2.free(tree)
    }

    /// The document node, parent of the root element, of comments and of the doctype.
    package var node: NodeRef {
        NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self))
    }

    /// The root element; `nil` for an empty tree.
    package var rootElement: NodeRef? { NodeRef(xmlDocGetRootElement(tree)) }

    /// The root element for library users.
    public var root: Element? { rootElement.map { Element($0, in: self) } }
}

// MARK: - Names

extension Document {
    /// The interned form of a name, or `nil` where no element and no attribute of this tree can have it, so that
    /// nothing can match it. Complexity: one look-up in a hash table.
    package func existingName(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8, names.existing)
    }

    /// The interned form of a name, which is added where the tree does not have it yet; never `nil`.
    package func intern(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8, names.intern)
    }
}

/// Calls `body` with the collection's bytes and a non-null base address, also when there are none.
func withContiguousBytes<Result>(
    of bytes: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    let inPlace = bytes.withContiguousStorageIfAvailable { buffer in
        buffer.baseAddress == nil ? nil : Optional(body(buffer))
    }
    if let result = inPlace ?? nil { return result }
    let copy = Array(bytes) + [0]
    return copy.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
}
