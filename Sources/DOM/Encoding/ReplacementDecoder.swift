/// Decodes what the standard refuses to decode: one U+FFFD is the whole text.
///
/// Specification: [Encoding, § 14.1.1](https://encoding.spec.whatwg.org/#replacement-decoder).
struct ReplacementDecoder: StepDecoder {
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        sink.appendReplacement()
        return bytes.count
    }
}
