/// Escapes and shortens text for HTML.
enum HTMLText {
    /// Escapes a text for an element or an attribute in double quotes.
    static func escaped(_ text: String) -> String {
        String(decoding: escaped(text.utf8), as: UTF8.self)
    }

    /// Escapes UTF-8 bytes.
    static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        append(bytes, to: &output)
        return output
    }

    /// Appends escaped UTF-8 bytes.
    static func append(_ bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case UInt8(ascii: "'"): output += "&#39;".utf8
            default: output.append(byte)
            }
        }
    }

    /// Replaces the characters that an `id` cannot contain (white space), or that an address would have to escape (`%`).
    static func identifier(_ text: String) -> String {
        String(text.map { $0.isWhitespace || $0 == "%" ? "_" : $0 })
    }

    /// Shortens a text to a length in characters, with an ellipsis.
    static func shortened(_ text: String, to length: Int) -> String {
        text.utf8.count <= length || text.count <= length ? text : text.prefix(length - 1) + "…"
    }
}
