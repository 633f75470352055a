import DOM

/// What the text around a block shows about it: items of a list belong together, and a heading belongs to what follows.
///
/// A short item or heading has few features of its own, so some of a list's items can have a sufficient score and the
/// others not. Complexity: linear.
struct ContentNeighbours {
    private let page: TextBlocks
    private let counts: [TextCounts]
    private let scores: [Double]
    /// Whether each block is content.
    private(set) var kept: [Bool]

    /// The mean score of a list's items, and the score of a heading, below which their neighbours change nothing.
    private static let lowest = -2.0
    /// The number of items that a list has at least.
    private static let fewestItems = 3
    /// How many elements from an item's text up its list is.
    private static let listDistance = 3
    private static let headings: Set<BlockTag> = [.h2, .h3, .h4, .h5, .h6]

    /// Adds the items and headings that their neighbours show to be content.
    init(_ kept: [Bool], _ scores: [Double], _ page: TextBlocks, _ counts: [TextCounts]) {
        self.kept = kept
        self.scores = scores
        self.page = page
        self.counts = counts
        addItems()
        addHeadings()
    }

    private func tag(_ index: Int) -> BlockTag { page.elements[page.blocks[index].element].tag }

    private func isLink(_ index: Int) -> Bool { counts[index].linkShare(page.blocks[index]) >= 0.6 }

    /// The list that a block is an item of.
    private func list(of index: Int) -> Int? {
        guard tag(index) == .li else { return nil }
        var ancestor = page.elements[page.blocks[index].element].parent
        for _ in 0..<ContentNeighbours.listDistance where ancestor >= 0 {
            if [.ul, .ol].contains(page.elements[ancestor].tag) { return ancestor }
            ancestor = page.elements[ancestor].parent
        }
        return nil
    }

    /// A list without many links, whose items have a sufficient mean score, is content as a whole if it is next to
    /// content.
    private mutating func addItems() {
        var items: [Int: [Int]] = [:]
        var order: [Int] = []
        for index in kept.indices {
            guard let list = list(of: index) else { continue }
            if items[list] == nil { order.append(list) }
            items[list, default: []].append(index)
        }
        for list in order {
            guard let indexes = items[list], indexes.count >= ContentNeighbours.fewestItems,
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
