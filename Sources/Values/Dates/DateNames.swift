import Foundation

/// The names of months, days and times of day in a locale, from the toolchain's own data, of the Gregorian calendar.
///
/// A rules file without names in its formats never comes here.
struct DateNames: Sendable {
    /// January is 1.
    let months: NameTable
    /// Sunday is 0.
    let weekdays: NameTable
    /// Times of day, each number a set of hours: bit 0 is set for what can be the hour from midnight on.
    let dayPeriods: NameTable
    /// Whether accents are kept, since names differ in nothing else: Slovak's Wednesday and Thursday.
    let accents: Bool

    private static let known = LocaleCache<DateNames> { DateNames(locale: $0) }

    /// The names of a locale, made once.
    static func of(locale identifier: String) -> DateNames { known[identifier] }

    private init(locale identifier: String) {
        let plain = DateNames(locale: identifier, accents: false)
        let isClear = !plain.months.isAmbiguous && !plain.weekdays.isAmbiguous
        self = isClear ? plain : DateNames(locale: identifier, accents: true)
    }

    private init(locale identifier: String, accents: Bool) {
        self.accents = accents
        let formatter = DateNames.formatter(identifier)
        func numbered(_ lists: [String]?..., from first: Int) -> [(text: String, number: Int)] {
            lists.flatMap { ($0 ?? []).enumerated().map { (text: $0.element, number: $0.offset + first) } }
        }
        months = NameTable(
            numbered(
                formatter.monthSymbols,
                formatter.shortMonthSymbols,
                formatter.standaloneMonthSymbols,
                formatter.shortStandaloneMonthSymbols,
                from: 1
            ),
            shortest: 3,
            accents: accents
        )
        weekdays = NameTable(
            numbered(
                formatter.weekdaySymbols,
                formatter.shortWeekdaySymbols,
                formatter.standaloneWeekdaySymbols,
                formatter.shortStandaloneWeekdaySymbols,
                from: 0
            ),
            shortest: 3,
            accents: accents
        )
        dayPeriods = DateNames.dayPeriods(formatter, accents)
    }

    /// Whether there is a locale of this name.
    static func isKnown(locale identifier: String) -> Bool {
        let known = Locale.availableIdentifiers.map { $0.replacing("-", with: "_") }
        return known.contains(identifier.replacing("-", with: "_"))
    }

    /// A formatter that knows neither the machine's calendar nor its zone.
    static func formatter(_ identifier: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        return formatter
    }

    /// The halves of the day, noon, and what else the locale calls its hours ("in the afternoon").
    private static func dayPeriods(_ formatter: DateFormatter, _ accents: Bool) -> NameTable {
        let forenoon = 0x000FFF
        let afternoon = 0xFFF000
        var hours: [[UInt8]: Int] = [:]
        func add(_ name: String, _ set: Int) {
            hours[DateText.fold(name, accents: accents), default: 0] |= set
        }
        for name in ["am", "a.m.", "a. m.", formatter.amSymbol] { add(name, forenoon) }
        for name in ["pm", "p.m.", "p. m.", formatter.pmSymbol] { add(name, afternoon) }
        for letters in ["b", "B", "BBBB"] {
            formatter.dateFormat = letters
            for hour in 0..<24 {
                add(formatter.string(from: Date(timeIntervalSince1970: Double(hour) * 3600)), 1 << hour)
            }
        }
        let names = hours.map { (text: String(decoding: $0.key, as: UTF8.self), number: $0.value) }
        return NameTable(names, accents: accents)
    }
}
