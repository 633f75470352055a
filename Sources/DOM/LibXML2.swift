import CLibXML2

/// The library's own state.
enum LibXML2 {
    /// Sets the library up, once. Whatever first makes something of it asks for this: two threads that make the
    /// first dictionary at the same time wait for each other for ever.
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// The name of every text node, by which libxml2 knows one.
    static var textName: UnsafePointer<xmlChar> { scrape_textName() }

    /// The name of every comment.
    static var commentName: UnsafePointer<xmlChar> { scrape_commentName() }

    /// A document without a root element; `nil` only when memory is exhausted.
    static func newTree(html: Bool) -> UnsafeMutablePointer<xmlDoc>? {
        guard isReady else { return nil }
        return html ? htmlNewDocNoDtD(nil, nil) : xmlNewDoc("1.0")
    }

    /// Frees a document whose nodes are in an arena: it is cut off from them first.
    static func free(_ tree: UnsafeMutablePointer<xmlDoc>) {
        tree.pointee.children = nil
        tree.pointee.last = nil
        tree.pointee.intSubset = nil
        xmlFreeDoc(tree)
    }
}
