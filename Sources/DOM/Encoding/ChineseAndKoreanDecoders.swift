/// Decodes EUC-KR with all Hangul syllables, as Windows has it.
///
/// Specification: [Encoding, § 13.1.1](https://encoding.spec.whatwg.org/#euc-kr-decoder).
struct EUCKRDecoder: TwoByteDecoder {
    let index = EncodingIndex.eucKR

    func isLead(_ byte: UInt8) -> Bool { byte >= 0x81 && byte != 0xFF }

    @inline(__always)
    func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x41, trail != 0xFF else { return 0 }
        return index.scalar(at: (Int(lead) - 0x81) * 190 + Int(trail) - 0x41)
    }
}

/// Decodes Big5 with Hong Kong's additions, four of which are two characters each.
///
/// Specification: [Encoding, § 11.1.1](https://encoding.spec.whatwg.org/#big5-decoder).
struct Big5Decoder: LegacyDecoder {
    let index = EncodingIndex.big5

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead >= 0x81, lead != 0xFF, index + 1 < bytes.count else {
            sink.appendReplacement()
            return index + 1
        }
        let trail = bytes[index + 1]
        let pointer = pointer(lead, trail)
        if let (letter, mark) = Self.combination(pointer) {
            sink.append(letter)
            sink.append(mark)
            return index + 2
        }
        let scalar = self.index.scalar(at: pointer)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }

    /// The place in the index, -1 for bytes that have none.
    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int {
        switch trail {
        case 0x40...0x7E: (Int(lead) - 0x81) * 157 + Int(trail) - 0x40
        case 0xA1...0xFE: (Int(lead) - 0x81) * 157 + Int(trail) - 0x62
        default: -1
        }
    }

    /// E with circumflex and macron or caron, which Unicode has only in two parts.
    private static func combination(_ pointer: Int) -> (letter: UInt32, mark: UInt32)? {
        switch pointer {
        case 1133: (0xCA, 0x304)
        case 1135: (0xCA, 0x30C)
        case 1164: (0xEA, 0x304)
        case 1166: (0xEA, 0x30C)
        default: nil
        }
    }
}

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
