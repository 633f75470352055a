package import Records

/// The key by which values are ordered: numbers by value, times by instant, durations by length, all others by text.
package enum SortKey: Comparable, Sendable {
    case number(Number)
    case seconds(Double)
    case text(String)

    package init(_ value: Value, _ type: Schema.FieldType) {
        if let number = value.number {
            self = .number(number)
            return
        }
        let text = value.text
        switch type {
        case .scalar(.dateTime): self = SortKey.instant(text).map(SortKey.seconds) ?? .text(text)
        case .alternatives(let types) where types.contains(.scalar(.dateTime)):
            self = SortKey.instant(text).map(SortKey.seconds) ?? .text(text)
        case .scalar(.duration): self = DurationReader.seconds(text).map(SortKey.seconds) ?? .text(text)
        case .scalar, .enumeration, .list, .object, .enclosing, .dictionary, .alternatives, .nullable:
            self = .text(text)
        }
    }

    /// Seconds since 1970 of a day or a time in ISO 8601; one without an offset is in UTC.
    private static func instant(_ text: String) -> Double? { moment(text).map(instant) }

    private static func instant(_ moment: Moment) -> Double {
        let fraction = Double("0.\(moment.time?.fraction ?? "")") ?? 0
        return Double(moment.localSeconds - (moment.time?.offset ?? 0) * 60) + fraction
    }

    private static func moment(_ text: String) -> Moment? {
        guard let fields = ISO8601.read(DateText.fold(text)) else { return nil }
        return try? fields.moment(DateSetting())
    }

    /// Whether a value of a type is less than another, or before it.
    ///
    /// A day is compared with the day of a time, at the time's own offset: it is neither before nor after the times on it.
    package static func isLess(_ value: Value, _ other: Value, _ type: Schema.FieldType) -> Bool {
        if type.isOfTimes, let moment = SortKey.moment(value.text), let other = SortKey.moment(other.text) {
            if moment.time == nil || other.time == nil { return moment.dayNumber < other.dayNumber }
            return instant(moment) < instant(other)
        }
        return SortKey(value, type) < SortKey(other, type)
    }
}

extension Schema.FieldType {
    /// Whether all its values are days or times.
    package var isOfTimes: Bool {
        switch self {
        case .scalar(let scalar): scalar == .date || scalar == .dateTime
        case .alternatives(let types): !types.isEmpty && types.allSatisfy(\.isOfTimes)
        case .enumeration, .list, .object, .enclosing, .dictionary, .nullable: false
        }
    }
}

/// A day or a time to compare dates of records with.
package struct DateQuery: Sendable {
    private let wanted: Moment

    /// Reads a day, or a day and a time, in ISO 8601.
    package init?(_ text: String) {
        guard let moment = DateQuery.moment(text) else { return nil }
        wanted = moment
    }

    /// Whether it has a time of day, which no `date` has.
    package var hasTime: Bool { wanted.time != nil }

    /// Whether a date of a record matches.
    ///
    /// A day matches every time on it in the time's own offset: `2018-05-28T23:30:00-05:00` is on the 28th. A time
    /// matches the same instant in any offset, and the same local time if one of the two has no offset.
    package func matches(_ text: String) -> Bool {
        guard let found = DateQuery.moment(text) else { return false }
        guard let time = wanted.time else {
            return (found.year, found.month, found.day) == (wanted.year, wanted.month, wanted.day)
        }
        guard let other = found.time else { return false }
        var (wanted, local) = (wanted, found)
        if time.offset == nil || other.offset == nil {
            wanted.time?.offset = nil
            local.time?.offset = nil
        }
        return wanted.compared == local.compared
    }

    static func moment(_ text: String) -> Moment? {
        let moment = try? ISO8601.read(DateText.fold(text))?.moment(DateSetting())
        return moment?.isValid == true ? moment : nil
    }
}
