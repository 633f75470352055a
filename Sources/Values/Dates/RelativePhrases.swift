import Basics
import Records

/// A phrase with a count: the text before and after the count, and the unit.
struct CountedPhrase: Hashable, Sendable {
    /// Without white space next to the count.
    let before: [UInt8]
    let after: [UInt8]
    let unit: RelativeUnit
    /// Whether it is in the past.
    let isPast: Bool
    /// Long (0), short or narrow.
    let style: Int

    /// The distance of a whole text; `nil` if it is another phrase.
    func distance(_ text: [UInt8], _ numbers: RelativeNumbers) -> RelativeDistance? {
        guard text.count > before.count + after.count, text.starts(with: before),
            text.suffix(after.count).elementsEqual(after)
        else { return nil }
        var count = text[before.count..<(text.count - after.count)]
        guard let number = RelativeCount.read(&count, numbers), RelativeCount.skipSpace(count).isEmpty else {
            return nil
        }
        return RelativeDistance(isPast ? -number : number, unit)
    }

    /// The text around the count.
    private struct Words: Hashable {
        let before: [UInt8]
        let after: [UInt8]
    }

    private var words: Words { Words(before: before, after: after) }

    /// The phrases, without duplicates.
    static func distinct(_ phrases: [CountedPhrase]) -> [CountedPhrase] {
        var seen: Set<Words> = []
        return phrases.filter { seen.insert($0.words).inserted }
    }
}

/// Several counts in one phrase, "2 days, 3 hours ago": the common text of a locale's phrases around the units'
/// names.
struct RelativeChain: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]
    private let isPast: Bool
    private let units: FoldedNames
    /// The word between two counts, besides a comma and white space: "and".
    private let conjunction: [UInt8]

    /// The chains of a locale's phrases.
    static func chains(_ phrases: [CountedPhrase], conjunction: [UInt8]) -> [RelativeChain] {
        struct Kind: Hashable {
            let style: Int
            let isPast: Bool
        }
        struct Frame: Hashable {
            let before: [UInt8]
            let after: [UInt8]
            let isPast: Bool
        }
        var units: [Frame: [(text: [UInt8], number: Int)]] = [:]
        for (kind, phrases) in Dictionary(grouping: phrases, by: { Kind(style: $0.style, isPast: $0.isPast) })
        {
            let before = commonStart(phrases.map(\.before))
            let after = commonEnd(phrases.map(\.after))
            if before.isEmpty, after.isEmpty { continue }
            let frame = Frame(before: before, after: after, isPast: kind.isPast)
            for phrase in phrases where phrase.before == before && phrase.after.count > after.count {
                let name = Array(phrase.after.dropLast(after.count))
                units[frame, default: []].append((text: name, number: phrase.unit.rawValue))
            }
        }
        return units.map { frame, units in
            RelativeChain(
                before: frame.before,
                after: frame.after,
                isPast: frame.isPast,
                units: FoldedNames(units),
                conjunction: conjunction
            )
        }
    }

    /// The distance of a whole text, with units from the longest to the shortest.
    func distance(_ text: [UInt8], _ numbers: RelativeNumbers) -> RelativeDistance? {
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

// MARK: - Common text of phrases

extension RelativeChain {
    private static func commonStart(_ texts: [[UInt8]]) -> [UInt8] {
        guard var common = texts.first else { return [] }
        for text in texts {
            common = Array(zip(common, text).prefix { $0 == $1 }.map(\.0))
        }
        return texts.allSatisfy { $0 == common } ? common : []
    }

    /// The common end, starting at a space if there are any, so that no unit's name is split.
    private static func commonEnd(_ texts: [[UInt8]]) -> [UInt8] {
        guard var common = texts.first else { return [] }
        for text in texts {
            common = zip(common.reversed(), text.reversed()).prefix { $0 == $1 }.map(\.0).reversed()
        }
        let space = UInt8(ascii: " ")
        if texts.contains(where: { $0.contains(space) }) { return Array(common.drop { $0 != space }) }
        // Without the rest of a split character.
        return Array(common.drop { $0 & 0xC0 == 0x80 })
    }
}

/// The words of a locale for counts, and those before counts that are not exact: "about 3 weeks ago".
struct RelativeNumbers: Sendable {
    let names: FoldedNames
    private let qualifiers: [[UInt8]]

    init(_ names: FoldedNames, locale identifier: String) {
        self.names = names
        let language = String(identifier.prefix { $0.isLetter }).lowercased()
        qualifiers = (Self.known[language] ?? []).map { Array($0.utf8) + [UInt8(ascii: " ")] }
    }

    /// Of each language, without accents.
    private static let known: [String: [String]] = [
        "en": [
            "about", "around", "approximately", "approx", "roughly", "nearly", "almost", "just over", "over",
            "more than", "less than", "at least", "circa", "ca",
        ],
        "de": [
            "etwa", "ungefahr", "rund", "circa", "ca", "fast", "knapp", "uber", "mehr als", "weniger als",
        ],
        "fr": ["environ", "pres de", "presque", "plus de", "plus d'", "moins de", "moins d'"],
        "es": ["alrededor de", "aproximadamente", "cerca de", "casi", "unos", "unas", "mas de", "menos de"],
        "it": ["circa", "quasi", "oltre", "piu di", "meno di"],
        "pt": ["cerca de", "aproximadamente", "quase", "mais de", "menos de"],
        "nl": ["ongeveer", "circa", "ca", "bijna", "ruim", "meer dan", "minder dan"],
    ]

    /// The text without the word that says that its count is not exact.
    func withoutQualifier(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for sign in ["~", "≈"] where text.starts(with: sign.utf8) {
            return RelativeCount.skipSpace(text.dropFirst(sign.utf8.count))
        }
        for word in qualifiers where text.starts(with: word) { return text.dropFirst(word.count) }
        return text
    }
}

/// Reads a count: digits with an optional fraction, or a number word.
enum RelativeCount {
    static func read(_ text: inout ArraySlice<UInt8>, _ numbers: RelativeNumbers) -> Double? {
        text = numbers.withoutQualifier(skipSpace(text))
        let digits = text.prefix(while: \.isASCIIDigit)
        if digits.isEmpty {
            guard let (number, length) = numbers.names.match(text) else { return nil }
            text = text.dropFirst(length)
            return Double(number)
        }
        var end = digits.endIndex
        if end < text.endIndex, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ",") {
            let fraction = text[(end + 1)...].prefix(while: \.isASCIIDigit)
            // Three digits may also be a group of thousands.
            guard fraction.count != 3 else { return nil }
            if !fraction.isEmpty { end = fraction.endIndex }
        }
        guard digits.count <= 9 else { return nil }
        let number = String(decoding: text[..<end], as: UTF8.self).replacing(",", with: ".")
        text = text[end...]
        return Double(number)
    }

    static func skipSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { $0 == UInt8(ascii: " ") }
    }
}

