import CLibXML2

/// The library's own state.
enum LibXML2 {
    /// Sets the library up, once. Whatever first makes something of it asks for this: two threads that make the
    /// first dictionary at the same time wait for each other for ever.
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}
