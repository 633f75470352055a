/// The base64 encoding.
///
/// Specification: [RFC 4648, § 4 and 5](https://www.rfc-editor.org/rfc/rfc4648#section-4).
package enum Base64 {
    /// Decodes text in either of the two alphabets, with or without padding; white space is skipped.
    ///
    /// - Returns: the bytes, and the offset of the first invalid byte.
    package static func decoded(_ text: some Collection<UInt8>) -> (bytes: [UInt8], wrong: Int?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for (offset, byte) in text.enumerated() {
            let letter = letters[Int(byte)]
            if letter < 64 {
                if isPadded { return (bytes, offset) }
                bits = bits << 6 | UInt32(letter)
                count += 1
                if count == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: bits))
                    (bits, count) = (0, 0)
                }
            } else if byte == UInt8(ascii: "=") {
                isPadded = true
            } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
                return (bytes, offset)
            }
        }
        // A single letter has fewer bits than a byte.
        if count == 1 { return (bytes, text.count) }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return (bytes, nil)
    }

    /// The bytes of a text; `nil` if it is not base64.
    package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        let (bytes, wrong) = decoded(text)
        return wrong == nil ? bytes : nil
    }

    /// The bytes of a text in the standard alphabet with padding and nothing else, which the plugin protocol requires;
    /// `nil` for any other text. More padding than necessary is accepted after at least one letter.
    package static func paddedBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        let word = text.prefix { $0 != UInt8(ascii: "=") }
        let padding = text[word.endIndex...]
        let needed = (4 - word.count % 4) % 4
        guard
            word.allSatisfy({ letters[Int($0)] < 64 && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }),
            padding.allSatisfy({ $0 == UInt8(ascii: "=") }), padding.count >= needed,
            !word.isEmpty || padding.isEmpty
        else { return nil }
        return bytes(word)
    }

    /// Encodes bytes in the standard alphabet, with padding.
    package static func text(of bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let chunk = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < chunk.count ? Int(chunk[start + $1]) : 0) }
            for place in 0..<4 {
                result.append(
                    place > chunk.count ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 63]
                )
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The value of each byte, 64 for bytes that are not letters of the alphabets.
    private static let letters: [UInt8] = {
        var letters = [UInt8](repeating: 64, count: 256)
        for (value, byte) in alphabet.enumerated() { letters[Int(byte)] = UInt8(value) }
        letters[Int(UInt8(ascii: "-"))] = 62
        letters[Int(UInt8(ascii: "_"))] = 63
        return letters
    }()
}
