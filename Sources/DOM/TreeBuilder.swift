import CLibXML2

/// Builds the tree of something that is no markup (JSON, CSV, text), element by element in document order.
package struct TreeBuilder {
    private let tree: UnsafeMutablePointer<xmlDoc>
    /// The tree's owner; elements can be interned and looked up in it while it grows.
    package let document: Document
    private var current: UnsafeMutablePointer<xmlNode>

    /// Starts a tree with a root element of the given name.
    package init(root name: StaticString) throws(ParseError) {
        guard LibXML2.isReady, let tree = xmlNewDoc("1.0") else { throw ParseError.outOfMemory }
        guard let dictionary = xmlDictCreate() else {
            xmlFreeDoc(tree)
            throw ParseError.outOfMemory
        }
        tree.pointee.dict = dictionary
        document = Document(adopting: tree, kind: .data)
        guard let root = xmlNewDocNode(tree, nil, name.utf8Start, nil) else { throw ParseError.outOfMemory }
        xmlDocSetRootElement(tree, root)
        self.tree = tree
        current = root
    }

    /// The element that is open: the root, or the last one opened and not closed.
    package var element: NodeRef { NodeRef(current) }

    /// Opens an element below the open one.
    ///
    /// - Parameter line: where it stands in its file, from 1.
    package mutating func open(_ name: Name, line: Int) throws(ParseError) {
        guard let node = xmlNewDocNode(tree, nil, name.bytes, nil) else { throw ParseError.outOfMemory }
        NodeRef(node).setLine(line)
        current = NodeRef(current).append(node)
    }

    /// Opens an element below the open one, interning its name.
    package mutating func open(_ name: some Collection<UInt8>, line: Int) throws(ParseError) {
        guard let name = document.intern(name) else { throw ParseError.outOfMemory }
        try open(name, line: line)
    }

    /// Closes the open element; the root stays open.
    package mutating func close() {
        if let parent = NodeRef(current).parentElement { current = parent.pointer }
    }

    /// Adds text to the open element.
    ///
    /// - Parameter utf8: valid UTF-8; a NUL, which libxml2's strings cannot hold, becomes U+FFFD.
    package func text(_ utf8: some Collection<UInt8>, line: Int) throws(ParseError) {
        if utf8.isEmpty { return }
        guard let node = document.makeText(utf8) else { throw ParseError.outOfMemory }
        NodeRef(node).setLine(line)
        NodeRef(current).append(node)
    }

    /// Gives the open element an attribute.
    package func attribute(_ name: Name, _ value: some Collection<UInt8>) throws(ParseError) {
        guard document.setAttribute(name, of: element, to: value) else { throw ParseError.outOfMemory }
    }
}
