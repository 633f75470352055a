#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Records

extension Day {
    /// The day in a time zone at an instant.
    public init(_ date: Date, in zone: TimeZone) {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        self.init(number: Day.wholeDays(seconds))
    }

    /// The number of whole days in a time, within the range of days.
    fileprivate static func wholeDays(_ seconds: Double) -> Int {
        let days = (seconds / 86_400).rounded(.down)
        // Days are a few million; whatever is beyond is the last of them.
        return Int(exactly: min(max(days, -10_000_000), 10_000_000)) ?? 0
    }

    /// Year, month and day, for a Foundation calendar.
    public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

    /// The first instant of the day in a time zone: midnight, or the time at which the day begins if its midnight is
    /// skipped.
    public func date(in zone: TimeZone) -> Date {
        zone.date(ofLocalSeconds: Double(number) * 86_400)
    }
}

extension DateTime {
    /// An instant as a time in UTC.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        let day = Day(number: Day.wholeDays(seconds))
        let rest = min(max(seconds - Double(day.number) * 86_400, 0), 86_399.999_999_999)
        let whole = Int(rest)
        let time = DateTime(
            day,
            hour: whole / 3_600,
            minute: whole / 60 % 60,
            second: whole % 60,
            nanosecond: min(Int((rest - Double(whole)) * 1e9), 999_999_999),
            offset: 0
        )
        self = time ?? DateTime(startOf: day)
    }

    /// The instant; `nil` for a time without an offset.
    public var date: Date? {
        offset.map { Date(timeIntervalSince1970: seconds(Double(localSeconds - $0 * 60))) }
    }

    /// The instant, in a time zone if the time has no offset of its own.
    ///
    /// If a time occurs twice, when summer time ends, the result is the first one; if a time is skipped, when summer
    /// time begins, the result is the first instant after the gap.
    public func date(in zone: TimeZone) -> Date {
        date ?? zone.date(ofLocalSeconds: seconds(Double(localSeconds)))
    }

    /// Year to nanosecond, for a Foundation calendar, with the zone of the time's offset.
    public var dateComponents: DateComponents {
        DateComponents(
            timeZone: offset.flatMap { TimeZone(secondsFromGMT: $0 * 60) },
            year: day.year,
            month: day.month,
            day: day.day,
            hour: hour,
            minute: minute,
            second: second,
            nanosecond: nanosecond
        )
    }

    private func seconds(_ whole: Double) -> Double { whole + Double(nanosecond) / 1e9 }
}

extension TimeZone {
    /// The first instant at which clocks of the zone show a time, or a later one if they skip it.
    fileprivate func date(ofLocalSeconds local: Double) -> Date {
        // The zone's offsets on both sides of any change near that time.
        let offsets = [-86_400.0, 86_400].map {
            Double(secondsFromGMT(for: Date(timeIntervalSince1970: local + $0)))
        }
        let candidates = [max(offsets[0], offsets[1]), min(offsets[0], offsets[1])].map {
            Date(timeIntervalSince1970: local - $0)
        }
        return candidates.first { Double(secondsFromGMT(for: $0)) + $0.timeIntervalSince1970 >= local }
            ?? candidates[1]
    }
}
