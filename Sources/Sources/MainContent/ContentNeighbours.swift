import DOM

/// What the text around a block shows about it: items of a list belong together, as do the cells of a table; a
/// heading belongs to what follows, and a quotation to what is around it.
///
/// A short item, cell or heading has few features of its own, so some of a list's items can have a sufficient score and
/// the others not. Complexity: linear.
struct ContentNeighbours {
    private let page: TextBlocks
    private let counts: [TextCounts]
    private let scores: [Double]
    /// Whether each block is content.
    private(set) var kept: [Bool]

    /// The mean score of a list's items, and the score of a heading, below which their neighbours change nothing.
    private static let lowest = -2.0
    /// The minimum number of items of a list.
    private static let fewestItems = 3
    /// The minimum number of words of a sentence that introduces a list, more than "You may also like:" has.
    private static let fewestWords = 5.0
    /// The number of elements by which a list may be above the text of its items.
    private static let listDistance = 3
    /// The mean score of a table's cells below which it is not content. It is lower than that of a list, since
    /// cells are short, and the weights do not recognise short text as content.
    private static let lowestOfTable = -4.5
    /// The minimum number of cells in a table of data.
    private static let fewestCells = 4
    /// The mean number of words per cell at or above which a table only arranges parts of the page.
    private static let mostWordsOfCell = 15.0
    /// How many elements above a cell's text its table may be, and how many above a table the element may be that also
    /// has the text before it.
    private static let tableDistance = 4
    private static let headings: Set<BlockTag> = [.h2, .h3, .h4, .h5, .h6]

    /// Adds the items, quotations and headings that their neighbours show to be content.
    ///
    /// - Parameter tables: whether tables of data beside content are content; `nil` leaves them unchanged.
    init(
        _ kept: [Bool],
        _ scores: [Double],
        _ page: TextBlocks,
        _ counts: [TextCounts],
        tables: Bool?
    ) {
        self.kept = kept
        self.scores = scores
        self.page = page
        self.counts = counts
        let lists = groups(list(of:))
        addItems(lists)
        addIntroducedItems(lists)
        if let tables { setCells(tables) }
        addQuotations()
        addHeadings()
    }

    private func tag(_ index: Int) -> BlockTag { page.elements[page.blocks[index].element].tag }

    private func isLink(_ index: Int) -> Bool { counts[index].linkShare(page.blocks[index]) >= 0.6 }

    /// The list that a block is an item of.
    private func list(of index: Int) -> Int? {
        guard tag(index) == .li else { return nil }
        return nearest([.ul, .ol], to: index, within: ContentNeighbours.listDistance)
    }

    /// The table or the list of descriptions that a block is in.
    private func table(of index: Int) -> Int? {
        nearest([.table, .dl], to: index, within: ContentNeighbours.tableDistance)
    }

    /// The quotation that a block is in.
    private func quotation(of index: Int) -> Int? {
        nearest([.blockquote], to: index, within: ContentNeighbours.tableDistance)
    }

    /// The nearest of some elements that a block is in, at most a number of elements up from its own.
    private func nearest(_ tags: [BlockTag], to index: Int, within distance: Int) -> Int? {
        var element = page.blocks[index].element
        for _ in 0...distance where element >= 0 {
            if tags.contains(page.elements[element].tag) { return element }
            element = page.elements[element].parent
        }
        return nil
    }

    /// A list without many links, whose items have a sufficient mean score, is content as a whole if it is next to
    /// content.
    private mutating func addItems(_ lists: [Group]) {
        for (_, indexes) in lists {
            guard indexes.count >= ContentNeighbours.fewestItems,
                let first = indexes.first, let last = indexes.last
            else { continue }
            let links = indexes.count { isLink($0) }
            guard links * 10 < indexes.count * 3, mean(indexes) > ContentNeighbours.lowest else { continue }
            let isAfterContent = kept[max(0, first - 2)..<first].contains(true)
            if isAfterContent || kept[(last + 1)..<min(kept.count, last + 3)].contains(true) {
                for index in indexes { kept[index] = true }
            }
        }
    }

    /// A list is content, even if its items are links, if a sentence of content that ends with a colon introduces it: "The
    /// reports can be downloaded here:".
    private mutating func addIntroducedItems(_ lists: [Group]) {
        for (list, indexes) in lists {
            guard let first = indexes.first, first > 0, introduces(first - 1, list) else { continue }
            for index in indexes where !page.elements[page.blocks[index].element].isSurrounding {
                kept[index] = true
            }
        }
    }

