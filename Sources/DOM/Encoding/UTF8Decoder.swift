/// Decodes UTF-8, which means to check it: whatever is well-formed is copied as it is.
///
/// Of bytes that are not, the longest start of a character becomes one U+FFFD, any other byte one of its own.
/// Specification: [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
enum UTF8Decoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        var index = 0
        var start = 0
        while index < bytes.count {
            index = PlainASCII.end(from: index, in: bytes)
            guard index < bytes.count else { break }
            let length = bytes[index] < 0x80 ? 0 : UTF8Sequence.length(at: index, in: bytes)
            if length > 0 {
                index += length
                continue
            }
            sink.append(run: UnsafeBufferPointer(rebasing: bytes[start..<index]))
            if bytes[index] < 0x80 {
                sink.append(ascii: bytes[index])
                index += 1
            } else {
                sink.appendReplacement()
                index += UTF8Sequence.maximalSubpart(at: index, in: bytes)
            }
            start = index
        }
        sink.append(run: UnsafeBufferPointer(rebasing: bytes[start..<bytes.count]))
    }
}
