import Basics
import DOM

/// A candidate for a field of a block's members, with one mark.
struct FieldCandidate {
    let mark: SiteNames.Mark
    let kind: NameHints.Kind
    /// The attribute that is extracted, or `nil` for the text.
    let attribute: String?
    let tag: String
    let isList: Bool
    /// The element in each member that has one, with its first descendant that has its own text.
    let places: [Int: (element: MarkTable.Place, leaf: Int)]
    /// The average length of the text, and the share of distinct texts.
    let averageLength: Double
    let variety: Double
    /// The index of its element in the first member that has one; fields are ordered by it.
    let place: Int
    /// The share of the members that have it.
    let share: Double
    let isFirstOfSeveral: Bool
    /// Whether an element is a single text, not a layout of several.
    let isText: Bool
    /// The text that all members have in its place; `nil` if texts differ.
    let sameText: String?
    /// The text that labels it in all members, which names it.
    var label: String?
    /// Whether its mark is its position among siblings, and most members have the same number of these.
    let isPlaced: Bool
    /// Whether each member has two matches next to each other, with a word or two each, such as first and
    /// last name.
    let isNameInTwo: Bool
    /// Whether it is a heading with the parts of a name in elements of their own.
    let isNameInParts: Bool

    /// The candidates of a mark.
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

    /// Whether an element's text ends with an ellipsis.
    private static func isShortened(_ place: MarkTable.Place, _ outlines: [Outline]) -> Bool {
        let outline = outlines[place.page]
        let text = outline.document.text(of: outline.entries[place.index].node)
        return text.suffix(3).elementsEqual("...".utf8) || text.suffix(3).elementsEqual("…".utf8)
    }

    private init(_ entry: MarkTable.Entry, _ kind: NameHints.Kind, _ attribute: String?, _ table: MarkTable) {
        isNameInParts = kind == .text && FieldCandidate.isNameInParts(entry, table.outlines)
        isText = kind != .text || isNameInParts || FieldCandidate.isText(entry, table.outlines)
        isPlaced = entry.mark.rank == 7 && FieldCandidate.isPlaced(entry, table.outlines)
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
            // A sample is enough to estimate the variety.
            if isText, places.count <= FieldCandidate.sampleSize {
                texts.insert(FieldCandidate.text(attribute, of: place.index, in: outline))
            }
        }
        self.places = places
        averageLength = Double(length) / Double(max(1, entry.firsts.count))
        let isSame = texts.count == 1 && entry.firsts.count > 1
        sameText = isSame ? texts.first.map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) } : nil
        variety = Double(texts.count) / Double(max(1, min(FieldCandidate.sampleSize, entry.firsts.count)))
        share = Double(entry.firsts.count) / Double(max(1, table.members))
        let perMember = Double(entry.total) / Double(max(1, entry.firsts.count))
        isNameInTwo = kind == .text && attribute == nil && FieldCandidate.isNameInTwo(entry, table.outlines)
        isList =
            kind == .text && perMember >= 1.5 && entry.mark.rank <= 3 && averageLength < 80 && !isNameInTwo
        isFirstOfSeveral = perMember > 1.2
        place = entry.firsts.first.map { $0.place.index } ?? 0
    }

    /// Creates a candidate for an attribute of the members themselves.
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
        isPlaced = false
        isNameInTwo = false
        isNameInParts = false
        sameText = nil
    }

    private static let sampleSize = 20
    /// The average length of texts that are data rather than prose.
    private static let shortLength = 60.0

    /// The extracted text of an element, or its prefix.
    private static func text(_ attribute: String?, of index: Int, in outline: Outline) -> [UInt8] {
        if let attribute { return Array((outline.attribute(named: attribute, of: index) ?? "").utf8) }
        return Array(outline.document.text(of: outline.entries[index].node).prefix(300))
    }

    /// The first descendant with its own text.
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

    /// The steps that join the parts of a name into one text.
    static let joining = ["{ \"join\": \" \" }"]

    /// Whether all members have two elements next to each other, headings or elements called names, each with one to three
    /// words without digits.
    private static func isNameInTwo(_ entry: MarkTable.Entry, _ outlines: [Outline]) -> Bool {
        guard headings.contains(entry.tag) || Lexicon.name(for: entry.mark.word) == "name",
            entry.firsts.count > 1,
            entry.total == 2 * entry.firsts.count
        else { return false }
        return entry.firsts.allSatisfy { first in
            let outline = outlines[first.place.page]
            let node = outline.entries[first.place.index].node
            guard let next = node.nextElementSibling, next.name == node.name else { return false }
            return [node, next].allSatisfy { isPartOfName(outline.document.string(of: $0, onOneLine: true)) }
        }
    }

    /// Whether an element is a heading with two or three inline elements in all members, each with the words of a name, and
    /// no other text.
    private static func isNameInParts(_ entry: MarkTable.Entry, _ outlines: [Outline]) -> Bool {
        guard headings.contains(entry.tag), entry.firsts.count > 1 else { return false }
        return entry.firsts.allSatisfy { first in
            let outline = outlines[first.place.page]
            let own = outline.entries[first.place.index]
            if own.ownText > 0 { return false }
            let parts = outline.entries[first.place.index + 1..<own.end].filter { $0.ownText > 0 }
            return (2...3).contains(parts.count)
                && parts.allSatisfy { part in
                    ["span", "b", "strong", "i", "em"].contains(part.tag) && part.classes.isEmpty
                        && isPartOfName(outline.document.string(of: part.node, onOneLine: true))
                }
        }
    }

    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    private static func isPartOfName(_ text: String) -> Bool {
        (1...24).contains(text.count) && !text.contains(where: \.isNumber) && text.first?.isLetter == true
            && text.split(separator: " ").count <= 3
    }

    /// Whether its own name says that it is a first name.
    var isFirstName: Bool {
        kind == .text && attribute == nil && !isList && Lexicon.isFirstName(mark.word)
    }

    /// Whether its own name says that it is a last name, and it is next to the first name in all members.
    func isLastName(after first: FieldCandidate, _ outlines: [Outline]) -> Bool {
        guard kind == .text, attribute == nil, !isList, Lexicon.isLastName(mark.word), !places.isEmpty else {
            return false
        }
        return places.allSatisfy { member, place in
            guard let known = first.places[member] else { return false }
            let outline = outlines[place.element.page]
            let node = outline.entries[place.element.index].node
            let before = outline.entries[known.element.index].node
            return before.nextElementSibling == node
                && [before, node].allSatisfy {
                    FieldCandidate.isPartOfName(outline.document.string(of: $0, onOneLine: true))
                }
        }
    }

    /// Whether most members have as many siblings with the element's name as the first one.
    private static func isPlaced(_ entry: MarkTable.Entry, _ outlines: [Outline]) -> Bool {
        let counts = entry.firsts.map {
            PlaceAmongSiblings(of: outlines[$0.place.page].entries[$0.place.index].node)?.count
        }
        guard let first = counts.first, let first else { return false }
        return counts.count { $0 == first } * 10 >= counts.count * 8
    }

    /// The attribute with an image's address, which is not `src` for lazy loading.
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

