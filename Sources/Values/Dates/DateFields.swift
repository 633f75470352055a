import Records

/// The fields of a date's text, before it is known whether that day exists.
struct DateFields {
    var calendar = DateCalendar.gregorian
    /// The start of the years, if the text names it; its calendar takes precedence over ``calendar``.
    var era: DateEra?
    var year: Int?
    /// A two-digit year, before its century is known.
    var yearOfCentury: Int?
    var month: Int?
    var day: Int?
    var dayOfYear: Int?
    /// 0 is Sunday.
    var weekday: Int?
    /// The hour of the day.
    var hour: Int?
    /// The hour of a half day; 12 and 0 are the same.
    var hourOfHalf: Int?
    /// The hours that the word for the time of day can mean, one bit each.
    var dayPeriod: Int?
    var minute = 0
    var second = 0
    var fraction = ""
    var zone: DateZone?

    /// Whether there is a time of day.
    var hasTime: Bool { hour != nil || hourOfHalf != nil }

    /// The moment of the fields, with the zone's offset for a time.
    ///
    /// - Returns: `nil` if the day or the time does not exist.
    func moment(_ setting: DateSetting) throws(StepError) -> Moment? {
        guard var moment = try day(setting), moment.isDay else { return nil }
        if let weekday, weekday != moment.weekday {
            throw moment.otherWeekday
        }
        guard hasTime else { return moment }
        guard let time = time() else { return nil }
        moment.time = time
        guard moment.isValid else { return nil }
        if case .shared(let abbreviation) = zone {
            let offset = try abbreviation.offset(at: moment, in: setting.zone)
            moment.time?.offset = offset
        } else if let zone = zone ?? setting.zone {
            let offset = try zone.offset(at: moment)
            moment.time?.offset = offset
        }
        return moment
    }

    /// The time of day, without an offset.
    func time() -> Moment.Time? {
        guard let hour = hourOfDay else { return nil }
        return Moment.Time(hour: hour, minute: minute, second: second, fraction: fraction)
    }

    /// The hour of the day; on a twelve-hour clock, it depends on the word for the time of day.
    private var hourOfDay: Int? {
        guard let half = hourOfHalf else { return hour }
        guard let dayPeriod, (0...12).contains(half) else { return nil }
        // "12 noon" is valid, and "0:30 pm" is the same as "12:30 pm".
        let fitting = [half % 12, half % 12 + 12].filter { dayPeriod & (1 << $0) != 0 }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func day(_ setting: DateSetting) throws(StepError) -> Moment? {
        let calendar = era?.calendar ?? calendar
        if let year {
            let year = year + (era?.offset ?? 0)
            let found: Moment?
            if let dayOfYear {
                found = calendar.day(ofYear: dayOfYear, year)
            } else {
                guard let month, let day else { return nil }
                found = calendar.day(year: year, month: month, day: day)
            }
            guard let era, let found else { return found }
            return era.mayHave(found, year: year - era.offset) ? found : nil
        }
        guard let month, let day else { return nil }
        // A date that exists in no year is invalid; any eight years include a leap year.
        let clock = try setting.now()
        return latest(month, day, calendar, seenFrom: clock)
    }
}

// MARK: - The missing year

extension DateFields {
    /// How many days in the future a date without a year may be: pages announce upcoming events and report past ones.
    private static let daysAhead = 7

    /// How far the year of a day of the week is searched: 29 February is the same day of the week again after 28 years,
    /// or 40 if a century without a leap year is between.
    private static let yearsAround = 40

    /// The day in the latest year in which it is at most a week ahead of the page. If there is a day of the week, the
    /// date must fall on it: the nearest such year to that one applies, the later of two.
    private func latest(_ month: Int, _ day: Int, _ calendar: DateCalendar, seenFrom clock: Moment) -> Moment?
    {
        let year = calendar.year(near: clock.year)
        let limit = clock.dayNumber + DateFields.daysAhead
        for latest in ((year - 8)...(year + 1)).reversed() {
            guard let plain = calendar.day(year: latest, month: month, day: day), plain.dayNumber <= limit
            else { continue }
            guard let weekday, plain.weekday != weekday else { return plain }
            for distance in 1...DateFields.yearsAround {
                for year in [latest + distance, latest - distance] {
                    let other = calendar.day(year: year, month: month, day: day)
                    if let other, other.weekday == weekday { return other }
                }
            }
            return plain
        }
        return nil
    }
}

/// The data that complete a date's text: the zone and the page's own time.
package struct DateSetting: Sendable {
    /// The zone of times without their own zone.
    var zone: DateZone?
    /// The page's own time in ISO 8601; read only for the dates that need it.
    var clock: String?

    /// The page's own time in the zone.
    func now() throws(StepError) -> Moment {
        guard let clock else {
            throw StepError("the page's own time, which determines the day, is not known (give --clock)")
        }
        guard let clock = PageClock(clock) else {
            throw StepError("the page's own time \"\(clock)\" is not a time in ISO 8601")
        }
        return try clock.moment(in: zone)
    }

    package init(zone: DateZone? = nil, clock: String? = nil) {
        self.zone = zone
        self.clock = clock
    }
}

/// A page's own time: when it was saved or fetched. "Yesterday" is relative to it, never to the machine's clock.
package struct PageClock: Sendable {
    private let moment: Moment

    /// Reads a time in ISO 8601: a day, or a day and a time, with an offset or without.
    package init?(_ text: String) {
        guard let fields = ISO8601.read(DateText.fold(text)), let moment = try? fields.moment(DateSetting())
        else {
            return nil
        }
        self.moment = moment
    }

    /// The instant in seconds since 1970; a time without an offset is in UTC.
    package var instant: Int { moment.localSeconds - (moment.time?.offset ?? 0) * 60 }

    /// The text of an instant, in seconds since 1970, in UTC.
    package static func text(ofInstant instant: Int) -> String { Moment(instant: instant, offset: 0).text }

    /// The time in a zone; unchanged without a zone.
    func moment(in zone: DateZone?) throws(StepError) -> Moment {
        guard let zone, let time = moment.time else { return moment }
        guard let offset = time.offset else {
            var local = moment
            local.time?.offset = try zone.offset(at: moment)
            return local
        }
        let instant = moment.localSeconds - offset * 60
        let there = zone.offset(atInstant: instant)
        return Moment(instant: instant, offset: there)
    }
}
