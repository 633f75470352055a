/// Several counts in one phrase, "2 days, 3 hours ago": what all of a locale's phrases have in common around the
/// units' names.
struct RelativeChain: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]
    private let isPast: Bool
    private let units: NameTable
    /// What stands between two counts besides a comma and white space: "and".
    private let conjunction: [UInt8]

    /// The chains of a locale's phrases.
    static func chains(_ phrases: [CountedPhrase], locale: String) -> [RelativeChain] {
        struct Kind: Hashable {
            let style: UInt32
            let isPast: Bool
        }
        struct Frame: Hashable {
            let before: [UInt8]
            let after: [UInt8]
            let isPast: Bool
        }
        var units: [Frame: [(text: String, number: Int)]] = [:]
        for (kind, phrases) in Dictionary(grouping: phrases, by: { Kind(style: $0.style, isPast: $0.isPast) })
        {
            let before = commonStart(phrases.map(\.before))
            let after = commonEnd(phrases.map(\.after))
            if before.isEmpty, after.isEmpty { continue }
            let frame = Frame(before: before, after: after, isPast: kind.isPast)
            for phrase in phrases where phrase.before == before && phrase.after.count > after.count {
                let name = String(decoding: phrase.after.dropLast(after.count), as: UTF8.self)
                units[frame, default: []].append((text: name, number: phrase.unit.rawValue))
            }
        }
        let conjunction = RelativeWords.conjunction(locale)
        return units.map { frame, units in
            RelativeChain(
                before: frame.before,
                after: frame.after,
                isPast: frame.isPast,
                units: NameTable(units),
                conjunction: conjunction
            )
        }
    }

    /// The distance that a whole text tells: units from the longest to the shortest.
    func distance(_ text: [UInt8], _ numbers: NameTable) -> RelativeDistance? {
        guard text.count > before.count + after.count, text.starts(with: before),
            text.suffix(after.count).elementsEqual(after)
        else { return nil }
        var rest = text[before.count..<(text.count - after.count)]
        var sum = RelativeDistance()
        var last = -1
        while true {
            guard let count = RelativeCount.read(&rest, numbers) else { return nil }
            rest = RelativeCount.skipSpace(rest)
            guard let (unit, length) = units.match(rest), unit > last,
                let unit = RelativeUnit(rawValue: unit),
                let distance = RelativeDistance(isPast ? -count : count, unit)
            else { return nil }
            last = unit.rawValue
            sum = sum + distance
            rest = RelativeCount.skipSpace(rest.dropFirst(length))
            if rest.isEmpty { return sum }
            if rest.first == UInt8(ascii: ",") { rest = RelativeCount.skipSpace(rest.dropFirst()) }
            if !conjunction.isEmpty, rest.starts(with: conjunction) {
                rest = rest.dropFirst(conjunction.count)
            }
        }
    }
}

// MARK: - What phrases have in common

extension RelativeChain {
    private static func commonStart(_ texts: [[UInt8]]) -> [UInt8] {
        guard var common = texts.first else { return [] }
        for text in texts {
            common = Array(zip(common, text).prefix { $0 == $1 }.map(\.0))
        }
        return texts.allSatisfy { $0 == common } ? common : []
    }

    /// What all end in: from a space on where there are spaces, so that no unit's name is cut.
    private static func commonEnd(_ texts: [[UInt8]]) -> [UInt8] {
        guard var common = texts.first else { return [] }
        for text in texts {
            common = zip(common.reversed(), text.reversed()).prefix { $0 == $1 }.map(\.0).reversed()
        }
        let space = UInt8(ascii: " ")
        if texts.contains(where: { $0.contains(space) }) { return Array(common.drop { $0 != space }) }
        // From the start of a character on.
        return Array(common.drop { $0 & 0xC0 == 0x80 })
    }
}
