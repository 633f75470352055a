import Records

/// What a date's text tells, field by field, before it is known whether that is a day.
struct DateFields {
    var year: Int?
    var month: Int?
    var day: Int?
    var dayOfYear: Int?
    /// 0 is Sunday.
    var weekday: Int?
    /// The hour of the day.
    var hour: Int?
    /// The hour of a half of the day; 12 and 0 mean the same.
    var hourOfHalf: Int?
    /// The hours that the word for the time of day can mean, a bit for each.
    var dayPeriod: Int?
    var minute = 0
    var second = 0
    var fraction = ""
    var zone: DateZone?

    /// Whether anything tells a time of day.
    var hasTime: Bool { hour != nil || hourOfHalf != nil }

    /// The moment that the fields tell; a time gets its zone's offset.
    ///
    /// - Returns: `nil` where there is no such day or time.
    func moment(_ setting: DateSetting) throws(StepError) -> Moment? {
        guard var moment = try day(setting), moment.isDay else { return nil }
        if let weekday, weekday != moment.weekday {
            throw StepError("\(moment.dateText) is not the day of the week that is given")
        }
        guard hasTime else { return moment }
        guard let time = time() else { return nil }
        moment.time = time
        guard moment.isValid else { return nil }
        if let zone = zone ?? setting.zone {
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

    /// The hour, by the word for the time of day where the clock has twelve.
    private var hourOfDay: Int? {
        guard let half = hourOfHalf else { return hour }
        guard let dayPeriod, (0...12).contains(half) else { return nil }
        // "12 noon" is meant, and "0:30 pm" is as good as "12:30 pm".
        let fitting = [half % 12, half % 12 + 12].filter { dayPeriod & (1 << $0) != 0 }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func day(_ setting: DateSetting) throws(StepError) -> Moment? {
        if let year {
            if let dayOfYear { return DateFields.day(dayOfYear, of: year) }
            guard let month, let day else { return nil }
            return Moment(year: year, month: month, day: day)
        }
        guard let month, let day else { return nil }
        // Of a leap year: 29 February is a day of some year.
        guard Moment(year: 2000, month: month, day: day).isDay else { return nil }
        return latest(month, day, seenFrom: try setting.now())
    }

    private static func day(_ number: Int, of year: Int) -> Moment? {
        let first = Moment(year: year, month: 1, day: 1)
        guard first.isDay, number >= 1 else { return nil }
        let moment = first.adding(days: number - 1)
        return moment.year == year ? moment : nil
    }
}

// MARK: - The missing year

extension DateFields {
    /// How many days into the future a date without a year may lie: a page announces what is near and tells of
    /// what has been.
    private static let daysAhead = 7

    /// The day in the latest year in which it is not more than a week ahead of the page; with a day of the week,
    /// the first of that year, the one after and those before in which it falls on that day.
    private func latest(_ month: Int, _ day: Int, seenFrom clock: Moment) -> Moment? {
        let years = ((clock.year - 8)...(clock.year + 1)).reversed()
        let candidates = years.map { Moment(year: $0, month: month, day: day) }.filter(\.isDay)
        let limit = clock.dayNumber + DateFields.daysAhead
        guard let plain = candidates.first(where: { $0.dayNumber <= limit }) else { return nil }
        guard let weekday, plain.weekday != weekday else { return plain }
        let next = candidates.last { $0.dayNumber > limit }
        let others = (next.map { [$0] } ?? []) + candidates.filter { $0.dayNumber < plain.dayNumber }
        return others.first { $0.weekday == weekday } ?? plain
    }
}
