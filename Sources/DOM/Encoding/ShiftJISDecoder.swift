/// Decodes Shift_JIS as Windows has it.
///
/// Specification: [Encoding, § 12.3.1](https://encoding.spec.whatwg.org/#shift_jis-decoder).
struct ShiftJISDecoder: TwoByteDecoder {
    let index = EncodingIndex.jis0208

    func scalar(single byte: UInt8) -> UInt32? {
        switch byte {
        case 0x80: 0x80
        case 0xA1...0xDF: 0xFF61 - 0xA1 + UInt32(byte)
        default: nil
        }
    }

    func isLead(_ byte: UInt8) -> Bool { (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte) }

    @inline(__always)
    func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return 0 }
        let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
        let pointer = row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        // Characters of the end user's own, which Windows keeps in the private use area.
        if (8836...10715).contains(pointer) { return 0xE000 + UInt32(pointer - 8836) }
        return index.scalar(at: pointer)
    }
}
