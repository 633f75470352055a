import Basics
import Records

/// A date format in the letters of Unicode Technical Standard 35, part 4: `MMM d yyyy`, `yyyy-MM-dd'T'HH:mm:ssZ`.
///
/// Compiled once. Text is compared in the form of ``DateText``: without regard to case, accents and the digits' script.
/// A name may be full or short, and a number may lack its leading zero unless digits follow directly. A two-digit year
/// means 1969 to 2068.
package struct DatePattern: Sendable {
    /// A part of the pattern.
    enum Part: Hashable, Sendable {
        case era
        case year
        case yearOfCentury
        case month
        case monthName
        case day
        case dayOfYear
        case weekday
        case weekdayName
        /// 0 to 23, or 1 to 24 if `last` is 24.
        case hour(last: Int)
        case hourOfHalf
        case dayPeriod
        case minute
        case second
        case fraction
        case offset
        case zoneName
        case zoneIdentifier
        case literal([UInt8])
        case space
    }

    let parts: [Part]
    private let calendar: DateCalendar
    /// `nil` if it has no names.
    let names: DateNames?
    private let zones: ZoneNames?

    /// Compiles a pattern; throws an error in it.
    init(_ pattern: String, locale: String, calendar: DateCalendar = .gregorian) throws(StepError) {
        self.calendar = calendar
        var compiler = DatePatternCompiler(pattern, accents: false)
        let parts = try compiler.parts()
        let named: Set<Part> = [.monthName, .weekdayName, .dayPeriod]
        names = parts.contains { named.contains($0) } ? DateNames.of(locale: locale) : nil
        if names?.accents == true {
            compiler = DatePatternCompiler(pattern, accents: true)
            self.parts = try compiler.parts()
        } else {
            self.parts = parts
        }
        zones = parts.contains(.zoneName) ? ZoneNames.of(locale: locale) : nil
    }

    /// Whether accents are kept in the text that it reads.
    var accents: Bool { names?.accents ?? false }

    /// Whether it has a time of day.
    var hasTime: Bool {
        parts.contains { part in if case .hour = part { true } else { part == .hourOfHalf } }
    }

    /// Whether it has a day; the page's own time may supply the year.
    var hasDay: Bool {
        if parts.contains(.dayOfYear) { return parts.contains(.year) || parts.contains(.yearOfCentury) }
        return parts.contains(.day) && (parts.contains(.month) || parts.contains(.monthName))
    }

    /// The fields of a whole folded text; `nil` if it does not match the pattern.
    func read(_ text: [UInt8]) -> DateFields? {
        guard let (fields, end) = readStart(text[...]), end == text.count else { return nil }
        return fields
    }

    /// The fields of the start of a folded text, and where the parsed text ends; `nil` if the start does not match the
    /// pattern.
    func readStart(_ text: ArraySlice<UInt8>) -> (DateFields, end: Int)? {
        for months in monthCalendars {
            guard let (fields, end) = readStart(text, months: months) else { continue }
            // An era has its calendar's months.
            if let era = fields.era, parts.contains(.monthName), !era.calendar.hasMonths(of: months) {
                continue
            }
            return (fields, end)
        }
        return nil
    }

    /// The calendars whose names of months a text may have: its own, and with an era those of the others.
    private var monthCalendars: [DateCalendar] {
        guard parts.contains(.era), parts.contains(.monthName) else { return [calendar] }
        return [calendar] + [.gregorian, .islamic, .persian].filter { !calendar.hasMonths(of: $0) }
    }

    private func readStart(_ text: ArraySlice<UInt8>, months: DateCalendar) -> (DateFields, end: Int)? {
        var scanner = DateScanner(text)
        var fields = DateFields()
        fields.calendar = calendar
        for (index, part) in parts.enumerated() {
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            guard read(part, &scanner, &fields, before: next, months: months) else { return nil }
        }
        // The era may follow the year.
        if let yearOfCentury = fields.yearOfCentury {
            fields.year = fields.era == nil ? calendar.year(ofCentury: yearOfCentury) : yearOfCentury
        }
        return (fields, scanner.rest.startIndex)
    }

    /// The maximum number of digits of a year: four, or fewer if its calendar has another start.
    private var yearDigits: ClosedRange<Int> {
        calendar == .gregorian && !parts.contains(.era) ? 4...4 : 1...4
    }
}

