/// What a page says about its own encoding.
struct EncodingDeclaration {
    /// The encoding as the page names it, at most as long as a message bears.
    let label: String
    /// The encoding that is meant; `nil` where there is none of that name.
    let encoding: Encoding?
    /// Where in the page the declaration stands.
    let offset: Int

    init(label: Slice<UnsafeBufferPointer<UInt8>>, offset: Int) {
        self.label = String(decoding: label.prefix(80), as: UTF8.self)
        self.offset = offset
        encoding = Encoding(label: label)?.asDeclared
    }

    private init(_ encoding: Encoding) {
        label = encoding.name
        self.encoding = encoding
        offset = 0
    }

    /// A page that starts with an XML declaration in UTF-16.
    static func utf16(_ bytes: UnsafeBufferPointer<UInt8>) -> EncodingDeclaration? {
        if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) { return EncodingDeclaration(.utf16LE) }
        if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) { return EncodingDeclaration(.utf16BE) }
        return nil
    }
}

extension Encoding {
    /// What a declaration means that could be read before the encoding was known: it cannot be UTF-16.
    fileprivate var asDeclared: Encoding {
        if isUTF16 { return .utf8 }
        return id == .xUserDefined ? .windows1252 : self
    }
}
