import Foundation

/// A locale's names of months, days and times of day, from Foundation's formatter.
struct ToolchainDates {
    let months: NumberedNames
    let weekdays: NumberedNames
    let dayPeriods: NumberedNames
    /// Whether accents are kept, since some names differ only in them.
    let accents: Bool

    init(locale identifier: String) {
        let plain = Names(identifier, accents: false)
        accents = plain.months.isAmbiguous || plain.weekdays.isAmbiguous
        let names = accents ? Names(identifier, accents: true) : plain
        months = names.months.names
        weekdays = names.weekdays.names
        dayPeriods = names.dayPeriods.names
    }

    /// A formatter that is independent of the machine's calendar and zone.
    static func formatter(_ identifier: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        return formatter
    }

    private struct Names {
        var months = NameCollector()
        var weekdays = NameCollector()
        var dayPeriods = NameCollector()

        init(_ identifier: String, accents: Bool) {
            let formatter = ToolchainDates.formatter(identifier)
            for names in [
                formatter.monthSymbols, formatter.shortMonthSymbols, formatter.standaloneMonthSymbols,
                formatter.shortStandaloneMonthSymbols,
            ] {
                for (index, name) in names.enumerated() {
                    months.add(ToolchainText.name(name, accents: accents), index + 1)
                }
            }
            for names in [
                formatter.weekdaySymbols, formatter.shortWeekdaySymbols, formatter.standaloneWeekdaySymbols,
                formatter.shortStandaloneWeekdaySymbols,
            ] {
                for (index, name) in names.enumerated() {
                    weekdays.add(ToolchainText.name(name, accents: accents), index)
                }
            }
            addDayPeriods(formatter, accents)
        }

        /// The halves of the day, noon, and other parts of the day, each with the set of its hours.
        private mutating func addDayPeriods(_ formatter: DateFormatter, _ accents: Bool) {
            var hours: [String: Int] = [:]
            func add(_ name: String, _ set: Int) {
                hours[ToolchainText.fold(name, accents: accents), default: 0] |= set
            }
            for name in ["am", "a.m.", "a. m.", formatter.amSymbol] { add(name, 0x000FFF) }
            for name in ["pm", "p.m.", "p. m.", formatter.pmSymbol] { add(name, 0xFFF000) }
            for letters in ["b", "B", "BBBB"] {
                formatter.dateFormat = letters
                for hour in 0..<24 {
                    add(formatter.string(from: Date(timeIntervalSince1970: Double(hour) * 3600)), 1 << hour)
                }
            }
            for (name, set) in hours { dayPeriods.add(ToolchainText.name(name, accents: accents), set) }
        }
    }
}

/// The locale's format for a time next to a day's name.
struct ToolchainTimes: Hashable {
    /// The formats of the time, short and medium.
    let patterns: [String]
    /// Words between the day and the time, folded.
    let glue: [String]

    init(locale identifier: String) {
        let formatter = ToolchainDates.formatter(identifier)
        func pattern(_ date: DateFormatter.Style, _ time: DateFormatter.Style) -> String {
            formatter.dateStyle = date
            formatter.timeStyle = time
            return formatter.dateFormat ?? ""
        }
        let own = [pattern(.none, .short), pattern(.none, .medium)]
        patterns = own
        let styles: [DateFormatter.Style] = [.full, .long, .medium, .short]
        glue = styles.compactMap { style in
            ToolchainTimes.glue(pattern(style, .short), pattern(style, .none), own[0])
        }
    }

    private static func glue(_ whole: String, _ date: String, _ time: String) -> String? {
        guard whole.hasPrefix(date), whole.hasSuffix(time), whole.count > date.count + time.count else {
            return nil
        }
        let between = String(whole.dropFirst(date.count).dropLast(time.count).filter { $0 != "'" })
        var word = Substring(ToolchainText.fold(between))
        while let mark = [" ", ",", "-", "،", "、"].first(where: { word.hasPrefix($0) }) {
            word = word.dropFirst(mark.count)
        }
        while word.hasSuffix(" ") || word.hasSuffix(",") { word.removeLast() }
        return word.isEmpty ? nil : String(word)
    }
}

/// A locale's marks in numbers.
enum ToolchainNumbers {
    /// The marks before fractions and between groups of digits.
    static func marks(locale identifier: String) -> [String] {
        let locale = Locale(identifier: identifier)
        return [locale.decimalSeparator ?? ".", locale.groupingSeparator ?? ","]
    }

    /// The codes of ISO 4217.
    static var currencies: [String] {
        Set(Locale.Currency.isoCurrencies.map { $0.identifier.uppercased() }).sorted()
    }
}
