import Foundation
import _FoundationICU

/// The time zones of the toolchain: their names, their abbreviations, and their names in a locale.
struct ToolchainZones {
    /// All identifiers, sorted by bytes.
    let identifiers: [String]
    /// The identifiers to suggest, as Foundation lists them.
    let known: Set<String>
    /// Each abbreviation with its zone's code.
    let abbreviations: NumberedNames
    private let numbers: [String: Int]
    private let zones: [String: TimeZone]

    /// The meaning of a name: the zone in every season, its standard time, or its summer time.
    enum Season: Int {
        case both
        case standard
        case summer
    }

    init() {
        var all: Set<String> = ["GMT"]
        var status = U_ZERO_ERROR
        let list = swift_ucal_openTimeZones(&status)
        defer { swift_uenum_close(list) }
        while let name = swift_uenum_next(list, nil, &status) {
            let name = String(cString: name)
            if name.contains("/"), TimeZone(identifier: name) != nil { all.insert(name) }
        }
        known = Set(TimeZone.knownTimeZoneIdentifiers)
        all.formUnion(known)
        identifiers = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        numbers = Dictionary(uniqueKeysWithValues: identifiers.enumerated().map { ($1, $0) })
        zones = Dictionary(
            uniqueKeysWithValues: identifiers.compactMap { name in
                TimeZone(identifier: name).map { (name, $0) }
            }
        )
        var names: NumberedNames = [:]
        let british = Locale(identifier: "en_GB")
        let table = TimeZone.abbreviationDictionary
        for (name, identifier) in table.sorted(by: { $0.key < $1.key }) {
            guard let zone = TimeZone(identifier: identifier) else { continue }
            let isSummer = ToolchainZones.isSummer(name, zone, table, british)
            let code = numbers[zone.identifier].map {
                ToolchainZones.code($0, isSummer ? .summer : .standard)
            }
            let folded = ToolchainText.fold(name)
            if names[folded] == nil { names[folded] = code }
        }
        abbreviations = names
    }

    /// The zone of an identifier.
    func zone(_ identifier: String) -> TimeZone? { zones[identifier] }

    /// The code of a zone in a season.
    static func code(_ number: Int, _ season: Season) -> Int { number * 3 + season.rawValue }

    private static func isSummer(
        _ name: String,
        _ zone: TimeZone,
        _ known: [String: String],
        _ british: Locale
    ) -> Bool {
        if name.hasSuffix("D") || name.hasSuffix("DT") && name != "BDT" { return true }
        let plain = name.replacingOccurrences(of: "S", with: "")
        if plain != name, known[plain] == known[name] { return true }
        return zone.localizedName(for: .shortDaylightSaving, locale: british) == name
    }

    /// A locale's names of zones with their codes, without those that are abbreviations. Where zones share a name, the
    /// zone of an abbreviation takes precedence.
    func names(locale identifier: String) -> NumberedNames {
        let locale = Locale(identifier: identifier)
        let first = Set(TimeZone.abbreviationDictionary.values).sorted()
        let main = Set(first)
        // "UT" has no zone.
        var codes: [String: Int] = abbreviations
        codes["ut"] = -1
        for identifier in first + TimeZone.knownTimeZoneIdentifiers.filter({ !main.contains($0) }) {
            guard let zone = zones[identifier], let number = numbers[zone.identifier] else { continue }
            let isMain = main.contains(identifier)
            for (style, season) in ToolchainZones.styles where isMain || season != .both {
                guard let name = zone.localizedName(for: style, locale: locale),
                    ToolchainZones.isName(name)
                else { continue }
                let folded = ToolchainText.fold(name)
                if codes[folded] == nil { codes[folded] = ToolchainZones.code(number, season) }
            }
        }
        var collector = NameCollector()
        for (name, code) in codes { collector.add(ToolchainText.name(name), code) }
        let names = collector.names
        for (name, code) in abbreviations where names[name] != code {
            fatalError("\(identifier): the abbreviation \(name) has a second meaning")
        }
        return names.filter { $0.value != -1 && abbreviations[$0.key] == nil }
    }

    /// A name for the whole year, such as "Pacific Time", is only reliable for the main zones.
    private static let styles: [(TimeZone.NameStyle, Season)] = [
        (.standard, .standard), (.shortStandard, .standard), (.daylightSaving, .summer),
        (.shortDaylightSaving, .summer), (.generic, .both), (.shortGeneric, .both),
    ]

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("GMT") && !name.contains("UTC") && name.contains(where: \.isLetter)
    }
}

/// The history of a zone's offsets.
struct ToolchainHistory: Hashable {
    /// Offsets from UTC in seconds.
    struct Offsets: Hashable {
        let standard: Int
        /// The difference in summer time.
        let summer: Int
    }

    /// The start of summer or standard time in every year: the weekday on or after a day of a month.
    struct Rule: Hashable {
        let month: Int
        let day: Int
        /// 0 is Sunday.
        let weekday: Int
        /// Seconds since that day's midnight, with the previous offset.
        let second: Int
        /// The offsets after the change.
        let offsets: Offsets
    }

    /// The offsets before the first change.
    let first: Offsets
    /// Instants in seconds since 1970, with the offsets after them.
    let changes: [(instant: Int, offsets: Offsets)]
    /// The first year of the rules.
    let firstYear: Int
    /// None, or the two changes of every further year.
    let rules: [Rule]

