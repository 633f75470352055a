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

    let tree: UnsafeMutablePointer<xmlDoc>

    /// Counts the changes made to the tree: whoever keeps something that a change makes wrong compares it.
    package internal(set) var revision = 0

    /// The nodes that were cut out of the tree, kept until the document goes.
    var detached: [UnsafeMutablePointer<xmlNode>] = []

    /// The namespace of HTML elements in a tree that is not HTML's; made when the first one is grown.
    var htmlNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of data in a tree that is not XML's; made when the first is grown.
    var dataNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of XML's elements without one in a tree that is not XML's; made when the first is grown.
    var markupNamespace: UnsafeMutablePointer<xmlNs>?

    /// The namespace of the elements that hold data which the page never showed; made with the first one.
    var hiddenNamespace: UnsafeMutablePointer<xmlNs>?

    /// What the names of HTML elements mean for text; filled when text is first read.
    lazy var textRoles = TextRole.table(of: self)

    /// Takes over `tree`, whose `dict` must hold all its names.
    init(adopting tree: UnsafeMutablePointer<xmlDoc>, kind: Kind, isQuirky: Bool = false) {
        self.tree = tree
        self.kind = kind
        self.isQuirky = isQuirky
    }

    deinit {
        for node in detached { xmlFreeNode(node) }
        xmlFreeDoc(tree)
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
    /// The interned form of a name, or `nil` where no element and no attribute of this tree has it, so that
    /// nothing can match it. Complexity: one look-up in a hash table.
    package func existingName(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8) { bytes in
            xmlDictExists(tree.pointee.dict, bytes.baseAddress, Int32(bytes.count)).map(Name.init)
        }
    }

    /// The interned form of a name, which is added where the tree does not have it yet; `nil` only when memory
    /// is exhausted.
    package func intern(_ utf8: some Collection<UInt8>) -> Name? {
        withContiguousBytes(of: utf8) { bytes in
            xmlDictLookup(tree.pointee.dict, bytes.baseAddress, Int32(bytes.count)).map(Name.init)
        }
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
