/// Text as HTML holds it.
enum HTMLText {
    /// Text between tags, or in an attribute's double quotes: nothing in it is taken for markup.
    static func escaped(_ text: String) -> String {
        String(decoding: escaped(text.utf8), as: UTF8.self)
    }

    /// The same of UTF-8 bytes.
    static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        append(bytes, to: &output)
        return output
    }

    /// Adds UTF-8 bytes, escaped.
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

    /// A text as a part of an `id`, which holds no white space, and no `%`, so that it can stand in an address as it is.
    static func identifier(_ text: String) -> String {
        String(text.map { $0.isWhitespace || $0 == "%" ? "_" : $0 })
    }

    /// A text cut to a length in characters, with an ellipsis where something is cut off.
    static func cut(_ text: String, to length: Int) -> String {
        text.utf8.count <= length || text.count <= length ? text : text.prefix(length - 1) + "…"
    }
}
