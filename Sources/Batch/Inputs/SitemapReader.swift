/// Reads the addresses of a sitemap in order.
///
/// The reader parses only the XML that sitemaps use, and as a stream, so that memory does not grow with the sitemap. A
/// text file with an address on each line is a sitemap too.
///
/// Specification: [Sitemaps XML format](https://www.sitemaps.org/protocol.html).
struct SitemapReader {
    /// An entry of a sitemap.
    enum Entry: Equatable {
        case page(String)
        case sitemap(String)
        /// An entry that cannot be read, with the reason.
        case invalid(String)
    }

    /// The format of a sitemap.
    private enum Form: Equatable {
        case unknown
        /// Elements with the namespace prefix of the first one.
        case xml(prefix: String, isIndex: Bool)
        case text
        /// Nothing more is read.
        case ended
    }

    private let stream: ByteStream
    private var form = Form.unknown

    /// The limit for a tag and an address. The protocol limits addresses to 2,048 characters.
    private static let longest = 1 << 16

    init(_ stream: ByteStream) {
        self.stream = stream
    }

    /// The next address; `nil` at the end.
    mutating func next() -> Entry? {
        if form == .unknown {
            form = stream.isMarkup ? .xml(prefix: "", isIndex: false) : .text
            if let invalid = readRoot() { return invalid }
        }
        let entry: Entry? =
            switch form {
            case .xml(let prefix, let isIndex): nextElement(prefix, isIndex: isIndex)
            case .text: nextLine()
            case .unknown, .ended: nil
            }
        if let entry { return entry }
        let failure = form == .ended ? nil : stream.failure
        form = .ended
        return failure.map { .invalid("cannot read the rest of the sitemap: \($0.message)") }
    }

    /// Reads up to the root element; returns the problem with it, if there is one.
    private mutating func readRoot() -> Entry? {
        guard form != .text else { return nil }
        while let tag = tag() {
            guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else {
                continue
            }
            let (prefix, name) = SitemapReader.name(tag)
            if name == "urlset" || name == "sitemapindex" {
                form = .xml(prefix: prefix, isIndex: name == "sitemapindex")
                return nil
            }
            form = .ended
            return .invalid("expected a sitemap (urlset or sitemapindex), found <\(name.prefix(40))>")
        }
        return nil
    }

    private mutating func nextLine() -> Entry? {
        while let line = stream.line(limit: SitemapReader.longest) {
            guard case .line(let bytes) = line else { return .invalid("the line is too long for an address") }
            let text = HeaderFields.text(bytes)
            if !text.isEmpty { return .page(text) }
        }
        return nil
    }

    private mutating func nextElement(_ prefix: String, isIndex: Bool) -> Entry? {
        while let tag = tag() {
            guard tag.last != UInt8(ascii: "/"), SitemapReader.name(tag) == (prefix, "loc") else { continue }
            guard let text = text() else { return .invalid("an address is too long or not closed") }
            let address = HeaderFields.text(text)
            return isIndex ? .sitemap(address) : .page(address)
        }
        return nil
    }

    /// The text of the next tag between its brackets; comments are skipped.
    private mutating func tag() -> [UInt8]? {
        while stream.text(upTo: UInt8(ascii: "<"), limit: 0) != nil {
            guard let chunk = stream.text(upTo: UInt8(ascii: ">"), limit: SitemapReader.longest) else {
                return nil
            }
            guard case .line(var tag) = chunk else { continue }
            guard tag.starts(with: "!--".utf8) else { return tag }
            while !tag.suffix(2).elementsEqual("--".utf8) || tag.count < 5 {
                guard case .line(let more)? = stream.text(upTo: UInt8(ascii: ">"), limit: .max) else {
                    return nil
                }
                tag = Array("!---".utf8 + more.suffix(2))
            }
        }
        return nil
    }

    /// The text up to the next tag, including CDATA sections.
    private mutating func text() -> [UInt8]? {
        var text: [UInt8] = []
        while case .line(let chunk)? = stream.text(upTo: UInt8(ascii: "<"), limit: SitemapReader.longest) {
            text += CharacterReference.replaced(chunk)
            guard stream.ensure(1) else { return nil }
            guard stream.buffered.first == UInt8(ascii: "!") else { return text }
            let start = Array("![CDATA[".utf8)
            guard stream.ensure(start.count), stream.buffered.starts(with: start) else { return nil }
            stream.advance(start.count)
            while case .line(let chunk)? = stream.text(upTo: UInt8(ascii: ">"), limit: SitemapReader.longest)
            {
                text += chunk
                if text.suffix(2).elementsEqual("]]".utf8) { break }
                text.append(UInt8(ascii: ">"))
            }
            text.removeLast(min(2, text.count))
            if text.count > SitemapReader.longest { return nil }
        }
        return nil
    }

    /// The prefix and the name of a start tag.
    private static func name(_ tag: [UInt8]) -> (prefix: String, name: String) {
        let name = tag.prefix { !HeaderFields.isSpace($0) && $0 != UInt8(ascii: "/") }
        let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return texts.count == 2 ? (texts[0], texts[1]) : ("", texts.first ?? "")
    }
}

extension ByteStream {
    /// Whether the stream starts with markup, after a byte order mark and white space, which are skipped.
    fileprivate var isMarkup: Bool {
        if ensure(3), buffered.starts(with: [0xEF, 0xBB, 0xBF]) { advance(3) }
        while ensure(1), let byte = buffered.first, HeaderFields.isSpace(byte) { advance(1) }
        return buffered.first == UInt8(ascii: "<")
    }
}

/// The predefined entities and character references of XML.
private enum CharacterReference {
    /// The text with the references replaced by their characters.
    static func replaced(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var replaced: [UInt8] = []
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            replaced += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
                let scalar = scalar(String(decoding: name, as: UTF8.self))
            {
                replaced += Array(String(Character(scalar)).utf8)
                rest = rest[(name.endIndex + 1)...]
            } else {
                replaced.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
            }
        }
        return replaced + rest
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init)
    }
}
