import Basics
import DOM
import Scraping

/// The addresses in a sitemap, or in an index of sitemaps.
///
/// Specification: [Sitemaps](https://www.sitemaps.org/protocol.html).
enum SitemapAddresses {
    static func read(_ bytes: [UInt8], limits: Limits) -> (sitemaps: [String], pages: [String]) {
        guard let document = try? Document.xml(bytes, limits: limits).document,
            let root = document.rootElement
        else {
            // A sitemap may be a list of lines.
            let lines = bytes.split(separator: 0x0A).map {
                WhiteSpace.collapse(String(decoding: $0, as: UTF8.self))
            }
            return ([], lines.filter { $0.hasPrefix("http") })
        }
        var sitemaps: [String] = []
        var pages: [String] = []
        var entry = root.firstElementChild
        while let element = entry {
            var child = element.firstElementChild
            while let part = child {
                if part.name.string == "loc" {
                    let address = document.string(of: part, onOneLine: true)
                    if root.name.string == "sitemapindex" {
                        sitemaps.append(address)
                    } else {
                        pages.append(address)
                    }
                }
                child = part.nextElementSibling
            }
            entry = element.nextElementSibling
        }
        return (sitemaps, pages)
    }

    /// The sitemaps that a robots.txt names.
    static func ofRobots(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A).compactMap { line in
            let text = WhiteSpace.collapse(String(decoding: line, as: UTF8.self))
            guard text.lowercased().hasPrefix("sitemap:") else { return nil }
            return WhiteSpace.collapse(String(text.dropFirst("sitemap:".count)))
        }
    }
}
