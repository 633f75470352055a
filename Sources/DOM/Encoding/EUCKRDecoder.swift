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
