/// A page's text as pieces in pieces, told by their numbers; 0 is the page.
///
/// It need not be what a parser makes of the page: whatever is cut by it is read again as a page is read, and counts only
/// where that comes to the same.
struct PieceTree {
    let bytes: [UInt8]
    private(set) var pieces: [Piece]

    /// The pieces of a text.
    init(_ bytes: [UInt8], _ ground: StressGround) {
        self.bytes = bytes
        let whole = bytes.indices
        switch ground {
        case .html, .linkedData, .xml:
            pieces = [Piece(whole, .pieces)]
            var reader = MarkupPieces(whole, of: 0, isHTML: ground != .xml)
            reader.read(into: &self)
        case .json: pieces = [Piece(whole, .brackets(whole, isScript: false))]
        case .csv, .text:
            pieces = [Piece(whole, .pieces)]
            LinePieces(whole, isTable: ground == .csv).read(into: &self)
        }
    }

    subscript(number: Int) -> Piece {
        get { pieces[number] }
        set { pieces[number] = newValue }
    }

    /// Appends a piece to what stands in another.
    @discardableResult
    mutating func append(_ piece: Piece, to parent: Int) -> Int {
        let number = pieces.count
        pieces.append(piece)
        let last = pieces[parent].lastChild
        if last == Piece.none { pieces[parent].firstChild = number } else { pieces[last].next = number }
        pieces[parent].lastChild = number
        return number
    }

    /// The pieces that are left in a piece, in their order.
    mutating func children(of parent: Int) -> [Int] {
        open(parent)
        var children: [Int] = []
        var child = pieces[parent].firstChild
        while child != Piece.none {
            if !pieces[child].isCut { children.append(child) }
            child = pieces[child].next
        }
        return children
    }

    /// Finds the pieces in a piece that has not been looked into.
    private mutating func open(_ parent: Int) {
        let inside = pieces[parent].inside
        pieces[parent].inside = .pieces
        switch inside {
        case .nothing, .pieces: break
        case .words(let range): WordPieces(range).read(into: &self, of: parent)
        case .cells(let range, let separator):
            LinePieces.readCells(range, separator: separator, into: &self, of: parent)
        case .brackets(let range, let isScript):
            var reader = BracketPieces(range, of: parent, isScript: isScript)
            reader.read(into: &self)
        case .markup(let range):
            var reader = MarkupPieces(range, of: parent, isHTML: true)
            reader.read(into: &self)
        }
    }

    /// What is cut with pieces that stand in one: they, and the separator of the last one that is then left.
    func ranges(ofCutting numbers: [Int], in parent: Int) -> [Range<Int>] {
        var ranges = numbers.map { pieces[$0].range }
        guard let first = numbers.first, let last = numbers.last else { return ranges }
        // Only where nothing is left behind them does the separator before them stand for nothing.
        var left: Int?
        var child = pieces[parent].firstChild
        while child != Piece.none {
            let isInRun = child >= first && child <= last
            if !pieces[child].isCut, !isInRun {
                if child > last { return ranges }
                left = child
            }
            child = pieces[child].next
        }
        if let left, pieces[left].separator < pieces[left].range.upperBound {
            ranges.insert(pieces[left].separator..<pieces[left].range.upperBound, at: 0)
        }
        return ranges
    }
}
