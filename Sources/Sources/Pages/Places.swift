import Basics
package import DOM
package import Language
import Records
package import Selectors
package import Values

/// Finds elements for ``Places``.
package protocol PlaceMatcher {
    /// The matches of a selector below an element.
    func nodes(_ list: SelectorList, below scope: NodeRef) -> [NodeRef]
    /// The nearest of an element and its ancestors that matches.
    func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef?
    /// The values that a selector extracts from an element and its descendants, white space collapsed, without empty
    /// ones.
    func values(_ list: SelectorList, from scope: NodeRef) -> [String]
}

/// The elements that a record refers to elsewhere on the page.
package struct JoinedElements {
    package fileprivate(set) var nodes: [NodeRef] = []
    /// The references that no element has as its key.
    package fileprivate(set) var unknown: [String] = []
    /// The references that different elements have as their key.
    package fileprivate(set) var ambiguous: [String] = []
    /// The steps that failed: on references, and, if a reference is unknown, on the first of the keys.
    package fileprivate(set) var failures: [ChainRun.Failure] = []
}

extension Document {
    /// The values of matches, white space collapsed, without empty ones.
    package func lines(of matches: [Match]) -> [String] {
        matches.flatMap { values(of: $0.node, extracting: $0.extractor ?? .text) }
            .map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) }
            .filter { !$0.isEmpty }
    }
}

extension Matcher: PlaceMatcher {
    package func values(_ list: SelectorList, from scope: NodeRef) -> [String] {
        document.lines(of: select(list, from: scope, includingScope: true))
    }

    package func nodes(_ list: SelectorList, below scope: NodeRef) -> [NodeRef] {
        select(list, from: scope, includingScope: false).map(\.node)
    }
}

/// The keys of the elements that a join refers to. (The type of a structure in a generic class is looked up at run time.)
private struct JoinKeys {
    /// The first element with each key, and whether another element with that key differs from it.
    var elements: [String: (element: NodeRef, isAmbiguous: Bool)] = [:]
    /// A step that failed on a key: one without a program's answer, or else the last one.
    var failure: ChainRun.Failure?
}