// MARK: - Reading

extension DatePattern {
    private func read(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout DateFields,
        before next: Part?,
        months: DateCalendar
    ) -> Bool {
        switch part {
        case .literal(let text): return scanner.text(text)
        // 8:15pm is 8:15 pm; in scripts without spaces, the letters may belong to another word.
        case .space:
            return scanner.space() || next == .dayPeriod && scanner.rest.first?.isASCIILetter == true
        case .monthName, .weekdayName, .dayPeriod, .era:
            return readName(part, &scanner, &fields, before: next, months: months)
        case .offset, .zoneName, .zoneIdentifier:
            fields.zone = readZone(part, &scanner)
            return fields.zone != nil
        case .fraction:
            guard let digits = scanner.digits() else { return false }
            fields.fraction = digits
            return true
        case .year, .yearOfCentury, .month, .day, .dayOfYear, .weekday, .hour, .hourOfHalf, .minute, .second:
            return readNumber(part, &scanner, &fields, isFixed: next?.isNumber ?? false)
        }
    }

    private func readNumber(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout DateFields,
        isFixed: Bool
    ) -> Bool {
        let digits =
            switch part {
            case .year: isFixed ? 4...4 : yearDigits
            case .yearOfCentury: isFixed || yearDigits.lowerBound == 4 ? 2...2 : 1...2
            case .dayOfYear: isFixed ? 3...3 : 1...3
            default: isFixed ? 2...2 : 1...2
            }
        // The first year of an era is written with this character instead of a number.
        let isYear = part == .year || part == .yearOfCentury
        if isYear, yearDigits.lowerBound == 1, scanner.text("元".utf8) {
            fields.year = 1
            return true
        }
        guard let number = scanner.number(digits) else { return false }
        switch part {
        case .year: fields.year = number
        case .yearOfCentury: fields.yearOfCentury = number
        case .month: fields.month = number
        case .day:
            fields.day = number
            if !isFixed { scanner.ordinal() }
        case .dayOfYear: fields.dayOfYear = number
        case .hour(let last):
            guard last == 23 ? number < 24 : (1...24).contains(number) else { return false }
            fields.hour = number % 24
        case .hourOfHalf: fields.hourOfHalf = number
        case .minute: fields.minute = number
        case .second: fields.second = number
        // The first day of the week depends on the locale, and the day is known without it.
        case .weekday: break
        case .era, .monthName, .weekdayName, .dayPeriod, .fraction, .offset, .zoneName, .zoneIdentifier,
            .literal,
            .space:
            return false
        }
        return true
    }

    private func readName(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout DateFields,
        before next: Part?,
        months: DateCalendar
    ) -> Bool {
        if part == .era {
            guard let number = scanner.name(DateEra.names) else { return false }
            fields.era = DateEra(number: number)
            if next != .literal([UInt8(ascii: ".")]) { _ = scanner.byte(".") }
            return fields.era != nil
        }
        guard let names else { return false }
        let number: Int?
        switch part {
        case .monthName:
            number = scanner.name(months.months ?? names.months)
            fields.month = number
        case .weekdayName:
            number = scanner.name(names.weekdays)
            fields.weekday = number
        default:
            number = scanner.name(names.dayPeriods)
            fields.dayPeriod = number
        }
        // The point of an abbreviation, unless the pattern contains one.
        if next != .literal([UInt8(ascii: ".")]) { _ = scanner.byte(".") }
        return number != nil
    }

    private func readZone(_ part: Part, _ scanner: inout DateScanner) -> DateZone? {
        switch part {
        case .zoneName: return zones?.read(&scanner)
        case .zoneIdentifier: return ZoneNames.readIdentifier(&scanner)
        default: return scanner.offset().map(DateZone.offset)
        }
    }
}

extension DatePattern.Part {
    fileprivate var isNumber: Bool {
        switch self {
        case .year, .yearOfCentury, .month, .day, .dayOfYear, .weekday, .hour, .hourOfHalf, .minute, .second,
            .fraction:
            true
        case .era, .monthName, .weekdayName, .dayPeriod, .offset, .zoneName, .zoneIdentifier, .literal,
            .space:
            false
        }
    }
}

