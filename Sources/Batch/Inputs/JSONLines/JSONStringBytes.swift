import Glibc

/// The bytes that a string of JSON stands for.
enum JSONStringBytes {
    /// Unescapes what stands between the quotes.
    ///
    /// Half of a surrogate pair becomes U+FFFD, as ``JSONReader`` reads it. An escape that JSON does not know stays
    /// as it is written.
    ///
    /// - Returns: the bytes, and the offset of the first escape that JSON does not know.
    static func unescaped(_ text: UnsafeRawBufferPointer) -> (bytes: [UInt8], wrong: Int?) {
        var wrong: Int?
        // No escape is shorter than what it stands for.
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { room, count in
            var offset = 0
            while offset < text.count {
                let rest = UnsafeRawBufferPointer(rebasing: text[offset...])
                let run = rest.offset(of: 0x5C) ?? rest.count
                if run > 0, let from = rest.baseAddress, let to = room.baseAddress {
                    memcpy(to + count, from, run)
                    count += run
                    offset += run
                }
                guard run < rest.count else { break }
                let (scalar, length) = escape(text, at: offset)
                if let scalar, scalar.isASCII {
                    room[count] = UInt8(truncatingIfNeeded: scalar.value)
                    count += 1
                    offset += length
                } else if let scalar {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        room[count] = byte
                        count += 1
                    }
                    offset += length
                } else {
                    wrong = wrong ?? offset
                    room[count] = 0x5C
                    count += 1
                    offset += 1
                }
            }
        }
        return (bytes, wrong)
    }

    /// What an escape stands for, and how long it is; no scalar for one that JSON does not know.
    private static func escape(
        _ text: UnsafeRawBufferPointer,
        at offset: Int
    ) -> (scalar: Unicode.Scalar?, length: Int) {
        guard offset + 1 < text.count else { return (nil, 1) }
        switch text[offset + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "/"): return ("/", 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"): return unicodeEscape(text, at: offset)
        default: return (nil, 1)
        }
    }

    private static func unicodeEscape(
        _ text: UnsafeRawBufferPointer,
        at offset: Int
    ) -> (scalar: Unicode.Scalar?, length: Int) {
        guard let unit = hexadecimal(text, at: offset + 2) else { return (nil, 1) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        if unit < 0xDC00, offset + 12 <= text.count, text[offset + 6] == 0x5C,
            text[offset + 7] == UInt8(ascii: "u"), let low = hexadecimal(text, at: offset + 8),
            (0xDC00..<0xE000).contains(low)
        {
            return (Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
        }
        return ("\u{FFFD}", 6)
    }

    private static func hexadecimal(_ text: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
        guard offset + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[offset..<offset + 4] {
            guard let digit = HexDigit.value(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// Hexadecimal digits.
enum HexDigit {
    /// What a digit stands for.
    static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
