import Scraping

/// How operands of the command line are read.
package enum InputKind: String, CaseIterable, Sendable {
    /// A file is a page, a folder is one of pages, a WARC file an archive of them.
    case pages
    /// JSON Lines, one page a line.
    case jsonl
    /// Archives as crawlers write them.
    case warc
    /// Paths of pages, one a line.
    case list
    /// The sitemap of a saved crawl.
    case sitemap

    /// What a file is by its name, where that tells of more than one page.
    package static func of(file name: String) -> InputKind? {
        let plain = PackedName.unpacked(name).lowercased()
        // Common Crawl calls the texts of an archive's pages *.warc.wet.
        if plain.hasSuffix(".warc") || plain.hasSuffix(".warc.wet") { return .warc }
        return plain.hasSuffix(".jsonl") || plain.hasSuffix(".ndjson") ? .jsonl : nil
    }
}
