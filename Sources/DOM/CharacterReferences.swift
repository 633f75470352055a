/// HTML's and XML's references to characters: `&amp;`, `&#65;`, `&nbsp;`.
package enum CharacterReferences {
    /// How long a reference can be, so that a lone `&` does not search the whole text.
    static let longest = 64

    /// The text with each reference that is known replaced by its character.
    ///
    /// Complexity: linear in the text's length.
    package static func decode(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var offset = 0
        while offset < text.count {
            let end = text[offset...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
            result.append(contentsOf: text[offset..<end])
            offset = end
            guard offset < text.count else { break }
            let searched = text[(offset + 1)...].prefix(longest)
            if let semicolon = searched.firstIndex(of: UInt8(ascii: ";")),
                let character = character(named: text[(offset + 1)..<semicolon])
            {
                result.append(contentsOf: character)
                offset = semicolon + 1
            } else {
                result.append(text[offset])
                offset += 1
            }
        }
        return result
    }

    /// The character that a reference means by what stands between `&` and `;`, as UTF-8.
    static func character(named name: some Collection<UInt8>) -> [UInt8]? {
        if name.first == UInt8(ascii: "#") { return character(numbered: name.dropFirst()) }
        let bytes = Array(name)
        let found = bytes.withUnsafeBufferPointer { name in
            name.baseAddress.flatMap {
                NamedCharacterReferences.shared.find($0, name.count, isComplete: true)
            }
        }
        guard let found else { return nil }
        return [found.first, found.second].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
            .flatMap { Array(String(Character($0)).utf8) }
    }

    private static func character(numbered digits: some Collection<UInt8>) -> [UInt8]? {
        let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits.dropFirst(0), as: UTF8.self)
        guard text.first?.isHexDigit == true, let number = UInt32(text, radix: isHexadecimal ? 16 : 10),
            number != 0, let scalar = Unicode.Scalar(number)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }
}
