import Foundation

/// Finds the elements of some pages that repeat: those that share a class, an attribute, or their place below an
/// element with a name.
///
/// Each element is counted under a few selectors; no two elements are ever compared. What is counted is then judged
/// by sums, and only the best are looked at closely.
struct BlockSearch {
    private let outlines: [Outline]
    /// How many groups are looked at closely.
    private static let closeLimit = 40

    init(_ outlines: [Outline]) {
        self.outlines = outlines
    }

    /// The groups that look most like records, the best one first.
    ///
    /// - Complexity: linear in the size of the pages.
    func blocks() -> [Block] {
        let found = outlines.map { PageBlocks($0) }
        guard let first = found.first else { return [] }
        var groups: [[[Int]]: Block] = [:]
        for (mark, members) in first.members {
            let all = found.compactMap { $0.members[mark] }
            guard all.count == outlines.count, isGroup([members] + all.dropFirst()) else { continue }
            groups[all, default: Block(marks: [], members: all)].marks.append(mark)
        }
        let scored = groups.values.map { block in (block: sorted(block), score: score(block)) }
        return scored.filter { $0.score > 0 }
            .sorted { ($0.score, $1.block.marks[0].selector) > ($1.score, $0.block.marks[0].selector) }
            .prefix(BlockSearch.closeLimit).map(\.block)
    }

    private func sorted(_ block: Block) -> Block {
        var block = block
        block.marks.sort {
            ($0.rank, $0.selector.utf8.count, $0.selector) < ($1.rank, $1.selector.utf8.count, $1.selector)
        }
        return block
    }

    /// Whether there are several, none of which lies in another.
    private func isGroup(_ members: [[Int]]) -> Bool {
        guard members.contains(where: { $0.count > 1 }) else { return false }
        return zip(outlines, members).allSatisfy { outline, members in
            zip(members, members.dropFirst()).allSatisfy { outline.entries[$0].end <= $1 }
        }
    }

    /// How much a group looks like records: how many there are, how much each says, and how much of the page they
    /// make up.
    private func score(_ block: Block) -> Double {
        var sums = BlockSums()
        for (outline, members) in zip(outlines, block.members) {
            for member in members { sums.add(member, of: outline) }
        }
        let whole = outlines.reduce(0) { $0 + ($1.text.last ?? 0) }
        return sums.score(ofPage: max(1, whole))
    }
}

/// What the members of a group hold, added up.
struct BlockSums {
    private var count = 0.0
    private var text = 0.0
    private var squares = 0.0
    private var leaves = 0.0
    private var links = 0.0
    private var images = 0.0
    private var region = 0.0

    mutating func add(_ member: Int, of outline: Outline) {
        let length = Double(outline.sum(outline.text, in: member))
        count += 1
        text += length
        squares += length * length
        leaves += Double(outline.sum(outline.leaves, in: member))
        links += Double(outline.sum(outline.links, in: member))
        images += Double(outline.sum(outline.images, in: member))
        region += outline.entries[member].region == .content ? 1 : 0.35
    }

    /// The score among the groups of pages with so much text.
    func score(ofPage whole: Int) -> Double {
        guard count > 1, text > 0 || images > 0 else { return 0 }
        let mean = text / count
        let deviation = (max(0, squares / count - mean * mean)).squareRoot() / max(1, mean)
        let richness = min(10, leaves / count) + min(1, links / count) + min(1, images / count)
        let share = min(1, text / Double(whole))
        return log2(count + 1) * richness * (0.15 + share.squareRoot()) / (1 + deviation) * region / count
    }
}

/// The elements of one page that may be records, by the marks that they share.
private struct PageBlocks {
    private(set) var members: [SiteNames.Mark: [Int]] = [:]
    private let outline: Outline

    /// Elements that are parts of records, never records.
    private static let parts: Set<String> = [
        "html", "body", "main", "span", "b", "i", "em", "strong", "small", "p", "h1", "h2", "h3", "h4", "h5",
        "h6", "img", "br",
        "hr", "input", "label", "time", "td", "th", "thead", "tbody", "tfoot", "table", "ul", "ol", "dl",
        "dt", "dd", "meta", "link",
        "font", "center", "sup", "sub", "code", "pre", "video", "picture", "source", "colgroup", "col",
        "caption",
    ]
    /// How many elements up a name is looked for, for elements that have none.
    private static let climb = 4

    init(_ outline: Outline) {
        self.outline = outline
        for index in outline.entries.indices where mayBeRecord(index) {
            for mark in blockMarks(of: index) { members[mark, default: []].append(index) }
        }
    }

    private func mayBeRecord(_ index: Int) -> Bool {
        let entry = outline.entries[index]
        guard entry.region != .chrome, !PageBlocks.parts.contains(entry.tag),
            entry.end > index + 1 || entry.tag == "li"
        else { return false }
        // A link can be a whole card; a word that leads somewhere is none.
        if entry.tag == "a", outline.sum(outline.leaves, in: index) < 2 { return false }
        if entry.tag == "tr", !hasCell(index) { return false }
        return outline.sum(outline.text, in: index) > 3 || outline.sum(outline.images, in: index) > 0
    }

    private func hasCell(_ index: Int) -> Bool {
        index + 1 < outline.entries[index].end
            && (index + 1..<outline.entries[index].end).prefix(3).contains {
                outline.entries[$0].tag == "td"
            }
    }

    private func marks(of index: Int) -> [SiteNames.Mark] {
        SiteNames.marks(of: index, in: outline).filter { $0.rank < 7 }
    }

    /// What an element can be selected by: its own marks, and its place below the nearest element with a name.
    private func blockMarks(of index: Int) -> [SiteNames.Mark] {
        let tag = outline.entries[index].tag
        var all = tag == "tr" ? [] : marks(of: index).filter { !$0.selector.hasPrefix("[itemprop") }
        if tag == "article" || tag.contains("-") {
            all.append(SiteNames.Mark(selector: tag, rank: 4, word: tag, origin: "the element \(tag)"))
        }
        var path = tag == "tr" ? "tr:has(td)" : tag
        var ancestor = index
        for step in 1...PageBlocks.climb {
            let parent = outline.entries[ancestor].parent
            guard parent != ancestor else { break }
            let own = SiteNames.id(of: parent, in: outline).map { [$0] } ?? []
            if let mark = (own + marks(of: parent)).first {
                all.append(
                    SiteNames.Mark(
                        selector: "\(mark.selector) > \(path)",
                        rank: 5,
                        word: mark.word,
                        origin: "\(tag) below \(mark.origin)"
                    )
                )
                break
            }
            let parentTag = outline.entries[parent].tag
            path = "\(parentTag) > \(path)"
            ancestor = parent
            if parentTag == "body" || step == PageBlocks.climb {
                all.append(
                    SiteNames.Mark(
                        selector: path,
                        rank: 8,
                        word: "",
                        origin: "no name nearby: the place in the page"
                    )
                )
                break
            }
        }
        return all
    }
}
