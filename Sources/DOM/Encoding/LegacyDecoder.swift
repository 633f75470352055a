/// A decoder of an encoding that has ASCII where it stands, and something of its own beyond.
protocol LegacyDecoder: StepDecoder {
    /// Decodes what starts at `index`, where a byte beyond ASCII stands, and returns the index behind it, which is
    /// greater.
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int
}

extension LegacyDecoder {
    @inline(__always)
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        let byte = bytes[index]
        if byte >= 0x80 { return decodeSequence(at: index, in: bytes, into: &sink) }
        let end = PlainASCII.end(from: index, in: bytes)
        if end > index {
            sink.append(run: UnsafeBufferPointer(rebasing: bytes[index..<end]))
            return end
        }
        sink.append(ascii: byte)
        return index + 1
    }
}
