/// The rows of a table with an empty cell wherever one reaches over several columns or rows, so that each cell stands
/// in its own column.
struct TableGrid {
    /// How many empty cells are added at most for each of the page's: a span costs the page a few characters.
    private static let fillersPerCell = 4
    private static let leastFillers = 1_000
    /// How many columns a cell can reach over: the HTML standard's limit is 1,000.
    private static let columnLimit = 1_000

    private(set) var rows: [Table.Row] = []
    /// For each column, the row before which a cell from above ends.
    private var reaching: [Int] = []
    private var fillers: Int

    /// Complexity: linear in the number of cells.
    init(_ rows: [Table.Row]) {
        let cells = rows.reduce(0) { $0 + $1.cells.count }
        fillers = TableGrid.leastFillers + TableGrid.fillersPerCell * cells
        for row in rows { self.rows.append(filled(row)) }
    }

    private mutating func filled(_ row: Table.Row) -> Table.Row {
        var result = Table.Row(isHead: row.isHead)
        for cell in row.cells {
            skipReached(&result)
            let column = result.cells.count
            let isLast = result.cells.count + cell.columns >= TableGrid.columnLimit
            result.cells.append(cell)
            let width = isLast ? 1 : max(1, cell.columns)
            for _ in 1..<width where fillers > 0 {
                fillers -= 1
                result.cells.append(Table.Cell(isHeader: cell.isHeader))
            }
            reach(from: column, to: result.cells.count, rows: cell.rows)
        }
        skipReached(&result)
        // Empty cells at the end say nothing.
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

    /// Adds an empty cell for every column that a cell from above reaches into.
    private mutating func skipReached(_ row: inout Table.Row) {
        while row.cells.count < reaching.count, reaching[row.cells.count] > rows.count, fillers > 0 {
            fillers -= 1
            row.cells.append(Table.Cell(isHeader: true))
        }
    }
}
