/// Tells XML from HTML by how a page begins.
enum XMLDetection {
    /// How many bytes are looked at.
    private static let prefix = 4096

    /// The root elements of what is XML also without its declaration.
    private static let roots: Set<String> = [
        "rss", "feed", "rdf:RDF", "urlset", "sitemapindex", "opml", "channel", "soap:Envelope",
    ]

    /// Whether a page is XML: it begins with an XML declaration and is not a page of XHTML, or its root element is
    /// one of feeds and sitemaps.
    @Sendable
    static func looksLikeXML(_ page: [UInt8]) -> Bool {
        // Every other byte of UTF-16 is zero as far as markup goes.
        let text = page.prefix(prefix).filter { $0 != 0 }
        var rest = text[...]
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        if let mark = marks.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(mark.count) }
        rest = rest.drop(while: isSpace)
        let isDeclared =
            rest.starts(with: "<?xml".utf8)
            && rest.dropFirst(5).first.map { isSpace($0) || $0 == UInt8(ascii: "?") } == true
        guard let root = rootName(&rest) else { return isDeclared }
        return roots.contains(root) || isDeclared && root.lowercased() != "html"
    }

    /// The name of the first element, behind declarations and comments; `nil` where it stands too far in.
    private static func rootName(_ rest: inout ArraySlice<UInt8>) -> String? {
        while rest.first == UInt8(ascii: "<") {
            guard let next = rest.dropFirst().first else { return nil }
            if next != UInt8(ascii: "?"), next != UInt8(ascii: "!") {
                let name = rest.dropFirst().prefix {
                    !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
                }
                return String(decoding: name, as: UTF8.self)
            }
            let end: [UInt8] = rest.starts(with: "<!--".utf8) ? Array("-->".utf8) : [UInt8(ascii: ">")]
            guard let found = rest.firstRange(of: end) else { return nil }
            rest = rest[found.upperBound...].drop(while: isSpace)
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
