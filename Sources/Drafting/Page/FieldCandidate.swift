import DOM

/// Something that can be taken of the members of a group, by one mark.
struct FieldCandidate: Comparable {
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
    private let share: Double

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
            if texts.count < 20 {
                let value = attribute.flatMap { outline.attribute(named: $0, of: place.index) }
                texts.insert(
                    attribute == nil
                        ? Array(outline.document.text(of: outline.entries[place.index].node).prefix(300))
                        : Array((value ?? "").utf8)
                )
            }
        }
        self.places = places
        averageLength = Double(length) / Double(max(1, entry.firsts.count))
        variety = Double(texts.count) / Double(max(1, min(20, entry.firsts.count)))
        share = Double(entry.firsts.count) / Double(max(1, table.members))
        let perMember = Double(entry.total) / Double(max(1, entry.firsts.count))
        isList = kind == .text && perMember >= 1.5 && entry.mark.rank <= 3 && averageLength < 80
        isFirstOfSeveral = perMember > 1.2
        place = entry.firsts.first.map { $0.place.index } ?? 0
        isText = kind != .text || FieldCandidate.isText(entry, table.outlines)
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

    private let isFirstOfSeveral: Bool
    /// Whether an element is one piece of text, and not a part of the layout with several in it.
    private let isText: Bool

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

    // MARK: - Judging

    /// Whether enough members have it.
    func isWorthwhile(of members: Int) -> Bool {
        guard isText, !places.isEmpty else { return false }
        if kind == .text, averageLength < 1 { return false }
        if kind == .text, isFirstOfSeveral, !isList, mark.rank >= 5, tag != "p" { return false }
        return share >= (mark.rank <= 2 ? 0.2 : 0.5)
    }

    private var quality: Double {
        share * 10 - Double(mark.rank) - (isFirstOfSeveral && !isList ? 3 : 0) - Double(
            mark.selector.utf8.count
        ) / 100
    }

    static func < (left: FieldCandidate, right: FieldCandidate) -> Bool {
        (left.quality, right.mark.selector) > (right.quality, left.mark.selector)
    }

    static func == (left: FieldCandidate, right: FieldCandidate) -> Bool {
        left.mark == right.mark && left.kind == right.kind
    }

    /// Whether another candidate would mostly say the same again.
    func covers(_ other: FieldCandidate, _ outlines: [Outline]) -> Bool {
        guard kind == other.kind || [kind, other.kind].allSatisfy({ $0 == .text || $0 == .time }) else {
            return false
        }
        var same = 0
        for (member, place) in other.places {
            guard let own = places[member] else { continue }
            let outline = outlines[place.element.page]
            let isSame =
                own.leaf == place.leaf
                || kind == .text
                    && (outline.contains(own.element.index, place.element.index)
                        || outline.contains(place.element.index, own.element.index))
            same += isSame ? 1 : 0
        }
        return same * 2 > other.places.count
    }

    /// Whether a link is around or in an element of text, in most members.
    func isTogether(with text: FieldCandidate, _ outlines: [Outline]) -> Bool {
        let together = places.count { member, place in
            guard let other = text.places[member] else { return false }
            let outline = outlines[place.element.page]
            return outline.contains(place.element.index, other.leaf)
                || outline.contains(other.element.index, place.element.index)
        }
        return together * 2 > places.count
    }

    /// How much it looks like what a record is called.
    var titleScore: Double {
        let meaning = Lexicon.name(for: mark.word)
        if meaning == "title" || meaning == "name" || mark.word == "headline" { return 10 + share }
        if ["h1", "h2", "h3", "h4", "h5", "h6"].contains(tag) || mark.selector.hasPrefix("h") {
            return 8 + share
        }
        return min(averageLength, 60) / 20 * variety * share
    }

    /// What it adds to a group's likeness to records.
    func value(of members: Int) -> Double {
        let meaning = Lexicon.name(for: mark.word)
        let weight: Double
        switch kind {
        case .link: weight = 2
        case .image: weight = 1.5
        case .time: weight = 2.5
        case .attribute: weight = 1.5
        case .text:
            weight =
                titleScore >= 8
                ? 3 : meaning == "price" ? 3 : meaning != nil ? 1.8 : averageLength < 3 ? 0.3 : 1
        }
        return weight * share * min(1, variety * 1.5)
    }

    /// The field as a draft has it.
    var sketch: FieldSketch {
        let take = attribute.map { "::attr(\($0))" } ?? ""
        var field = FieldSketch(selectors: [mark.selector + take], isList: isList)
        field.origin = mark.origin
        field.hints.words = [mark.word].filter { !$0.isEmpty }
        if mark.rank == 0 { field.hints.given = kind == .text || kind == .attribute ? mark.word : nil }
        if mark.selector.isEmpty, kind == .attribute, let attribute {
            field.hints.given = DataNames.field([String(attribute.dropFirst(5))])
        }
        field.hints.tag = tag
        field.hints.kind = kind
        return field
    }
}
