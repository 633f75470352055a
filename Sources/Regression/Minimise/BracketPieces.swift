/// The pieces of JSON, and of what looks like it in scripts: the members of objects and lists, and long strings.
///
/// A script is taken for what it is not where a regular expression or a comment has quotes and brackets in it; what is
/// cut then is read again all the same.
struct BracketPieces {
    private let range: Range<Int>
    private let isScript: Bool
    /// What is open, the innermost last: what the members are appended to, and the member that has begun.
    private var open: [(group: Int, start: Int, item: Int)]

    /// Strings that are shorter are not cut by themselves.
    private static let stringLength = 12

    init(_ range: Range<Int>, of parent: Int, isScript: Bool) {
        self.range = range
        self.isScript = isScript
        open = [(parent, range.lowerBound, Piece.none)]
    }

    mutating func read(into tree: inout PieceTree) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = tree.bytes[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
                let item = item(at: index, &tree)
                let group = tree.append(Piece(index + 1..<index + 1, .pieces), to: item)
                open.append((group, index + 1, Piece.none))
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                if open.count > 1 { close(at: index, &tree) } else { _ = item(at: index, &tree) }
            case UInt8(ascii: ","): index = endItem(at: index, isBetween: true, &tree)
            case UInt8(ascii: ";") where open.count == 1:
                index = endItem(at: index, isBetween: false, &tree)
            case UInt8(ascii: "\""): index = readString(at: index, &tree)
            case UInt8(ascii: "'") where isScript, UInt8(ascii: "`") where isScript:
                index = readString(at: index, &tree)
            case _ where StressShape.isSpace(byte): break
            default: _ = item(at: index, &tree)
            }
            index += 1
        }
        while open.count > 1 { close(at: range.upperBound, &tree) }
        _ = endItem(at: range.upperBound, isBetween: false, &tree)
    }

    /// The member that an offset stands in; it may begin there.
    private mutating func item(at index: Int, _ tree: inout PieceTree) -> Int {
        let last = open.count - 1
        if open[last].item == Piece.none {
            open[last].item = tree.append(Piece(index..<index, .pieces), to: open[last].group)
        }
        return open[last].item
    }

    /// Ends a member, with what stands behind it up to the next.
    ///
    /// - Returns: its last byte.
    private mutating func endItem(at index: Int, isBetween: Bool, _ tree: inout PieceTree) -> Int {
        let last = open.count - 1
        let item = open[last].item
        var end = min(index + 1, range.upperBound)
        while end < range.upperBound, StressShape.isSpace(tree.bytes[end]) { end += 1 }
        open[last].item = Piece.none
        guard item != Piece.none else { return index }
        tree[item].range = tree[item].range.lowerBound..<end
        tree[item].separator = isBetween ? index : end
        return end - 1
    }

    private mutating func close(at index: Int, _ tree: inout PieceTree) {
        guard let ended = open.popLast() else { return }
        if ended.item != Piece.none {
            tree[ended.item].range = tree[ended.item].range.lowerBound..<index
            tree[ended.item].separator = index
        }
        tree[ended.group].range = ended.start..<max(ended.start, index)
        tree[ended.group].separator = tree[ended.group].range.upperBound
    }

    /// Reads over a string, and makes a piece of what stands in a long one that is no key.
    ///
    /// - Returns: its last byte: the quote, or what stands before the end of a line that it has none in.
    private mutating func readString(at start: Int, _ tree: inout PieceTree) -> Int {
        let item = item(at: start, &tree)
        let quote = tree.bytes[start]
        var index = start + 1
        var hasTags = false
        while index < range.upperBound, tree.bytes[index] != quote {
            let byte = tree.bytes[index]
            if byte == 0x0A, quote != UInt8(ascii: "`") { return index - 1 }
            if byte == UInt8(ascii: "<") { hasTags = true }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < range.upperBound else { return range.upperBound - 1 }
        let text = start + 1..<index
        if isKey(endingAt: index, tree) {
            let group = open.last?.group ?? 0
            if tree[item].firstChild == Piece.none { tree.name(item, in: group, tree.bytes[text]) }
            return index
        }
        guard text.count >= BracketPieces.stringLength else { return index }
        tree.append(Piece(text, hasTags ? .markup(text) : .words(text)), to: item)
        return index
    }

    private func isKey(endingAt quote: Int, _ tree: PieceTree) -> Bool {
        var index = quote + 1
        while index < range.upperBound, StressShape.isSpace(tree.bytes[index]) { index += 1 }
        return index < range.upperBound && tree.bytes[index] == UInt8(ascii: ":")
    }
}
