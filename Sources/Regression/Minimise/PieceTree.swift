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
        case .json:
            pieces = [Piece(whole, .brackets(whole, isScript: false))]
            open(0)
        case .csv, .text:
            pieces = [Piece(whole, .pieces)]
            LinePieces(whole, isTable: ground == .csv).read(into: &self)
            if ground == .csv { for row in children(of: 0) { open(row) } }
        }
    }

    subscript(number: Int) -> Piece {
        get { pieces[number] }
        set { pieces[number] = newValue }
    }

    /// Appends a piece to what stands in another.
    ///
    /// - Parameter label: what it is called there: a tag's name and class, an attribute's, a key.
    @discardableResult
    mutating func append(
        _ piece: Piece,
        to parent: Int,
        label: some Sequence<UInt8> = EmptyCollection()
    ) -> Int {
        let number = pieces.count
        pieces.append(piece)
        pieces[number].parent = parent
        name(number, in: parent, label)
        let last = pieces[parent].lastChild
        if last == Piece.none { pieces[parent].firstChild = number } else { pieces[last].next = number }
        pieces[parent].lastChild = number
        return number
    }

    /// Says what a piece is called; what stands in it must not have been appended yet.
    mutating func name(_ number: Int, in parent: Int, _ label: some Sequence<UInt8>) {
        // FNV-1a: the same whenever it is computed, unlike the standard library's.
        let prime: UInt64 = 0x100_0000_01B3
        var hash = (pieces[parent].likeness ^ 0xFF) &* prime
        for byte in label { hash = (hash ^ UInt64(byte)) &* prime }
        pieces[number].likeness = hash
    }

    /// The pieces that are alike, of at least two, the most bytes first; as far as the page has been looked into.
    func alike(limit: Int) -> [[Int]] {
        var groups: [UInt64: (pieces: [Int], size: Int)] = [:]
        var parents: [Int] = [0]
        while let parent = parents.popLast() {
            var child = pieces[parent].firstChild
            while child != Piece.none {
                if !pieces[child].isCut {
                    groups[pieces[child].likeness, default: ([], 0)].pieces.append(child)
                    groups[pieces[child].likeness]?.size += pieces[child].range.count
                    parents.append(child)
                }
                child = pieces[child].next
            }
        }
        // Numbers are given in the order of the page, so that the smallest tells which comes first.
        let sorted = groups.values.filter { $0.pieces.count > 1 }.map { ($0.pieces.sorted(), $0.size) }
            .sorted { ($1.1, $0.0[0]) < ($0.1, $1.0[0]) }
        return sorted.prefix(limit).map(\.0)
    }

    /// Pieces by what they stand in.
    func byParents(_ numbers: [Int]) -> [(parent: Int, pieces: [Int])] {
        Dictionary(grouping: numbers) { pieces[$0].parent }.map { ($0.key, $0.value) }
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
        let cut = numbers.count > 1 ? Set(numbers) : []
        while child != Piece.none {
            let isInRun = child == first || child == last || cut.contains(child)
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
