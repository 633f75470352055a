/// A text file with the means to say where in it something stands.
public final class SourceText: Sendable {
    /// The file's name as the user gave it.
    public let name: String
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]

    /// A text of the given name. Complexity: linear in its length.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(offset + 1)
        }
        lineStarts = starts
    }

    /// Where a range of bytes stands. Offsets beyond the end mean the end.
    ///
    /// Complexity: logarithmic in the number of lines, linear in the length of the line.
    public func location(of range: Range<Int>) -> Location {
        let offset = min(max(range.lowerBound, 0), bytes.count)
        let line = lineStarts.partitioningIndex { $0 > offset } - 1
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let marked =
            min(max(offset, start), end)..<max(min(range.upperBound, end), min(max(offset, start), end))
        return Location(
            file: name,
            line: line + 1,
            column: String(decoding: bytes[start..<marked.lowerBound], as: UTF8.self).unicodeScalars.count
                + 1,
            excerpt: Excerpt(
                line: bytes[start..<end],
                marked: marked.lowerBound - start..<marked.upperBound - start
            )
        )
    }

    /// Where a single byte stands.
    public func location(at offset: Int) -> Location { location(of: offset..<offset + 1) }
}

extension Array {
    /// The index of the first element that satisfies `predicate`, all those after it doing so too.
    func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
