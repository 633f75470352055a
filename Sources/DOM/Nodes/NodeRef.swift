public import CLibXML2

/// A node of a tree, as small and as fast as libxml2's own pointer.
///
/// It does not keep its document alive: code that stores it also stores the ``Document``. All code of the package that
/// walks through trees uses this type; ``Element`` is the safe one for library users.
@usableFromInline package struct NodeRef: Hashable, BitwiseCopyable {
    @usableFromInline let pointer: UnsafeMutablePointer<xmlNode>

    @inlinable
    init(_ pointer: UnsafeMutablePointer<xmlNode>) {
        self.pointer = pointer
    }

    @inlinable
    init?(_ pointer: UnsafeMutablePointer<xmlNode>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }
}

// MARK: - Kind

extension NodeRef {
    @inlinable package var isElement: Bool { pointer.pointee.type == XML_ELEMENT_NODE }

    /// True for text and CDATA sections, which are `Text` in the DOM standard.
    @inlinable package var isText: Bool {
        pointer.pointee.type == XML_TEXT_NODE || pointer.pointee.type == XML_CDATA_SECTION_NODE
    }

    @inlinable package var isComment: Bool { pointer.pointee.type == XML_COMMENT_NODE }

    @inlinable package var isDocument: Bool {
        pointer.pointee.type == XML_HTML_DOCUMENT_NODE || pointer.pointee.type == XML_DOCUMENT_NODE
    }

    package var isProcessingInstruction: Bool { pointer.pointee.type == XML_PI_NODE }

    @inlinable package var isDocumentType: Bool { pointer.pointee.type == XML_DTD_NODE }
}

// MARK: - Neighbours

extension NodeRef {
    /// The parent: an element, the document node, or `nil` for an unlinked node.
    @inlinable package var parent: NodeRef? { NodeRef(pointer.pointee.parent) }

    /// The parent if it is an element (the root's is not).
    @inlinable package var parentElement: NodeRef? {
        guard let parent, parent.isElement else { return nil }
        return parent
    }

    // An entity reference's children belong to the DTD, so only elements and documents have children here.
    @inlinable package var firstChild: NodeRef? {
        isElement || isDocument ? NodeRef(pointer.pointee.children) : nil
    }

    @inlinable package var lastChild: NodeRef? {
        isElement || isDocument ? NodeRef(pointer.pointee.last) : nil
    }

    @inlinable package var nextSibling: NodeRef? { NodeRef(pointer.pointee.next) }

    @inlinable package var previousSibling: NodeRef? { NodeRef(pointer.pointee.prev) }

    @inlinable package var nextElementSibling: NodeRef? {
        var sibling = nextSibling
        while let node = sibling, !node.isElement { sibling = node.nextSibling }
        return sibling
    }

    @inlinable package var previousElementSibling: NodeRef? {
        var sibling = previousSibling
        while let node = sibling, !node.isElement { sibling = node.previousSibling }
        return sibling
    }

    @inlinable package var firstElementChild: NodeRef? {
        guard let child = firstChild else { return nil }
        return child.isElement ? child : child.nextElementSibling
    }

    @inlinable package var lastElementChild: NodeRef? {
        guard let child = lastChild else { return nil }
        return child.isElement ? child : child.previousElementSibling
    }

    /// The node that comes next in document order within `root`, or `nil` after the last one.
    ///
    /// There is no recursion, so the depth of the tree does not matter. Complexity: a full walk is linear.
    @inlinable
    package func next(within root: NodeRef) -> NodeRef? {
        firstChild ?? nextSkippingChildren(within: root)
    }

    /// The node that comes next in document order within `root` after this node's descendants.
    @inlinable
    package func nextSkippingChildren(within root: NodeRef) -> NodeRef? {
        var node = self
        while node != root {
            if let next = node.nextSibling { return next }
            guard let parent = node.parent else { return nil }
            node = parent
        }
        return nil
    }

    /// The element that comes next in document order within `root`.
    @inlinable
    package func nextElement(within root: NodeRef) -> NodeRef? {
        var node = next(within: root)
        while let candidate = node, !candidate.isElement { node = candidate.next(within: root) }
        return node
    }

    /// The element that comes next in document order within `root` after this node's descendants.
    package func nextElementSkippingChildren(within root: NodeRef) -> NodeRef? {
        let node = nextSkippingChildren(within: root)
        return node?.isElement == false ? node?.nextElement(within: root) : node
    }

    /// Whether `other` is an ancestor of this node. Complexity: linear in this node's depth.
    package func isDescendant(of other: NodeRef) -> Bool {
        var ancestor = parent
        while let node = ancestor {
            if node == other { return true }
            ancestor = node.parent
        }
        return false
    }
}

// MARK: - Names and attributes

extension NodeRef {
    /// An element's local name, interned in its document.
    @inlinable package var name: Name { Name(pointer.pointee.name) }

    /// An element's namespace URI, or `nil` if it has none (HTML elements from an HTML page have none).
    package var namespaceURI: UnsafeBufferPointer<UInt8>? {
        guard let namespace = pointer.pointee.ns, let href = namespace.pointee.href else { return nil }
        return UnsafeBufferPointer(start: href, count: LibXML2.length(href))
    }

    /// An element's namespace prefix as its page spelled it.
    package var prefix: UnsafeBufferPointer<UInt8>? {
        guard let namespace = pointer.pointee.ns, let prefix = namespace.pointee.prefix else { return nil }
        return UnsafeBufferPointer(start: prefix, count: LibXML2.length(prefix))
    }

