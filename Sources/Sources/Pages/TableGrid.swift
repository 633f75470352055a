import Basics
import DOM

/// The cells of an HTML table by row and column, with spans (HTML standard, 4.9.12 "Processing model").
struct TableGrid {
    /// For each row below the header its cells by column; a cell that spans several columns is in each.
    private var rows: [NodeRef: [NodeRef?]] = [:]
    /// The columns of the header's texts, in lower case; if several have the same text, the first one.
    private var columns: [String: Int] = [:]
    /// The cells of the header, row by row.
    private var headerCells: [NodeRef] = []
    /// The rows after the header.
    private var dataRows: [NodeRef] = []

    /// The maximum number of columns, regardless of spans.
    private static let columnLimit = 1_000

    /// Reads a table. Complexity: linear in the number of its cells and of the places that they span.
    init(_ table: NodeRef, in document: Document) {
        let names = Names(document)
        let groups = TableGrid.rowGroups(of: table, names)
        var isHeader = !TableGrid.hasRowHeaders(groups.joined().prefix(2), names)
        var isFirst = true
        for group in groups {
            // No cell reaches out of its row group.
            var spanning: [(cell: NodeRef, rows: Int)?] = []
            for row in group {
                let cells = TableGrid.cells(of: row, names)
                let columns = place(cells, &spanning, names)
                // Header rows are those at the table's beginning: in thead, or of th alone, and at least the first.
                let isInHead = row.parentElement?.name == names.thead
                isHeader =
                    isHeader
                    && (isFirst || isInHead || (!cells.isEmpty && cells.allSatisfy { $0.name == names.th }))
                isFirst = false
                if isHeader {
                    addHeader(columns, in: document)
                } else {
                    rows[row] = columns
                    dataRows.append(row)
                }
            }
        }
    }

    private mutating func addHeader(_ cells: [NodeRef?], in document: Document) {
        for (column, cell) in cells.enumerated() {
            guard let cell else { continue }
            headerCells.append(cell)
            let text = TableGrid.key(String(decoding: document.text(of: cell), as: UTF8.self))
            if columns[text] == nil { columns[text] = column }
        }
    }

    /// Whether the first rows are not below a header, but each begins with its own: `<th>Height<td>3 m`.
    private static func hasRowHeaders(_ rows: some Collection<NodeRef>, _ names: Names) -> Bool {
        rows.count == 2
            && rows.allSatisfy { row in
                let cells = cells(of: row, names)
                return row.parentElement?.name != names.thead && cells.count > 1
                    && cells[0].name == names.th && cells.dropFirst().allSatisfy { $0.name == names.td }
            }
    }

    /// The cell of a row in the column of one of the given headers; `nil` if the table or the row has none.
    func cell(of row: NodeRef, column headers: [String]) -> NodeRef? {
        guard let column = headers.lazy.compactMap({ columns[TableGrid.key($0)] }).first,
            let cells = rows[row], column < cells.count
        else { return nil }
        return cells[column]
    }

    /// The cells below a header, from top to bottom.
    func cells(below header: String) -> [NodeRef] {
        dataRows.compactMap { cell(of: $0, column: [header]) }
    }

    /// The texts of the header, without duplicates.
    func headers(in document: Document) -> [String] {
        var known: Set<String> = []
        return headerCells.map { WhiteSpace.collapse(String(decoding: document.text(of: $0), as: UTF8.self)) }
            .filter { !$0.isEmpty && known.insert($0).inserted }
    }

    static func key(_ header: String) -> String { WhiteSpace.collapse(header).lowercased() }

    /// The names of the elements of tables, as interned by the document.
    private struct Names {
        let tr, td, th, thead, tbody, tfoot, table, colspan, rowspan: Name?

        init(_ document: Document) {
            func name(_ text: String) -> Name? { document.existingName(text.utf8) }
            tr = name("tr")
            td = name("td")
            th = name("th")
            thead = name("thead")
            tbody = name("tbody")
            tfoot = name("tfoot")
            table = name("table")
            colspan = name("colspan")
            rowspan = name("rowspan")
        }
    }

    /// The rows of each row group, and those between groups, in the order in which they are shown: `tfoot` is the last.
    private static func rowGroups(of table: NodeRef, _ names: Names) -> [[NodeRef]] {
        var groups: [[NodeRef]] = [[]]
        var feet: [[NodeRef]] = []
        var child = table.firstElementChild
        while let node = child {
            if node.name == names.tr {
                groups[groups.count - 1].append(node)
            } else if node.name == names.thead || node.name == names.tbody {
                groups += [rows(of: node, names), []]
            } else if node.name == names.tfoot {
                feet.append(rows(of: node, names))
                groups.append([])
            }
            child = node.nextElementSibling
        }
        return groups + feet
    }

    private static func rows(of group: NodeRef, _ names: Names) -> [NodeRef] {
        var rows: [NodeRef] = []
        var child = group.firstElementChild
        while let node = child {
            if node.name == names.tr { rows.append(node) }
            child = node.nextElementSibling
        }
        return rows
    }

    private static func cells(of row: NodeRef, _ names: Names) -> [NodeRef] {
        var cells: [NodeRef] = []
        var child = row.firstElementChild
        while let node = child {
            if node.name == names.td || node.name == names.th { cells.append(node) }
            child = node.nextElementSibling
        }
        return cells
    }

    /// Puts a row's cells into columns, next to cells of earlier rows that span this row.
    private func place(
        _ cells: [NodeRef],
        _ spanning: inout [(cell: NodeRef, rows: Int)?],
        _ names: Names
    ) -> [NodeRef?] {
        var row: [NodeRef?] = spanning.map { $0?.cell }
        spanning = spanning.map { span in
            guard let span, span.rows > 1 else { return nil }
            return (span.cell, span.rows - 1)
        }
        var column = 0
        for cell in cells {
            while column < row.count, row[column] != nil { column += 1 }
            let width = max(1, TableGrid.span(cell, names.colspan, limit: TableGrid.columnLimit))
            var height = TableGrid.span(cell, names.rowspan, limit: 65_534)
            // Down to the end of the row group.
            if height == 0 { height = .max }
            for _ in 0..<width where column < TableGrid.columnLimit {
                while row.count <= column { row.append(nil) }
                while spanning.count <= column { spanning.append(nil) }
                row[column] = cell
                if height > 1 { spanning[column] = (cell, height - 1) }
                column += 1
            }
        }
        return row
    }

    /// A span as browsers read it, up to the first character that is not a digit; 1 if there are none.
    private static func span(_ cell: NodeRef, _ name: Name?, limit: Int) -> Int {
        guard let value = name.flatMap(cell.attribute)?.value else { return 1 }
        var digits = value.drop(while: \.isASCIIWhiteSpace)
        if let sign = digits.first, sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
        digits = digits.prefix(while: \.isASCIIDigit)
        if digits.isEmpty { return 1 }
        return digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), limit) }
    }
}
