/// A day of the Gregorian calendar.
struct CalendarDay: Hashable {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is `number` days after 1970-01-01.
    init(number: Int) {
        // Years that begin in March have the leap day at their end; 400 of them have 146,097 days.
        let shifted = number + 719_468
        let era = CalendarDay.floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    var number: Int {
        let year = month <= 2 ? year - 1 : year
        let era = CalendarDay.floor(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The month's name with three letters.
    var monthName: String {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return names.indices.contains(month - 1) ? names[month - 1] : ""
    }

    /// The quotient rounded down, for a divisor above zero.
    static func floor(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

// MARK: - Times

/// A day with an optional time of day and offset, in ISO 8601's extended form.
struct ISOTime: Hashable {
    /// Seconds since the beginning of 1970, in the text's own time zone.
    let seconds: Double
    /// Minutes east of UTC; `nil` if the text does not give it.
    let offset: Int?
    let hasTime: Bool

    /// Seconds since the beginning of 1970 in UTC; a time without an offset is in UTC.
    var instant: Double { seconds - Double(offset ?? 0) * 60 }

    /// Reads `2018-05-28`, `2018-05-28T05:45:00`, `2018-05-28T05:45:00.25-05:00`, `2018-05-28T05:45Z`.
    init?(_ text: String) {
        var scanner = Scanner(rest: Array(text.utf8)[...])
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"), let day = scanner.digits(2), (1...12).contains(month),
            (1...CalendarDay.days(in: month, of: year)).contains(day)
        else { return nil }
        var seconds = Double(CalendarDay(year: year, month: month, day: day).number) * 86_400
        hasTime = scanner.skip("T")
        if hasTime {
            guard let time = scanner.time() else { return nil }
            seconds += time
        }
        offset = hasTime ? scanner.offset() : nil
        guard scanner.rest.isEmpty else { return nil }
        self.seconds = seconds
    }
}

extension ISOTime {
    fileprivate struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// A number with a given number of digits.
        mutating func digits(_ count: Int) -> Int? {
            let text = rest.prefix(count)
            guard text.count == count, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return text.reduce(0) { $0 * 10 + Int($1 & 15) }
        }

        /// Seconds since midnight.
        mutating func time() -> Double? {
            guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60 else {
                return nil
            }
            guard skip(":") else { return Double(hour * 3600 + minute * 60) }
            guard let second = digits(2), second <= 60 else { return nil }
            var fraction = 0.0
            if skip(".") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
                rest = rest.dropFirst(digits.count)
            }
            return Double(hour * 3600 + minute * 60 + second) + fraction
        }

        mutating func offset() -> Int? {
            if skip("Z") { return 0 }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = digits(2) else { return nil }
            _ = skip(":")
            return sign * (hours * 60 + (digits(2) ?? 0))
        }
    }
}