    static func == (one: ToolchainHistory, other: ToolchainHistory) -> Bool {
        one.first == other.first && one.rules == other.rules && one.firstYear == other.firstYear
            && one.changes.elementsEqual(other.changes) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(changes.count)
        hasher.combine(changes.last?.instant)
    }

    init(_ zone: TimeZone) {
        let all = ToolchainHistory.changes(zone)
        first = ToolchainHistory.offsets(zone, at: -70_000_000_000)
        // Whole years, until the calendar repeats.
        let rules = ToolchainHistory.rules(all, first)
        let year = rules.isEmpty ? Int.max : ToolchainHistory.firstYear(rules, all, first)
        self.rules = rules
        firstYear = rules.isEmpty ? 0 : year
        changes = rules.isEmpty ? all : all.filter { ToolchainHistory.year($0.instant) < year }
    }

    /// The instant from which the years are compared with the rules.
    private static let horizon = 2500

    private static func offsets(_ zone: TimeZone, at instant: Int) -> Offsets {
        let date = Date(timeIntervalSince1970: Double(instant))
        let summer = Int(zone.daylightSavingTimeOffset(for: date))
        return Offsets(standard: zone.secondsFromGMT(for: date) - summer, summer: summer)
    }

    /// All changes of offsets up to the horizon, from ICU's transitions.
    static func changes(_ zone: TimeZone) -> [(instant: Int, offsets: Offsets)] {
        let name = Array(zone.identifier.utf16)
        var status = U_ZERO_ERROR
        let calendar = swift_ucal_open(name, Int32(name.count), "en_US", UCAL_GREGORIAN, &status)
        defer { swift_ucal_close(calendar) }
        var instant = -70_000_000_000.0 * 1000
        var found: [(instant: Int, offsets: Offsets)] = []
        var last = offsets(zone, at: -70_000_000_000)
        while true {
            swift_ucal_setMillis(calendar, instant, &status)
            var next = 0.0
            let hasNext = swift_ucal_getTimeZoneTransitionDate(
                calendar,
                UCAL_TZ_TRANSITION_NEXT,
                &next,
                &status
            )
            guard hasNext != 0, status.rawValue <= U_ZERO_ERROR.rawValue else { return found }
            let second = Int((next / 1000).rounded(.down))
            guard year(second) < horizon else { return found }
            let now = offsets(zone, at: second)
            if now != last { found.append((second, now)) }
            last = now
            instant = next
        }
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func year(_ instant: Int) -> Int {
        calendar.component(.year, from: Date(timeIntervalSince1970: Double(instant)))
    }

    private struct Day {
        let month, day, weekday, second: Int
    }

    /// The local day of a change, with the previous offset: midnight may be the end of a day.
    private static func local(_ instant: Int, _ before: Offsets, midnightIsEnd: Bool) -> Day {
        let shift = midnightIsEnd ? 1 : 0
        let local = instant + before.standard + before.summer - shift
        let parts = calendar.dateComponents(
            [.month, .day, .weekday, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(local))
        )
        return Day(
            month: parts.month ?? 0,
            day: parts.day ?? 0,
            weekday: (parts.weekday ?? 1) - 1,
            second: (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)
                + shift
        )
    }

    /// The rules of the last 400 years before the horizon.
    private static func rules(_ all: [(instant: Int, offsets: Offsets)], _ first: Offsets) -> [Rule] {
        let start = horizon - 400
        let indices = all.indices.filter { year(all[$0].instant) >= start }
        guard indices.count == 800 else { return [] }
        return [0, 1].compactMap { (half: Int) -> Rule? in
            let found = [false, true].lazy.compactMap { midnightIsEnd -> Rule? in
                let days = stride(from: half, to: 800, by: 2).map { offset -> Day in
                    let index = indices[offset]
                    let before = index > 0 ? all[index - 1].offsets : first
                    return local(all[index].instant, before, midnightIsEnd: midnightIsEnd)
                }
                return rule(days, all[indices[half]].offsets)
            }.first
            guard let found else { fatalError("a rule is not a weekday on or after a day of a month") }
            return found
        }
    }

    private static func rule(_ days: [Day], _ offsets: Offsets) -> Rule? {
        guard let day = days.first, let earliest = days.map(\.day).min(),
            days.allSatisfy({
                $0.month == day.month && $0.weekday == day.weekday && $0.second == day.second
                    && $0.day < earliest + 7
            })
        else { return nil }
        return Rule(
            month: day.month,
            day: earliest,
            weekday: day.weekday,
            second: day.second,
            offsets: offsets
        )
    }

    /// The first year from which every year has exactly the changes of the rules.
    private static func firstYear(
        _ rules: [Rule],
        _ all: [(instant: Int, offsets: Offsets)],
        _ first: Offsets
    ) -> Int {
        let years = Dictionary(grouping: all.indices) { year(all[$0].instant) }
        func fits(_ index: Int, _ rule: Rule) -> Bool {
            let before = index > 0 ? all[index - 1].offsets : first
            return [false, true].contains { midnightIsEnd in
                let day = local(all[index].instant, before, midnightIsEnd: midnightIsEnd)
                return rule.month == day.month && rule.weekday == day.weekday && rule.second == day.second
                    && rule.offsets == all[index].offsets && (rule.day..<rule.day + 7).contains(day.day)
            }
        }
        var first = horizon
        while let changes = years[first - 1], changes.count == 2,
            zip(changes, rules).allSatisfy({ fits($0, $1) })
        {
            first -= 1
        }
        return first
    }
}
