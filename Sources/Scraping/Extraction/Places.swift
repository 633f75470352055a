import DOM
import Selectors

/// Finds the elements that fields look from, and remembers what is costly to find.
final class Places {
    private let document: Document
    private let matcher: PageMatcher
    private lazy var index = ElementIndex(document)
    private var grids: [NodeRef: TableGrid] = [:]
    private var matches: [SelectorList: [Int]] = [:]

    init(_ document: Document, _ matcher: PageMatcher) {
        self.document = document
        self.matcher = matcher
    }

    /// The element that a field of a record looks from; `nil` where there is none.
    func start(_ scope: FieldScope, from node: NodeRef) -> NodeRef? {
        guard let place = place(scope.place, from: node) else { return nil }
        return scope.column.isEmpty ? place : cell(scope.column, from: place)
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
            matches[list] = matcher.select(list, below: document.node).nodes.compactMap { index[$0] }
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

    /// The cell in a column of the row that an element is, stands in, or holds first.
    private func cell(_ headers: [String], from node: NodeRef) -> NodeRef? {
        guard let row = ancestor("tr", of: node) ?? descendant("tr", of: node),
            let table = ancestor("table", of: row)
        else { return nil }
        let grid = grids[table] ?? TableGrid(table, in: document)
        grids[table] = grid
        return grid.cell(of: row, column: headers)
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
