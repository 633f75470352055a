/// Decodes UTF-8, which means to check it: whatever is well-formed is copied as it is.
///
/// Of bytes that are not, the longest start of a character becomes one U+FFFD, any other byte one of its own.
/// Specification: [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
struct UTF8Decoder: StepDecoder {
    @inline(__always)
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        let end = runEnd(from: index, in: bytes)
        if end > index {
            sink.append(run: UnsafeBufferPointer(rebasing: bytes[index..<end]))
            return end
        }
        if bytes[index] < 0x80 {
            sink.append(ascii: bytes[index])
            return index + 1
        }
        sink.appendReplacement()
        return index + UTF8Sequence.maximalSubpart(at: index, in: bytes)
    }

    /// The end of what may be copied from here on.
    @inline(__always)
    private func runEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        // Decoding can begin again only between two runs.
        let limit = min(bytes.count, start + DecodingCheckpoint.distance)
        while index < limit {
            index = PlainASCII.end(from: index, in: bytes)
            guard index < bytes.count, bytes[index] >= 0x80 else { break }
            let length = UTF8Sequence.length(at: index, in: bytes)
            if length == 0 { break }
            index += length
        }
        return index
    }
}