// Ranks the candidates.
extension FieldCandidate: Comparable {
    /// Whether enough members have it.
    func isWorthwhile(of members: Int) -> Bool {
        guard isText, !places.isEmpty else { return false }
        if kind == .text, averageLength < 1 { return false }
        if mark.rank == 7, mark.selector.contains(":nth-of-type") {
            // A text that is the same everywhere is a label, or belongs to the layout.
            return kind == .text && isPlaced && sameText == nil && share >= 0.8
                && averageLength < FieldCandidate.shortLength
        }
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

    /// Whether another candidate mostly extracts the same elements.
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

    /// The selectors of the elements that may label it: its previous sibling, or the `dt` of a `dd`.
    var labelSelectors: [String] {
        guard isPlaced, let open = mark.selector.lastIndex(of: "("),
            let number = Int(mark.selector[mark.selector.index(after: open)...].dropLast())
        else { return [] }
        let start = mark.selector[...open]
        if tag == "dd" { return [start.dropLast("dd:nth-of-type(".count) + "dt:nth-of-type(\(number))"] }
        return ["\(start)\(number - 1))"]
    }

    /// Whether a link contains a text's element or is in it, in most members.
    func isTogether(with text: FieldCandidate, _ outlines: [Outline]) -> Bool {
        let together = places.count { member, place in
            guard let other = text.places[member] else { return false }
            let outline = outlines[place.element.page]
            return outline.contains(place.element.index, other.leaf)
                || outline.contains(other.element.index, place.element.index)
        }
        return together * 2 > places.count
    }

    /// A score for how much it looks like a title.
    var titleScore: Double {
        let meaning = Lexicon.name(for: mark.word)
        if meaning == "title" || meaning == "name" || mark.word == "headline" { return 10 + share }
        if FieldCandidate.headings.contains(tag) || mark.selector.hasPrefix("h") {
            return 8 + share
        }
        return min(averageLength, 60) / 20 * variety * share
    }

    /// Its contribution to the score of a block.
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

    /// The drafted field.
    var draft: FieldDraft {
        let pseudoElement = attribute.map { "::attr(\($0))" } ?? ""
        var field = FieldDraft(selectors: [mark.selector + pseudoElement], isList: isList)
        field.origin = mark.origin
        field.hints.words = [label ?? mark.word].filter { !$0.isEmpty }
        if let label { field.hints.given = DataNames.field([label]) }
        if let label { field.origin += ", after \"\(DraftWriter.shortenedComment(label))\"" }
        if mark.rank == 0 { field.hints.given = kind == .text || kind == .attribute ? mark.word : nil }
        if isNameInParts { field.hints.given = "name" }
        if isNameInTwo {
            field.joining = FieldCandidate.joining
            field.hints.given = "name"
        }
        if mark.selector.isEmpty, kind == .attribute, let attribute {
            field.hints.given = DataNames.field([String(attribute.dropFirst(5))])
        }
        field.hints.tag = tag
        field.hints.kind = kind
        return field
    }
}
