import CLibXML2

/// Writes a tree as XML: every element closed, every text escaped, and each namespace declared where it is used first.
///
/// Elements of an HTML page that have no namespace are written without one. Complexity: linear in the size of the tree
/// and, for each element, in the number of open namespaces; no recursion.
struct XMLSerializer {
    private var output: [UInt8] = []
    /// The declarations in scope, each with the element that makes it; the innermost last.
    private var declarations: [(element: NodeRef, prefix: [UInt8], address: [UInt8])] = []

    /// The node with its own tags; for a document, everything in it.
    static func text(of root: NodeRef) -> [UInt8] {
        var serializer = XMLSerializer()
        serializer.write(root)
        return serializer.output
    }

    private mutating func write(_ root: NodeRef) {
        var node = root
        while true {
            writeStart(node)
            if let child = node.firstChild {
                node = child
                continue
            }
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { return }
                node = parent
                writeEnd(node)
            }
            guard node != root, let sibling = node.nextSibling else { return }
            node = sibling
        }
    }

    private mutating func writeStart(_ node: NodeRef) {
        if node.isElement {
            put("<")
            putName(node.prefix, node.name)
            declareNamespaces(of: node)
            var attribute = node.firstAttribute
            while let current = attribute {
                write(current)
                attribute = current.next
            }
            if node.firstChild == nil {
                put("/>")
                close(node)
            } else {
                put(">")
            }
        } else if node.isText {
            escape(node.content, inAttribute: false)
        } else if node.isComment {
            put("<!--")
            output.append(contentsOf: node.content)
            put("-->")
        } else if node.isDocumentType {
            put("<!DOCTYPE ")
            output.append(contentsOf: node.name.utf8)
            put(">")
        } else if node.isProcessingInstruction {
            put("<?")
            output.append(contentsOf: node.name.utf8)
            put(" ")
            output.append(contentsOf: node.content)
            put("?>")
        }
    }

    private mutating func writeEnd(_ node: NodeRef) {
        guard node.isElement else { return }
        put("</")
        putName(node.prefix, node.name)
        put(">")
        close(node)
    }

    private mutating func close(_ element: NodeRef) {
        while let last = declarations.last, last.element == element { declarations.removeLast() }
    }

    // MARK: - Namespaces

    private mutating func declareNamespaces(of element: NodeRef) {
        declare(element.prefix, element.namespaceURI, of: element)
        var attribute = element.firstAttribute
        while let current = attribute {
            if let prefix = current.prefix, !isXMLNS(current) {
                declare(prefix, current.namespaceURI, of: element)
            }
            attribute = current.next
        }
    }

    private mutating func declare(
        _ prefix: UnsafeBufferPointer<UInt8>?,
        _ address: UnsafeBufferPointer<UInt8>?,
        of element: NodeRef
    ) {
        let prefix = prefix.map(Array.init) ?? []
        // An element without a namespace within one that has a default needs none to be declared.
        let address = address.map(Array.init) ?? []
        let known = declarations.last { $0.prefix == prefix }?.address ?? []
        if known == address || prefix.elementsEqual("xml".utf8) { return }
        declarations.append((element, prefix, address))
        put(" xmlns")
        if !prefix.isEmpty {
            put(":")
            output += prefix
        }
        put("=\"")
        address.withUnsafeBufferPointer { escape($0, inAttribute: true) }
        put("\"")
    }

    /// Whether an attribute of HTML's foreign content is a declaration itself, which is written where it is needed.
    private func isXMLNS(_ attribute: AttributeRef) -> Bool {
        attribute.namespaceURI.map { $0.elementsEqual(ForeignNamespaces.xmlnsURI.utf8) } ?? false
    }

    private mutating func write(_ attribute: AttributeRef) {
        if isXMLNS(attribute) { return }
        put(" ")
        putName(attribute.prefix, attribute.name)
        put("=\"")
        escape(attribute.value, inAttribute: true)
        put("\"")
    }

    // MARK: - Text

    private mutating func putName(_ prefix: UnsafeBufferPointer<UInt8>?, _ name: Name) {
        if let prefix {
            output.append(contentsOf: prefix)
            put(":")
        }
        output.append(contentsOf: name.utf8)
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): put("&amp;")
            case UInt8(ascii: "<"): put("&lt;")
            case UInt8(ascii: ">") where !inAttribute: put("&gt;")
            case UInt8(ascii: "\"") where inAttribute: put("&quot;")
            case UInt8(ascii: "\n") where inAttribute: put("&#10;")
            case UInt8(ascii: "\t") where inAttribute: put("&#9;")
            case UInt8(ascii: "\r"): put("&#13;")
            default: output.append(byte)
            }
        }
    }

    private mutating func put(_ text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension Document {
    /// A node as XML; for the document's node, everything in it.
    package func xml(of node: NodeRef) -> [UInt8] { XMLSerializer.text(of: node) }
}
