import Basics
import DOM

/// Drafts the fields of a block: the parts that most members have, by the most robust selector whose first match in each
/// member is that part.
struct BlockFields {
    let outlines: [Outline]
    let block: Block

    /// The maximum number of members of a page, of elements of a member, and of fields.
    private static let memberLimit = 60
    private static let elementLimit = 400
    private static let fieldLimit = 12

    /// The fields in the order of the first member, with a score of how well they form records.
    func fields() -> (fields: [FieldDraft], score: Double) {
        var table = MarkTable(outlines: outlines)
        for (page, members) in block.members.enumerated() {
            for member in members.prefix(BlockFields.memberLimit) {
                table.add(page, member, limit: BlockFields.elementLimit)
            }
        }
        let all = table.marks.flatMap { FieldCandidate.all(of: $0, in: table) }
        let labels = Dictionary(
            all.compactMap { candidate in candidate.sameText.map { (candidate.mark.selector, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        let candidates = all.filter { $0.isWorthwhile(of: table.members) }.sorted()
        var chosen: [FieldCandidate] = []
        for candidate in candidates where chosen.count < BlockFields.fieldLimit {
            guard !chosen.contains(where: { $0.covers(candidate, outlines) }) else { continue }
            var candidate = candidate
            candidate.label = candidate.labelSelectors.lazy.compactMap { labels[$0] }.first
            chosen.append(candidate)
        }
        chosen = withOneLink(chosen) + ownFields(table)
        let ordered = chosen.sorted { $0.place < $1.place }
        let value = chosen.reduce(0) { $0 + $1.value(of: table.members) }
        return (withWholeNames(ordered), value * table.similarity)
    }

    /// The drafted fields, in which a first and a last name that are next to each other are one name.
    private func withWholeNames(_ candidates: [FieldCandidate]) -> [FieldDraft] {
        guard let first = candidates.firstIndex(where: \.isFirstName),
            let last = candidates.firstIndex(where: { $0.isLastName(after: candidates[first], outlines) })
        else { return candidates.map(\.draft) }
        var name = candidates[first].draft
        name.selectors = ["\(candidates[first].mark.selector), \(candidates[last].mark.selector)"]
        name.joining = FieldCandidate.joining
        name.origin = "\(candidates[first].mark.origin) and \(candidates[last].mark.origin)"
        name.hints.given = "name"
        return candidates.indices.filter { $0 != last }.map { $0 == first ? name : candidates[$0].draft }
    }

    /// Keeps one link: the one of the record's title, or else the first.
    private func withOneLink(_ chosen: [FieldCandidate]) -> [FieldCandidate] {
        let links = chosen.filter { $0.kind == .link }
        let title = chosen.filter { $0.kind == .text }.max { $0.titleScore < $1.titleScore }
        let main =
            links.first { link in title.map { link.isTogether(with: $0, outlines) } ?? false } ?? links.first
        let images = chosen.filter { $0.kind == .image }
        return chosen.filter { field in
            switch field.kind {
            case .link: field == main
            case .image: field == images.first
            case .text, .time, .attribute: true
            }
        }
    }

    /// The fields of the members themselves: their links and data attributes.
    private func ownFields(_ table: MarkTable) -> [FieldCandidate] {
        var fields: [FieldCandidate] = []
        let members = table.memberPlaces
        guard let first = members.first else { return [] }
        if members.allSatisfy({ outlines[$0.page].attribute(\.href, of: $0.index) != nil }) {
            fields.append(FieldCandidate(ofMember: "href", .link, first))
        }
        var attribute = outlines[first.page].entries[first.index].node.firstAttribute
        while let candidate = attribute {
            let name = candidate.name.string
            if name.hasPrefix("data-"),
                name.hasSuffix("id") || name.hasSuffix("sku") || name.hasSuffix("price"),
                Set(members.map { outlines[$0.page].attribute(named: name, of: $0.index) }).count
                    == members.count
            {
                fields.append(FieldCandidate(ofMember: name, .attribute, first))
            }
            attribute = candidate.next
        }
        return fields
    }
}

/// Drafts the fields of a table's rows: its columns by their headers.
struct TableFields {
    let outlines: [Outline]
    let block: Block

    /// The columns, or `nil` if the block is not a table with headers.
    func fields() -> [FieldDraft]? {
        guard let outline = outlines.first, let row = block.members.first?.first,
            outline.entries[row].tag == "tr",
            let table = table(around: row, in: outline)
        else { return nil }
        let headers = headers(of: table, in: outline)
        guard Set(headers).count > 1 else { return nil }
        var fields: [FieldDraft] = []
        var seen: Set<String> = []
        for header in headers where seen.insert(header.lowercased()).inserted {
            var field = FieldDraft(column: header)
            field.origin = "the column \"\(DraftWriter.shortenedComment(header))\""
            field.hints.given = DataNames.field([header])
            field.hints.words = [header]
            fields.append(field)
        }
        if let linked = seen.first(where: { $0 == headers[0].lowercased() }), !linked.isEmpty {
            var field = FieldDraft(selectors: ["a::attr(href)"], column: headers[0])
            field.origin = "the link in the column \"\(DraftWriter.shortenedComment(headers[0]))\""
            field.hints.given = "url"
            field.hints.kind = .link
            fields.append(field)
        }
        return fields
    }

    private func table(around row: Int, in outline: Outline) -> Int? {
        var index = row
        while outline.entries[index].tag != "table" {
            let parent = outline.entries[index].parent
            if parent == index { return nil }
            index = parent
        }
        return index
    }

    /// The texts of the first row's cells if they are headers.
    private func headers(of table: Int, in outline: Outline) -> [String] {
        guard
            let first = (table + 1..<outline.entries[table].end).first(where: {
                outline.entries[$0].tag == "tr"
            })
        else { return [] }
        let cells = (first + 1..<outline.entries[first].end).filter { outline.entries[$0].parent == first }
        guard cells.count > 1, cells.allSatisfy({ outline.entries[$0].tag == "th" }) else { return [] }
        return cells.map { cell in
            WhiteSpace.collapse(
                String(decoding: outline.document.text(of: outline.entries[cell].node), as: UTF8.self)
            )
        }.filter { !$0.isEmpty && $0.utf8.count < 80 }
    }
}

/// The marks of the members of a block, with the first match in each.
struct MarkTable {
    /// An element of one of the pages.
    struct Place: Hashable {
        let page: Int
        let index: Int
    }

    /// A mark with the elements that it selects.
    struct Entry {
        let mark: SiteNames.Mark
        let tag: String
        /// The number of elements that it selects in all members.
        var total = 0
        /// The first element that it selects in each member.
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

    /// All marks in document order.
    var marks: [Entry] { order.compactMap { entries[$0] } }

    /// The similarity of the members: the share of members with the average mark, 1 if all have the same marks.
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

    /// Adds a member with its descendants.
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

    /// Elements whose name is meaningful.
    private static let meaningful: Set<String> = [
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
        if MarkTable.meaningful.contains(tag) {
            marks.append(SiteNames.Mark(selector: tag, rank: 4, word: "", origin: "the element \(tag)"))
        } else if MarkTable.plain.contains(tag) {
            marks.append(SiteNames.Mark(selector: tag, rank: 6, word: "", origin: "the first \(tag)"))
        }
        guard !isNamed else { return marks }
        if let place = placeMark(of: index, in: outline, below: member) { marks.append(place) }
        var ancestor = outline.entries[index].parent
        var joint = " > "
        for _ in 0..<2 where ancestor > member {
            let found = SiteNames.marks(of: ancestor, in: outline).first { $0.rank < 7 }
            let parentTag = outline.entries[ancestor].tag
            if let mark = found
                ?? (MarkTable.meaningful.contains(parentTag)
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

    /// The mark of an element without a name that has similar siblings: its position among them.
    private func placeMark(of index: Int, in outline: Outline, below member: Int) -> SiteNames.Mark? {
        let entry = outline.entries[index]
        guard MarkTable.plain.contains(entry.tag), entry.tag != "a",
            let place = PlaceAmongSiblings(of: entry.node), place.count > 1
        else { return nil }
        // Below the member, or below the nearest element with a name.
        var path = "> \(entry.tag):nth-of-type(\(place.number))"
        var ancestor = entry.parent
        while ancestor != member {
            if let mark = SiteNames.marks(of: ancestor, in: outline).first(where: { $0.rank < 5 }) {
                path = "\(mark.selector) \(path)"
                break
            }
            path = "> \(outline.entries[ancestor].tag) \(path)"
            guard outline.entries[ancestor].parent > member else { break }
            ancestor = outline.entries[ancestor].parent
        }
        return SiteNames.Mark(
            selector: path,
            rank: 7,
            word: "",
            origin: "\(entry.tag) number \(place.number) of \(place.count)"
        )
    }
}

/// An element's position among its siblings of one name, if these are few.
struct PlaceAmongSiblings {
    /// From 1.
    let number: Int
    let count: Int
    /// The maximum number of siblings of any name.
    private static let limit = 12

    init?(of node: NodeRef) {
        guard var sibling = node.parent?.firstElementChild else { return nil }
        var (number, count, seen) = (0, 0, 0)
        while true {
            seen += 1
            if seen > PlaceAmongSiblings.limit { return nil }
            if sibling.name == node.name { count += 1 }
            if sibling == node { number = count }
            guard let next = sibling.nextElementSibling else { break }
            sibling = next
        }
        self.number = number
        self.count = count
    }
}
