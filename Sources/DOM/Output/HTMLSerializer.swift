/// Writes HTML by the HTML standard's fragment serialisation algorithm (section 13.3). Other elements are written with
/// prefixes and with all end tags.
///
/// libxml2's own serializer escapes addresses, and does not know elements newer than HTML 4. Complexity: linear in the
/// size of the tree; no recursion.
struct HTMLSerializer {
    private var output: [UInt8] = []
    private let document: Document
    private let voidElements: Set<Name>
    private let rawTextElements: Set<Name>

    private init(_ document: Document) {
        self.document = document
        func names(_ text: String) -> Set<Name> {
            Set(text.split(separator: " ").compactMap { document.existingName($0.utf8) })
        }
        voidElements = names(
            "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
        )
        rawTextElements = names(
            "style script xmp iframe noembed noframes plaintext" + (document.isScripting ? " noscript" : "")
        )
    }

    /// The node with its own tags.
    static func outer(_ node: NodeRef, in document: Document) -> [UInt8] {
        var serializer = HTMLSerializer(document)
        serializer.write(node, leavingOut: document.leftOut(of: node))
        return serializer.output
    }

    /// The content of the node, without its own tags.
    static func inner(_ node: NodeRef, in document: Document) -> [UInt8] {
        var serializer = HTMLSerializer(document)
        let leftOut = document.leftOut(of: node)
        var child = node.firstChild
        while let current = child {
            serializer.write(current, leavingOut: leftOut)
            child = current.nextSibling
        }
        return serializer.output
    }

    /// - Parameter leftOut: nodes that are not written.
    private mutating func write(_ root: NodeRef, leavingOut leftOut: Set<NodeRef>?) {
        var node = root
        while true {
            if leftOut?.contains(node) != true {
                writeStart(node)
                if let child = node.firstChild {
                    node = child
                    continue
                }
                writeEnd(node)
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
            putName(node)
            var attribute = node.firstAttribute
            while let current = attribute {
                write(current)
                attribute = current.next
            }
            put(">")
        } else if node.isText {
            if let parent = node.parentElement, rawTextElements.contains(parent.name), document.isHTML(parent)
            {
                output.append(contentsOf: node.content)
            } else {
                escape(node.content, inAttribute: false)
            }
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
            put(">")
        }
    }

    private mutating func writeEnd(_ node: NodeRef) {
        guard node.isElement, !voidElements.contains(node.name) || !document.isHTML(node) else { return }
        put("</")
        putName(node)
        put(">")
    }

    private mutating func putName(_ node: NodeRef) {
        if let prefix = node.prefix {
            output.append(contentsOf: prefix)
            put(":")
        }
        output.append(contentsOf: node.name.utf8)
    }

    private mutating func write(_ attribute: AttributeRef) {
        put(" ")
        if let prefix = attribute.prefix {
            output.append(contentsOf: prefix)
            put(":")
        }
        output.append(contentsOf: attribute.name.utf8)
        put("=\"")
        escape(attribute.value, inAttribute: true)
        put("\"")
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): put("&amp;")
            case UInt8(ascii: "<") where !inAttribute: put("&lt;")
            case UInt8(ascii: ">") where !inAttribute: put("&gt;")
            case UInt8(ascii: "\"") where inAttribute: put("&quot;")
            // U+00A0 is C2 A0 in UTF-8, and C2 always starts a character.
            case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: put("&nbsp;")
            case 0xA0 where index > 0 && text[index - 1] == 0xC2: break
            default: output.append(byte)
            }
        }
    }

    private mutating func put(_ text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension Document {
    /// A node as HTML, with its own tags.
    package func outerHTML(of node: NodeRef) -> [UInt8] { HTMLSerializer.outer(node, in: self) }

    /// The content of a node as HTML, without its own tags.
    package func innerHTML(of node: NodeRef) -> [UInt8] { HTMLSerializer.inner(node, in: self) }
}
