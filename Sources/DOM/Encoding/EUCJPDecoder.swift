/// Decodes EUC-JP.
///
/// Specification: [Encoding, § 12.1.1](https://encoding.spec.whatwg.org/#euc-jp-decoder).
struct EUCJPDecoder: LegacyDecoder {
    let jis0208 = EncodingIndex.jis0208

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead == 0x8E || lead == 0x8F || isLetter(lead), index + 1 < bytes.count else {
            sink.appendReplacement()
            return index + 1
        }
        let trail = bytes[index + 1]
        if lead == 0x8F, isLetter(trail) {
            return decodeTriple(at: index, in: bytes, into: &sink)
        }
        var scalar: UInt32 = 0
        if lead == 0x8E, (0xA1...0xDF).contains(trail) {
            scalar = 0xFF61 - 0xA1 + UInt32(trail)
        } else if isLetter(lead), isLetter(trail) {
            scalar = jis0208.scalar(at: pointer(lead, trail))
        }
        return finish(scalar, at: index, ending: index + 1, trail: trail, into: &sink)
    }

    /// A code of JIS X 0212, which a third byte marks.
    private func decodeTriple(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        guard index + 2 < bytes.count else {
            sink.appendReplacement()
            return bytes.count
        }
        let trail = bytes[index + 2]
        let scalar = isLetter(trail) ? EncodingIndex.jis0212.scalar(at: pointer(bytes[index + 1], trail)) : 0
        return finish(scalar, at: index, ending: index + 2, trail: trail, into: &sink)
    }

    private func finish(
        _ scalar: UInt32,
        at index: Int,
        ending last: Int,
        trail: UInt8,
        into sink: inout TextSink
    ) -> Int {
        if scalar != 0 {
            sink.append(scalar)
            return last + 1
        }
        sink.appendReplacement()
        return trail < 0x80 ? last : last + 1
    }

    private func isLetter(_ byte: UInt8) -> Bool { byte >= 0xA1 && byte != 0xFF }

    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int { (Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1 }
}