    /// Whether a block is a sentence of content before a list, in the same element, that ends with a colon.
    private func introduces(_ index: Int, _ list: Int) -> Bool {
        let block = page.blocks[index]
        return kept[index] && !ContentNeighbours.headings.contains(tag(index)) && !isLink(index)
            && counts[index].words >= ContentNeighbours.fewestWords
            && page.text[block.range].last == UInt8(ascii: ":")
            && (page.elements[block.element].parent == page.elements[list].parent
                || block.element == page.elements[list].parent)
    }

    /// An element and those that it is in, the nearest first.
    private func ancestors(of element: Int) -> [Int] {
        var found = [element]
        while let last = found.last, found.count <= ContentNeighbours.tableDistance,
            page.elements[last].parent >= 0
        {
            found.append(page.elements[last].parent)
        }
        return found
    }

    /// Makes those tables of data content that follow content in the same part of the page, or no table of data.
    private mutating func setCells(_ areContent: Bool) {
        for (table, indexes) in groups(table(of:)) {
            guard let first = indexes.first, isData(indexes, of: table) else { continue }
            if !areContent {
                for index in indexes { kept[index] = false }
                continue
            }
            let parts = Set(ancestors(of: table).dropFirst())
            let isAfterContent = (max(0, first - 3)..<first).contains { index in
                kept[index] && !parts.isDisjoint(with: ancestors(of: page.blocks[index].element))
            }
            if isAfterContent { for index in indexes { kept[index] = true } }
        }
    }

    /// Whether the blocks in a table are cells of data: several short ones, few of them links, in more than one row.
    private func isData(_ indexes: [Int], of table: Int) -> Bool {
        let rows = Set(indexes.map { page.elements[page.blocks[$0].element].parent })
        let hasRows = rows.count > 1 || page.elements[table].tag == .dl
        let links = indexes.count { isLink($0) }
        let words = indexes.reduce(0.0) { $0 + counts[$1].words }
        return indexes.count >= ContentNeighbours.fewestCells && hasRows && links * 2 < indexes.count
            && words < ContentNeighbours.mostWordsOfCell * Double(indexes.count)
            && mean(indexes) > ContentNeighbours.lowestOfTable
    }

    /// The mean score of blocks; a longer one has more weight.
    private func mean(_ indexes: [Int]) -> Double {
        var sum = 0.0
        var total = 0.0
        for index in indexes {
            let weight: Double = (counts[index].words + 2).squareRoot()
            sum += scores[index] * weight
            total += weight
        }
        return sum / total
    }

    /// A quotation without links is content as a whole between content of the same part of the page.
    private mutating func addQuotations() {
        for (quotation, indexes) in groups(quotation(of:)) {
            guard let first = indexes.first, let last = indexes.last, first > 0, last + 1 < kept.count,
                indexes.allSatisfy({ page.blocks[$0].linked == 0 }),
                mean(indexes) > ContentNeighbours.lowest
            else { continue }
            let part = page.elements[quotation].parent
            let isBetween = [first - 1..<first, last + 1..<min(last + 3, kept.count)].allSatisfy { blocks in
                blocks.contains { kept[$0] && ancestors(of: page.blocks[$0].element).contains(part) }
            }
            if isBetween { for index in indexes { kept[index] = true } }
        }
    }

    /// An element and its blocks.
    private typealias Group = (element: Int, indexes: [Int])

    /// The blocks of each element that `element` finds for a block, in document order.
    private func groups(_ element: (Int) -> Int?) -> [Group] {
        var positions: [Int: Int] = [:]
        var groups: [Group] = []
        for index in kept.indices {
            guard let element = element(index) else { continue }
            if let position = positions[element] {
                groups[position].indexes.append(index)
            } else {
                positions[element] = groups.count
                groups.append((element, [index]))
            }
        }
        return groups
    }

    /// A heading after content is content, if the block that follows it is content and it is not a link.
    private mutating func addHeadings() {
        let found = kept
        for index in found.indices.dropFirst().dropLast() where !found[index] {
            guard ContentNeighbours.headings.contains(tag(index)), scores[index] > ContentNeighbours.lowest,
                found[index + 1], !isLink(index),
                found[max(0, index - 3)..<index].contains(true)
            else { continue }
            kept[index] = true
        }
    }
}
