/// Decodes UTF-16 in either byte order. A lone surrogate becomes U+FFFD, as does a last byte without its other half.
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
            // Where the end cuts off the unit after a leading surrogate, both are one error.
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
