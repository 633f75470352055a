import DOM
import Platform

/// Finds the repeated elements of pages: those that share a class, an attribute, or their position below an element with a
/// name.
///
/// Each element is grouped by a few selectors, without comparisons between elements. Groups are scored by sums, and only
/// the best are examined closely.
struct BlockSearch {
    private let outlines: [Outline]
    /// The maximum number of groups that are examined closely.
    private static let closeLimit = 40

    init(_ outlines: [Outline]) {
        self.outlines = outlines
    }

    /// The groups that look most like records, best first.
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

    /// Whether there are several members, none of which contains another.
    private func isGroup(_ members: [[Int]]) -> Bool {
        guard members.contains(where: { $0.count > 1 }) else { return false }
        return zip(outlines, members).allSatisfy { outline, members in
            zip(members, members.dropFirst()).allSatisfy { outline.entries[$0].end <= $1 }
        }
    }

    /// A score for how much a group looks like records: by the number of members, their content, and their share of the
    /// page.
    private func score(_ block: Block) -> Double {
        var sums = BlockSums()
        for (outline, members) in zip(outlines, block.members) {
            for member in members { sums.add(member, of: outline) }
        }
        let whole = outlines.reduce(0) { $0 + ($1.text.last ?? 0) }
        return sums.score(ofPage: max(1, whole))
    }
}

/// The sums of the contents of a group's members.
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

    /// The score on pages with an amount of text.
    func score(ofPage whole: Int) -> Double {
        guard count > 1, text > 0 || images > 0 else { return 0 }
        let mean = text / count
        let deviation = (max(0, squares / count - mean * mean)).squareRoot() / max(1, mean)
        let richness = min(10, leaves / count) + min(1, links / count) + min(1, images / count)
        let share = min(1, text / Double(whole))
        return log2(count + 1) * richness * (0.15 + share.squareRoot()) / (1 + deviation) * region / count
    }
}

/// The elements of one page that may be records, by mark.
private struct PageBlocks {
    private(set) var members: [SiteNames.Mark: [Int]] = [:]
    private let outline: Outline

    /// Elements that are never records, only parts of them.
    private static let parts: Set<String> = [
        "html", "body", "main", "span", "b", "i", "em", "strong", "small", "p", "h1", "h2", "h3", "h4", "h5",
        "h6", "img", "br",
        "hr", "input", "label", "time", "td", "th", "thead", "tbody", "tfoot", "table", "ul", "ol", "dl",
        "dt", "dd", "meta", "link",
        "font", "center", "sup", "sub", "code", "pre", "video", "picture", "source", "colgroup", "col",
        "caption",
    ]
    /// The maximum number of ancestors that are searched for a name.
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
        // A link may be a whole card, but not a single word.
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

    /// The selectors of an element: its own marks, and its position below the nearest ancestor with a name.
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

/// Elements of the pages that one selector matches and that may be records.
struct Block {
    /// The selectors, most robust first.
    var marks: [SiteNames.Mark]
    /// Their indices in the outline of each page.
    let members: [[Int]]

    var count: Int { members.reduce(0) { $0 + $1.count } }
}

/// Finds the shortest robust selector that matches exactly the elements of a block on every page.
struct BlockSelector {
    private let outlines: [Outline]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
    }

    /// The selector with its origin, or `nil` if none is exact.
    func selector(of block: Block) -> (selector: String, origin: String)? {
        for mark in block.marks.prefix(6) {
            if isExact(mark.selector, block) { return (mark.selector, mark.origin) }
        }
        for mark in block.marks.prefix(3) where mark.rank < 5 {
            for (prefix, origin) in refinements(of: block) {
                // A type selector can only precede other simple selectors.
                let isName = mark.selector.first?.isLetter == true
                if isName, !prefix.hasSuffix(" ") { continue }
                if isExact(prefix + mark.selector, block) {
                    return (prefix + mark.selector, "\(mark.origin) \(origin)")
                }
            }
        }
        return nil
    }

    private func isExact(_ selector: String, _ block: Block) -> Bool {
        zip(outlines, block.members).allSatisfy { outline, members in
            ExactMatch.holds(selector, for: members.map { outline.entries[$0].node }, in: [outline.document])
        }
    }

    /// Prefixes for a selector with too many matches: the element's name, or an ancestor that contains all members.
    private func refinements(of block: Block) -> [(prefix: String, origin: String)] {
        guard let outline = outlines.first, let first = block.members.first?.first,
            let last = block.members.first?.last
        else { return [] }
        let tag = outline.entries[first].tag
        var refinements = [(prefix: tag, origin: "of \(tag)")]
        var ancestor = outline.entries[first].parent
        while true {
            if outline.contains(ancestor, last) {
                let entry = outline.entries[ancestor]
                let marks =
                    (SiteNames.id(of: ancestor, in: outline).map { [$0] } ?? [])
                    + SiteNames.marks(of: ancestor, in: outline).filter { $0.rank < 5 }
                refinements += marks.map { ("\($0.selector) ", "below \($0.origin)") }
                if entry.tag == "main" || entry.tag == "article" {
                    refinements.append(("\(entry.tag) ", "in \(entry.tag)"))
                }
            }
            let parent = outline.entries[ancestor].parent
            if parent == ancestor || refinements.count > 12 { break }
            ancestor = parent
        }
        return refinements
    }
}

/// Names record types by their elements' names.
enum BlockNaming {
    /// The name of a block's records: `Product` for `.product-card`.
    static func name(of block: Block, _ outlines: [Outline]) -> String {
        for mark in block.marks {
            let words = Lexicon.words(mark.word).filter {
                !Lexicon.layout.contains($0) && !$0.allSatisfy(\.isNumber) && $0.count > 2
            }
            guard let last = words.last, words.count <= 3 else { continue }
            let name = (words.dropLast() + [Lexicon.singular(last)]).map(\.capitalizedFirst).joined()
            if name.first?.isLetter == true, name.allSatisfy(\.isASCII) { return name }
        }
        let tag = zip(outlines, block.members).lazy.compactMap { outline, members in
            members.first.map { outline.entries[$0].tag }
        }.first
        switch tag {
        case "article": return "Entry"
        case "tr": return "Row"
        default: return "Item"
        }
    }
}
