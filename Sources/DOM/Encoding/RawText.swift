/// Bytes that were decoded by an encoding, be it the right one or not.
struct RawText {
    let encoding: Encoding
    let utf8: [UInt8]
    let undecodable: TextSink.Replacements
    let nul: TextSink.Replacements

    init(_ bytes: UnsafeBufferPointer<UInt8>, in encoding: Encoding) {
        var sink = TextSink(reserving: encoding.estimate(bytes))
        encoding.decode(bytes, into: &sink)
        self.encoding = encoding
        utf8 = sink.finish()
        undecodable = sink.undecodable
        nul = sink.nul
    }

    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, in encoding: Encoding) {
        self.init(UnsafeBufferPointer(rebasing: bytes), in: encoding)
    }

    /// How many characters beyond ASCII were decoded. Complexity: linear.
    var decodedBeyondASCII: Int {
        let all = utf8.reduce(0) { $0 + ($1 >= 0xC0 ? 1 : 0) }
        return all - undecodable.count - nul.count
    }

    /// What decoding came upon.
    var notes: [DecodingNote] {
        var notes: [DecodingNote] = encoding.isAvailable ? [] : [.converterMissing(encoding)]
        utf8.withUnsafeBufferPointer { utf8 in
            if undecodable.count > 0 {
                notes.append(.replaced(count: undecodable.count, firstLine: utf8.line(at: undecodable.first)))
            }
            if nul.count > 0 {
                notes.append(.replacedNUL(count: nul.count, firstLine: utf8.line(at: nul.first)))
            }
        }
        return notes
    }
}
