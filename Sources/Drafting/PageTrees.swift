import DOM
import Records
import Scraping

/// The trees of some pages.
enum PageTrees {
    /// The tree of each page as one source.
    static func read(_ pages: [Page], as source: String) throws(Diagnostics) -> [Document] {
        var documents: [Document] = []
        for page in pages {
            guard let reader = PageReader(source: source) else { continue }
            let (document, diagnostics) = reader.read(page)
            guard let document else { throw Diagnostics(diagnostics) }
            documents.append(document)
        }
        return documents
    }
}
