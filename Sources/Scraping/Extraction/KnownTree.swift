import DOM
import Records

/// The tree of a page that was made before the page's rules were known, to find its address: as a run reads HTML where
/// no rules file says otherwise. Rules that read it so need not make it again.
package struct KnownTree {
    let document: Document?
    /// What is to be told of the page's text and tree.
    let diagnostics: [Diagnostic]
    /// How it was read.
    let options: HTMLOptions

    /// The page's tree.
    init(_ page: Page, reading: ReadingOptions, _ profiler: Profiler?) {
        let options = reading.html()
        let limits = reading.limits
        (document, diagnostics) = PageReader.decode(
            page,
            page.bytes,
            given: page.encoding,
            .html,
            limits,
            behind: [],
            profiler
        ) { text throws(ParseError) in
            try Decoder.Function.html(options)(text, limits)
        }
        self.options = options
    }

    /// The page's address as the page itself tells it: its canonical link, else its base.
    var address: String? { document.flatMap { PageAddress($0).own } }

    /// Whether a source's decoder would make the same tree.
    func isMade(by source: SourceRule) -> Bool {
        guard case .html(let options) = source.decode else { return false }
        return source.convert == nil && options == self.options
    }
}
