/// The characters that GB18030 has in four bytes: all that it does not have in two, in Unicode's order.
///
/// Specification: [Encoding, § 5](https://encoding.spec.whatwg.org/#index-gb18030-ranges).
enum GB18030Ranges {
    /// The character at a pointer; 0 where there is none.
    static func scalar(at pointer: Int) -> UInt32 {
        switch pointer {
        case 0..<basic.count: UInt32(basic[pointer])
        case 189_000..<189_000 + 0x100000: 0x10000 + UInt32(pointer - 189_000)
        default: 0
        }
    }

    /// The characters of the Basic Multilingual Plane: the order is that of the first edition, so the characters
    /// that later ones moved to two bytes keep their four, and what they took the place of gets none.
    private static let basic: [UInt16] = {
        var isPair = [Bool](repeating: false, count: 0x10000)
        for scalar in EncodingIndex.gb18030.members where scalar < 0x10000 { isPair[Int(scalar)] = true }
        for scalar in EncodingIndex.gb18030Moved { isPair[Int(scalar)] = false }
        for scalar in EncodingIndex.gb18030Replaced { isPair[Int(scalar)] = true }
        var scalars = (0x80...0xFFFF).filter { !isPair[$0] && !(0xD800..<0xE000).contains($0) }
        // U+1E3F changed places with a character of private use.
        if let place = scalars.firstIndex(of: 0x1E3F) { scalars[place] = 0xE7C7 }
        return scalars.map { UInt16($0) }
    }()
}
