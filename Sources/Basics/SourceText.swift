import Synchronization

/// A place in a file, printed as `file:line:column`.
public struct Location: Hashable, Sendable {
    /// The file's name as the user wrote it.
    public var file: String
    /// The line, from 1; `nil` if only the file is known.
    public var line: Int?
    /// The column in Unicode scalars, from 1; `nil` if only the line is known.
    public var column: Int?
    /// The line's text, printed below a message.
    public var excerpt: Excerpt?

    /// Creates a place in a file.
    public init(file: String, line: Int? = nil, column: Int? = nil, excerpt: Excerpt? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension Location: CustomStringConvertible {
    /// `file:line:column`, without the parts that are `nil`.
    public var description: String {
        var text = file
        if let line { text += ":\(line)" }
        if line != nil, let column { text += ":\(column)" }
        return text
    }
}

/// A source line with a part of it marked.
public struct Excerpt: Hashable, Sendable {
    /// The line, shortened to a readable width around the mark.
    public let text: String
    /// Spaces (and the line's own tabs) up to the mark, then a caret and tildes.
    public let marker: String

    /// The maximum number of bytes of a long line that are shown on either side of the mark.
    private static let margin = 60

    /// Creates an excerpt of `line` that marks a range of its bytes.
    init(line: UnsafeBufferPointer<UInt8>, marked: Range<Int>) {
        let low = marked.lowerBound > Excerpt.margin * 2 ? marked.lowerBound - Excerpt.margin : 0
        let high = line.count - low > Excerpt.margin * 3 ? low + Excerpt.margin * 3 : line.count
        func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }

        let start = Excerpt.scalarBoundary(in: line, at: low)
        let end = max(Excerpt.scalarBoundary(in: line, at: high), start)
        let ellipsis = low > 0 ? "…" : ""
        let before = start..<min(max(marked.lowerBound, start), end)
        let within = before.upperBound..<min(max(marked.upperBound, before.upperBound), end)
        self.text = ellipsis + text(start..<end) + (high < line.count ? "…" : "")
        let padding = (ellipsis + text(before)).unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined()
        marker = padding + "^" + String(repeating: "~", count: max(0, text(within).unicodeScalars.count - 1))
    }

    /// Returns the first offset from `offset` on at which a character begins.
    private static func scalarBoundary(in line: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        var offset = offset
        while offset < line.count, line[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }
}

// MARK: - Texts

/// A text file that maps byte offsets to lines and columns.
public final class SourceText: Sendable {
    /// The file's name as the user wrote it.
    public let name: String
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]
    /// The offset in a long line that was asked for last, and the number of characters before it in its line: those of
    /// the next one, which mostly follows, are counted from there.
    private let counted = Mutex((offset: 0, count: 0))

    /// The number of bytes before an offset in its line up to which they are counted again.
    private static let shortLine = 1 << 12

    /// Creates a text with the given name. Complexity: linear in its length.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(offset + 1)
        }
        lineStarts = starts
    }

    /// Returns the location of a range of bytes. Offsets beyond the end are the end.
    ///
    /// Complexity: logarithmic in the number of lines, linear in the length of the line up to the range; for a range after
    /// that of the last call in a long line, linear in the distance between them.
    public func location(of range: Range<Int>) -> Location {
        let offset = min(max(range.lowerBound, 0), bytes.count)
        let line = lineStarts.partitioningIndex { $0 > offset } - 1
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let first = min(max(offset, start), end)
        let marked = first..<max(min(range.upperBound, end), first)
        return bytes.withUnsafeBufferPointer { bytes in
            Location(
                file: name,
                line: line + 1,
                column: characters(in: bytes, start..<first) + 1,
                excerpt: Excerpt(
                    line: UnsafeBufferPointer(rebasing: bytes[start..<end]),
                    marked: marked.lowerBound - start..<marked.upperBound - start
                )
            )
        }
    }

    /// The number of characters from the start of a line.
    private func characters(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        func count(_ range: Range<Int>) -> Int { UnsafeBufferPointer(rebasing: bytes[range]).scalarCount }
        guard range.count > SourceText.shortLine else { return count(range) }
        return counted.withLock { counted in
            let isBefore = range.contains(counted.offset) || counted.offset == range.upperBound
            let result =
                isBefore
                ? counted.count + count(counted.offset..<range.upperBound) : count(range)
            counted = (range.upperBound, result)
            return result
        }
    }

    /// Returns the location of a single byte.
    public func location(at offset: Int) -> Location { location(of: offset..<offset + 1) }
}

/// Several texts in one space of offsets, so that a range alone identifies its text.
public struct SourceMap: Sendable {
    /// The texts, each with the offset at which it begins.
    private var entries: [(start: Int, text: SourceText)] = []

    /// Creates a map without texts.
    public init() {}

    /// Adds a text and returns the offset at which it begins.
    public mutating func add(_ text: SourceText) -> Int {
        // A text takes one more offset than it has bytes, because its end is a location too.
        let start = entries.last.map { $0.start + $0.text.bytes.count + 1 } ?? 0
        entries.append((start, text))
        return start
    }

    /// The names of the texts, in the order in which they were added.
    package var names: [String] { texts.map(\.name) }

    /// The texts, in the order in which they were added.
    package var texts: [SourceText] { entries.map(\.text) }

    /// A hash of the texts' bytes (FNV-1a), the same in every process.
    package var fingerprint: UInt64 { SourceMap.fingerprint(of: texts.map(\.bytes)) }

    /// The fingerprint of a map of texts with these bytes.
    package static func fingerprint(of texts: [[UInt8]]) -> UInt64 {
        texts.reduce(0xCBF2_9CE4_8422_2325) { hash, bytes in
            bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }

    /// Returns the location of a range.
    ///
    /// Complexity: logarithmic in the number of texts, plus that of ``SourceText/location(of:)``.
    public func location(of range: Range<Int>) -> Location {
        guard let (start, text) = text(at: range.lowerBound) else { return Location(file: "") }
        return text.location(of: range.lowerBound - start..<range.upperBound - start)
    }

    /// Returns the text that contains an offset, and the offset at which it begins.
    package func text(at offset: Int) -> (start: Int, text: SourceText)? {
        let index = entries.partitioningIndex { $0.start > offset } - 1
        return entries.indices.contains(index) ? entries[index] : nil
    }
}

extension Array {
    /// Returns the index of the first element that satisfies `predicate`, in an array in which all elements after such
    /// an element satisfy it too.
    fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
