/// Decodes the encoding that scripts use to get at bytes: those beyond ASCII come to stand in the private use area.
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
