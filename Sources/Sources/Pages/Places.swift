import Basics
package import DOM
package import Language
package import Selectors

/// What finds elements for ``Places``.
package protocol PlaceMatcher {
    /// What a selector matches below an element.
    func nodes(_ list: SelectorList, below scope: NodeRef) -> [NodeRef]
    /// The nearest of an element and its ancestors that matches.
    func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef?
}

extension Matcher: PlaceMatcher {
    package func nodes(_ list: SelectorList, below scope: NodeRef) -> [NodeRef] {
        select(list, from: scope, includingScope: false).map(\.node)
    }
}

/// Finds the elements that fields look from, and remembers what is costly to find.
package final class Places<Finder: PlaceMatcher> {
    private let document: Document
    private let matcher: Finder
    private lazy var index = ElementIndex(document)
    private var grids: [NodeRef: TableGrid] = [:]
    private var matches: [SelectorList: [Int]] = [:]

    package init(_ document: Document, _ matcher: Finder) {
        self.document = document
        self.matcher = matcher
    }

    /// The element that a field of a record looks from; `nil` where there is none.
    package func start(_ scope: FieldScope, from node: NodeRef) -> NodeRef? {
        guard let place = place(scope.place, from: node) else { return nil }
        return scope.column.isEmpty ? place : cell(scope.column, from: place)
    }

    /// Why there is no cell to look from in a column; `nil` where the place before it is what is missing.
    ///
    /// Complexity: linear in the number of the table's headers.
    package func missingColumn(_ scope: FieldScope, from node: NodeRef) -> MissingColumn? {
        guard !scope.column.isEmpty, let place = place(scope.place, from: node) else { return nil }
        let headers = table(of: place).map { $0.grid.headers(in: document) }
        return MissingColumn(wanted: scope.column, headers: headers)
    }

    private func place(_ place: FieldScope.Place, from node: NodeRef) -> NodeRef? {
        switch place {
        case .record: node
        case .document: document.rootElement
        case .closest(let list): matcher.closest(list, from: node)
        case .previous(let list): previous(list, before: node)
        }
    }

    /// The last match before an element in document order.
    ///
    /// Complexity: one walk of the page for each selector, then logarithmic in the number of its matches.
    private func previous(_ list: SelectorList, before node: NodeRef) -> NodeRef? {
        guard let place = index[node] else { return nil }
        if matches[list] == nil {
            matches[list] = matcher.nodes(list, below: document.node).compactMap { index[$0] }
        }
        let known = matches[list] ?? []
        var low = 0
        var high = known.count
        while low < high {
            let middle = (low + high) / 2
            if known[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? index.elements[known[low - 1]] : nil
    }

    /// The cell in a column of an element's row: the element itself, the row around it, or the first within it.
    private func cell(_ headers: [String], from node: NodeRef) -> NodeRef? {
        guard let (row, grid) = table(of: node) else { return nil }
        return grid.cell(of: row, column: headers)
    }

    /// The row of an element, and its table.
    private func table(of node: NodeRef) -> (row: NodeRef, grid: TableGrid)? {
        guard let row = ancestor("tr", of: node) ?? descendant("tr", of: node),
            let table = ancestor("table", of: row)
        else { return nil }
        let grid = grids[table] ?? TableGrid(table, in: document)
        grids[table] = grid
        return (row, grid)
    }

    private func ancestor(_ name: String, of node: NodeRef) -> NodeRef? {
        guard let name = document.existingName(name.utf8) else { return nil }
        var next: NodeRef? = node
        while let candidate = next, candidate.name != name { next = candidate.parentElement }
        return next
    }

    private func descendant(_ name: String, of node: NodeRef) -> NodeRef? {
        guard let name = document.existingName(name.utf8) else { return nil }
        var next = node.nextElement(within: node)
        while let candidate = next, candidate.name != name { next = candidate.nextElement(within: node) }
        return next
    }
}

/// Why a row has no cell in a column.
package struct MissingColumn: Hashable, Sendable {
    /// The headers that were looked for.
    package let wanted: [String]
    /// The headers of the table; `nil` where there is no table.
    package let headers: [String]?

    /// How many headers a message names.
    private static let limit = 24

    /// What is missing, and what there is: `no column "Price"; the table has "Item", "Cost"`.
    package var message: String {
        let names = wanted.map { "\"\($0)\"" }.joined(separator: " or ")
        guard let headers else { return "no table with a column \(names): the element is in no row" }
        if hasColumn { return "the row has no cell in the column \(names)" }
        if headers.isEmpty { return "no column \(names): the table has no headers" }
        let shown = headers.prefix(MissingColumn.limit).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = headers.count - MissingColumn.limit
        return "no column \(names); the table has \(shown)" + (more > 0 ? " and \(more) more" : "")
    }

    /// Whether the table has the column, and only the row lacks a cell.
    private var hasColumn: Bool {
        let keys = Set(wanted.map(TableGrid.key))
        return headers?.contains { keys.contains(TableGrid.key($0)) } == true
    }

    /// The header that is probably meant.
    package var suggestion: String? {
        if hasColumn { return nil }
        return wanted.lazy.compactMap { Suggestion.nearest(to: $0, among: headers ?? []) }.first
    }
}

/// The cells of an HTML table by row and column, with spans (HTML standard, 4.9.12 "Processing model").
struct TableGrid {
    /// For each row its cells by column; a cell that spans several is in each.
    private var rows: [NodeRef: [NodeRef?]] = [:]
    /// The columns of the header's texts, in lower case; the first of several with one text.
    private var columns: [String: Int] = [:]
    /// The cells of the header, row by row.
    private var headerCells: [NodeRef] = []

    /// The greatest number of columns, regardless of spans.
    private static let columnLimit = 1_000

    /// Reads a table. Complexity: linear in the number of its cells and what they span.
    init(_ table: NodeRef, in document: Document) {
        let names = Names(document)
        let tableRows = TableGrid.rows(of: table, names)
        var spanning: [(cell: NodeRef, rows: Int)?] = []
        var isHeader = true
        for (index, row) in tableRows.enumerated() {
            let cells = TableGrid.cells(of: row, names)
            let columns = place(cells, &spanning, names)
            rows[row] = columns
            // Header rows are those at the table's beginning: in thead, or of th alone, and at least the first.
            let isInHead = row.parentElement?.name == names.thead
            isHeader =
                isHeader
                && (index == 0 || isInHead || (!cells.isEmpty && cells.allSatisfy { $0.name == names.th }))
            guard isHeader else { continue }
            for (column, cell) in columns.enumerated() {
                guard let cell else { continue }
                headerCells.append(cell)
                let text = TableGrid.key(String(decoding: document.text(of: cell), as: UTF8.self))
                if self.columns[text] == nil { self.columns[text] = column }
            }
        }
    }

    /// The cell of a row in the column of one of the given headers; `nil` where the table or the row has none.
    func cell(of row: NodeRef, column headers: [String]) -> NodeRef? {
        guard let column = headers.lazy.compactMap({ columns[TableGrid.key($0)] }).first,
            let cells = rows[row], column < cells.count
        else { return nil }
        return cells[column]
    }

    /// The texts of the header, each once.
    func headers(in document: Document) -> [String] {
        var known: Set<String> = []
        return headerCells.map { WhiteSpace.collapse(String(decoding: document.text(of: $0), as: UTF8.self)) }
            .filter { !$0.isEmpty && known.insert($0).inserted }
    }

    static func key(_ header: String) -> String { WhiteSpace.collapse(header).lowercased() }

    /// The names that tables are made of, as the document has them.
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

    private static func rows(of table: NodeRef, _ names: Names) -> [NodeRef] {
        var rows: [NodeRef] = []
        var child = table.firstElementChild
        while let node = child {
            if node.name == names.tr {
                rows.append(node)
            } else if node.name == names.thead || node.name == names.tbody || node.name == names.tfoot {
                rows += TableGrid.rows(of: node, names)
            }
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

    /// Puts a row's cells into columns, beside what still spans down from the rows above.
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
            let width = TableGrid.span(cell, names.colspan, limit: TableGrid.columnLimit)
            let height = TableGrid.span(cell, names.rowspan, limit: 65_534)
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

    private static func span(_ cell: NodeRef, _ name: Name?, limit: Int) -> Int {
        guard let text = name.flatMap(cell.attribute)?.string, let span = Int(WhiteSpace.collapse(text))
        else {
            return 1
        }
        return min(max(span, 1), limit)
    }
}
