/// A place in a file, told as `file:line:column`.
public struct Location: Hashable, Sendable {
    /// The file's name as the user gave it.
    public var file: String
    /// The line from 1; `nil` where only the file is known.
    public var line: Int?
    /// The column in Unicode scalars from 1; `nil` where only the line is known.
    public var column: Int?
    /// The line's text, to be shown below a message.
    public var excerpt: Excerpt?

    /// A place in a file.
    public init(file: String, line: Int? = nil, column: Int? = nil, excerpt: Excerpt? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension Location: CustomStringConvertible {
    /// `file:line:column`, as far as known.
    public var description: String {
        var text = file
        if let line { text += ":\(line)" }
        if line != nil, let column { text += ":\(column)" }
        return text
    }
}

/// A source line with a part of it marked.
public struct Excerpt: Hashable, Sendable {
    /// The line, cut to a readable width around the mark.
    public let text: String
    /// Spaces (and the line's own tabs) up to the mark, then a caret and tildes.
    public let marker: String

    /// How many bytes of a long line are shown on either side of the mark.
    private static let margin = 60

    /// An excerpt of `line` with the given byte offsets marked.
    init(line: ArraySlice<UInt8>, marked: Range<Int>) {
        let line = Array(line)
        let low = marked.lowerBound > Excerpt.margin * 2 ? marked.lowerBound - Excerpt.margin : 0
        let high = line.count - low > Excerpt.margin * 3 ? low + Excerpt.margin * 3 : line.count
        func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }

        let start = Excerpt.scalarBoundary(in: line, at: low)
        let end = max(Excerpt.scalarBoundary(in: line, at: high), start)
        let lead = low > 0 ? "…" : ""
        let before = start..<min(max(marked.lowerBound, start), end)
        let within = before.upperBound..<min(max(marked.upperBound, before.upperBound), end)
        self.text = lead + text(start..<end) + (high < line.count ? "…" : "")
        let padding = (lead + text(before)).unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined()
        marker = padding + "^" + String(repeating: "~", count: max(0, text(within).unicodeScalars.count - 1))
    }

    /// The next offset at which a character starts, so that a cut never splits one.
    private static func scalarBoundary(in line: [UInt8], at offset: Int) -> Int {
        var offset = offset
        while offset < line.count, line[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }
}
