import Records

/// A date format in the letters of Unicode Technical Standard 35, part 4: `MMM d yyyy`, `yyyy-MM-dd'T'HH:mm:ssZ`.
///
/// Compiled once. Text is compared in the form of ``DateText``: without regard to case, accents and the digits'
/// script. A name may be full or short, and a number may leave out its leading zero unless digits follow at once. A
/// two-digit year means 1969 to 2068.
package struct DatePattern: Sendable {
    /// What stands between two of a text's positions.
    enum Part: Hashable, Sendable {
        case year
        case yearOfCentury
        case month
        case monthName
        case day
        case dayOfYear
        case weekday
        case weekdayName
        /// 0 to 23, or 1 to 24 where `last` is 24.
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
    private let names: DateNames?
    private let zones: ZoneNames?

    /// Compiles a pattern; throws what is wrong with it.
    init(_ pattern: String, locale: String) throws(StepError) {
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

    /// Whether the text that it reads is to be folded with its accents.
    var accents: Bool { names?.accents ?? false }

    /// Whether what it reads has a time of day.
    var hasTime: Bool {
        parts.contains { part in if case .hour = part { true } else { part == .hourOfHalf } }
    }

    /// Whether it tells a day, of a year perhaps that the page's own time tells.
    var hasDay: Bool {
        if parts.contains(.dayOfYear) { return parts.contains(.year) || parts.contains(.yearOfCentury) }
        return parts.contains(.day) && (parts.contains(.month) || parts.contains(.monthName))
    }

    /// What a whole folded text tells, or `nil` where it does not fit the pattern.
    func read(_ text: [UInt8]) -> DateFields? {
        var scanner = DateScanner(text)
        var fields = DateFields()
        for (index, part) in parts.enumerated() {
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            guard read(part, &scanner, &fields, before: next) else { return nil }
        }
        return scanner.isAtEnd ? fields : nil
    }
}

// MARK: - Reading

extension DatePattern {
    private func read(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout DateFields,
        before next: Part?
    ) -> Bool {
        switch part {
        case .literal(let text): return scanner.text(text)
        case .space: return scanner.space()
        case .monthName, .weekdayName, .dayPeriod:
            return readName(part, &scanner, &fields, before: next)
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
            case .year: 4...4
            case .yearOfCentury: 2...2
            case .dayOfYear: isFixed ? 3...3 : 1...3
            default: isFixed ? 2...2 : 1...2
            }
        guard let number = scanner.number(digits) else { return false }
        switch part {
        case .year: fields.year = number
        case .yearOfCentury: fields.year = number + (number < 69 ? 2000 : 1900)
        case .month: fields.month = number
        case .day: fields.day = number
        case .dayOfYear: fields.dayOfYear = number
        case .hour(let last):
            guard last == 23 ? number < 24 : (1...24).contains(number) else { return false }
            fields.hour = number % 24
        case .hourOfHalf: fields.hourOfHalf = number
        case .minute: fields.minute = number
        case .second: fields.second = number
        // Which day of the week is the first is the locale's matter, and the day is known without it.
        case .weekday: break
        case .monthName, .weekdayName, .dayPeriod, .fraction, .offset, .zoneName, .zoneIdentifier, .literal,
            .space:
            return false
        }
        return true
    }

    private func readName(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout DateFields,
        before next: Part?
    ) -> Bool {
        guard let names else { return false }
        let number: Int?
        switch part {
        case .monthName:
            number = scanner.name(names.months)
            fields.month = number
        case .weekdayName:
            number = scanner.name(names.weekdays)
            fields.weekday = number
        default:
            number = scanner.name(names.dayPeriods)
            fields.dayPeriod = number
        }
        // The point of an abbreviation, unless the pattern has one of its own.
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
        case .monthName, .weekdayName, .dayPeriod, .offset, .zoneName, .zoneIdentifier, .literal, .space:
            false
        }
    }
}
