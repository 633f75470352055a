/// Decodes UTF-8: checks it, and copies the well-formed parts.
///
/// In bytes that are not well-formed, the longest prefix of a character becomes one U+FFFD, and so does any other byte.
/// Specification: [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
struct UTF8Decoder: StepDecoder {
    @inline(__always)
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        let end = runEnd(from: index, in: bytes)
        if end > index {
            sink.append(run: UnsafeBufferPointer(rebasing: bytes[index..<end]))
            return end
        }
        if bytes[index] < 0x80 {
            sink.append(ascii: bytes[index])
            return index + 1
        }
        sink.appendReplacement()
        return index + UTF8Sequence.maximalSubpart(at: index, in: bytes)
    }

    /// The end of the bytes, starting here, that can be copied.
    @inline(__always)
    private func runEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        // Decoding can start again only between two runs.
        let limit = min(bytes.count, start + DecodingCheckpoint.distance)
        while index < limit {
            index = PlainASCII.end(from: index, in: bytes)
            guard index < bytes.count, bytes[index] >= 0x80 else { break }
            let length = UTF8Sequence.length(at: index, in: bytes)
            if length == 0 { break }
            index += length
        }
        return index
    }
}

/// The bytes of one non-ASCII character.
///
/// Specification: [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
enum UTF8Sequence {
    /// The length of the well-formed sequence that starts at `index` with a non-ASCII byte; 0 if there is none.
    @inline(__always)
    static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[index]
        let length = expectedLength(lead)
        guard length > 0, index + length <= bytes.count, isSecond(bytes[index + 1], after: lead) else {
            return 0
        }
        if length == 2 { return 2 }
        guard isContinuation(bytes[index + 2]) else { return 0 }
        if length == 3 { return 3 }
        return isContinuation(bytes[index + 3]) ? 4 : 0
    }

    /// The length of the prefix of a well-formed sequence at `index`, if no whole one starts there; at least 1.
    static func maximalSubpart(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[index]
        let expected = expectedLength(lead)
        guard expected > 0, index + 1 < bytes.count, isSecond(bytes[index + 1], after: lead) else { return 1 }
        var length = 2
        // It ends before the expected length, since no whole sequence starts here.
        while index + length < bytes.count, isContinuation(bytes[index + length]) {
            length += 1
        }
        return length
    }

    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The length of a sequence by its first byte; 0 if none starts with it.
    @inline(__always)
    private static func expectedLength(_ lead: UInt8) -> Int {
        if lead < 0xC2 { return 0 }
        if lead < 0xE0 { return 2 }
        if lead < 0xF0 { return 3 }
        return lead < 0xF5 ? 4 : 0
    }

    /// Whether a second byte is in the range that excludes overlong forms, surrogates and values above U+10FFFF.
    @inline(__always)
    private static func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
        switch lead {
        case 0xE0: byte >= 0xA0 && byte <= 0xBF
        case 0xED: byte >= 0x80 && byte <= 0x9F
        case 0xF0: byte >= 0x90 && byte <= 0xBF
        case 0xF4: byte >= 0x80 && byte <= 0x8F
        default: isContinuation(byte)
        }
    }
}

/// Decodes UTF-16 in either byte order. A lone surrogate becomes U+FFFD, and so does a single byte at the end.
///
/// Specification: [Encoding, § 14.2](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).
struct UTF16Decoder: StepDecoder {
    let isBigEndian: Bool

    @inline(__always)
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        guard index + 1 < bytes.count else {
            sink.appendReplacement()
            return bytes.count
        }
        let unit = unit(at: index, in: bytes)
        let next = index + 2
        if unit < 0x80 {
            sink.append(ascii: UInt8(truncatingIfNeeded: unit))
        } else if !(0xD800..<0xE000).contains(unit) {
            sink.append(unit)
        } else if unit < 0xDC00, let trailing = trailingSurrogate(at: next, in: bytes) {
            sink.append(0x10000 + (unit - 0xD800) << 10 + (trailing - 0xDC00))
            return next + 2
        } else {
            sink.appendReplacement()
            // A leading surrogate and a truncated unit after it at the end are one error.
            if unit < 0xDC00, next + 1 == bytes.count { return bytes.count }
        }
        return next
    }

    private func trailingSurrogate(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard index + 1 < bytes.count else { return nil }
        let unit = unit(at: index, in: bytes)
        return (0xDC00..<0xE000).contains(unit) ? unit : nil
    }

    @inline(__always)
    private func unit(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let first = UInt32(bytes[index])
        let second = UInt32(bytes[index + 1])
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}

/// Decodes the encoding that gives scripts access to bytes: non-ASCII bytes become characters of the private use area.
///
/// Specification: [Encoding, § 14.5](https://encoding.spec.whatwg.org/#x-user-defined-decoder).
struct UserDefinedDecoder: LegacyDecoder {
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        sink.append(0xF780 + UInt32(bytes[index]) - 0x80)
        return index + 1
    }
}

/// Decodes the encodings that the standard refuses to decode: the whole text is one U+FFFD.
///
/// Specification: [Encoding, § 14.1.1](https://encoding.spec.whatwg.org/#replacement-decoder).
struct ReplacementDecoder: StepDecoder {
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        sink.appendReplacement()
        return bytes.count
    }
}
