package import DOM
import Values

/// The address that a document's addresses are resolved against, as long as the tree does not change.
private final class DocumentBase {
    let revision: Int
    let url: String?
    let context: PageContext

    init(_ document: Document) {
        revision = document.revision
        url = document.url
        let address = PageAddress(document, wantsOwn: document.url == nil)
        context = PageContext(
            baseURL: address.baseURL(given: document.url),
            clock: nil,
            encoding: address.encoding,
            calls: nil
        )
    }
}

extension Document {
    /// Sets the address that the page's links are relative to on the root of linked data, if it is known.
    func setBase(_ address: String?, of root: NodeRef) {
        guard let address, let name = intern("base".utf8) else { return }
        setAttribute(name, of: root, to: address.utf8)
    }

    /// The address that relative addresses are resolved against: the page's `base`, resolved against its own address;
    /// without both, the canonical link. `nil` if none is known.
    package var baseAddress: String? { addressContext.baseURL }

    /// An address of the page made absolute; `nil` for text that is not an address, and for a relative address if no
    /// base is known.
    package func absoluteAddress(_ address: String) -> String? { try? addressContext.resolve(address) }

    private var addressContext: PageContext {
        if let known = base as? DocumentBase, known.revision == revision, known.url == url {
            return known.context
        }
        let made = DocumentBase(self)
        base = made
        return made.context
    }
}
