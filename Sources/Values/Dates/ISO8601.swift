/// The forms of ISO 8601 that machines write, RFC 3339 included: `2018-05-28`, `2018-05-28T05:45`,
/// `2018-05-28 05:45:00.25-0500`, `20180528T054500Z`, the day of a year `2018-148` and of a week `2018-W22-1`.
enum ISO8601 {
    /// What a whole folded text tells.
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
        // Week 53 of a year that has none is week 1 of the next.
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
