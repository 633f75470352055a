/// A table of data while it is read: its cells' Markdown, each on one line.
struct Table {
    /// How the cells of a column are aligned.
    enum Alignment {
        case none, left, center, right

        var rule: String {
            switch self {
            case .none: "---"
            case .left: ":---"
            case .center: ":---:"
            case .right: "---:"
            }
        }
    }

    struct Cell {
        var markdown: [UInt8] = []
        var isHeader = false
        var alignment = Alignment.none
        var columns = 1
        var rows = 1
    }

    struct Row {
        var cells: [Cell] = []
        var isHead = false
    }

    private(set) var rows: [Row] = []
    /// Whether a cell is open.
    private(set) var isInCell = false
    /// What the next text of the cell begins with.
    private var bullet: [UInt8] = []

    mutating func beginRow(isHead: Bool) {
        endCell()
        rows.append(Row(isHead: isHead))
    }

    mutating func beginCell(_ cell: Cell) {
        endCell()
        if rows.isEmpty { rows.append(Row()) }
        rows[rows.count - 1].cells.append(cell)
        isInCell = true
    }

    mutating func endCell() {
        isInCell = false
        bullet = []
    }

    /// Makes the next text of the cell an item.
    mutating func beginItem(_ marker: [UInt8]) { bullet = marker }

    /// Adds a block to the open cell, on a line of its own.
    mutating func add(_ block: [UInt8]) {
        guard isInCell, !block.isEmpty, let row = rows.indices.last, let cell = rows[row].cells.indices.last
        else { return }
        var text = rows[row].cells[cell].markdown.isEmpty ? [] : Array("<br>".utf8)
        text += bullet + block
        bullet = []
        rows[row].cells[cell].markdown += text
    }
}

// MARK: - Markdown

extension Table {
    /// The table as GitHub's Markdown has it; empty where no cell holds anything.
    ///
    /// Where the page has no row of headers, that row is empty: Markdown has no table without one. Complexity: linear
    /// in the number of cells and their length.
    var markdown: [UInt8] {
        var grid = TableGrid(rows.filter { !$0.cells.isEmpty }).rows
        grid.removeAll { row in row.cells.allSatisfy(\.markdown.isEmpty) }
        guard let first = grid.first else { return [] }
        let columns = grid.map(\.cells.count).max() ?? 0
        let hasHeader = first.isHead || first.cells.allSatisfy { $0.isHeader || $0.markdown.isEmpty }
        var header = hasHeader ? grid.removeFirst().cells : []
        header += repeatElement(Cell(), count: columns - header.count)
        let samples = (hasHeader ? [header] : []) + grid.prefix(1).map(\.cells)
        let rules = (0..<columns).map { column in
            samples.lazy.compactMap { $0.indices.contains(column) ? $0[column].alignment : nil }
                .first { $0 != .none } ?? .none
        }
        var lines = [Table.line(header.map(\.markdown)), Table.line(rules.map { Array($0.rule.utf8) })]
        lines += grid.map { Table.line($0.cells.map(\.markdown)) }
        return Array(lines.joined(separator: [0x0A]))
    }

    private static func line(_ cells: [[UInt8]]) -> [UInt8] {
        var line = [UInt8(ascii: "|")]
        for cell in cells {
            line.append(0x20)
            if !cell.isEmpty { line += cell + [0x20] }
            line.append(UInt8(ascii: "|"))
        }
        return line
    }

    /// Markdown with every pipe escaped, as it stands in a cell.
    static func escapingPipes(_ markdown: [UInt8]) -> [UInt8] {
        guard markdown.contains(UInt8(ascii: "|")) else { return markdown }
        var escaped: [UInt8] = []
        for byte in markdown {
            if byte == UInt8(ascii: "|") { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return escaped
    }
}
