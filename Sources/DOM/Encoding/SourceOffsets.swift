/// Where the bytes of a decoded text come from: their offsets in the file.
///
/// Of a text that was UTF-8 already nothing needs to be kept. Of any other, decoding begins again at the nearest of
/// some places that were noted down.
package struct SourceOffsets: Sendable {
    /// How many bytes of the file come before the text: a byte order mark's.
    private let base: Int
    private let source: Source?

    /// What was decoded, and how.
    fileprivate struct Source: Sendable {
        let page: [UInt8]
        let encoding: Encoding
        let form: TextForm
        let checkpoints: [DecodingCheckpoint]
    }

    /// Of a text that stands in the file as it is.
    package init(base: Int = 0) {
        self.base = base
        source = nil
    }

    /// - Parameter page: the whole file.
    init(of text: RawText, in page: [UInt8], base: Int) {
        self.base = base
        let isSame = text.decoded == nil
        source =
            isSame
            ? nil
            : Source(
                page: page,
                encoding: text.encoding,
                form: text.form,
                checkpoints: text.checkpoints
            )
    }

    /// Whether every offset is that in the file.
    package var areSame: Bool { base == 0 && source == nil }

    /// The offset in the file of the character that stands at an offset in the text.
    ///
    /// Complexity: the logarithm of the page's length, and decoding a few thousand bytes.
    package func offset(_ offset: Int) -> Int {
        guard let source else { return base + max(0, offset) }
        return source.page.withUnsafeBufferPointer { page in
            let bytes = UnsafeBufferPointer(rebasing: page.dropFirst(base))
            return base + source.offset(offset, in: bytes)
        }
    }
}

extension SourceOffsets.Source {
    func offset(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let checkpoint = checkpoint(before: offset)
        var decoder = encoding.makeDecoder()
        decoder.state = checkpoint.state
        var sink = TextSink(replaying: form, from: checkpoint)
        var index = checkpoint.source
        while index < bytes.count {
            let before = sink.offset
            // The LF behind a CR is part of that line end, and of the step that the LF begins.
            let dropped = sink.isAfterCR && bytes[index] == UInt8(ascii: "\n") ? 1 : 0
            let next = decoder.step(at: index, in: bytes, into: &sink)
            if sink.offset > offset {
                let isRun = sink.offset - before + dropped == next - index
                return isRun ? next - (sink.offset - max(before, offset)) : index
            }
            index = next
        }
        return bytes.count
    }

    private func checkpoint(before offset: Int) -> DecodingCheckpoint {
        var range = checkpoints.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                checkpoints[middle].text <= offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound > 0
            ? checkpoints[range.lowerBound - 1] : DecodingCheckpoint(source: 0, text: 0)
    }
}
