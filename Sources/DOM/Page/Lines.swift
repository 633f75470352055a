import Basics

/// The lines, on a page, of a text that is part of it.
package enum LineOrigin: Hashable, Sendable {
    /// The text begins on this line of the page, and its lines are the page's.
    case following(Int)
    /// All lines of the text are on one line of the page: a JSON string, an attribute.
    case fixed(Int)

    /// The line of the page on which a line of the text is; both from 1.
    package func line(_ own: Int) -> Int {
        switch self {
        case .following(let first): first + own - 1
        case .fixed(let line): line
        }
    }
}

/// A position in a text that usually moves forward, with its line and the start of that line.
///
/// Complexity: all forward moves together take time linear in the text's length; a move backwards, in the distance.
struct TextPosition {
    private var lines = LineCounter()
    private var offset = 0

    /// The line from 1.
    var line: Int { lines.line }

    mutating func move(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
        let target = min(max(0, target), text.count)
        if target < offset {
            let passed = UnsafeBufferPointer(rebasing: text[target..<offset])
            let start = text[..<target].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            lines = LineCounter(line: line - passed.lineEnds, startingAt: start, at: target)
        } else {
            _ = lines.line(at: target, in: text)
        }
        offset = target
    }

    /// The column of an offset on the line, in Unicode scalars from 1.
    ///
    /// `nil` on a very long line: reporting many columns of a text in one line would take quadratic time.
    func column(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard offset >= lines.start, offset - lines.start < 1 << 20 else { return nil }
        return 1 + UnsafeBufferPointer(rebasing: text[lines.start..<min(offset, text.count)]).scalarCount
    }
}
