/// The search for what a page says about its encoding.
///
/// The HTML standard's prescan reads the first 1,024 bytes as if all were markup; a declaration that comes later is
/// found by the parser, which knows the text of scripts for what it is. So the first 1,024 bytes are looked at in
/// the one way, then all in the other.
struct DeclarationSearch {
    /// The first declaration whose label is known.
    private(set) var found: EncodingDeclaration?
    /// The first one before it whose label is not.
    private(set) var unknown: EncodingDeclaration?

    /// Searches. Complexity: linear.
    init(_ bytes: UnsafeBufferPointer<UInt8>, format: DecodedText.Format) {
        switch format {
        case .html, .htmlFragment: searchHTML(bytes)
        case .xml: searchXML(bytes)
        case .plain: break
        }
    }

    private mutating func searchHTML(_ bytes: UnsafeBufferPointer<UInt8>) {
        found = .utf16(bytes)
        if found != nil { return }
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(MetaPrescan.window))
        var prescan = MetaPrescan(start, skipsRawText: false)
        take(prescan.run())
        unknown = prescan.unknown
        if found != nil { return }
        if let last = CharsetWord.last(in: bytes) {
            prescan = MetaPrescan(bytes, skipsRawText: true)
            take(prescan.run(to: last))
            unknown = unknown ?? prescan.unknown
        }
        if found == nil { take(XMLDeclaration.encoding(in: bytes)) }
    }

    private mutating func searchXML(_ bytes: UnsafeBufferPointer<UInt8>) {
        take(.utf16(bytes) ?? XMLDeclaration.encoding(in: bytes))
    }

    private mutating func take(_ declaration: EncodingDeclaration?) {
        guard let declaration else { return }
        if declaration.encoding != nil {
            found = found ?? declaration
        } else {
            unknown = unknown ?? declaration
        }
    }
}
