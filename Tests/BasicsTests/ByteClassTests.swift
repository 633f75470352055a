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

    /// Bytes are counted in blocks of 192: none, all, and every third one.
    @Test(arguments: [0, 1, 191, 192, 193, 383, 384, 385, 1000])
    func bytesAreCounted(_ count: Int) {
        for counted in [{ (_: Int) in false }, { _ in true }, { $0 % 3 == 0 }] {
            let bytes = (0..<count).map { counted($0) ? UInt8(0x0A) : 0x20 }
            let found = bytes.withUnsafeBufferPointer { $0.countInBlocks { $0 == 0x0A } }
            #expect(found == (0..<count).count(where: counted))
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
