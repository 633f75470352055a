/// Bytes written with 64 letters.
///
/// Specification: [RFC 4648, § 4 and 5](https://www.rfc-editor.org/rfc/rfc4648#section-4).
enum Base64 {
    /// The bytes, from either of the two alphabets, with white space and with or without padding.
    ///
    /// - Returns: the bytes, and the offset of the first byte that is none of the letters.
    static func decoded(_ text: [UInt8]) -> (bytes: [UInt8], wrong: Int?) {
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
        // A single letter has less bits than a byte.
        if count == 1 { return (bytes, text.count) }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return (bytes, nil)
    }

    /// What each byte stands for, 64 for those that stand for nothing.
    private static let letters: [UInt8] = {
        var letters = [UInt8](repeating: 64, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, byte) in alphabet.utf8.enumerated() { letters[Int(byte)] = UInt8(value) }
        letters[Int(UInt8(ascii: "-"))] = 62
        letters[Int(UInt8(ascii: "_"))] = 63
        return letters
    }()
}
