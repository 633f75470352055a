import CLibXML2
import Platform

/// Prints a tree, one indented line for each node: for debugging, documentation and tests.
package enum TreeDump {
    /// The format of the output.
    package enum Style: String, CaseIterable, Sendable {
        /// Names, attributes, quoted text truncated to a readable length, and the position on the page: `p class="x" @12:5`.
        case outline
        /// The format of the html5lib tree-construction tests.
        case html5lib
    }

    /// The number of bytes of a text that an outline shows.
    private static let textLimit = 100
    /// The depth up to which an outline is indented: that of the deepest HTML. Further lines begin with their depth.
    private static let indentLimit = 512

    /// Prints the whole tree, one line for each node, each ended by a line feed.
    ///
    /// - Parameter write: called with each line.
    /// - Complexity: linear in the size of the tree; no recursion.
    package static func dump(_ document: Document, style: Style, write: (String) -> Void) {
        dump(document.node, in: document, style: style, write: write)
    }

    /// Prints all nodes below a node, or those that the time for the page is sufficient for.
    package static func dump(
        _ root: NodeRef,
        in document: Document,
        style: Style,
        write: (String) -> Void
    ) {
        var depth = 0
        var node = root
        while true {
            if Deadline.isProbablyPast { return }
            if node != root { show(node, in: document, depth - 1, style, write) }
            if let child = node.firstChild {
                depth += node == root ? 1 : levels(below: node, in: document, style)
                node = child
                continue
            }
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { return }
                node = parent
                depth -= node == root ? 1 : levels(below: node, in: document, style)
            }
            guard node != root, let sibling = node.nextSibling else { return }
            node = sibling
        }
    }

    /// The additional depth at which an element's children are shown: html5lib shows a template's contents a level
    /// below it.
    private static func levels(below node: NodeRef, in document: Document, _ style: Style) -> Int {
        style == .html5lib && isTemplate(node, in: document) ? 2 : 1
    }

    private static func isTemplate(_ node: NodeRef, in document: Document) -> Bool {
        document.kind == .html && node.isElement && node.namespaceURI == nil
            && node.name.utf8.elementsEqual("template".utf8)
    }

    private static func show(
        _ node: NodeRef,
        in document: Document,
        _ depth: Int,
        _ style: Style,
        _ write: (String) -> Void
    ) {
        // Otherwise the length of the output would be quadratic in the depth of data.
        let isDeep = style == .outline && depth > indentLimit
        let indent =
            String(repeating: "  ", count: isDeep ? indentLimit : depth) + (isDeep ? "(\(depth)) " : "")
        switch style {
        case .outline: write(indent + outline(node, in: document) + position(node) + "\n")
        case .html5lib: write(html5lib(node, in: document).map { "| \(indent)\($0)\n" }.joined())
        }
    }

    private static func position(_ node: NodeRef) -> String {
        let line = node.line
        return line > 0 ? " @\(line)" + (node.column.map { ":\($0)" } ?? "") : ""
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Outline

    private static func outline(_ node: NodeRef, in document: Document) -> String {
        if node.isElement {
            let attributes = attributes(of: node).map { " \($0.name)=\(quoted($0.value))" }
            return qualifiedName(node.prefix, node.name, separator: "|") + attributes.joined()
        }
        if node.isDocumentType { return doctype(node, in: document) }
        if node.isComment { return "<!--\(quoted(text(node.content)))-->" }
        if node.isProcessingInstruction { return "<?\(node.name.string)>" }
        return quoted(text(node.content))
    }

    /// A text in quotes, with its line ends and tabs escaped, truncated if it is long.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if quoted.utf8.count > textLimit {
                return quoted + "\"… (\(text.utf8.count) bytes)"
            }
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{A0}": quoted += "\\u{A0}"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                quoted += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    // MARK: - html5lib

    private static func html5lib(_ node: NodeRef, in document: Document) -> [String] {
        if node.isElement {
            let attributes = attributes(of: node, separator: " ").sorted {
                Array($0.name.utf16).lexicographicallyPrecedes(Array($1.name.utf16))
            }
            return ["<\(foreignPrefix(node))\(node.name.string)>"]
                + attributes.map { "  \($0.name)=\"\($0.value)\"" }
                + (isTemplate(node, in: document) ? ["  content"] : [])
        }
        if node.isDocumentType { return [doctype(node, in: document)] }
        if node.isComment { return ["<!-- \(text(node.content)) -->"] }
        if node.isProcessingInstruction { return ["<!-- ?\(node.name.string) \(text(node.content)) -->"] }
        return ["\"\(text(node.content))\""]
    }

    /// `svg ` or `math ` before the name of an element in one of those namespaces.
    private static func foreignPrefix(_ node: NodeRef) -> String {
        switch node.namespaceURI.map({ text($0) }) {
        case "http://www.w3.org/2000/svg": "svg "
        case "http://www.w3.org/1998/Math/MathML": "math "
        default: ""
        }
    }

    // MARK: - Parts

    private static func attributes(
        of node: NodeRef,
        separator: String = "|"
    ) -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        var next = node.firstAttribute
        while let attribute = next {
            let name = qualifiedName(attribute.prefix, attribute.name, separator: separator)
            attributes.append((name, attribute.string))
            next = attribute.next
        }
        return attributes
    }

    private static func qualifiedName(
        _ prefix: UnsafeBufferPointer<UInt8>?,
        _ name: Name,
        separator: String
    ) -> String {
        (prefix.map { text($0) + separator } ?? "") + name.string
    }

    private static func doctype(_ node: NodeRef, in document: Document) -> String {
        let identifiers = document.doctypeIdentifiers
        let name = node.name.string
        if identifiers.publicID == nil, identifiers.systemID == nil { return "<!DOCTYPE \(name)>" }
        return "<!DOCTYPE \(name) \"\(identifiers.publicID ?? "")\" \"\(identifiers.systemID ?? "")\">"
    }
}

extension Document {
    /// The identifiers that the doctype gives.
    fileprivate var doctypeIdentifiers: (publicID: String?, systemID: String?) {
        guard let doctype = tree.pointee.intSubset else { return (nil, nil) }
        return (
            doctype.pointee.ExternalID.map { String(cString: $0) },
            doctype.pointee.SystemID.map { String(cString: $0) }
        )
    }
}
