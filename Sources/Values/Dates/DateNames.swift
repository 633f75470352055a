/// The names of months, days and times of day in a locale, from the Gregorian calendar of ``LocaleData``.
struct DateNames: Sendable {
    /// January is 1.
    let months: FoldedNames
    /// Sunday is 0.
    let weekdays: FoldedNames
    /// Times of day; each number is a set of hours, in which bit 0 is the hour from midnight on.
    let dayPeriods: FoldedNames
    /// The word by which the last two of a list are joined: "and".
    let conjunction: [UInt8]
    /// Whether accents are kept because some names differ only in them, like Slovak's Wednesday and Thursday.
    let accents: Bool

    private static let known = LocaleCache<DateNames> { DateNames(locale: $0) }

    /// The names of a locale, cached.
    static func of(locale identifier: String) -> DateNames { known[identifier] }

    private init(locale identifier: String) {
        let data = LocaleData(identifier)
        months = FoldedNames(folded: data.names(.months), shortest: 3)
        weekdays = FoldedNames(folded: data.names(.weekdays), shortest: 3)
        dayPeriods = FoldedNames(folded: data.names(.dayPeriods), ignoringPoints: true)
        let notation = data.notation()
        conjunction = notation.conjunction
        accents = notation.keepsAccents
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
    /// Whether the points of abbreviations are ignored, and spaces after them: "p. m." is "pm".
    private let ignoresPoints: Bool

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
    init(folded names: [[UInt8]: Int], shortest: Int? = nil, ignoringPoints: Bool = false) {
        entries = names.map { Entry(name: $0.key, number: $0.value) }
            .sorted { ($0.name.count, $1.number) > ($1.name.count, $0.number) }
        self.shortest = shortest
        ignoresPoints = ignoringPoints
    }

    /// The number of the name at the start of a text, and the name's length in bytes.
    ///
    /// Complexity: linear in the number of names.
    func match(_ text: ArraySlice<UInt8>) -> (number: Int, length: Int)? {
        guard let first = text.first else { return nil }
        if ignoresPoints { return matchIgnoringPoints(text) }
        let whole = entries.first { $0.name[0] == first && text.starts(with: $0.name) }
        guard let shortest else { return whole.map { ($0.number, $0.name.count) } }
        // "Sept" is more than "Sep".
        if let whole, !FoldedNames.beginsWithLetter(text.dropFirst(whole.name.count)) {
            return (whole.number, whole.name.count)
        }
        return abbreviation(text, atLeast: shortest) ?? whole.map { ($0.number, $0.name.count) }
    }

    /// A word that is the beginning of only one name: "Sept".
    private func abbreviation(_ text: ArraySlice<UInt8>, atLeast count: Int) -> (number: Int, length: Int)? {
        // A word that is longer than every name begins none; in scripts without spaces words have no end.
        let longest = entries.first?.name.count ?? 0
        let word = FoldedNames.word(text.prefix(longest + 4))
        // The number of letters is the number of bytes that are not continuation bytes of UTF-8.
        guard word.count(where: { $0 & 0xC0 != 0x80 }) >= count else { return nil }
        let numbers = Set(entries.lazy.filter { $0.name.starts(with: word) }.map(\.number))
        guard let number = numbers.first, numbers.count == 1 else { return nil }
        return (number, word.count)
    }

    /// The longest name at the start of a text, without the points of both.
    private func matchIgnoringPoints(_ text: ArraySlice<UInt8>) -> (number: Int, length: Int)? {
        var best: (number: Int, length: Int)?
        for entry in entries {
            guard let length = FoldedNames.length(of: entry.name, in: text), length > best?.length ?? 0 else {
                continue
            }
            best = (entry.number, length)
        }
        return best
    }

    private static func length(of name: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var name = name[...]
        var rest = text
        while true {
            let isPoint = name.first == UInt8(ascii: ".")
            if isPoint { name = skippingPoint(name) }
            guard let byte = name.first else { return rest.startIndex - text.startIndex }
            if rest.first == UInt8(ascii: "."), rest.startIndex > text.startIndex {
                rest = skippingPoint(rest)
            }
            guard rest.first == byte else { return nil }
            name = name.dropFirst()
            rest = rest.dropFirst()
        }
    }

    private static func skippingPoint(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = text.dropFirst()
        return rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
    }
}

// MARK: - Letters

extension FoldedNames {
    /// Whether a folded text begins with a letter, or with a mark of one, as scripts write their vowels.
    static func beginsWithLetter(_ text: ArraySlice<UInt8>) -> Bool { letterLength(text) != nil }

    /// The letters that a folded text begins with.
    static func word(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let length = letterLength(rest) { rest = rest.dropFirst(length) }
        return text[..<rest.startIndex]
    }

    /// The letters that a folded text ends with.
    static func lastWord(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var start = text.endIndex
        while start > text.startIndex {
            var index = start - 1
            while index > text.startIndex, text[index] & 0xC0 == 0x80 { index -= 1 }
            guard beginsWithLetter(text[index..<start]) else { break }
            start = index
        }
        return text[start...]
    }

    /// The number of bytes of the letter that a folded text begins with.
    private static func letterLength(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first else { return nil }
        if first < 0x80 { return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) ? 1 : nil }
        guard let scalar = scalar(text), scalar.properties.isAlphabetic || isMark(scalar) else { return nil }
        return UTF8.width(scalar)
    }

    /// The character that a folded text begins with.
    static func scalar(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
