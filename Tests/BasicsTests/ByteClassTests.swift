import Basics
import Testing

@Suite struct ByteClassTests {
    @Test(arguments: UInt8.min...UInt8.max)
    func classesAndCaseAreThoseOfASCII(byte: UInt8) {
        let character = Character(Unicode.Scalar(byte))
        let isASCII = byte < 0x80
        #expect(byte.isASCIILetter == (isASCII && character.isLetter))
        #expect(byte.isASCIIDigit == (isASCII && character.isNumber))
        #expect(byte.isASCIIAlphanumeric == (byte.isASCIILetter || byte.isASCIIDigit))
        #expect(byte.isASCIIUppercase == (isASCII && character.isUppercase))
        #expect(byte.hexDigitValue == (isASCII ? character.hexDigitValue.map(UInt32.init) : nil))
        let lowercased = String(character).lowercased()
        #expect([byte.asciiLowercased] == (isASCII ? Array(lowercased.utf8) : [byte]))
    }

    @Test func whiteSpaceDiffersByStandard() {
        let all = UInt8.min...UInt8.max
        #expect(all.filter(\.isASCIIWhiteSpace) == [0x09, 0x0A, 0x0C, 0x0D, 0x20])
        #expect(all.filter(\.isXMLWhiteSpace) == [0x09, 0x0A, 0x0D, 0x20])
        #expect(all.filter(\.isWhiteSpace) == [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])
    }

    @Test(arguments: [
        ("charset", "CharSet", true), ("charset", "charsets", false), ("charset", "charse", false),
        ("@a", "@A", true), ("@a", "`A", false), ("é", "é", true), ("é", "É", false), ("", "", true),
    ])
    func textIsComparedWithoutCase(lowercased: String, text: String, isEqual: Bool) {
        #expect((text.asciiLowercased == lowercased) == isEqual)
        #expect((text.utf8.asciiLowercased == Array(lowercased.utf8)) == isEqual)
    }

    @Test func staticTextIsComparedWithoutCase() {
        #expect("Content-TYPE".utf8.equalsIgnoringASCIICase("content-type"))
        #expect(!"Content-TYPES".utf8.equalsIgnoringASCIICase("content-type"))
        #expect(!"Content_TYPE".utf8.equalsIgnoringASCIICase("content-type"))
        #expect("".utf8.equalsIgnoringASCIICase(""))
    }

    @Test(arguments: [("", ""), (" ", ""), ("a", "a"), (" a b\n", "a b"), ("\u{B}a", "\u{B}a")])
    func collectionsAreTrimmed(text: String, trimmed: String) {
        #expect(String(text.utf8.trimming(where: \.isASCIIWhiteSpace)) == trimmed)
    }

    /// A text is the same however short it is, with characters beyond ASCII and with bytes that are not UTF-8.
    @Test func shortTextsAreThoseOfTheirBytes() {
        for count in 0...20 {
            for last: [UInt8] in [
                [], [0x21], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x8D, 0x8E], [0xC3], [0xFF], [0],
            ] {
                let bytes = [UInt8](repeating: 0x61, count: count) + last
                let text = bytes.withUnsafeBufferPointer { String(short: $0) }
                #expect(text == String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Bytes are counted in blocks of 16, and up to 255 blocks together: none, all, and every third byte.
    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 1000, 4079, 4080, 4081, 4096, 8192])
    func bytesAreCounted(_ count: Int) {
        for isCounted in [{ (_: Int) in false }, { _ in true }, { $0 % 3 == 0 }] {
            let bytes = (0..<count).map { isCounted($0) ? UInt8(0x0A) : 0xBF }
            let expected = (0..<count).count(where: isCounted)
            bytes.withUnsafeBufferPointer { bytes in
                #expect(bytes.lineEnds == expected)
                #expect(bytes.scalarCount == expected)
            }
        }
    }

    /// For each pair of sixteen bytes, a set has the first, the last and the number of the bytes in it.
    @Test func byteSetsHaveTheirMembers() {
        for first in 0..<16 {
            for last in first..<16 {
                var bytes = [UInt8](repeating: 1, count: 16)
                (bytes[first], bytes[last]) = (7, 7)
                let set = bytes.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.map { ByteSet(ByteBlock(at: $0).equals(7)) }
                }
                #expect(set?.first == first)
                #expect(set?.last == last)
                #expect(set?.count == (first == last ? 1 : 2))
                #expect(set?.hasAny(before: first) == false)
                #expect(set?.hasAny(before: 15) == (first < 15))
            }
        }
        let none = [UInt8](repeating: 0, count: 16).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteSet(ByteBlock(at: $0).equals(7)) }
        }
        #expect(none?.isEmpty == true)
        #expect(none?.first == 16)
    }
}
