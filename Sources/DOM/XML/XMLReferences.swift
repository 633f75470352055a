// Character and entity references of an XML text.
extension XMLParser {
    /// Reads what begins with `&`: the character that is meant, or the text as it stands.
    ///
    /// XML's five entities are known, and HTML's, which feeds use without declaring them.
    mutating func readReference(endingBefore end: Int) -> [UInt8] {
        let start = offset
        let limit = min(end, start + CharacterReferences.longest)
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
        if let character = CharacterReferences.character(named: name) { return character }
        let written = String(decoding: page[start...semicolon], as: UTF8.self)
        if name.first == UInt8(ascii: "#") {
            tell("\(written) is no character: read as U+FFFD", at: start)
            return Array("\u{FFFD}".utf8)
        }
        tell("the entity \(written) is not known: read as text", at: start)
        return Array(written.utf8)
    }
}
