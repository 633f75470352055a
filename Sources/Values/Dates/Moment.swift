/// A day of the Gregorian calendar with an optional time of day and zone offset: the text of a page, not an instant.
/// Therefore it does not depend on the machine's own zone, and the local day is kept.
package struct Moment: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    package var time: Time?

    package struct Time: Hashable, Sendable {
        var hour = 0
        var minute = 0
        var second = 0
        /// The digits of the fraction of a second.
        package var fraction = ""
        /// Minutes east of UTC; `nil` if it is unknown.
        package var offset: Int?
    }

    /// Whether the day and the time exist.
    var isValid: Bool {
        guard isDay else { return false }
        guard let time else { return true }
        return (0...23).contains(time.hour) && (0...59).contains(time.minute)
            && (0...60).contains(time.second)
            && (-18 * 60...18 * 60).contains(time.offset ?? 0)
    }

    /// Whether the calendar has the day.
    var isDay: Bool {
        (1...9999).contains(year) && (1...12).contains(month) && day >= 1
            && day <= Moment.days(in: month, of: year)
    }
}

// MARK: - Writing

extension Moment {
    /// The day in ISO 8601.
    var dateText: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        appendDate(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Day and time in ISO 8601, with the offset if it is known.
    package var text: String {
        guard let time else { return dateText }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(25 + time.fraction.utf8.count + 1)
        appendDate(to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        Moment.append(time.hour, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Moment.append(time.minute, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Moment.append(time.second, to: &bytes)
        if !time.fraction.isEmpty {
            bytes.append(UInt8(ascii: "."))
            bytes.append(contentsOf: time.fraction.utf8)
        }
        if let offset = time.offset { Moment.append(offset: offset, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func appendDate(to bytes: inout [UInt8]) {
        Moment.append(year / 100, to: &bytes)
        Moment.append(year % 100, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Moment.append(month, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Moment.append(day, to: &bytes)
    }

    private static func append(offset: Int, to bytes: inout [UInt8]) {
        if offset == 0 { return bytes.append(UInt8(ascii: "Z")) }
        bytes.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(abs(offset) / 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(abs(offset) % 60, to: &bytes)
    }

    /// Two digits of a number from 0 to 99.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

// Days and seconds counted through the proleptic Gregorian calendar (ISO 8601-1:2019, 4.2.1).
extension Moment {
    /// The day that is a number of days after 1970-01-01, without a time.
    init(dayNumber: Int) {
        // Years that begin in March, so that the leap day is a year's last.
        let days = dayNumber + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }

    /// The time that is a number of seconds after 1970-01-01T00:00:00Z, as a clock with an offset shows it.
    package init(instant: Int, offset: Int) {
        let local = instant + offset * 60
        let day = local >= 0 ? local / 86_400 : (local + 1) / 86_400 - 1
        let second = local - day * 86_400
        self.init(dayNumber: day)
        time = Time(
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
            offset: offset
        )
    }

    /// Days since 1970-01-01, for a year from 0 to 9999.
    var dayNumber: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Seconds since 1970-01-01T00:00:00 on the same clock, whatever its offset; a day without a time begins at 0.
    package var localSeconds: Int {
        guard let time else { return dayNumber * 86_400 }
        return dayNumber * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
    }

    /// The day of the week: 0 is Sunday.
    var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    /// The number of days in a month.
    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The moment a number of whole days later (or earlier), at the same time of day.
    func adding(days: Int) -> Moment {
        var moment = Moment(dayNumber: dayNumber + days)
        moment.time = time
        return moment
    }

    /// The moment a number of whole months later (or earlier); a day that the month lacks becomes its last.
    package func adding(months: Int) -> Moment {
        let count = year * 12 + month - 1 + months
        var moment = self
        moment.year = count >= 0 ? count / 12 : (count + 1) / 12 - 1
        moment.month = count - moment.year * 12 + 1
        moment.day = min(day, Moment.days(in: moment.month, of: moment.year))
        return moment
    }
}
