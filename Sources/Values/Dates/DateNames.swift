import Foundation
import Synchronization

/// The names of months, days and times of day in a locale, from Foundation's data for the Gregorian calendar.
struct DateNames: Sendable {
    /// January is 1.
    let months: NameTable
    /// Sunday is 0.
    let weekdays: NameTable
    /// Times of day; each number is a set of hours, in which bit 0 is the hour from midnight on.
    let dayPeriods: NameTable
    /// Whether accents are kept since names differ in nothing else, as Slovak's Wednesday and Thursday.
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

    /// A formatter that is independent of the machine's calendar and zone.
    static func formatter(_ identifier: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        return formatter
    }

    /// The names of the halves of the day, noon, and other parts of the day ("in the afternoon").
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

/// Names of numbers, compared in the form of ``DateText``. The longest match is used; a name of two numbers is left
/// out.
struct NameTable: Sendable {
    private struct Entry: Sendable {
        let name: [UInt8]
        let number: Int
    }

    /// The longest first.
    private let entries: [Entry]
    /// The least number of letters of a unique abbreviation; `nil` where names must be complete.
    private let shortest: Int?

    /// Whether a name was left out because it names two numbers.
    let isAmbiguous: Bool

    /// A table of names, without the point at an abbreviation's end, which is optional in texts.
    ///
    /// - Parameter accents: whether accents distinguish names.
    init(_ names: [(text: String, number: Int)], shortest: Int? = nil, accents: Bool = false) {
        var numbers: [[UInt8]: Set<Int>] = [:]
        for (text, number) in names {
            var name = DateText.fold(text, accents: accents)
            while name.last == UInt8(ascii: ".") { name.removeLast() }
            if !name.isEmpty { numbers[name, default: []].insert(number) }
        }
        entries = numbers.compactMap { name, numbers in
            guard let number = numbers.first, numbers.count == 1 else { return nil }
            return Entry(name: name, number: number)
        }
        .sorted { ($0.name.count, $1.number) > ($1.name.count, $0.number) }
        isAmbiguous = entries.count < numbers.count
        self.shortest = shortest
    }

    /// The number of the name at the start of a text, and the name's length in bytes.
    ///
    /// Complexity: linear in the number of names.
    func match(_ text: ArraySlice<UInt8>) -> (number: Int, length: Int)? {
        guard let first = text.first else { return nil }
        let whole = entries.first { $0.name[0] == first && text.starts(with: $0.name) }
        guard let shortest else { return whole.map { ($0.number, $0.name.count) } }
        // "Sept" is more than "Sep".
        if let whole, !NameTable.isLetter(text.dropFirst(whole.name.count).first) {
            return (whole.number, whole.name.count)
        }
        return abbreviation(text, atLeast: shortest) ?? whole.map { ($0.number, $0.name.count) }
    }

    /// A word that one name alone begins with: "Sept".
    private func abbreviation(_ text: ArraySlice<UInt8>, atLeast count: Int) -> (number: Int, length: Int)? {
        let word = text.prefix(while: NameTable.isLetter)
        // Bytes other than continuation bytes of UTF-8 are its letters.
        guard word.count(where: { $0 & 0xC0 != 0x80 }) >= count else { return nil }
        let numbers = Set(entries.lazy.filter { $0.name.starts(with: word) }.map(\.number))
        guard let number = numbers.first, numbers.count == 1 else { return nil }
        return (number, word.count)
    }

    /// Whether a byte of folded text is a letter, or `false` for `nil`.
    static func isLetter(_ byte: UInt8?) -> Bool {
        byte.map { $0 >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }
}

/// A value per locale, made once.
final class LocaleCache<Content: Sendable>: Sendable {
    private let make: @Sendable (String) -> Content
    private let made = Mutex<[String: Content]>([:])

    init(_ make: @escaping @Sendable (String) -> Content) {
        self.make = make
    }

    subscript(locale: String) -> Content {
        made.withLock { made in
            if let content = made[locale] { return content }
            let content = make(locale)
            made[locale] = content
            return content
        }
    }
}
