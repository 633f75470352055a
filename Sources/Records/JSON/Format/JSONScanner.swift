/// Cuts a text that ``JSONReader`` has accepted into its pieces, comments among them; nothing but white space is
/// left out.
///
/// Complexity: linear in the text's length.
struct JSONScanner {
    private let text: [UInt8]
    private var offset = 0

    private init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The pieces of a text in their order.
    static func tokens(_ text: [UInt8]) -> [JSONToken] {
        var scanner = JSONScanner(text)
        var tokens: [JSONToken] = []
        while let token = scanner.next(after: tokens.last) { tokens.append(token) }
        return tokens
    }

    private mutating func next(after previous: JSONToken?) -> JSONToken? {
        // Where a comma stands between a value and what follows is no matter of layout.
        var breaks = previous?.kind == .comma ? previous?.breaks ?? 0 : 0
        breaks = max(breaks, skipSpace())
        guard offset < text.count else { return nil }
        let start = offset
        let kind = skipToken(text[offset])
        return JSONToken(kind: kind, range: start..<offset, breaks: breaks)
    }

    /// Skips white space and counts the lines that end in it.
    private mutating func skipSpace() -> Int {
        var breaks = 0
        while offset < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[offset]) {
            if text[offset] == 0x0A { breaks += 1 }
            offset += 1
        }
        return breaks
    }

    private mutating func skipToken(_ byte: UInt8) -> JSONToken.Kind {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skip(.open)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return skip(.close)
        case UInt8(ascii: ","): return skip(.comma)
        case UInt8(ascii: ":"): return skip(.colon)
        case UInt8(ascii: "/"): return skipComment()
        case UInt8(ascii: "\""):
            skipString()
            return .scalar
        default:
            offset = text[offset...].dropFirst().firstIndex(where: JSONScanner.endsWord) ?? text.count
            return .scalar
        }
    }

    private mutating func skip(_ kind: JSONToken.Kind) -> JSONToken.Kind {
        offset += 1
        return kind
    }

    private mutating func skipString() {
        offset += 1
        while offset < text.count, text[offset] != UInt8(ascii: "\"") {
            offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        offset = min(offset + 1, text.count)
    }

    private mutating func skipComment() -> JSONToken.Kind {
        let start = offset
        guard offset + 1 < text.count, text[offset + 1] == UInt8(ascii: "*") else {
            offset = text[offset...].firstIndex(of: 0x0A) ?? text.count
            return .lineComment
        }
        offset += 2
        while offset < text.count {
            offset += 1
            let isEnd = text[offset - 1] == UInt8(ascii: "/") && text[offset - 2] == UInt8(ascii: "*")
            if isEnd, offset - start >= 4 { break }
        }
        return .blockComment
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "\""):
            true
        default: false
        }
    }
}
