import DOM

/// Something that can be taken of the members of a group, by one mark.
struct FieldCandidate {
    let mark: SiteNames.Mark
    let kind: NameHints.Kind
    /// The attribute that is taken; `nil` for the text.
    let attribute: String?
    let tag: String
    let isList: Bool
    /// The element that is taken in each member that has one, with its text of its own that comes first.
    let places: [Int: (element: MarkTable.Place, leaf: Int)]
    /// How much text there is in each, and how many of them say something else.
    let averageLength: Double
    let variety: Double
    /// Where it stands in the first member that has one, for the fields' order.
    let place: Int
    /// The share of the members that have it.
    let share: Double
    let isFirstOfSeveral: Bool
    /// Whether an element is one piece of text, and not a part of the layout with several in it.
    let isText: Bool

    /// What can be taken by a mark.
    static func all(of entry: MarkTable.Entry, in table: MarkTable) -> [FieldCandidate] {
        let outlines = table.outlines
        func has(_ name: KeyPath<Outline.AttributeNames, Name?>) -> Bool {
            entry.firsts.allSatisfy { outlines[$0.place.page].attribute(name, of: $0.place.index) != nil }
        }
        var candidates: [FieldCandidate] = []
        if entry.tag == "a", has(\.href) { candidates.append(FieldCandidate(entry, .link, "href", table)) }
        if entry.tag == "img", let source = imageAttribute(entry, outlines) {
            candidates.append(FieldCandidate(entry, .image, source, table))
        }
        if entry.tag == "time", has(\.datetime) {
            candidates.append(FieldCandidate(entry, .time, "datetime", table))
        } else if has(\.content), entry.mark.rank == 0 {
            candidates.append(FieldCandidate(entry, .attribute, "content", table))
        } else if entry.tag != "img" {
            let isShortened =
                has(\.title) && entry.firsts.contains { FieldCandidate.isShortened($0.place, outlines) }
            candidates.append(FieldCandidate(entry, .text, isShortened ? "title" : nil, table))
        }
        return candidates
    }

    /// Whether an element's text ends before its end.
    private static func isShortened(_ place: MarkTable.Place, _ outlines: [Outline]) -> Bool {
        let outline = outlines[place.page]
        let text = outline.document.text(of: outline.entries[place.index].node)
        return text.suffix(3).elementsEqual("...".utf8) || text.suffix(3).elementsEqual("…".utf8)
    }

    private init(_ entry: MarkTable.Entry, _ kind: NameHints.Kind, _ attribute: String?, _ table: MarkTable) {
        isText = kind != .text || FieldCandidate.isText(entry, table.outlines)
        mark = entry.mark
        self.kind = kind
        self.attribute = attribute
        tag = entry.tag
        var places: [Int: (element: MarkTable.Place, leaf: Int)] = [:]
        var length = 0
        var texts: Set<[UInt8]> = []
        for (member, place) in entry.firsts {
            let outline = table.outlines[place.page]
            places[member] = (
                place, kind == .text ? FieldCandidate.leaf(of: place.index, in: outline) : place.index
            )
            length += outline.sum(outline.text, in: place.index)
            // A sample tells whether they all say the same.
            if isText, places.count <= FieldCandidate.sampleSize {
                texts.insert(FieldCandidate.text(attribute, of: place.index, in: outline))
            }
        }
        self.places = places
        averageLength = Double(length) / Double(max(1, entry.firsts.count))
        variety = Double(texts.count) / Double(max(1, min(FieldCandidate.sampleSize, entry.firsts.count)))
        share = Double(entry.firsts.count) / Double(max(1, table.members))
        let perMember = Double(entry.total) / Double(max(1, entry.firsts.count))
        isList = kind == .text && perMember >= 1.5 && entry.mark.rank <= 3 && averageLength < 80
        isFirstOfSeveral = perMember > 1.2
        place = entry.firsts.first.map { $0.place.index } ?? 0
    }

    /// What is taken of the members themselves.
    init(ofMember attribute: String, _ kind: NameHints.Kind, _ first: MarkTable.Place) {
        mark = SiteNames.Mark(selector: "", rank: 1, word: attribute, origin: "its attribute \(attribute)")
        self.kind = kind
        self.attribute = attribute
        tag = ""
        isList = false
        places = [:]
        averageLength = 0
        variety = 1
        place = first.index
        share = 1
        isFirstOfSeveral = false
        isText = true
    }

    private static let sampleSize = 20

    /// What is taken of an element, or how it begins.
    private static func text(_ attribute: String?, of index: Int, in outline: Outline) -> [UInt8] {
        if let attribute { return Array((outline.attribute(named: attribute, of: index) ?? "").utf8) }
        return Array(outline.document.text(of: outline.entries[index].node).prefix(300))
    }

    /// The first element with text of its own in one.
    private static func leaf(of index: Int, in outline: Outline) -> Int {
        (index..<outline.entries[index].end).first { outline.entries[$0].ownText > 0 } ?? index
    }

    private static func isText(_ entry: MarkTable.Entry, _ outlines: [Outline]) -> Bool {
        let isNamed = entry.mark.rank == 0 || Lexicon.name(for: entry.mark.word) != nil
        let fitting = entry.firsts.count { first in
            let outline = outlines[first.place.page]
            let index = first.place.index
            let leaves = outline.sum(outline.leaves, in: index)
            if outline.sum(outline.text, in: index) == 0 { return false }
            if leaves <= 1 || outline.entries[index].ownText > 0 { return true }
            return isNamed
                && (leaves <= 4 && outline.sum(outline.text, in: index) < 80 || entry.mark.rank == 0)
        }
        return fitting * 5 >= entry.firsts.count * 4
    }

    /// The attribute with a picture's address: where scripts load it later, not `src`.
    private static func imageAttribute(_ entry: MarkTable.Entry, _ outlines: [Outline]) -> String? {
        ["src", "data-src", "data-lazy-src", "data-original", "data-image"].first { name in
            entry.firsts.allSatisfy { first in
                guard let value = outlines[first.place.page].attribute(named: name, of: first.place.index)
                else { return false }
                return !value.isEmpty && !value.hasPrefix("data:")
            }
        }
    }
}
