import Records

/// The units in which a page counts back from its own time.
enum RelativeUnit: Int, CaseIterable, Sendable {
    case year
    case month
    case week
    case day
    case hour
    case minute
    case second

    /// How many seconds it has always; `nil` for a month and a year.
    var seconds: Int? {
        switch self {
        case .year, .month: nil
        case .week: 7 * 86_400
        case .day: 86_400
        case .hour: 3600
        case .minute: 60
        case .second: 1
        }
    }
}

/// A stretch of time from the page's own: "2 days, 3 hours ago" is -2 days and -3 hours.
struct RelativeDistance: Hashable, Sendable {
    /// Months and years.
    var months = 0
    /// Days and weeks.
    var days = 0
    /// Hours and what is shorter.
    var seconds = 0

    init() {}

    /// A count of a unit; `nil` for a part of a month or a year, and for one that is out of all bounds.
    init?(_ count: Double, _ unit: RelativeUnit) {
        guard abs(count) < 1e9 else { return nil }
        let whole = Int(count)
        switch unit {
        case .year, .month:
            guard Double(whole) == count, abs(count) < 1e5 else { return nil }
            months = unit == .year ? whole * 12 : whole
        case .week, .day:
            let perUnit = unit == .week ? 7 : 1
            guard abs(count) < 1e6 else { return nil }
            days = whole * perUnit
            seconds = Int(((count - Double(whole)) * Double(perUnit) * 86_400).rounded())
        case .hour, .minute, .second:
            seconds = Int((count * Double(unit.seconds ?? 1)).rounded())
        }
    }

    static func + (one: RelativeDistance, other: RelativeDistance) -> RelativeDistance {
        var sum = one
        sum.months += other.months
        sum.days += other.days
        sum.seconds += other.seconds
        return sum
    }
}

extension RelativeDistance {
    /// The moment at this distance from what the page's clock shows: months and days by the calendar, at the same
    /// time of day, hours by the time that passes.
    func moment(from now: Moment, _ zone: DateZone?) throws(StepError) -> Moment? {
        if seconds != 0, now.time == nil {
            throw StepError("the page's own time, \(now.dateText), has no time of day to count from")
        }
        var moment = now
        if months != 0 { moment = moment.adding(months: months) }
        if days != 0 { moment = moment.adding(days: days) }
        guard moment.isDay else { return nil }
        if moment.time != nil, let zone, months != 0 || days != 0 {
            let offset = zone.nearestOffset(at: moment)
            moment.time?.offset = offset
        }
        guard seconds != 0, let offset = moment.time?.offset else {
            guard seconds != 0 else { return moment }
            var local = Moment(instant: moment.localSeconds + seconds, offset: 0)
            local.time?.offset = nil
            return local.isDay ? local : nil
        }
        let instant = moment.localSeconds - offset * 60 + seconds
        let there = zone?.offset(atInstant: instant) ?? offset
        let result = Moment(instant: instant, offset: there)
        return result.isDay ? result : nil
    }
}
