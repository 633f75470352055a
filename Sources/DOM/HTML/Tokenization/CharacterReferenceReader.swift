import Basics

/// Reads character references (HTML standard, 13.2.5.72 to 13.2.5.80).
enum CharacterReferenceReader {
    typealias Reference = TextDecoding.Replacement

    /// 13.2.5.72 Character reference state
    ///
    /// - Parameter ampersand: the position of an `&`; eight bytes after its text must be readable.
    /// - Returns: `nil` if no reference begins there.
    static func read(at ampersand: UnsafePointer<UInt8>, inAttribute isAttribute: Bool) -> Reference? {
        let start = ampersand + 1
        if start.pointee == UInt8(ascii: "#") { return readNumeric(at: start + 1) }
        guard start.pointee.isASCIIAlphanumeric else { return nil }
        return readCommon(at: start) ?? readNamed(at: start, inAttribute: isAttribute)
    }

    /// The references of most pages, which do not need the table.
    private static func readCommon(at start: UnsafePointer<UInt8>) -> Reference? {
        let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        switch word & 0xFF_FFFF {
        case 0x3B746C: return Reference(length: 4, first: 0x3C)  // lt;
        case 0x3B7467: return Reference(length: 4, first: 0x3E)  // gt;
        default: break
        }
        if word & 0xFFFF_FFFF == 0x3B70_6D61 { return Reference(length: 5, first: 0x26) }  // amp;
        switch word & 0xFF_FFFF_FFFF {
        case 0x3B_7073_626E: return Reference(length: 6, first: 0xA0)  // nbsp;
        case 0x3B_746F_7571: return Reference(length: 6, first: 0x22)  // quot;
        case 0x3B_736F_7061: return Reference(length: 6, first: 0x27)  // apos;
        default: return nil
        }
    }

    /// 13.2.5.73 Named character reference state
    ///
    /// A name with a semicolon is the longest match, since names contain none. Of those without, the longest match is
    /// used, but in an attribute only if neither a letter nor a digit nor `=` follows.
    @inline(never)
    private static func readNamed(at start: UnsafePointer<UInt8>, inAttribute isAttribute: Bool) -> Reference?
    {
        var count = 0
        while count <= NamedCharacterReferences.longest, start[count].isASCIIAlphanumeric { count += 1 }
        if start[count] == UInt8(ascii: ";"), let found = find(start, count, isComplete: true) {
            return found
        }
        if isAttribute {
            let isEnded = start[count] != UInt8(ascii: "=")
            return isEnded ? find(start, count, isComplete: false) : nil
        }
        var length = min(count, NamedCharacterReferences.longestIncomplete)
        while length > 1 {
            if let found = find(start, length, isComplete: false) { return found }
            length -= 1
        }
        return nil
    }

    private static func find(_ name: UnsafePointer<UInt8>, _ count: Int, isComplete: Bool) -> Reference? {
        guard isComplete || count <= NamedCharacterReferences.longestIncomplete,
            let found = NamedCharacterReferences.shared.find(name, count, isComplete: isComplete)
        else { return nil }
        return Reference(length: 1 + count + (isComplete ? 1 : 0), first: found.first, second: found.second)
    }

    /// 13.2.5.75 Numeric character reference state to 13.2.5.79 Decimal character reference state
    private static func readNumeric(at start: UnsafePointer<UInt8>) -> Reference? {
        let isHexadecimal = start.pointee | 0x20 == UInt8(ascii: "x")
        let digits = isHexadecimal ? start + 1 : start
        var position = digits
        var code: UInt32 = 0
        while let digit = position.pointee.hexDigitValue, isHexadecimal || digit < 10 {
            // Larger numbers than the last code point are all the same.
            code = min(code &* (isHexadecimal ? 16 : 10) &+ digit, 0x110000)
            position += 1
        }
        if position == digits { return nil }
        if position.pointee == UInt8(ascii: ";") { position += 1 }
        return Reference(length: start.distance(to: position) + 2, first: character(numbered: code))
    }

    /// 13.2.5.80 Numeric character reference end state
    private static func character(numbered code: UInt32) -> UInt32 {
        switch code {
        case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
        case 0x80...0x9F: windows1252[Int(code - 0x80)]
        default: code
        }
    }

    /// The characters of the numbers 0x80 to 0x9F, which are those of windows-1252.
    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
        0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
        0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
