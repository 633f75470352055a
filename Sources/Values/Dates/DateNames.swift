/// The names of months, days and times of day in a locale, from the Gregorian calendar of ``LocaleData``.
struct DateNames: Sendable {
    /// January is 1.
    let months: FoldedNames
    /// Sunday is 0.
    let weekdays: FoldedNames
    /// Times of day; each number is a set of hours, in which bit 0 is the hour from midnight on.
    let dayPeriods: FoldedNames
    /// Whether accents are kept because some names differ only in them, like Slovak's Wednesday and Thursday.
    let accents: Bool

    private static let known = LocaleCache<DateNames> { DateNames(locale: $0) }

    /// The names of a locale, cached.
    static func of(locale identifier: String) -> DateNames { known[identifier] }

    private init(locale identifier: String) {
        let data = LocaleData(identifier)
        months = FoldedNames(folded: data.names(.months), shortest: 3)
        weekdays = FoldedNames(folded: data.names(.weekdays), shortest: 3)
        dayPeriods = FoldedNames(folded: data.names(.dayPeriods))
        accents = data.notation().keepsAccents
    }
}

/// Names of numbers, compared in the form of ``DateText``. The longest match is used; a name of two numbers is left
/// out.
struct FoldedNames: Sendable {
    private struct Entry: Sendable {
        let name: [UInt8]
        let number: Int
    }

    /// The longest first.
    private let entries: [Entry]
    /// The minimum number of letters of a unique abbreviation; `nil` if names must be complete.
    private let shortest: Int?

    /// A table of folded names; those with two numbers are left out.
    init(_ names: [(text: [UInt8], number: Int)]) {
        var numbers: [[UInt8]: Set<Int>] = [:]
        for (text, number) in names {
            var name = text
            // The period after an abbreviation is optional in texts.
            while name.last == UInt8(ascii: ".") { name.removeLast() }
            if !name.isEmpty { numbers[name, default: []].insert(number) }
        }
        self.init(folded: numbers.compactMapValues { $0.count == 1 ? $0.first : nil })
    }

    /// A table of folded names without points at their ends.
    init(folded names: [[UInt8]: Int], shortest: Int? = nil) {
        entries = names.map { Entry(name: $0.key, number: $0.value) }
            .sorted { ($0.name.count, $1.number) > ($1.name.count, $0.number) }
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
        if let whole, !FoldedNames.isLetter(text.dropFirst(whole.name.count).first) {
            return (whole.number, whole.name.count)
        }
        return abbreviation(text, atLeast: shortest) ?? whole.map { ($0.number, $0.name.count) }
    }

    /// A word that is the beginning of only one name: "Sept".
    private func abbreviation(_ text: ArraySlice<UInt8>, atLeast count: Int) -> (number: Int, length: Int)? {
        // A word that is longer than every name begins none; in scripts without spaces words have no end.
        let longest = entries.first?.name.count ?? 0
        let word = text.prefix(longest + 1).prefix(while: FoldedNames.isLetter)
        // The number of letters is the number of bytes that are not continuation bytes of UTF-8.
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
