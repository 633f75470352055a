/// A decoder of an encoding that has ASCII where it stands, and something of its own beyond.
protocol LegacyDecoder {
    /// Decodes what starts at `index`, where a byte beyond ASCII stands, and returns the index behind it, which is
    /// greater.
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int
}

extension LegacyDecoder {
    /// Decodes a whole text. Complexity: linear.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                index = decodeSequence(at: index, in: bytes, into: &sink)
                continue
            }
            let end = PlainASCII.end(from: index, in: bytes)
            if end > index {
                sink.append(run: UnsafeBufferPointer(rebasing: bytes[index..<end]))
                index = end
            } else {
                sink.append(ascii: byte)
                index += 1
            }
        }
    }
}