/// Compiles the pattern letters of a date format (Unicode Technical Standard 35, part 4, "Date Field Symbol Table").
struct DatePatternCompiler {
    private let pattern: String
    private let accents: Bool
    private var rest: Substring
    private var compiled: [DatePattern.Part] = []

    init(_ pattern: String, accents: Bool) {
        self.pattern = pattern
        self.accents = accents
        rest = pattern[...]
    }

    /// The parts of the whole pattern; throws an error in it.
    mutating func parts() throws(StepError) -> [DatePattern.Part] {
        while let character = rest.first {
            if character == "'" {
                try appendQuoted()
            } else if character.isASCII, character.isLetter {
                let run = rest.prefix { $0 == character }
                rest = rest[run.endIndex...]
                compiled.append(try part(character, run.count))
            } else {
                rest.removeFirst()
                append(DateText.foldPart(String(character), accents: accents))
            }
        }
        // The page's text has no white space at its ends.
        while compiled.first == .space { compiled.removeFirst() }
        while compiled.last == .space { compiled.removeLast() }
        try check()
        return compiled
    }

    private mutating func appendQuoted() throws(StepError) {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else {
            throw StepError("a quote does not end in the date format \"\(pattern)\"")
        }
        let text = rest[..<end]
        rest = rest[rest.index(after: end)...]
        append(DateText.foldPart(text.isEmpty ? "'" : String(text), accents: accents))
    }

    /// Appends text; a run of white space becomes one part, quoted or not.
    private mutating func append(_ text: [UInt8]) {
        for byte in text {
            if byte.isWhiteSpace {
                if compiled.last != .space { compiled.append(.space) }
            } else if byte & 0xC0 == 0x80, case .literal(let start) = compiled.last {
                // A continuation byte of UTF-8.
                compiled[compiled.count - 1] = .literal(start + [byte])
            } else {
                compiled.append(.literal([byte]))
            }
        }
    }

    private func part(_ letter: Character, _ count: Int) throws(StepError) -> DatePattern.Part {
        switch letter {
        case "G": return .era
        case "y", "u": return count == 2 ? .yearOfCentury : .year
        case "M", "L": return count > 2 ? .monthName : .month
        case "d": return .day
        case "D": return .dayOfYear
        case "E": return .weekdayName
        case "e", "c": return count > 2 ? .weekdayName : .weekday
        case "a", "b", "B": return .dayPeriod
        case "H": return .hour(last: 23)
        case "k": return .hour(last: 24)
        case "h", "K": return .hourOfHalf
        case "m": return .minute
        case "s": return .second
        case "S": return .fraction
        case "Z", "X", "x", "O": return .offset
        case "z", "v": return .zoneName
        case "V": return .zoneIdentifier
        case "Y": throw unknown(letter, count, "write the year with y: Y is the year of a week's number")
        default: throw unknown(letter, count, nil)
        }
    }

    private func unknown(_ letter: Character, _ count: Int, _ help: String?) -> StepError {
        let letters = String(repeating: letter, count: count)
        let reason = help.map { ": \($0)" } ?? ""
        return StepError("\"\(letters)\" in the date format \"\(pattern)\" is not known\(reason)")
    }

    /// Rejects formats that would be read incorrectly.
    private func check() throws(StepError) {
        let hasMonth = compiled.contains(.month) || compiled.contains(.monthName)
        if compiled.contains(.dayOfYear), hasMonth {
            throw StepError(
                "D in the date format \"\(pattern)\" is the day of the year: the day of the month is d"
            )
        }
        if compiled.contains(.hourOfHalf), !compiled.contains(.dayPeriod) {
            throw StepError(
                "h in the date format \"\(pattern)\" is an hour of twelve and needs a: of twenty-four it is H"
            )
        }
        var seen: Set<DatePattern.Part> = []
        for part in compiled where !part.isText && !seen.insert(part).inserted {
            throw StepError("the date format \"\(pattern)\" has the same field twice")
        }
    }
}

extension DatePattern.Part {
    fileprivate var isText: Bool {
        switch self {
        case .literal, .space: true
        default: false
        }
    }
}
