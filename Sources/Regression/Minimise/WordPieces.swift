/// The words of a text, each with the white space behind it.
struct WordPieces {
    private let range: Range<Int>

    init(_ range: Range<Int>) {
        self.range = range
    }

    func read(into tree: inout PieceTree, of parent: Int) {
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            while index < range.upperBound, !StressShape.isSpace(tree.bytes[index]) { index += 1 }
            while index < range.upperBound, StressShape.isSpace(tree.bytes[index]) { index += 1 }
            tree.append(Piece(start..<index), to: parent)
        }
    }
}
