package import Basics
package import DOM
import Encoding
package import Language
package import Records

/// The text of a page of data, to be read once from its beginning to its end.
package struct PageText {
    package let feed: TextFeed
    private let decoded: () -> [DecodingNote]
    private let name: String

    /// What to report about how the text was decoded, as far as it has been read.
    package var notes: [Diagnostic] { decoded().map { Diagnostic($0, page: name) } }

    /// The text of a page whose bytes, which are UTF-8, are read on demand.
    ///
    /// - Parameters:
    ///   - limits: how many bytes of the text may be in memory: as many as a page has, or as its tree and values if they are
    ///     read in parts.
    ///   - read: returns the next bytes; `nil` at the end.
    package init(of name: String, _ limits: Limits, read: @escaping () -> [UInt8]?) {
        let decoder = UTF8Feed(read)
        feed = decoder.text(limit: limits.bytes, partLimit: limits.memory ?? .max)
        decoded = { decoder.notes }
        self.name = name
    }

    private init(_ name: String, _ feed: TextFeed, _ notes: [DecodingNote]) {
        self.name = name
        self.feed = feed
        decoded = { notes }
    }

    /// Returns the result of a function for the text of a page that is in memory.
    ///
    /// - Parameter limit: the maximum number of bytes to read.
    package static func with<Result>(
        _ page: Page,
        _ source: SourceRule,
        limit: Int,
        _ body: (PageText) -> Result
    ) -> Result {
        let text = DecodedText.decode(
            page.bytes,
            given: page.encoding,
            format: source.source.format,
            limit: limit
        )
        return text.utf8.withUnsafeBufferPointer { utf8 in
            body(PageText(page.name, TextFeed(whole: utf8), text.notes))
        }
    }
}
