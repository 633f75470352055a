import Foundation

/// The names of months and days in a locale, from the toolchain's own data.
///
/// The one place where dates need Foundation; a rules file without names in its formats never comes here.
struct DateNames: Sendable {
    let months: [(text: String, number: Int)]
    let weekdays: [(text: String, number: Int)]
    /// 0 for the morning, 1 for the afternoon.
    let halves: [(text: String, number: Int)]

    init(locale identifier: String) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.calendar = Calendar(identifier: .gregorian)
        func numbered(_ lists: [String]?...) -> [(text: String, number: Int)] {
            lists.flatMap { ($0 ?? []).enumerated().map { (text: $0.element, number: $0.offset) } }
                .filter { !$0.text.isEmpty }
        }
        months = numbered(
            formatter.monthSymbols,
            formatter.shortMonthSymbols,
            formatter.standaloneMonthSymbols,
            formatter.shortStandaloneMonthSymbols
        )
        weekdays = numbered(
            formatter.weekdaySymbols,
            formatter.shortWeekdaySymbols,
            formatter.standaloneWeekdaySymbols,
            formatter.shortStandaloneWeekdaySymbols
        )
        halves = numbered([formatter.amSymbol, formatter.pmSymbol], ["am", "pm"], ["a.m.", "p.m."])
    }

    /// Whether there is a locale of this name.
    static func isKnown(locale identifier: String) -> Bool {
        let known = Locale.availableIdentifiers.map { $0.replacing("-", with: "_") }
        return known.contains(identifier.replacing("-", with: "_"))
    }
}