/// Finds the elements from which fields search for their values, and caches expensive searches.
package final class Places<Finder: PlaceMatcher> {
    private let document: Document
    private let matcher: Finder
    /// The data about the page that the steps of keys receive.
    private let context: PageContext
    /// The memory of the values, in which indices of labels are counted.
    private let memory: ValueMemory?
    private lazy var index = ElementIndex(document)
    private var grids: [NodeRef: TableGrid] = [:]
    private var matches: [SelectorList: [Int]] = [:]
    private var labelIndices: [NodeRef: LabelIndex] = [:]
    private var keys: [FieldScope.Join: JoinKeys] = [:]

    package init(
        _ document: Document,
        _ matcher: Finder,
        _ context: PageContext,
        _ memory: ValueMemory? = nil
    ) {
        self.document = document
        self.matcher = matcher
        self.context = context
        self.memory = memory
    }

    /// The element from which a field of a record searches for its value; `nil` if there is none.
    package func start(_ scope: FieldScope, from node: NodeRef) -> NodeRef? {
        guard let place = place(scope.place, from: node) else { return nil }
        if !scope.column.isEmpty { return cell(scope.column, from: place) }
        return scope.labels.isEmpty || label(scope.labels, in: place) != nil ? place : nil
    }

    /// The value of a label of a field's place; `nil` if the place has none.
    ///
    /// - Parameter isExcluded: returns whether an element's text is left out.
    package func label(
        _ scope: FieldScope,
        from node: NodeRef,
        excluding isExcluded: LabelIndex.Exclusion?
    ) -> LabelIndex.Content? {
        place(scope.place, from: node).flatMap { label(scope.labels, in: $0, isExcluded) }
    }

    private func label(
        _ labels: [FieldScope.Label],
        in place: NodeRef,
        _ isExcluded: LabelIndex.Exclusion? = nil
    ) -> LabelIndex.Content? {
        let index = self.labels(in: place)
        let language = labels.contains { $0.language != nil } ? language(of: place) : nil
        for label in labels where label.matches(language) {
            if let content = index.content(of: label.text, excluding: isExcluded) { return content }
        }
        return nil
    }

    /// The labels in an element.
    ///
    /// Complexity: linear in the size of the element's tree, once for each element.
    package func labels(in element: NodeRef) -> LabelIndex {
        if let known = labelIndices[element] { return known }
        let index = LabelIndex(element, in: document)
        labelIndices[element] = index
        memory?.add(bytes: index.size)
        return index
    }

    /// The language of an element's text, as the page declares it, in lower case.
    private func language(of element: NodeRef) -> String? {
        guard let name = document.existingName("lang".utf8) else { return nil }
        var next: NodeRef? = element.isElement ? element : document.rootElement
        while let candidate = next {
            if let text = candidate.attribute(name)?.string, !text.isEmpty { return text.lowercased() }
            next = candidate.parentElement
        }
        return nil
    }

    /// All elements that a record refers to, in the order of its references.
    ///
    /// Complexity: one walk through the page for each join, then linear in the number of references.
    package func joined(_ join: FieldScope.Join, from node: NodeRef) -> JoinedElements {
        let known = keys[join] ?? joinKeys(join)
        // Without the answers of programs the keys are incomplete.
        if known.failure?.error.fault != .withheld { keys[join] = known }
        var result = JoinedElements()
        let references = texts(join.by, from: node)
        result.failures = references.failures
        for key in references.texts {
            guard let (element, isAmbiguous) = known.elements[key] else {
                result.unknown.append(key)
                continue
            }
            result.nodes.append(element)
            if isAmbiguous { result.ambiguous.append(key) }
        }
        if let failure = known.failure, !result.unknown.isEmpty { result.failures.append(failure) }
        return result
    }

    private func texts(
        _ key: FieldScope.Key,
        from node: NodeRef
    ) -> (texts: [String], failures: [ChainRun.Failure]) {
        ChainRun.texts(of: matcher.values(key.selector, from: node), key.steps, context)
    }

    private func joinKeys(_ join: FieldScope.Join) -> JoinKeys {
        var keys = JoinKeys()
        for element in matcher.nodes(join.elements, below: document.node) {
            let found = texts(join.key, from: element)
            if keys.failure?.error.fault != .withheld { keys.failure = found.failures.first ?? keys.failure }
            guard let key = found.texts.first else { continue }
            guard let (first, isAmbiguous) = keys.elements[key] else {
                keys.elements[key] = (element, false)
                continue
            }
            // The same thing may be there twice.
            if !isAmbiguous, document.rawText(of: element) != document.rawText(of: first) {
                keys.elements[key] = (first, true)
            }
        }
        return keys
    }

    /// Why there is no cell in a column, or no such label; `nil` if the reason is that the element from which the
    /// search starts is missing.
    ///
    /// Complexity: linear in the number of the table's headers.
    package func missingColumn(_ scope: FieldScope, from node: NodeRef) -> MissingColumn? {
        guard !scope.column.isEmpty || !scope.labels.isEmpty, let place = place(scope.place, from: node)
        else {
            return nil
        }
        if !scope.labels.isEmpty {
            let found = labels(in: place).pairs().map(\.label)
            return MissingColumn(wanted: scope.labels.map(\.text), headers: found, isLabel: true)
        }
        let headers = table(of: place).map { $0.grid.headers(in: document) }
        return MissingColumn(wanted: scope.column, headers: headers)
    }

    private func place(_ place: FieldScope.Place, from node: NodeRef) -> NodeRef? {
        switch place {
        case .record: node
        // Its fields are read from a tree of their own.
        case .asked: nil
        case .document: document.rootElement
        case .closest(let list): matcher.closest(list, from: node)
        case .ancestor(let list): node.parentElement.flatMap { matcher.closest(list, from: $0) }
        case .previous(let list): previous(list, before: node)
        case .next(let list): next(list, after: node)
        case .join(let join): joined(join, from: node).nodes.first
        }
    }

    /// The last match before an element in document order.
    ///
    /// Complexity: one walk through the page for each selector, then logarithmic in the number of its matches.
    private func previous(_ list: SelectorList, before node: NodeRef) -> NodeRef? {
        guard let place = index[node] else { return nil }
        let known = numbers(of: list)
        let count = Places.count(of: known, before: place)
        return count > 0 ? index.elements[known[count - 1]] : nil
    }

    /// The first match after an element and its descendants, in document order.
    ///
    /// Complexity: as ``previous(_:before:)``.
    private func next(_ list: SelectorList, after node: NodeRef) -> NodeRef? {
        var last = node
        while let child = last.lastElementChild { last = child }
        guard let place = index[last] else { return nil }
        let known = numbers(of: list)
        let count = Places.count(of: known, before: place + 1)
        return count < known.count ? index.elements[known[count]] : nil
    }

    /// The matches of a selector in the whole page, as numbers in document order.
    private func numbers(of list: SelectorList) -> [Int] {
        if let known = matches[list] { return known }
        let found = matcher.nodes(list, below: document.node).compactMap { index[$0] }
        matches[list] = found
        return found
    }

    /// The number of ascending numbers that are less than a number.
    private static func count(of numbers: [Int], before number: Int) -> Int {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The cell in a column of an element's row: the element itself, the row around it, or the first within it.
    package func cell(_ headers: [String], from node: NodeRef) -> NodeRef? {
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

/// Why a row has no cell in a column, or an element lacks a label.
package struct MissingColumn: Hashable, Sendable {
    /// The headers that were searched for.
    package let wanted: [String]
    /// The headers of the table; `nil` if there is no table.
    package let headers: [String]?
    /// Whether it is about labels.
    package var isLabel = false

    /// The maximum number of headers in a message.
    private static let limit = 24

    /// The missing column or label, and the existing ones: `no column "Price"; the table has "Item", "Cost"`.
    package var message: String {
        let names = wanted.map { "\"\($0)\"" }.joined(separator: " or ")
        if isLabel, let headers {
            if headers.isEmpty { return "no label \(names): the element has no labels" }
            return "no label \(names); there are \(MissingColumn.list(headers))"
        }
        guard let headers else { return "no table with a column \(names): the element is not in a row" }
        if hasColumn { return "the row has no cell in the column \(names)" }
        if headers.isEmpty { return "no column \(names): the table has no headers" }
        return "no column \(names); the table has \(MissingColumn.list(headers))"
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(limit).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = texts.count - limit
        return shown + (more > 0 ? " and \(more) more" : "")
    }

    /// Whether the table has the column, and only the row lacks a cell.
    private var hasColumn: Bool {
        if isLabel { return false }
        let keys = Set(wanted.map(TableGrid.key))
        return headers?.contains { keys.contains(TableGrid.key($0)) } == true
    }

    /// The header that was probably intended.
    package var suggestion: String? {
        if hasColumn { return nil }
        return wanted.lazy.compactMap { Suggestion.nearest(to: $0, among: headers ?? []) }.first
    }
}
