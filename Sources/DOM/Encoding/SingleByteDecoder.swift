/// Decodes an encoding that has one byte a character.
///
/// Specification: [Encoding, § 9.1](https://encoding.spec.whatwg.org/#single-byte-decoder).
struct SingleByteDecoder: LegacyDecoder {
    let table: SingleByteTable

    @inline(__always)
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let scalar = table.scalar(of: bytes[index])
        if scalar == 0 { sink.appendReplacement() } else { sink.append(scalar) }
        return index + 1
    }
}
