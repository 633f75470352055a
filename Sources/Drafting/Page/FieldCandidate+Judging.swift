// Which of the candidates make a record's fields.
extension FieldCandidate: Comparable {
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
