/// The forms of ISO 8601 that programs write, including RFC 3339: `2018-05-28`, `2018-05-28T05:45`,
/// `2018-05-28 05:45:00.25-0500`, `20180528T054500Z`, the day of a year `2018-148` and of a week `2018-W22-1`.
enum ISO8601 {
    /// The day of a text such as `2018-05-28`, as most data has: the same as ``read(_:)`` finds, in a fifth of the time. `nil`
    /// for any other text, and for a day that does not exist.
    static func plainDay(_ text: String) -> Moment? { plainDay(in: text.utf8) }

    /// Whether a text is such a day.
    static func isPlainDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool { plainDay(in: text) != nil }

    @inline(__always)
    private static func plainDay(in text: some Collection<UInt8>) -> Moment? {
        guard text.count == 10 else { return nil }
        var digits = 0
        var index = 0
        for byte in text {
            if index == 4 || index == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard byte &- 0x30 < 10 else { return nil }
                digits = digits * 10 + Int(byte &- 0x30)
            }
            index += 1
        }
        let moment = Moment(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
        return moment.isDay ? moment : nil
    }

    /// The fields of a whole folded text.
    static func read(_ text: [UInt8]) -> DateFields? {
        var scanner = DateScanner(text)
        guard let (fields, isBasic) = day(&scanner) else { return nil }
        if scanner.isAtEnd { return fields }
        var all = fields
        guard scanner.byte("t") || scanner.space(), time(&scanner, isBasic, &all), scanner.isAtEnd else {
            return nil
        }
        return all
    }

    /// The day, and whether it is in the basic form: without hyphens.
    private static func day(_ scanner: inout DateScanner) -> (DateFields, isBasic: Bool)? {
        var fields = DateFields()
        guard let year = scanner.number(4...4) else { return nil }
        fields.year = year
        let isBasic = !scanner.byte("-")
        if scanner.byte("w") {
            guard let week = scanner.number(2...2), isBasic || scanner.byte("-"),
                let day = scanner.number(1...1)
            else { return nil }
            return ofWeek(year, week, day).map { ($0, isBasic) }
        }
        guard let digits = scanner.digits() else { return nil }
        if digits.utf8.count == 3 {
            fields.dayOfYear = Int(digits)
        } else if isBasic {
            guard digits.utf8.count == 4 else { return nil }
            fields.month = Int(digits.prefix(2))
            fields.day = Int(digits.suffix(2))
        } else {
            guard digits.utf8.count == 2, scanner.byte("-"), let day = scanner.number(2...2) else {
                return nil
            }
            fields.month = Int(digits)
            fields.day = day
        }
        return (fields, isBasic)
    }

    /// The day of a week; week 1 is the one with 4 January, and begins on Monday.
    private static func ofWeek(_ year: Int, _ week: Int, _ day: Int) -> DateFields? {
        let fourth = Moment(year: year, month: 1, day: 4)
        guard (1...53).contains(week), (1...7).contains(day), fourth.isDay else { return nil }
        let monday = fourth.adding(days: -((fourth.weekday + 6) % 7))
        let moment = monday.adding(days: (week - 1) * 7 + day - 1)
        // In a year without a week 53 that is week 1 of the next.
        guard week < 53 || moment.adding(days: 4 - day).year == year else { return nil }
        var fields = DateFields()
        fields.year = moment.year
        fields.month = moment.month
        fields.day = moment.day
        return fields
    }

    private static func time(
        _ scanner: inout DateScanner,
        _ isBasic: Bool,
        _ fields: inout DateFields
    ) -> Bool {
        guard let hour = scanner.number(2...2) else { return false }
        fields.hour = hour
        let hasColons = scanner.byte(":")
        guard hasColons || isBasic else { return false }
        if let minute = scanner.number(2...2) { fields.minute = minute } else if hasColons { return false }
        let hasSeconds = hasColons ? scanner.byte(":") : true
        if hasSeconds {
            if let second = scanner.number(2...2) {
                fields.second = second
                guard fraction(&scanner, &fields) else { return false }
            } else if hasColons {
                return false
            }
        }
        if scanner.isAtEnd { return true }
        _ = scanner.space()
        fields.zone = scanner.offset().map(DateZone.offset)
        return fields.zone != nil
    }

