/// The lines of a text, or the rows of a table with their cells.
struct LinePieces {
    private let range: Range<Int>
    private let isTable: Bool

    init(_ range: Range<Int>, isTable: Bool) {
        self.range = range
        self.isTable = isTable
    }

    func read(into tree: inout PieceTree) {
        let separator = isTable ? LinePieces.separator(tree.bytes) : 0
        var index = range.lowerBound
        var isQuoted = false
        var start = index
        while index < range.upperBound {
            let byte = tree.bytes[index]
            index += 1
            if isTable, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == 0x0A, !isQuoted else { continue }
            append(start..<index, separator, to: &tree)
            start = index
        }
        if start < index { append(start..<index, separator, to: &tree) }
    }

    private func append(_ line: Range<Int>, _ separator: UInt8, to tree: inout PieceTree) {
        var end = line.upperBound
        while end > line.lowerBound, tree.bytes[end - 1] == 0x0A || tree.bytes[end - 1] == 0x0D { end -= 1 }
        let text = line.lowerBound..<end
        tree.append(Piece(line, isTable ? .cells(text, separator: separator) : .words(text)), to: 0)
    }

    /// What most often stands in the first line of that which parts cells.
    private static func separator(_ bytes: [UInt8]) -> UInt8 {
        let line = bytes.prefix { $0 != 0x0A }
        let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        let counts = marks.map { mark in line.count { $0 == mark } }
        return counts.max().flatMap(counts.firstIndex).map { marks[$0] } ?? marks[0]
    }

    /// What stands in the cells of a row, without what parts them.
    static func readCells(
        _ range: Range<Int>,
        separator: UInt8,
        into tree: inout PieceTree,
        of parent: Int
    ) {
        var isQuoted = false
        var start = range.lowerBound
        var column: UInt8 = 0
        for index in range {
            if tree.bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard tree.bytes[index] == separator, !isQuoted else { continue }
            if start < index { tree.append(Piece(start..<index), to: parent, label: [column]) }
            column &+= 1
            start = index + 1
        }
        if start < range.upperBound {
            tree.append(Piece(start..<range.upperBound), to: parent, label: [column])
        }
    }
}