/// The units of relative times.
enum RelativeUnit: Int, CaseIterable, Sendable {
    case year
    case month
    case week
    case day
    case hour
    case minute
    case second

    /// Its fixed length in seconds; `nil` for a month and a year.
    var seconds: Int? {
        switch self {
        case .year, .month: nil
        case .week: 7 * 86_400
        case .day: 86_400
        case .hour: 3600
        case .minute: 60
        case .second: 1
        }
    }
}

/// A distance from the page's own time: "2 days, 3 hours ago" is -2 days and -3 hours.
struct RelativeDistance: Hashable, Sendable {
    /// Months and years.
    var months = 0
    /// Days and weeks.
    var days = 0
    /// Hours, minutes and seconds.
    var seconds = 0
    /// The smallest unit in which it is counted.
    private(set) var unit = RelativeUnit.year

    init() {}

    /// Whether it is years, months, weeks or days, so that it is known to the day at best.
    var isOfDays: Bool { unit.rawValue <= RelativeUnit.day.rawValue }

    /// A count of a unit; `nil` for a fraction of a month or a year, and for a count out of bounds.
    init?(_ count: Double, _ unit: RelativeUnit) {
        guard abs(count) < 1e9 else { return nil }
        self.unit = unit
        let whole = Int(count)
        switch unit {
        case .year, .month:
            guard Double(whole) == count, abs(count) < 1e5 else { return nil }
            months = unit == .year ? whole * 12 : whole
        case .week, .day:
            let perUnit = unit == .week ? 7 : 1
            guard abs(count) < 1e6 else { return nil }
            days = whole * perUnit
            seconds = Int(((count - Double(whole)) * Double(perUnit) * 86_400).rounded())
        case .hour, .minute, .second:
            seconds = Int((count * Double(unit.seconds ?? 1)).rounded())
        }
    }

    static func + (one: RelativeDistance, other: RelativeDistance) -> RelativeDistance {
        var sum = one
        sum.months += other.months
        sum.days += other.days
        sum.seconds += other.seconds
        if other.unit.rawValue > sum.unit.rawValue { sum.unit = other.unit }
        return sum
    }
}

extension RelativeDistance {
    /// The moment at this distance from the page's time: months and days by the calendar, at the same time of day; hours
    /// and less by elapsed time.
    func moment(from now: Moment, _ zone: DateZone?) throws(StepError) -> Moment? {
        if seconds != 0, now.time == nil {
            throw StepError("the page's own time, \(now.dateText), has no time of day to count from")
        }
        var moment = now
        if months != 0 { moment = moment.adding(months: months) }
        if days != 0 { moment = moment.adding(days: days) }
        guard moment.isDay else { return nil }
        if moment.time != nil, let zone, months != 0 || days != 0 {
            let offset = zone.nearestOffset(at: moment)
            moment.time?.offset = offset
        }
        guard seconds != 0, let offset = moment.time?.offset else {
            guard seconds != 0 else { return moment }
            var local = Moment(instant: moment.localSeconds + seconds, offset: 0)
            local.time?.offset = nil
            return local.isDay ? local : nil
        }
        let instant = moment.localSeconds - offset * 60 + seconds
        let there = zone?.offset(atInstant: instant) ?? offset
        let result = Moment(instant: instant, offset: there)
        return result.isDay ? result : nil
    }
}
