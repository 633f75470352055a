/// Text in lower case.
enum Lowercase {
    /// UTF-8 with every letter in lower case.
    static func utf8(_ bytes: some Collection<UInt8>) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(\.asciiLowercased) }
        return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }
}

/// Text with its white space collapsed.
enum Whitespace {
    /// UTF-8 with each run of white space (no-break spaces too) as one space, none at either end.
    static func collapsed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isPending = false
        for byte in bytes {
            // U+00A0 is C2 A0; C2 has been appended already when A0 is met.
            if byte == 0xA0, result.last == 0xC2 {
                result.removeLast()
                isPending = true
            } else if byte.isCSSWhitespace {
                isPending = true
            } else {
                if isPending, !result.isEmpty { result.append(0x20) }
                isPending = false
                result.append(byte)
            }
        }
        return result
    }
}
