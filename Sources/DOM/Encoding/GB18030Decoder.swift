/// Decodes GB18030 and with it GBK and GB 2312.
///
/// Specification: [Encoding, § 10.2.1](https://encoding.spec.whatwg.org/#gb18030-decoder).
struct GB18030Decoder: LegacyDecoder {
    let index = EncodingIndex.gb18030

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead != 0x80, lead != 0xFF, index + 1 < bytes.count else {
            if lead == 0x80 { sink.append(0x20AC) } else { sink.appendReplacement() }
            return index + 1
        }
        let trail = bytes[index + 1]
        if (0x30...0x39).contains(trail) {
            return decodeQuadruple(at: index, in: bytes, into: &sink)
        }
        let scalar = scalar(lead: lead, trail: trail)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }

    @inline(__always)
    private func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x40, trail != 0x7F, trail != 0xFF else { return 0 }
        return index.scalar(at: (Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41))
    }

    /// A code of four bytes, the second and the last one digits.
    private func decodeQuadruple(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let end = index + 4
        let third = index + 2 < bytes.count ? bytes[index + 2] : 0x81
        let fourth = index + 3 < bytes.count ? bytes[index + 3] : 0x30
        guard (0x81...0xFE).contains(third), (0x30...0x39).contains(fourth) else {
            sink.appendReplacement()
            return index + 1
        }
        let high = (Int(bytes[index]) - 0x81) * 10 + Int(bytes[index + 1]) - 0x30
        let low = (Int(third) - 0x81) * 10 + Int(fourth) - 0x30
        let scalar = end <= bytes.count ? GB18030Ranges.scalar(at: high * 1260 + low) : 0
        if scalar == 0 { sink.appendReplacement() } else { sink.append(scalar) }
        return min(end, bytes.count)
    }
}
