/// Which marks stand in which members of a group, and where first.
struct MarkTable {
    /// An element of one of the pages.
    struct Place: Hashable {
        let page: Int
        let index: Int
    }

    /// A mark with what it selects.
    struct Entry {
        let mark: SiteNames.Mark
        let tag: String
        /// How many elements it selects in all members.
        var total = 0
        /// The first that it selects in a member, by the member's number.
        var firsts: [(member: Int, place: Place)] = []
    }

    let outlines: [Outline]
    private(set) var members = 0
    private(set) var memberPlaces: [Place] = []
    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    init(outlines: [Outline]) {
        self.outlines = outlines
    }

    /// All marks in the order in which they were met.
    var marks: [Entry] { order.compactMap { entries[$0] } }

    /// How much the members are alike: in which share of them the average mark stands, 1 where all have the same.
    var similarity: Double {
        var shares = 0.0
        var count = 0.0
        for entry in entries.values where entry.mark.rank < 7 {
            let present = Double(entry.firsts.count)
            shares += present * present / Double(max(1, members))
            count += present
        }
        return count > 0 ? shares / count : 0
    }

    /// Adds a member with all that lies in it.
    mutating func add(_ page: Int, _ member: Int, limit: Int) {
        let outline = outlines[page]
        memberPlaces.append(Place(page: page, index: member))
        let end = min(outline.entries[member].end, member + 1 + limit)
        for index in member + 1..<max(end, member + 1)
        where outline.entries[index].region != .chrome || outline.entries[member].region == .chrome {
            for mark in marks(of: index, in: outline, below: member) {
                add(mark, outline.entries[index].tag, Place(page: page, index: index))
            }
        }
        members += 1
    }

    private mutating func add(_ mark: SiteNames.Mark, _ tag: String, _ place: Place) {
        if entries[mark.selector] == nil {
            entries[mark.selector] = Entry(mark: mark, tag: tag)
            order.append(mark.selector)
        }
        entries[mark.selector]?.total += 1
        if entries[mark.selector]?.firsts.last?.member != members {
            entries[mark.selector]?.firsts.append((members, place))
        }
    }

    /// Elements whose own name says what they are for.
    private static let telling: Set<String> = [
        "h1", "h2", "h3", "h4", "h5", "h6", "time", "img", "address", "figcaption", "blockquote",
    ]
    private static let plain: Set<String> = [
        "a", "p", "b", "strong", "em", "i", "span", "small", "li", "dd", "dt", "td", "th", "summary", "cite",
        "q", "code",
    ]

    private func marks(of index: Int, in outline: Outline, below member: Int) -> [SiteNames.Mark] {
        var marks = SiteNames.marks(of: index, in: outline)
        let tag = outline.entries[index].tag
        let isNamed = marks.contains { $0.rank < 4 }
        if MarkTable.telling.contains(tag) {
            marks.append(SiteNames.Mark(selector: tag, rank: 4, word: "", origin: "the element \(tag)"))
        } else if MarkTable.plain.contains(tag) {
            marks.append(SiteNames.Mark(selector: tag, rank: 6, word: "", origin: "the first \(tag)"))
        }
        guard !isNamed else { return marks }
        var ancestor = outline.entries[index].parent
        var joint = " > "
        for _ in 0..<2 where ancestor > member {
            let found = SiteNames.marks(of: ancestor, in: outline).first { $0.rank < 7 }
            let parentTag = outline.entries[ancestor].tag
            if let mark = found
                ?? (MarkTable.telling.contains(parentTag)
                    ? SiteNames.Mark(
                        selector: parentTag,
                        rank: 4,
                        word: "",
                        origin: "the element \(parentTag)"
                    ) : nil)
            {
                marks.append(
                    SiteNames.Mark(
                        selector: mark.selector + joint + tag,
                        rank: 5,
                        word: mark.word,
                        origin: "\(tag) in \(mark.origin)"
                    )
                )
                break
            }
            joint = " "
            ancestor = outline.entries[ancestor].parent
        }
        return marks
    }
}
