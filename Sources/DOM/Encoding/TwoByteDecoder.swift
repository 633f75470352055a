/// A decoder whose characters beyond ASCII are pairs of bytes, but for a few single ones.
protocol TwoByteDecoder: LegacyDecoder {
    /// The character that a byte is alone, if it is one.
    func scalar(single byte: UInt8) -> UInt32?
    /// Whether a byte is the first one of a pair.
    func isLead(_ byte: UInt8) -> Bool
    /// The character of a pair, 0 where it has none.
    func scalar(lead: UInt8, trail: UInt8) -> UInt32
}

extension TwoByteDecoder {
    func scalar(single byte: UInt8) -> UInt32? { nil }

    @inline(__always)
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard isLead(lead), index + 1 < bytes.count else {
            if let scalar = scalar(single: lead) { sink.append(scalar) } else { sink.appendReplacement() }
            return index + 1
        }
        let trail = bytes[index + 1]
        let scalar = scalar(lead: lead, trail: trail)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }
}

/// What the standard does with the byte that makes a sequence wrong.
enum TrailingByte {
    /// The bytes that are gone with a wrong pair: an ASCII byte is not part of it, so that no markup is swallowed.
    static func consumed(_ trail: UInt8) -> Int { trail < 0x80 ? 1 : 2 }
}
