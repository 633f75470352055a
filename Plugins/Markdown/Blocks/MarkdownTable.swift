import DOM

/// A data table under construction: its cells' Markdown, each on one line.
struct MarkdownTable {
    /// The alignment of the cells of a column.
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
    /// The marker before the next text of the cell.
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

    /// Adds a block to the open cell, on its own line.
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

extension MarkdownTable {
    /// The table in GitHub's Markdown; empty if all cells are empty.
    ///
    /// If the page has no row of headers, that row is empty: Markdown has no table without one. Complexity: linear
    /// in the number of cells and their length.
    var markdown: [UInt8] {
        var grid = MarkdownTableGrid(rows.filter { !$0.cells.isEmpty }).rows
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
        var lines = [
            MarkdownTable.line(header.map(\.markdown)), MarkdownTable.line(rules.map { Array($0.rule.utf8) }),
        ]
        lines += grid.map { MarkdownTable.line($0.cells.map(\.markdown)) }
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

    /// Returns Markdown with every pipe escaped, for a cell.
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

// MARK: - Spans

/// The rows of a table with empty cells for those that span several columns or rows, so that each cell is in its own
/// column.
struct MarkdownTableGrid {
    /// The maximum number of empty cells that are added for each cell of the page: a span needs only a few characters
    /// of the page.
    private static let fillersPerCell = 4
    private static let leastFillers = 1_000
    /// The maximum number of columns that a cell can span: the HTML standard's limit is 1,000.
    private static let columnLimit = 1_000

    private(set) var rows: [MarkdownTable.Row] = []
    /// For each column, the row before which a cell from above ends.
    private var reaching: [Int] = []
    private var fillers: Int

    /// Complexity: linear in the number of cells.
    init(_ rows: [MarkdownTable.Row]) {
        let cells = rows.reduce(0) { $0 + $1.cells.count }
        fillers = MarkdownTableGrid.leastFillers + MarkdownTableGrid.fillersPerCell * cells
        for row in rows { self.rows.append(filled(row)) }
    }

    private mutating func filled(_ row: MarkdownTable.Row) -> MarkdownTable.Row {
        var result = MarkdownTable.Row(isHead: row.isHead)
        for cell in row.cells {
            skipReached(&result)
            let column = result.cells.count
            let isLast = result.cells.count + cell.columns >= MarkdownTableGrid.columnLimit
            result.cells.append(cell)
            let width = isLast ? 1 : max(1, cell.columns)
            for _ in 1..<width where fillers > 0 {
                fillers -= 1
                result.cells.append(MarkdownTable.Cell(isHeader: cell.isHeader))
            }
            reach(from: column, to: result.cells.count, rows: cell.rows)
        }
        skipReached(&result)
        // Empty cells at the end are not needed.
        while let last = result.cells.last, last.markdown.isEmpty, result.cells.count > 1 {
            result.cells.removeLast()
        }
        return result
    }

    private mutating func reach(from start: Int, to end: Int, rows: Int) {
        guard rows > 1 else { return }
        while reaching.count < end { reaching.append(0) }
        for column in start..<end { reaching[column] = self.rows.count + rows }
    }

    /// Adds an empty cell for every column that a cell from above spans.
    private mutating func skipReached(_ row: inout MarkdownTable.Row) {
        while row.cells.count < reaching.count, reaching[row.cells.count] > rows.count, fillers > 0 {
            fillers -= 1
            row.cells.append(MarkdownTable.Cell(isHeader: true))
        }
    }
}

// MARK: - Cells

/// Reads a table's cell from its tag.
enum CellReading {
    /// The HTML standard's limits for spans.
    private static let columnLimit = 1_000
    private static let rowLimit = 65_534

    /// The cell, still empty.
    static func cell(_ element: Element) -> MarkdownTable.Cell {
        MarkdownTable.Cell(
            isHeader: element.name == "th",
            alignment: alignment(of: element),
            columns: span(element, "colspan", limit: columnLimit),
            rows: span(element, "rowspan", limit: rowLimit)
        )
    }

    private static func span(_ element: Element, _ name: String, limit: Int) -> Int {
        guard let value = element.attribute(name) else { return 1 }
        let digits = value.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }
        return min(max(Int(digits) ?? 1, 1), limit)
    }

    private static func alignment(of element: Element) -> MarkdownTable.Alignment {
        let attribute = element.attribute("align")?.lowercased()
        switch attribute ?? element.attribute("style").flatMap(textAlign) {
        case "left": return .left
        case "center": return .center
        case "right": return .right
        default: return .none
        }
    }

    /// Returns the value of `text-align` in a style attribute.
    private static func textAlign(_ style: String) -> String? {
        for declaration in style.lowercased().split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { part in
                String(part.filter { !$0.isWhitespace })
            }
            if parts.count == 2, parts[0] == "text-align" { return parts[1] }
        }
        return nil
    }
}
