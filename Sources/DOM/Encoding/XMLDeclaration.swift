/// The encoding that an XML declaration at a page's very start names.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing).
enum XMLDeclaration {
    static func encoding(in bytes: UnsafeBufferPointer<UInt8>) -> EncodingDeclaration? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let name = Array("encoding".utf8)
        guard let start = (5..<end).first(where: { bytes[$0..<end].starts(with: name) }) else { return nil }
        var rest = bytes[(start + name.count)..<end].drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop(while: isSpace)
        let quote = rest.popFirst()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let label = rest.prefix { $0 != quote }
        guard label.endIndex < end, !label.contains(where: isSpace) else { return nil }
        return EncodingDeclaration(label: label, offset: start)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
