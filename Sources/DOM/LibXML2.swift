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
}
