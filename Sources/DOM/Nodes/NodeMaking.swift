public import CLibXML2
import Platform

// Creating nodes in libxml2's layout in an arena. They are not linked into a tree.
//
// Of libxml2's fields, `psvi` holds the node's `NodePosition`. `_private` holds the `ContentSize` of a text or comment;
// for an element, its number on the stack of open elements during parsing. `line` and `extra` hold an element's index
// number.
extension Arena {
    /// An element. Complexity: constant.
    @inline(__always)
    mutating func makeElement(
        _ name: Name,
        namespace: UnsafeMutablePointer<xmlNs>? = nil,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_ELEMENT_NODE, name.bytes, nil, ContentSize.none, namespace, tree, position)
    }

    /// A text. `content` points into the arena, and is ended by a zero.
    @inline(__always)
    mutating func makeText(
        _ content: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_TEXT_NODE, LibXML2.textName, content, size, nil, tree, position)
    }

    /// A comment. `content` points into the arena, and is ended by a zero.
    mutating func makeComment(
        _ content: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_COMMENT_NODE, LibXML2.commentName, content, size, nil, tree, position)
    }

    /// A processing instruction. `content` points into the arena, and is ended by a zero.
    mutating func makeInstruction(
        _ name: Name,
        _ content: UnsafeMutablePointer<UInt8>?,
        _ size: ContentSize,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_PI_NODE, name.bytes, content, size, nil, tree, position)
    }

    @inline(__always)
    private mutating func makeNode(
        _ type: xmlElementType,
        _ name: UnsafePointer<xmlChar>,
        _ content: UnsafeMutablePointer<UInt8>?,
        _ size: ContentSize,
        _ namespace: UnsafeMutablePointer<xmlNs>?,
        _ tree: UnsafeMutablePointer<xmlDoc>,
        _ position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        let node = allocate(MemoryLayout<xmlNode>.size).assumingMemoryBound(to: xmlNode.self)
        node.initialize(
            to: xmlNode(
                _private: UnsafeMutableRawPointer(bitPattern: size.rawValue),
                type: type,
                name: name,
                children: nil,
                last: nil,
                parent: nil,
                next: nil,
                prev: nil,
                doc: tree,
                ns: namespace,
                content: content,
                properties: nil,
                nsDef: nil,
                psvi: UnsafeMutableRawPointer(bitPattern: position.rawValue),
                line: 0,
                extra: 0
            )
        )
        return node
    }

    /// An attribute. `value` points into the arena, and is ended by a zero.
    ///
    /// Its parent is set, but it is not in the element's list. An empty value has no text node, as in libxml2.
    @inline(__always)
    mutating func makeAttribute(
        _ name: Name,
        namespace: UnsafeMutablePointer<xmlNs>? = nil,
        _ value: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize,
        of element: UnsafeMutablePointer<xmlNode>,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlAttr> {
        let attribute = allocate(MemoryLayout<xmlAttr>.size).assumingMemoryBound(to: xmlAttr.self)
        let text = size.count == 0 ? nil : makeText(value, size, in: tree, at: .none)
        attribute.initialize(
            to: xmlAttr(
                _private: nil,
                type: XML_ATTRIBUTE_NODE,
                name: name.bytes,
                children: text,
                last: text,
                parent: element,
                next: nil,
                prev: nil,
                doc: tree,
                ns: namespace,
                atype: XML_ATTRIBUTE_CDATA,
                psvi: nil
            )
        )
        // The fields of an attribute up to `parent` are those of a node.
        text?.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        return attribute
    }

    /// A document type. Its identifiers are in the arena, each ended by a zero; `nil` for an absent one.
    mutating func makeDocumentType(
        _ name: Name,
        publicID: UnsafePointer<UInt8>?,
        systemID: UnsafePointer<UInt8>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlDtd> {
        let doctype = allocate(MemoryLayout<xmlDtd>.size).assumingMemoryBound(to: xmlDtd.self)
        var fields = xmlDtd()
        fields.type = XML_DTD_NODE
        fields.name = name.bytes
        fields.doc = tree
        fields.ExternalID = publicID
        fields.SystemID = systemID
        doctype.initialize(to: fields)
        return doctype
    }
}

/// The length of a text's content in bytes, which is stored so that it need not be counted.
@usableFromInline struct ContentSize {
    /// The value stored in a node: the number shifted by two, a bit for "known", a bit for "can grow"; 0 for unknown.
    @usableFromInline let rawValue: UInt

    @inlinable static var none: ContentSize { ContentSize(rawValue: 0) }

    /// The size of a content of `count` bytes. One that can grow has the next power of two as capacity, which includes
    /// the zero.
    @inline(__always)
    init(_ count: Int, canGrow: Bool = false) {
        rawValue = UInt(truncatingIfNeeded: count) << 2 | 1 | (canGrow ? 2 : 0)
    }

    @inlinable
    init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The stored size of a text, a comment or an instruction.
    @inlinable
    init(of node: UnsafeMutablePointer<xmlNode>) {
        self.init(rawValue: UInt(bitPattern: node.pointee._private))
    }

    /// The number of bytes; 0 if it is unknown.
    @inlinable var count: Int { Int(truncatingIfNeeded: rawValue >> 2) }

    /// Whether the number of bytes is known.
    @inlinable var isKnown: Bool { rawValue & 1 != 0 }

    /// Whether the content has room for more.
    @inlinable var canGrow: Bool { rawValue & 2 != 0 }

    /// The bytes of a node's content, which are counted only if their number is not stored.
    @inlinable
    static func content(of node: UnsafeMutablePointer<xmlNode>) -> UnsafeBufferPointer<UInt8> {
        guard let content = node.pointee.content else { return UnsafeBufferPointer(start: nil, count: 0) }
        let size = ContentSize(of: node)
        return UnsafeBufferPointer(start: content, count: size.isKnown ? size.count : LibXML2.length(content))
    }
}

extension Arena {
    /// A copy of `utf8`, ended by a zero. NUL bytes, which libxml2's strings cannot hold, become U+FFFD.
    mutating func copy(
        _ utf8: some Collection<UInt8>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        // Copying contiguous memory is a hundred times faster than by a collection's indices.
        utf8.withContiguousStorageIfAvailable { copy(memory: $0) }
            ?? Array(utf8).withUnsafeBufferPointer { copy(memory: $0) }
    }

    private mutating func copy(
        memory utf8: UnsafeBufferPointer<UInt8>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        let hasNul = utf8.baseAddress.map { memchr($0, 0, utf8.count) != nil } ?? false
        let count = utf8.count + (hasNul ? 2 * utf8.count { $0 == 0 } : 0)
        let start = allocateString(count)
        if !hasNul {
            _ = UnsafeMutableBufferPointer(start: start, count: count).initialize(from: utf8)
            return (start, ContentSize(count))
        }
        var end = start
        for byte in utf8 {
            if byte == 0 {
                (end[0], end[1], end[2]) = (0xEF, 0xBF, 0xBD)
                end += 3
            } else {
                end.pointee = byte
                end += 1
            }
        }
        return (start, ContentSize(count))
    }

    /// A copy of a C string, ended by a zero.
    mutating func copy(
        _ string: UnsafePointer<xmlChar>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        let count = LibXML2.length(string)
        return (copy(string, count), ContentSize(count))
    }
}

/// The position of a node: an offset in the page that its document was parsed from, or a line.
struct NodePosition {
    /// The value stored in a node: 0 for none, an offset shifted by one with the lowest bit set, a line shifted by one.
    let rawValue: UInt

    /// The position of a node that does not come from a page.
    static let none = NodePosition(line: 0)

    /// The first byte of the node in the decoded page.
    @inline(__always)
    init(offset: Int) {
        rawValue = UInt(truncatingIfNeeded: offset) << 1 | 1
    }

    /// A line from 1.
    @inline(__always)
    init(line: Int) {
        rawValue = UInt(truncatingIfNeeded: max(line, 0)) << 1
    }

    /// The stored position of a node.
    init(of node: UnsafeMutablePointer<xmlNode>) {
        rawValue = UInt(bitPattern: node.pointee.psvi)
    }

    /// The offset of the node's first byte; `nil` if only the line is stored, or nothing.
    var offset: Int? { rawValue & 1 == 0 ? nil : Int(truncatingIfNeeded: rawValue >> 1) }

    /// The node's line if it is stored instead of an offset; otherwise 0.
    var line: Int { rawValue & 1 == 0 ? Int(truncatingIfNeeded: rawValue >> 1) : 0 }
}

extension NodeRef {
    /// The node's position. A document and a doctype have none, since libxml2 has no field for it.
    var position: NodePosition {
        get { isDocument || isDocumentType ? .none : NodePosition(of: pointer) }
        nonmutating set {
            if isDocument || isDocumentType { return }
            pointer.pointee.psvi = UnsafeMutableRawPointer(bitPattern: newValue.rawValue)
        }
    }

    func setLine(_ line: Int) { position = NodePosition(line: line) }
}
