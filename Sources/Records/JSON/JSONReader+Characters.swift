// Characters, white space and comments.
extension JSONReader {
    var peek: UInt8? { offset < text.count ? text[offset] : nil }

    func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-")
    }

    /// What stands at the offset, in the words of messages.
    var found: String {
        guard offset < text.count else { return "the end of the text" }
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let character = String(decoding: text[offset..<end], as: UTF8.self)
        return character == "\"" ? "a quote" : "\"\(character)\""
    }

    mutating func skipSpace() throws(Stop) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    mutating func skipComment() throws(Stop) {
        let start = offset
        let second = offset + 1 < text.count ? text[offset + 1] : 0
        guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
            try stop("expected a value or a comment, found \(found)", at: start..<start + 1)
        }
        if dialect == .strict { try stop("JSON data has no comments", at: start..<start + 2) }
        if dialect == .repaired { try note("JSON data has no comments", at: start..<start + 2) }
        offset += 2
        if second == UInt8(ascii: "/") {
            offset = text[offset...].firstIndex(of: 0x0A) ?? text.count
            return
        }
        while offset + 1 < text.count {
            if text[offset] == UInt8(ascii: "*"), text[offset + 1] == UInt8(ascii: "/") {
                offset += 2
                return
            }
            offset += 1
        }
        try stop("a comment does not end", at: start..<start + 2, "put */ at its end")
    }
}
