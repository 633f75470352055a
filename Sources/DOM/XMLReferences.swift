import CLibXML2

// Character and entity references of an XML text.
extension XMLParser {
    /// How long a reference can be, so that a lone `&` does not search the whole text.
    private static let longestReference = 64

    /// Reads what begins with `&`: the character that is meant, or the text as it stands.
    ///
    /// XML's five entities are known, and HTML's, which feeds use without declaring them.
    mutating func readReference(endingBefore end: Int) -> [UInt8] {
        let start = offset
        let limit = min(end, start + XMLParser.longestReference)
        guard let semicolon = page[(start + 1)..<limit].firstIndex(of: UInt8(ascii: ";")),
            semicolon > start + 1,
            !page[(start + 1)..<semicolon].contains(where: {
                $0 == UInt8(ascii: "&") || XMLSyntax.isSpace($0)
            })
        else {
            tell("an \"&\" that begins no reference is read as text", at: start)
            offset += 1
            return [UInt8(ascii: "&")]
        }
        offset = semicolon + 1
        let name = page[(start + 1)..<semicolon]
        if name.first == UInt8(ascii: "#") { return readCharacterReference(name.dropFirst(), at: start) }
        if let known = XMLParser.entity(name) { return known }
        let text = page[start...semicolon]
        tell("the entity \(String(decoding: text, as: UTF8.self)) is not known: read as text", at: start)
        return Array(text)
    }

    private mutating func readCharacterReference(
        _ digits: Slice<UnsafeBufferPointer<UInt8>>,
        at start: Int
    ) -> [UInt8] {
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        let number =
            text.first.map { $0.isHexDigit } == true ? UInt32(text, radix: isHexadecimal ? 16 : 10) : nil
        guard let number, number != 0, let scalar = Unicode.Scalar(number) else {
            tell("&#\(String(decoding: digits, as: UTF8.self)); is no character: read as U+FFFD", at: start)
            return Array("\u{FFFD}".utf8)
        }
        return Array(String(Character(scalar)).utf8)
    }

    private static func entity(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        switch String(decoding: name, as: UTF8.self) {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        guard let entity = htmlEntityLookup(Array(name) + [0]),
            let scalar = Unicode.Scalar(entity.pointee.value)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }
}
