import Addresses
import Basics
import Batch
import DOM
import Engine
import Values

/// The addresses in a sitemap, or in an index of sitemaps.
///
/// Specification: [Sitemaps](https://www.sitemaps.org/protocol.html).
struct SitemapAddresses {
    private(set) var sitemaps: [String] = []
    /// The addresses of pages, and when each has last changed, in seconds since 1970, if that is given.
    private(set) var pages: [(url: String, change: Int?)] = []
    /// Why it cannot be read completely.
    private(set) var problem: String?

    /// Reads a sitemap as a host sends it, which may be compressed with gzip.
    static func read(_ received: [UInt8], limits: Limits) -> SitemapAddresses {
        var found = SitemapAddresses()
        let unpacked = ReceivedBody.unpacked(received, limit: limits.bytes)
        guard let bytes = unpacked.bytes else {
            found.problem = unpacked.problem
            return found
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
        switch text.utf8.first(where: { $0 > 0x20 }) {
        case nil: found.problem = "it is empty"
        case UInt8(ascii: "<"): found.readXML(text, limits)
        default: found.readLines(text)
        }
        // The unpacked text may be truncated as well.
        found.problem = unpacked.problem ?? found.problem
        return found
    }

    /// A sitemap may be a list of lines.
    private mutating func readLines(_ text: String) {
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let address = WhiteSpace.collapse(String(decoding: line, as: UTF8.self))
            if address.isEmpty { continue }
            guard WebAddress.begins(address) else {
                problem = "it is neither XML nor a list of addresses"
                return
            }
            pages.append((address, nil))
        }
    }

    private mutating func readXML(_ text: String, _ limits: Limits) {
        let lines = text.utf8.filter { $0 != 0 && $0 != 0x0D }
        guard let document = try? Document.xml(lines, limits: limits).document,
            let root = document.rootElement
        else {
            problem = "it is not XML"
            return
        }
        let name = root.name.string
        guard ["urlset", "sitemapindex"].contains(name) else {
            problem = "expected a sitemap (urlset or sitemapindex), found <\(name.prefix(40))>"
            return
        }
        var found: [(url: String, change: Int?)] = []
        var entry = root.firstElementChild
        while let element = entry {
            var child = element.firstElementChild
            var (urls, change): ([String], Int?) = ([], nil)
            while let part = child {
                switch part.name.string {
                case "loc": urls.append(document.string(of: part, onOneLine: true))
                case "lastmod": change = SitemapAddresses.change(document.string(of: part, onOneLine: true))
                default: break
                }
                child = part.nextElementSibling
            }
            found += urls.map { ($0, change) }
            entry = element.nextElementSibling
        }
        let ends = SitemapAddresses.ends(in: lines)
        if ends.last != name, !ends.isEmpty || !found.isEmpty {
            problem = "it ends before its <\(name)> is closed"
            // The last address may be truncated as well.
            found = Array(found.prefix(ends.count { $0 == "loc" }))
        }
        if name == "sitemapindex" { sitemaps = found.map(\.url) } else { pages = found }
    }

    /// The time of a `lastmod`: for a day, its end in the westernmost time zone; `nil` for months, years and other
    /// texts.
    private static func change(_ text: String) -> Int? {
        if let day = Day(text) { return PageClock("\(day)T00:00:00Z").map { $0.instant + 36 * 3600 } }
        return PageClock(text)?.instant
    }

    /// The names in the end tags of XML, without prefixes.
    private static func ends(in text: [UInt8]) -> [String] {
        var names: [String] = []
        var index = 0
        while index + 1 < text.count {
            guard text[index] == UInt8(ascii: "<"), text[index + 1] == UInt8(ascii: "/") else {
                index += 1
                continue
            }
            guard let end = text[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
            let name = text[(index + 2)..<end].split(separator: UInt8(ascii: ":")).last ?? []
            names.append(WhiteSpace.trim(String(decoding: name, as: UTF8.self)))
            index = end + 1
        }
        return names
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
