/// A day or a time that dates of records are compared with.
package struct DateQuery: Sendable {
    private let wanted: Moment

    /// Reads a day, or a day and a time, as ISO 8601 writes it.
    package init?(_ text: String) {
        guard let moment = DateQuery.moment(text) else { return nil }
        wanted = moment
    }

    /// Whether it has a time of day, which no `date` has.
    package var hasTime: Bool { wanted.time != nil }

    /// Whether a date of a record is the one asked for.
    ///
    /// A day is that of every time on it, as the time's own offset has it: `2018-05-28T23:30:00-05:00` is on the 28th.
    /// A time is the same instant in any offset, and the same time of the clock where one of the two tells none.
    package func matches(_ text: String) -> Bool {
        guard let found = DateQuery.moment(text) else { return false }
        guard let time = wanted.time else {
            return (found.year, found.month, found.day) == (wanted.year, wanted.month, wanted.day)
        }
        guard let other = found.time, DateQuery.fraction(time) == DateQuery.fraction(other) else {
            return false
        }
        guard let offset = time.offset, let otherOffset = other.offset else {
            return wanted.localSeconds == found.localSeconds
        }
        return wanted.localSeconds - offset * 60 == found.localSeconds - otherOffset * 60
    }

    private static func moment(_ text: String) -> Moment? {
        let moment = try? ISO8601.read(DateText.fold(text))?.moment(DateSetting())
        return moment?.isValid == true ? moment : nil
    }

    /// The digits behind the second's point, without the zeros at their end, which say nothing.
    private static func fraction(_ time: Moment.Time) -> Substring {
        var digits = Substring(time.fraction)
        while digits.last == "0" { digits.removeLast() }
        return digits
    }
}