    private static func fraction(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard scanner.byte(".") || scanner.byte(",") else { return true }
        guard let digits = scanner.digits() else { return false }
        fields.fraction = digits
        return true
    }
}

/// The dates of mail and feeds: RFC 2822 section 3.3, and RFC 822 and 1123 before it.
///
/// `Mon, 28 May 2018 05:45:00 -0500`, `28 May 18 05:45 EST`. The names are English in every locale. A two-digit year is
/// 2000 to 2049 or 1950 to 1999; a three-digit year is counted from 1900 (section 4.3).
package struct RFC2822: Sendable {
    private let names = DateNames.of(locale: "en_US_POSIX")
    private let zones = ZoneNames.abbreviations

    /// The fields of a whole folded text.
    func read(_ text: [UInt8]) -> DateFields? {
        var scanner = DateScanner(text)
        var fields = DateFields()
        fields.weekday = scanner.name(names.weekdays)
        if fields.weekday != nil {
            guard scanner.byte(",") || scanner.byte(".") || scanner.space() else { return nil }
            _ = scanner.byte(",")
            _ = scanner.space()
        }
        guard let day = scanner.number(1...2), scanner.space(), let month = scanner.name(names.months),
            scanner.space(), let year = RFC2822.year(&scanner)
        else { return nil }
        fields.day = day
        fields.month = month
        fields.year = year
        guard scanner.space(), time(&scanner, &fields) else { return nil }
        return scanner.isAtEnd ? fields : nil
    }

    private static func year(_ scanner: inout DateScanner) -> Int? {
        guard let digits = scanner.digits(), let year = Int(digits) else { return nil }
        switch digits.utf8.count {
        case 4: return year
        case 3: return year + 1900
        case 2: return year + (year < 50 ? 2000 : 1900)
        default: return nil
        }
    }

    private func time(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard let hour = scanner.number(1...2), scanner.byte(":"), let minute = scanner.number(2...2) else {
            return false
        }
        fields.hour = hour
        fields.minute = minute
        if scanner.byte(":") {
            guard let second = scanner.number(2...2) else { return false }
            fields.second = second
        }
        guard scanner.space() else { return true }
        if let zone = zones.read(&scanner) {
            // RFC 822 defines it.
            if case .shared(let shared) = zone, shared.name == "CST" {
                fields.zone = .offset(-360)
            } else {
                fields.zone = zone
            }
            _ = scanner.space()
        }
        return RFC2822.comment(&scanner)
    }

    /// Reads a comment in parentheses: the zone's name after its offset.
    private static func comment(_ scanner: inout DateScanner) -> Bool {
        guard scanner.byte("(") else { return true }
        let text = scanner.rest.prefix { $0 != UInt8(ascii: ")") }
        return scanner.text(text) && scanner.byte(")")
    }
}

/// Seconds, or thousandths of them, since 1970-01-01T00:00:00Z: `1527504300`, `1527504300.25`.
enum UnixTime {
    /// The instant of a whole folded text, as local time in the zone, or in UTC.
    static func read(_ text: [UInt8], inMilliseconds: Bool, _ zone: DateZone?) -> Moment? {
        var scanner = DateScanner(text)
        let isBefore = scanner.byte("-")
        // Enough digits for every time in a year of four digits.
        guard var seconds = scanner.number(1...15) else { return nil }
        var fraction = ""
        if inMilliseconds {
            let thousandths = String(seconds % 1000)
            fraction = String(repeating: "0", count: 3 - thousandths.utf8.count) + thousandths
            seconds /= 1000
        } else if scanner.byte(".") {
            guard let digits = scanner.digits() else { return nil }
            fraction = digits
        }
        let isWhole = fraction.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        guard scanner.isAtEnd, !isBefore || isWhole, seconds < 300_000_000_000 else { return nil }
        let instant = isBefore ? -seconds : seconds
        let offset = (zone ?? .offset(0)).offset(atInstant: instant)
        var moment = Moment(instant: instant, offset: offset)
        if !isWhole { moment.time?.fraction = fraction }
        return moment.isValid ? moment : nil
    }
}
