import TestSupport
import Testing

@testable import Encoding

/// Encoding is the inverse of decoding.
@Suite struct TextEncoderTests {
    @Test(arguments: Encoding.ID.allCases.map { Encoding($0).name })
    func whatIsEncodedIsDecodedAgain(label: String) throws {
        let encoding = try #require(Encoding(label: label)).output
        guard encoding.isAvailable else { return }
        var encoder = TextEncoder(encoding)
        var bytes: [UInt8] = []
        var text = ""
        var mapped = 0
        // Four characters have codes with another meaning: decoding yields the other characters with these codes.
        let others: Set<UInt32> = [0xA5, 0x203E, 0x2212]
        let privateUse = UInt32(0xF780)...0xF7FF
        let values =
            Array(UInt32(0x20)..<0x1100) + Array(privateUse)
            + Sample.every(13, of: UInt32(0x1100)...0xFFFF).filter { !privateUse.contains($0) }
        for value in values where !others.contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Half-width Katakana are encoded as full-width ones, and former characters of GB 18030 as the current
            // ones.
            if encoding.id == .iso2022JP, (0xFF61...0xFF9F).contains(value) { continue }
            if EncodingIndex.gb18030Former[value] != nil, encoding.id == .gb18030 || encoding.id == .gbk {
                continue
            }
            let encoded = encoder.encode(scalar)
            bytes += encoded.bytes
            if encoded.unmappable == nil {
                mapped += 1
                text.unicodeScalars.append(scalar)
            } else {
                // The replacement: the encoder is in its ASCII state again.
                bytes.append(UInt8(ascii: "?"))
                text.append("?")
            }
        }
        bytes += encoder.finish()
        let decoded = DecodedText.decode(bytes, given: encoding, format: .plain).utf8
        #expect(String(decoding: decoded, as: UTF8.self).unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(mapped >= 95 + (encoding.id == .utf8 ? 0 : 40))
    }

    @Test(
        arguments: [
            ("shift_jis", 0xA5, [0x5C]), ("shift_jis", 0x203E, [0x7E]), ("shift_jis", 0x2212, [0x81, 0x7C]),
            ("euc-jp", 0x2212, [0xA1, 0xDD]),
            ("euc-jp", 0xFF61, [0x8E, 0xA1]), ("gbk", 0x20AC, [0x80]), ("gb18030", 0x20AC, [0xA2, 0xE3]),
            ("gb18030", 0xE78D, [0xA6, 0xD9]),
            ("gb18030", 0x10000, [0x90, 0x30, 0x81, 0x30]), ("gb18030", 0x10FFFF, [0xE3, 0x32, 0x9A, 0x35]),
            ("big5", 0x2550, [0xF9, 0xF9]),
            ("iso-2022-jp", 0xFF71, [0x1B, 0x24, 0x42, 0x25, 0x22]), ("x-user-defined", 0xF780, [0x80]),
            ("utf-16be", 0xE9, [0xC3, 0xA9]),
        ] as [(String, UInt32, [UInt8])]
    )
    func characters(label: String, scalar: UInt32, bytes: [UInt8]) throws {
        var encoder = TextEncoder(try #require(Encoding(label: label)))
        #expect(encoder.encode(try #require(Unicode.Scalar(scalar))).bytes == bytes)
    }

    @Test func whatAnEncodingLacksIsReported() {
        for (label, scalar) in [
            ("gb18030", 0xE5E5), ("gbk", 0xE4), ("windows-1252", 0x3B1), ("euc-jp", 0x1F33F),
        ] {
            var encoder = TextEncoder(Encoding(label: label) ?? .utf8)
            let output = encoder.encode(Unicode.Scalar(UInt32(scalar)) ?? " ")
            #expect(output.bytes == [] && output.unmappable == UInt32(scalar), "\(label)")
        }
    }
}
