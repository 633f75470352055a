import CLibXML2

// Nodes as libxml2 lays them out, made in an arena. None has a place in a tree yet.
//
// Of libxml2's fields, `psvi` holds the node's `NodePosition`. `_private` of a text or comment holds its
// `ContentSize`; that of an element is the parser's while it builds and an index's later.
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

    /// A text that stands where `content` points: in the arena, ended by a zero.
    @inline(__always)
    mutating func makeText(
        _ content: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_TEXT_NODE, LibXML2.textName, content, size, nil, tree, position)
    }

    /// A comment whose content stands where `content` points: in the arena, ended by a zero.
    mutating func makeComment(
        _ content: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize,
        in tree: UnsafeMutablePointer<xmlDoc>,
        at position: NodePosition
    ) -> UnsafeMutablePointer<xmlNode> {
        makeNode(XML_COMMENT_NODE, LibXML2.commentName, content, size, nil, tree, position)
    }

    /// A processing instruction whose content stands where `content` points: in the arena, ended by a zero.
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

    /// An attribute whose value stands where `value` points: in the arena, ended by a zero.
    ///
    /// It knows its element, which does not know it yet. An empty value has no text node, as in libxml2.
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
        // An attribute begins as a node does, as far as `parent`.
        text?.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        return attribute
    }

    /// A document type whose identifiers stand in the arena, each ended by a zero; `nil` for one that is absent.
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
