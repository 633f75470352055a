/// Several texts in one space of offsets, so that a range alone tells in which of them something stands.
public struct SourceMap: Sendable {
    /// The texts, each with the offset at which it begins.
    private var entries: [(start: Int, text: SourceText)] = []

    /// A map of no texts.
    public init() {}

    /// Adds a text; tells the offset at which it begins.
    public mutating func add(_ text: SourceText) -> Int {
        // One offset more than it has bytes, so that its end is a place of its own.
        let start = entries.last.map { $0.start + $0.text.bytes.count + 1 } ?? 0
        entries.append((start, text))
        return start
    }

    /// The names of the texts, in the order in which they were added.
    package var names: [String] { texts.map(\.name) }

    /// The texts, in the order in which they were added.
    package var texts: [SourceText] { entries.map(\.text) }

    /// A number that tells the texts from others (FNV-1a of their bytes).
    package var fingerprint: UInt64 {
        texts.reduce(0xCBF2_9CE4_8422_2325) { hash, text in
            text.bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }

    /// Where a range stands. Complexity: logarithmic in the number of texts, and that of the text's own
    /// ``SourceText/location(of:)``.
    public func location(of range: Range<Int>) -> Location {
        guard let (start, text) = text(at: range.lowerBound) else { return Location(file: "") }
        return text.location(of: range.lowerBound - start..<range.upperBound - start)
    }

    /// The text that an offset stands in, and where it begins.
    package func text(at offset: Int) -> (start: Int, text: SourceText)? {
        let index = entries.partitioningIndex { $0.start > offset } - 1
        return entries.indices.contains(index) ? entries[index] : nil
    }
}
