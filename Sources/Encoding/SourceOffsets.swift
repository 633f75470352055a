/// The offsets in the file of the bytes of a decoded text.
///
/// A text that was UTF-8 in the file needs no table. For any other, the bytes are decoded again from the nearest
/// checkpoint.
package struct SourceOffsets: Sendable {
    /// The length of the byte order mark before the text.
    private let base: Int
    private let source: Source?

    /// The decoded bytes, and how they were decoded.
    fileprivate struct Source: Sendable {
        let page: [UInt8]
        let encoding: Encoding
        let form: TextForm
        let checkpoints: [DecodingCheckpoint]
    }

    /// The offsets of a text that is unchanged in the file.
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

    /// Whether every offset in the text is also the offset in the file.
    package var areSame: Bool { base == 0 && source == nil }

    /// The offset in the file of the character at an offset in the text.
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
            // The LF after a CR belongs to that line end, and to the step that begins with the LF.
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

/// A place where decoding can start again.
struct DecodingCheckpoint: Sendable {
    /// The offset among the bytes.
    let source: Int
    /// The offset in the text.
    let text: Int
    /// Whether the character before is a CR, with which an LF is one line end.
    var isAfterCR = false
    /// The decoder's state.
    var state: UInt8 = 0

    /// The minimum number of bytes between two checkpoints.
    static let distance = 2048
}
