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
