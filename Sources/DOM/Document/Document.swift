import CLibXML2
public import Encoding

/// A page as one tree: HTML, XML, or data such as JSON.
///
/// ```swift
/// let page = Document(html: bytes)
/// page.title
/// page.body?.children.first?.text
/// ```
///
/// The document owns its tree. Each ``Element`` keeps its document alive, and so do ``Elements``.
///
/// A document is not `Sendable`: only one task at a time may use it and its elements, for reading as well as for
/// changes. It may be passed to another task as a whole (`sending`). Extracted values, such as texts, are `Sendable`.
public final class Document {
    /// The format from which a tree was made, as far as names and text depend on it.
    public enum Kind: Sendable {
        /// Case-insensitive names; text by HTML's rules for blocks and line breaks.
        case html
        /// Names exactly as spelled; elements in namespaces.
        case xml
        /// The tree of a JSON, CSV or text file: names exactly as spelled, every element a block.
        case data
    }

    /// The format from which the tree was made.
    public let kind: Kind

    /// Whether the page has no doctype that switches a browser to standards mode: class names and ids are then compared
    /// case-insensitively.
    public let isQuirky: Bool

    /// libxml2's document; its nodes are in the arena.
    let tree: UnsafeMutablePointer<xmlDoc>

    /// The memory of the tree's nodes and their texts, including nodes that were removed.
    ///
    /// As with the other properties that every new node changes, the run-time check for overlapping accesses is off: only one thread
    /// uses a document, no access contains another, and the check would take a fifteenth of the time for JSON.
    @exclusivity(unchecked) var arena: Arena

    /// The tree's names.
    let names: NameTable

    /// The number of bytes of memory of the tree and its names.
    var size: Int { arena.total + names.size }

    /// The page in which positions are offsets; `nil` if nodes have lines instead.
    let page: PageBuffer?

    /// The lines of the page; created on first use.
    private(set) lazy var lineTable: LineTable? = page.map(LineTable.init)

    /// The offsets of the page's bytes in its file, by which positions are reported.
    package var source = SourceOffsets()

    /// The address of the page, as given; `nil` if none was given.
    public package(set) var url: String?

    /// The encoding with which the page was decoded; UTF-8 for a text.
    public package(set) var encoding = Encoding.utf8

    /// Notes about decoding the page: a wrong or missing declaration, bytes that are not text.
    public internal(set) var decodingNotes: [DecodingNote] = []

    /// The errors of an XML page that were repaired, at most 20 and a summary of the others; none for HTML, which has
    /// no errors.
    public internal(set) var problems: [XMLProblem] = []

    /// The limit that the page has reached; the tree ends there. `nil` for a page that was read to its end.
    public package(set) var limitReached: ParseError?

    /// Whether elements that were nested too deeply have become siblings, as in a browser (``Limits/openElements``).
    public internal(set) var isFlattened = false

    /// The sign that the HTML page was truncated; `nil` if there is none.
    public package(set) var truncation: Truncation?

    /// The cache of the module `Selectors` for this document's selections.
    package var selections: AnyObject?

    /// The elements that preceded those of the tree and are no longer in it, if the tree is one of a series.
    package internal(set) var precedingEntries: PrecedingEntries?

    /// The cache of the module `Sources` for the address against which the document's addresses are resolved.
    package var base: AnyObject?

    /// Whether the content of `noscript` was read as text: the HTML standard's scripting flag.
    package internal(set) var isScripting = false

    /// Whether there may have been an element `base` when the tree was built.
    var hadBase = true

    /// Whether there may be an element `base`, for which the whole tree would be searched.
    package var mayHaveBase: Bool { hadBase || revision > 0 }

    /// The number of changes to the tree. Caches compare it to detect that they are out of date.
    @exclusivity(unchecked) public internal(set) var revision = 0

    /// Watches the memory of the tree while it is changed; created with the first change that asks for it.
    var changes: MemoryWatch?

    /// The index as built by the parser; `nil` if its order is not that of the tree.
    var index: ParseIndex?

    /// The index of all the tree's elements, in document order; `nil` if there is none, and after a change to the tree.
    package var parseIndex: ParseIndex? { revision == 0 ? index : nil }

    /// The namespace of HTML elements in a tree that is not HTML's; created with the first of them.
    var htmlNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of data in an HTML tree; created with the first of its elements.
    var dataNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of XML's elements without one in a tree that is not XML's; created with the first of them.
    var markupNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of elements with hidden data, which is not part of the page's text; created with the first of them.
    @exclusivity(unchecked) var hiddenNamespace: UnsafeMutablePointer<xmlNs>?

    /// The roles of HTML's elements in text.
    let textRoles = TextRoles.shared

    /// The buffer in which texts are written, one at a time.
    var textBuffer = TextBuffer()

    /// The main content of the page, if it has been determined.
    @exclusivity(unchecked) package internal(set) var mainContent: MainContent?

    /// The elements of drawings whose text is hidden; filled on first use.
    lazy var undrawnNames = TextRole.undrawn(in: self)

    /// Creates the document of a tree whose nodes, names and texts are in `arena` and `names`.
    ///
    /// - Parameter page: the page in which the nodes' positions are offsets; it is in the arena too.
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

    /// A document without a root element.
    static func empty(kind: Kind) throws(ParseError) -> Document {
        guard let tree = LibXML2.newTree(html: kind == .html) else { throw ParseError.outOfMemory }
        return Document(adopting: tree, arena: Arena(), names: NameTable(), kind: kind)
    }

    /// A document of data without elements.
    package static func withoutElements() throws(ParseError) -> Document { try empty(kind: .data) }

    /// The document node, parent of the root element, of comments and of the doctype.
    package var node: NodeRef {
        NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self))
    }

    /// The root element; `nil` for an empty tree.
    package var rootElement: NodeRef? { node.firstElementChild }

    /// The root element: `html` for an HTML page; `nil` if everything has been removed.
    public var root: Element? { rootElement.map { Element($0, in: self) } }
}

// MARK: - Names

extension Document {
    /// The interned form of a name; `nil` if no element or attribute of this tree has it. Complexity: one look-up in a
    /// hash table.
    package func existingName(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8, names.existing)
    }

    /// The interned form of a name, which is added if it is new; never `nil`.
    package func intern(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8, names.intern)
    }
}

// MARK: - A node's place on the page

extension NodeRef {
    /// The line of the page that this node starts on, from 1; 0 if it comes from no page.
    ///
    /// Complexity: constant, except for the first call in an HTML document, which is linear in its page.
    package var line: Int {
        guard let offset = position.offset else { return position.line }
        return withPage { $0?.line(at: offset) } ?? 0
    }

    /// The column of the page at which this node starts, in Unicode scalars from 1; `nil` if only the line is known.
    package var column: Int? {
        guard let offset = position.offset else { return nil }
        return withPage { $0?.column(at: offset) }
    }

    /// The first byte of the node in the decoded page; `nil` if only the line is known.
    package var offset: Int? { position.offset }

    /// The lines of the page that the node's document was parsed from.
    private func withPage<Result>(_ body: (LineTable?) -> Result) -> Result {
        guard let owner = pointer.pointee.doc?.pointee._private else { return body(nil) }
        // The tree has a pointer to its document, which code that uses a node keeps alive.
        return Unmanaged<Document>.fromOpaque(owner)._withUnsafeGuaranteedRef { body($0.lineTable) }
    }
}