    /// An element's first attribute; the others follow by ``AttributeRef/next``, in the page's order.
    @inlinable package var firstAttribute: AttributeRef? {
        isElement ? AttributeRef(pointer.pointee.properties) : nil
    }

    /// The attribute of the given local name: the one without a namespace, or else the first (`xlink:href` for `href`).
    /// Complexity: linear in the number of attributes, with one comparison of addresses each.
    @inlinable
    package func attribute(_ name: Name) -> AttributeRef? {
        var attribute = firstAttribute
        var other: AttributeRef?
        while let candidate = attribute {
            if candidate.name == name {
                if candidate.pointer.pointee.ns == nil { return candidate }
                other = other ?? candidate
            }
            attribute = candidate.next
        }
        return other
    }

    /// The content of a text, CDATA section, comment or processing instruction; empty for other nodes.
    @inlinable package var content: UnsafeBufferPointer<UInt8> {
        if isElement || isDocument || isDocumentType { return UnsafeBufferPointer(start: nil, count: 0) }
        return ContentSize.content(of: pointer)
    }

    /// The content of a node, which must be a text.
    @inlinable var text: UnsafeBufferPointer<UInt8> { ContentSize.content(of: pointer) }
}

/// An attribute of an element; the rules for its lifetime are those of ``NodeRef``.
@usableFromInline package struct AttributeRef: Hashable {
    @usableFromInline let pointer: UnsafeMutablePointer<xmlAttr>

    @inlinable
    init?(_ pointer: UnsafeMutablePointer<xmlAttr>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    @inlinable package var name: Name { Name(pointer.pointee.name) }

    @inlinable package var next: AttributeRef? { AttributeRef(pointer.pointee.next) }

    /// The attribute's namespace URI (`xml:lang`, `xlink:href`), or `nil`.
    package var namespaceURI: UnsafeBufferPointer<UInt8>? {
        guard let namespace = pointer.pointee.ns, let href = namespace.pointee.href else { return nil }
        return UnsafeBufferPointer(start: href, count: LibXML2.length(href))
    }

    /// The attribute's namespace prefix as its page spelled it.
    package var prefix: UnsafeBufferPointer<UInt8>? {
        guard let namespace = pointer.pointee.ns, let prefix = namespace.pointee.prefix else { return nil }
        return UnsafeBufferPointer(start: prefix, count: LibXML2.length(prefix))
    }

    /// The value's UTF-8 bytes; empty for an attribute without a value.
    ///
    /// Every tree of this package stores a value as at most one text node (the parser replaces entities).
    @inlinable package var value: UnsafeBufferPointer<UInt8> {
        guard let text = pointer.pointee.children else { return UnsafeBufferPointer(start: nil, count: 0) }
        return ContentSize.content(of: text)
    }

    /// The value as a string; allocates.
    package var string: String { String(decoding: value, as: UTF8.self) }
}

// MARK: - For selectors

extension NodeRef {
    /// Whether an element is in a namespace.
    @inlinable package var hasNamespace: Bool { pointer.pointee.ns != nil }

    /// The number, from 1, that the parser's index or another index of the tree has assigned to this element; 0 for
    /// none. The reader checks that it is from its own index, since a tree may have several.
    @inlinable package var indexNumber: Int {
        get { Int(pointer.pointee.line) | Int(pointer.pointee.extra) << 16 }
        nonmutating set {
            pointer.pointee.line = UInt16(truncatingIfNeeded: newValue)
            pointer.pointee.extra = UInt16(truncatingIfNeeded: newValue >> 16)
        }
    }

    /// The node's address, for hashing.
    @inlinable package var address: UInt { UInt(bitPattern: pointer) }

}

extension AttributeRef {
    /// Whether the attribute is in a namespace.
    @inlinable package var hasNamespace: Bool { pointer.pointee.ns != nil }

    /// The value's UTF-8 bytes, ended by a zero; `nil` for an attribute without a value.
    @inlinable package var terminatedValue: UnsafePointer<UInt8>? {
        guard let text = pointer.pointee.children, let content = text.pointee.content else { return nil }
        return UnsafePointer(content)
    }
}

extension Name {
    /// The standard name of the given spelling, which all documents share; `nil` if there is none.
    package static func standard(_ utf8: [UInt8]) -> Name? {
        utf8.withUnsafeBufferPointer { StandardNames.shared.find($0) }
    }

    /// The name's address, which identifies it within its document.
    @inlinable package var address: UInt { UInt(bitPattern: bytes) }
}

/// A set of elements, built to be queried for each element of a page: an element whose name none of them has needs no
/// look-up.
package struct ElementSet {
    private let elements: Set<NodeRef>
    /// A bit for each name of the elements; several names may share one.
    private let names: UInt64

    package init(_ elements: [NodeRef]) {
        self.elements = Set(elements)
        names = elements.reduce(0) { $0 | ElementSet.bit(of: $1) }
    }

    package var isEmpty: Bool { elements.isEmpty }

    @inline(__always)
    package func contains(_ element: NodeRef) -> Bool {
        names & ElementSet.bit(of: element) != 0 && elements.contains(element)
    }

    private static func bit(of element: NodeRef) -> UInt64 { 1 << UInt64(element.name.number & 63) }
}
